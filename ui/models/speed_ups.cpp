// SPDX-License-Identifier: GPL-3.0-or-later
// Plain ratios at once, comparisons in the background; see speed_ups.h.
#include "ui/models/speed_ups.h"

#include <cmath>

namespace laptime::ui {

SpeedUps::SpeedUps(HistoryService* history, QObject* parent) : QObject(parent), m_history(history) {
    if (history)
        connect(history, &HistoryService::opened, this, &SpeedUps::computeNext);
}

void SpeedUps::setBaseline(RunId run) {
    if (run == m_baseline)
        return;
    m_baseline = run;
    m_pending.clear();
    emit allChanged();
}

void SpeedUps::setRows(const RunRows& rows) {
    m_rows = rows;
    m_groups.clear();
    m_index.clear();
    for (std::size_t i = 0; i < rows->size(); ++i) {
        m_groups[groupOf((*rows)[i])].append(static_cast<int>(i));
        m_index.insert((*rows)[i].id, static_cast<int>(i));
    }
}

RunId SpeedUps::groupOf(const RunRow& row) {
    return row.group ? row.group : row.id;
}

const RunRow* SpeedUps::baselineRow() const {
    const auto found = m_index.constFind(m_baseline);
    return found == m_index.constEnd() ? nullptr : &(*m_rows)[static_cast<std::size_t>(*found)];
}

std::vector<RunId> SpeedUps::endedRuns(RunId group) const {
    std::vector<RunId> runs;
    for (const int index : m_groups.value(group)) {
        const RunRow& row = (*m_rows)[static_cast<std::size_t>(index)];
        if (is_ended(row.status) && row.steps > 0)
            runs.push_back(row.id);
    }
    return runs;
}

/// Changes whenever the runs that a comparison would use change: one more repeat, a resumed run.
QString SpeedUps::keyOfGroup(RunId group) const {
    QString key;
    for (const int index : m_groups.value(group)) {
        const RunRow& row = (*m_rows)[static_cast<std::size_t>(index)];
        if (is_ended(row.status) && row.steps > 0)
            key += QStringLiteral("%1:%2 ").arg(row.id).arg(row.steps);
    }
    return key;
}

double SpeedUps::ratio(const RunRow& row, double liveRate, double liveBaselineRate) const {
    const RunRow* baseline = baselineRow();
    if (!baseline)
        return not_measured;
    const double base = std::isfinite(liveBaselineRate) ? liveBaselineRate : baseline->samples_per_second;
    const double rate = std::isfinite(liveRate) ? liveRate : row.samples_per_second;
    return base > 0 && rate > 0 ? rate / base : not_measured;
}

SpeedUpCell SpeedUps::cell(const RunRow& row, double liveRate, double liveBaselineRate) {
    SpeedUpCell cell;
    cell.ratio = ratio(row, liveRate, liveBaselineRate);
    const RunRow* baseline = baselineRow();
    if (!baseline || !m_history)
        return cell;
    const RunId group = groupOf(row), baseGroup = groupOf(*baseline);
    if (group == baseGroup || !is_ended(row.status))
        return cell;
    const QString key = keyOfGroup(group), baseKey = keyOfGroup(baseGroup);
    if (key.isEmpty() || baseKey.isEmpty())
        return cell;
    const auto found = m_compared.constFind(baseKey + QLatin1Char('|') + key);
    if (found != m_compared.constEnd())
        return *found;
    if (!m_pending.contains(group)) {
        m_pending.append(group);
        QMetaObject::invokeMethod(this, &SpeedUps::computeNext, Qt::QueuedConnection);
    }
    return cell;
}

void SpeedUps::computeNext() {
    const RunRow* baseline = baselineRow();
    if (m_busy || m_pending.isEmpty() || !baseline || !m_history->isOpen())
        return;
    const RunId group = m_pending.takeLast(); // what was asked for last is on screen now
    const RunId baseGroup = groupOf(*baseline);
    const std::vector<RunId> ours = endedRuns(group), base = endedRuns(baseGroup);
    const QString key = keyOfGroup(baseGroup) + QLatin1Char('|') + keyOfGroup(group);
    if (ours.empty() || base.empty() || m_compared.contains(key)) {
        QMetaObject::invokeMethod(this, &SpeedUps::computeNext, Qt::QueuedConnection);
        return;
    }
    m_busy = true;
    const auto keep = [this, key, group](SpeedUpCell cell) {
        cell.compared = true;
        m_compared.insert(key, cell);
        m_busy = false;
        emit changed(group);
        computeNext();
    };
    m_history->query(
        this,
        [base, ours](History& history) {
            const Comparison comparison = compare(load_arm(history, base), {load_arm(history, ours)}).front();
            SpeedUpCell cell;
            cell.ratio = comparison.speed.ratio;
            cell.interval = comparison.speed.interval;
            cell.verdict = comparison.speed.verdict;
            cell.withinOneRun = comparison.speed.within_one_run;
            cell.confounded = comparison.confounded;
            cell.summary = QString::fromStdString(comparison.summary);
            return cell;
        },
        keep,
        [this, keep, group](const QString& message) {
            // A run too short to compare keeps its plain ratio; why is in the tool tip.
            SpeedUpCell cell;
            for (const int index : m_groups.value(group)) {
                const double plain =
                    ratio((*m_rows)[static_cast<std::size_t>(index)], not_measured, not_measured);
                if (std::isfinite(plain))
                    cell.ratio = plain;
            }
            cell.summary = message;
            keep(cell);
        });
}

} // namespace laptime::ui
