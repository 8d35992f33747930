// SPDX-License-Identifier: GPL-3.0-or-later
// Ids are kept after the deletion too: until the next poll the row is still in the model.
#include "ui/views/runs_table_proxy.h"

#include <algorithm>

namespace laptime::ui {

void RunsTableProxy::hideRuns(const std::vector<RunId>& hidden) {
    for (RunId run : hidden)
        m_hidden.insert(run);
    invalidateFilter();
}

void RunsTableProxy::bringBack(const std::vector<RunId>& back) {
    for (RunId run : back)
        m_hidden.remove(run);
    invalidateFilter();
}

int RunsTableProxy::hiddenCount() const {
    return int(
        std::count_if(m_hidden.begin(), m_hidden.end(), [this](RunId run) { return runs()->row(run); }));
}

bool RunsTableProxy::filterAcceptsRow(int sourceRow, const QModelIndex& sourceParent) const {
    const RunRow* row = runs()->rowAt(sourceRow);
    return row && !m_hidden.contains(row->id) && RunsFilterProxy::filterAcceptsRow(sourceRow, sourceParent);
}

} // namespace laptime::ui
