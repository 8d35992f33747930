// SPDX-License-Identifier: GPL-3.0-or-later
// The filtered runs without those that are about to be deleted: they leave the table at once, and the history
// only when the time to take it back is over.
#pragma once

#include <QSet>

#include "ui/models/runs_filter_proxy.h"

namespace laptime::ui {

class RunsTableProxy : public RunsFilterProxy {
    Q_OBJECT

public:
    using RunsFilterProxy::RunsFilterProxy;

    void hideRuns(const std::vector<RunId>& runs);
    void bringBack(const std::vector<RunId>& runs);
    bool isHidden(RunId run) const { return m_hidden.contains(run); }
    /// Runs hidden that are still in the model.
    int hiddenCount() const;

protected:
    bool filterAcceptsRow(int sourceRow, const QModelIndex& sourceParent) const override;

private:
    QSet<RunId> m_hidden;
};

} // namespace laptime::ui
