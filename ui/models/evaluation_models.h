// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of an evaluation: the figures of each class, and how often each class was taken for each other one.
#pragma once

#include <QAbstractTableModel>
#include <QStringList>

#include <optional>

#include "engine/train/figures.h"

namespace laptime::ui {

class ClassFiguresModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Class, Items, Precision, Recall, F1, ColumnCount };
    enum Role { SortRole = Qt::UserRole + 1 };

    using QAbstractTableModel::QAbstractTableModel;
    void setMatrix(const std::optional<ConfusionMatrix>& matrix, const QStringList& classes);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    std::vector<ConfusionMatrix::ClassFigures> m_figures;
    QStringList m_classes;
};

/// Rows: the class that it is; columns: what the model said.
class ConfusionModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Role {
        ShareRole = Qt::UserRole + 1, ///< double: of the row's items, 0…1
        RightRole                     ///< bool: on the diagonal
    };

    using QAbstractTableModel::QAbstractTableModel;
    void setMatrix(const std::optional<ConfusionMatrix>& matrix, const QStringList& classes);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    std::optional<ConfusionMatrix> m_matrix;
    std::vector<std::int64_t> m_items; ///< of each row
    QStringList m_classes;
};

} // namespace laptime::ui
