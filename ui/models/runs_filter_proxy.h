// SPDX-License-Identifier: GPL-3.0-or-later
// Sorting and filtering of the runs table. The filter is the expression of `laptime runs list --filter`.
#pragma once

#include <QCollator>
#include <QSortFilterProxyModel>
#include <QString>

#include <memory>

#include "ui/models/runs_model.h"

namespace laptime::ui {

class RunsFilterProxy : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit RunsFilterProxy(RunsModel* model, QObject* parent = nullptr);
    ~RunsFilterProxy() override;

    /// Empty: everything. A wrong expression leaves the last good one in force and is told by error().
    bool setExpression(const QString& expression);
    QString expression() const { return m_expression; }
    /// What is wrong with the last expression; empty when nothing is.
    QString error() const { return m_error; }

    RunsModel* runs() const { return m_model; }
    RunId runAt(const QModelIndex& index) const;
    QModelIndex indexOf(RunId run, int column = 0) const;

signals:
    void errorChanged(const QString& message);

protected:
    bool filterAcceptsRow(int sourceRow, const QModelIndex& sourceParent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    struct Filter;
    RunsModel* m_model;
    QString m_expression, m_error;
    std::unique_ptr<Filter> m_filter;
    QCollator m_collator;
};

} // namespace laptime::ui
