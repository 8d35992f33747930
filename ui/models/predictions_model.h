// SPDX-License-Identifier: GPL-3.0-or-later
// What a trained model said of files: a row an item, with its likeliest classes, or its numbers.
#pragma once

#include <QAbstractTableModel>

#include "ui/models/model_work.h"

namespace laptime::ui {

class PredictionsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Item, First, FirstProbability, Second, Third }; ///< of classes; of numbers: Item, values…
    enum Role { SortRole = Qt::UserRole + 1 };

    using QAbstractTableModel::QAbstractTableModel;
    void setResult(const PredictionResult& result);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    bool isNumber(int column) const;

    PredictionResult m_result;
    int m_columns = 0;
};

} // namespace laptime::ui
