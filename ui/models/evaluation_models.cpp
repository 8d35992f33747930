// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/evaluation_models.h"

#include <cmath>

#include "ui/models/numbers.h"

namespace laptime::ui {

namespace {

QVariant aligned(bool right) {
    return QVariant::fromValue(Qt::Alignment(right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
}

} // namespace

void ClassFiguresModel::setMatrix(const std::optional<ConfusionMatrix>& matrix, const QStringList& classes) {
    beginResetModel();
    m_figures.clear();
    m_classes = classes;
    if (matrix)
        for (int label = 0; label < matrix->classes(); ++label)
            m_figures.push_back(matrix->of(label));
    endResetModel();
}

int ClassFiguresModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_figures.size());
}

int ClassFiguresModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ClassFiguresModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    if (role == Qt::TextAlignmentRole)
        return aligned(index.column() != Class);
    if (role != Qt::DisplayRole && role != SortRole)
        return {};
    const auto& figures = m_figures[std::size_t(index.row())];
    // Where there is nothing to divide by, a figure sorts below all others.
    const auto share = [role](double value) {
        return role == Qt::DisplayRole ? QVariant(percent(value, 1))
                                       : QVariant(std::isnan(value) ? -1.0 : value);
    };
    switch (index.column()) {
    case Class:
        return role == SortRole ? QVariant(index.row()) : m_classes.value(index.row());
    case Items:
        return role == SortRole ? QVariant(qlonglong(figures.items)) : QVariant(wholeNumber(figures.items));
    case Precision:
        return share(figures.precision);
    case Recall:
        return share(figures.recall);
    case F1:
        return share(figures.f1);
    }
    return {};
}

QVariant ClassFiguresModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return aligned(section != Class);
    if (role == Qt::ToolTipRole) {
        switch (section) {
        case Precision:
            return tr("Of what was said to be of the class, the share that is");
        case Recall:
            return tr("Of what is of the class, the share that was recognised");
        case F1:
            return tr("Harmonic mean of precision and recall");
        default:
            return {};
        }
    }
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Class:
        return tr("Class");
    case Items:
        return tr("Items");
    case Precision:
        return tr("Precision");
    case Recall:
        return tr("Recall");
    case F1:
        return tr("F1");
    }
    return {};
}

void ConfusionModel::setMatrix(const std::optional<ConfusionMatrix>& matrix, const QStringList& classes) {
    beginResetModel();
    m_matrix = matrix;
    m_classes = classes;
    m_items.clear();
    if (matrix)
        for (int label = 0; label < matrix->classes(); ++label)
            m_items.push_back(matrix->of(label).items);
    endResetModel();
}

int ConfusionModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_items.size());
}

int ConfusionModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_items.size());
}

QVariant ConfusionModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !m_matrix)
        return {};
    const std::int64_t count = m_matrix->count(index.row(), index.column());
    const std::int64_t items = m_items[std::size_t(index.row())];
    const double share = items ? double(count) / double(items) : 0;
    switch (role) {
    case Qt::DisplayRole:
        return count ? wholeNumber(count) : QString(); // zeros would hide what there is
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::Alignment(Qt::AlignCenter));
    case Qt::ToolTipRole:
        return tr("%1, taken for %2: %3 of %4 (%5)")
            .arg(m_classes.value(index.row()), m_classes.value(index.column()), wholeNumber(count),
                 wholeNumber(items), percent(share, 1));
    case ShareRole:
        return share;
    case RightRole:
        return index.row() == index.column();
    default:
        return {};
    }
}

QVariant ConfusionModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole)
        return m_classes.value(section);
    if (role == Qt::TextAlignmentRole)
        return orientation == Qt::Vertical ? aligned(true)
                                           : QVariant::fromValue(Qt::Alignment(Qt::AlignCenter));
    return {};
}

} // namespace laptime::ui
