// SPDX-License-Identifier: GPL-3.0-or-later
// Rows and how they change: fine-grained updates, live values, the ticks, editing. What a cell says is in
// run_cells.cpp.
#include "ui/models/runs_model.h"

#include <QRegularExpression>
#include <QSet>

#include <algorithm>

#include "ui/models/run_rows.h"

namespace laptime::ui {
namespace {

const QString baselineKey = QStringLiteral("baseline");
constexpr int liveUpdateMs = 500; // digits that change faster cannot be read

} // namespace

RunsModel::RunsModel(HistoryService* history, LiveHub* hub, QObject* parent)
    : QAbstractTableModel(parent), m_history(history), m_hub(hub), m_speedUps(history) {
    if (history) {
        connect(history, &HistoryService::rowsChanged, this, &RunsModel::setRows);
        connect(history, &HistoryService::settingChanged, this,
                [this](const QString& key, const QString& value) {
                    if (key == baselineKey)
                        takeBaseline(value.toLongLong());
                });
        history->watchSetting(baselineKey);
        setRows(history->rows());
    }
    connect(&m_speedUps, &SpeedUps::changed, this, [this](RunId group) {
        for (const RunId run : m_groups.value(group))
            rowChanged(run);
    });
    connect(&m_speedUps, &SpeedUps::allChanged, this, &RunsModel::allRowsChanged);
    m_liveTimer.setSingleShot(true);
    m_liveTimer.setInterval(liveUpdateMs);
    connect(&m_liveTimer, &QTimer::timeout, this, &RunsModel::liveValuesChanged);
    if (!hub)
        return;
    connect(hub, &LiveHub::ticked, this, [this] {
        if (!m_liveTimer.isActive())
            m_liveTimer.start();
    });
    connect(hub, &LiveHub::started, this, [this](RunId run) {
        setShown(run, true);
        rowChanged(run);
        if (m_history)
            m_history->refresh();
    });
    connect(hub, &LiveHub::statusChanged, this, &RunsModel::rowChanged);
    connect(hub, &LiveHub::ended, this, [this](RunId run) {
        rowChanged(run);
        if (m_history)
            m_history->refresh();
    });
}

int RunsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RunsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

Qt::ItemFlags RunsModel::flags(const QModelIndex& index) const {
    if (!index.isValid())
        return Qt::NoItemFlags;
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
    if (index.column() == Name)
        flags |= Qt::ItemIsUserCheckable;
    if (index.column() == Name || index.column() == Tags || index.column() == Note)
        flags |= Qt::ItemIsEditable;
    return flags;
}

bool RunsModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    const RunRow* row = index.isValid() ? rowAt(index.row()) : nullptr;
    if (!row)
        return false;
    if (role == Qt::CheckStateRole && index.column() == Name) {
        setShown(row->id, value.toInt() == Qt::Checked);
        return true;
    }
    if (role != Qt::EditRole)
        return false;
    const QString text = value.toString().trimmed();
    // The row changes when the history has changed; until then the old text stays, so nothing shown is ever
    // untrue.
    switch (index.column()) {
    case Name:
        if (text.isEmpty())
            return false;
        if (text != QString::fromStdString(row->name))
            emit renameRequested(row->id, text);
        return true;
    case Note:
        if (text != QString::fromStdString(row->note))
            emit noteRequested(row->id, text);
        return true;
    case Tags: {
        QStringList tags = text.split(QRegularExpression(QStringLiteral("[,\\s]+")), Qt::SkipEmptyParts);
        tags.removeDuplicates();
        if (tags != index.data(TagsRole).toStringList())
            emit tagsRequested(row->id, tags);
        return true;
    }
    default:
        return false;
    }
}

const RunRow* RunsModel::row(RunId run) const {
    const auto found = m_index.constFind(run);
    return found == m_index.constEnd() ? nullptr : &m_rows[static_cast<std::size_t>(*found)];
}

const RunRow* RunsModel::rowAt(int row) const {
    return row >= 0 && row < rowCount() ? &m_rows[static_cast<std::size_t>(row)] : nullptr;
}

QModelIndex RunsModel::indexOf(RunId run, int column) const {
    const auto found = m_index.constFind(run);
    return found == m_index.constEnd() ? QModelIndex() : index(*found, column);
}

void RunsModel::reindex() {
    m_index.clear();
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        m_index.insert(m_rows[i].id, static_cast<int>(i));
}

void RunsModel::regroup() {
    m_groups.clear();
    // Rows come newest first; the first run of a set stands for it.
    for (auto row = m_rows.rbegin(); row != m_rows.rend(); ++row)
        m_groups[groupOf(*row)].append(row->id);
    for (auto& runs : m_groups)
        std::sort(runs.begin(), runs.end());
}

void RunsModel::setRows(const RunRows& rows) {
    const std::vector<RunRow>& wanted = *rows;
    m_speedUps.setRows(rows);

    QSet<RunId> stay;
    for (const RunRow& row : wanted)
        stay.insert(row.id);
    const QHash<RunId, QList<RunId>> groupsBefore = m_groups;
    bool shownGone = false;
    for (int last = rowCount() - 1; last >= 0;) {
        if (stay.contains(m_rows[static_cast<std::size_t>(last)].id)) {
            --last;
            continue;
        }
        int first = last;
        while (first > 0 && !stay.contains(m_rows[static_cast<std::size_t>(first - 1)].id))
            --first;
        beginRemoveRows({}, first, last);
        for (int i = first; i <= last; ++i)
            shownGone |= m_shown.removeAll(m_rows[static_cast<std::size_t>(i)].id) > 0;
        m_rows.erase(m_rows.begin() + first, m_rows.begin() + last + 1);
        reindex();
        regroup();
        endRemoveRows();
        last = first - 1;
    }

    for (int i = 0; i < static_cast<int>(wanted.size());) {
        const auto at = static_cast<std::size_t>(i);
        if (at < m_rows.size() && m_rows[at].id == wanted[at].id) {
            if (!sameRow(m_rows[at], wanted[at])) {
                m_rows[at] = wanted[at];
                emit dataChanged(index(i, 0), index(i, ColumnCount - 1));
            }
            ++i;
        } else if (m_index.contains(wanted[at].id)) { // it is here, further down
            const int from = m_index.value(wanted[at].id);
            beginMoveRows({}, from, from, {}, i);
            std::rotate(m_rows.begin() + i, m_rows.begin() + from, m_rows.begin() + from + 1);
            reindex();
            endMoveRows();
        } else {
            int end = i + 1;
            while (end < static_cast<int>(wanted.size()) &&
                   !m_index.contains(wanted[static_cast<std::size_t>(end)].id))
                ++end;
            beginInsertRows({}, i, end - 1);
            m_rows.insert(m_rows.begin() + i, wanted.begin() + i, wanted.begin() + end);
            reindex();
            regroup();
            endInsertRows();
            i = end;
        }
    }
    regroup();
    // A row that stands for others says something else when one of them came or went.
    if (m_grouped)
        for (auto group = m_groups.cbegin(); group != m_groups.cend(); ++group)
            if (groupsBefore.value(group.key()) != *group)
                for (const RunId run : *group)
                    rowChanged(run);
    if (shownGone)
        emit shownChanged(m_shown);
}

void RunsModel::setBaseline(RunId run) {
    if (run == baseline())
        return;
    takeBaseline(run);
    if (m_history)
        m_history->setSetting(baselineKey, run ? QString::number(run) : QString());
}

void RunsModel::takeBaseline(RunId run) {
    if (run == baseline())
        return;
    m_speedUps.setBaseline(run);
    emit baselineChanged(run);
}

void RunsModel::setShown(const QList<RunId>& runs) {
    QList<RunId> wanted;
    for (const RunId run : runs)
        if (!wanted.contains(run))
            wanted.append(run);
    if (wanted == m_shown)
        return;
    const QList<RunId> before = m_shown;
    m_shown = wanted;
    for (const RunId run : before)
        if (!wanted.contains(run))
            rowChanged(run);
    for (const RunId run : wanted)
        if (!before.contains(run))
            rowChanged(run);
    emit shownChanged(m_shown);
}

void RunsModel::setShown(RunId run, bool shown) {
    if (shown == m_shown.contains(run))
        return;
    QList<RunId> runs = m_shown;
    if (shown)
        runs.append(run);
    else
        runs.removeAll(run);
    setShown(runs);
}

void RunsModel::setGrouped(bool grouped) {
    if (grouped == m_grouped)
        return;
    m_grouped = grouped;
    allRowsChanged();
    emit groupedChanged(grouped);
}

bool RunsModel::isGroupHead(int row) const {
    const RunRow* found = rowAt(row);
    return found && m_groups.value(groupOf(*found)).value(0) == found->id;
}

void RunsModel::rowChanged(RunId run) {
    const QModelIndex first = indexOf(run);
    if (first.isValid())
        emit dataChanged(first, first.siblingAtColumn(ColumnCount - 1));
}

void RunsModel::allRowsChanged() {
    if (!m_rows.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void RunsModel::liveValuesChanged() {
    const QList<RunId> live = m_hub->liveRuns();
    for (const RunId run : live)
        rowChanged(run);
    const RunRow* base = row(baseline());
    if (!base)
        return;
    // While the baseline itself runs, everything else is measured against a moving number.
    if (live.contains(base->id) && !m_rows.empty())
        emit dataChanged(index(0, SpeedUp), index(rowCount() - 1, SpeedUp));
}

} // namespace laptime::ui
