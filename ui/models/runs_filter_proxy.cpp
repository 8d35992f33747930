// SPDX-License-Identifier: GPL-3.0-or-later
// Filtering by engine/history/run_filter.h and sorting with missing values always last.
#include "ui/models/runs_filter_proxy.h"

#include <cmath>

#include "engine/history/run_filter.h"

namespace laptime::ui {

struct RunsFilterProxy::Filter {
    RunFilter expression{std::string()};
};

RunsFilterProxy::RunsFilterProxy(RunsModel* model, QObject* parent)
    : QSortFilterProxyModel(parent), m_model(model), m_filter(std::make_unique<Filter>()) {
    m_collator.setNumericMode(true); // "run 9" before "run 10"
    m_collator.setCaseSensitivity(Qt::CaseInsensitive);
    setSourceModel(model);
    setSortRole(RunsModel::SortRole);
    setDynamicSortFilter(true);
    connect(model, &RunsModel::groupedChanged, this, [this] { invalidateFilter(); });
}

RunsFilterProxy::~RunsFilterProxy() = default;

bool RunsFilterProxy::setExpression(const QString& expression) {
    m_expression = expression;
    QString error;
    try {
        RunFilter filter(expression.toStdString());
        m_filter->expression = std::move(filter);
        invalidateFilter();
    } catch (const std::exception& problem) {
        error = QString::fromStdString(problem.what());
    }
    if (error != m_error) {
        m_error = error;
        emit errorChanged(m_error);
    }
    return m_error.isEmpty();
}

RunId RunsFilterProxy::runAt(const QModelIndex& index) const {
    const RunRow* row = index.isValid() ? m_model->rowAt(mapToSource(index).row()) : nullptr;
    return row ? row->id : 0;
}

QModelIndex RunsFilterProxy::indexOf(RunId run, int column) const {
    return mapFromSource(m_model->indexOf(run, column));
}

bool RunsFilterProxy::filterAcceptsRow(int sourceRow, const QModelIndex&) const {
    const RunRow* row = m_model->rowAt(sourceRow);
    if (!row || (m_model->isGrouped() && !m_model->isGroupHead(sourceRow)))
        return false;
    return m_filter->expression.matches(*row);
}

bool RunsFilterProxy::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    const QVariant a = left.data(RunsModel::SortRole), b = right.data(RunsModel::SortRole);
    const RunId idA = m_model->rowAt(left.row())->id, idB = m_model->rowAt(right.row())->id;
    if (a.typeId() == QMetaType::Double) {
        const double x = a.toDouble(), y = b.toDouble();
        // A run without the number comes after those that have it, whichever way the column is sorted.
        if (std::isnan(x) != std::isnan(y))
            return std::isnan(y) == (sortOrder() == Qt::AscendingOrder);
        if (!std::isnan(x) && x != y)
            return x < y;
    } else if (a.typeId() == QMetaType::QString) {
        const int order = m_collator.compare(a.toString(), b.toString());
        if (order != 0)
            return order < 0;
    } else if (const auto order = QVariant::compare(a, b); order != QPartialOrdering::Equivalent) {
        return order == QPartialOrdering::Less;
    }
    return idA < idB;
}

} // namespace laptime::ui
