// SPDX-License-Identifier: GPL-3.0-or-later
// Asking the scheduler in the background and telling the lanes; see queue_models.h.
#include "ui/models/queue_models.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <utility>

#include "ui/models/numbers.h"

namespace laptime::ui {
namespace {

constexpr int progressMs = 250;

QString text(const std::string& value) {
    return QString::fromStdString(value);
}

bool isGoing(const QueueEntry& entry) {
    return entry.status == RunStatus::running || entry.status == RunStatus::paused;
}

bool same(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

bool same(const QueueEntry& a, const QueueEntry& b) {
    return a.id == b.id && a.name == b.name && a.status == b.status && a.devices == b.devices &&
           a.step == b.step && a.total_steps == b.total_steps && a.epoch == b.epoch &&
           a.total_epochs == b.total_epochs && same(a.seconds_left, b.seconds_left);
}

} // namespace

/// Outlives the watcher in whoever still holds a listener or asks the queue just now.
struct QueueWatcher::Shared {
    std::mutex mutex;
    QueueWatcher* watcher;
    Source source;

    /// Posts a call to the watcher's thread, if it is still there.
    void post(std::function<void(QueueWatcher*)> call) {
        const std::lock_guard lock(mutex);
        if (watcher)
            QMetaObject::invokeMethod(
                watcher, [target = watcher, call = std::move(call)] { call(target); }, Qt::QueuedConnection);
    }
};

QueueWatcher::QueueWatcher(Source source, QObject* parent)
    : QObject(parent), m_shared(std::make_shared<Shared>()) {
    m_shared->watcher = this;
    m_shared->source = std::move(source);
    m_pool.setMaxThreadCount(1);
    m_timer.setInterval(progressMs);
    connect(&m_timer, &QTimer::timeout, this, &QueueWatcher::ask);
    ask();
}

QueueWatcher::QueueWatcher(Scheduler& scheduler, QObject* parent)
    : QueueWatcher([&scheduler] { return scheduler.queue(); }, parent) {
    scheduler.on_change([shared = m_shared] { shared->post([](QueueWatcher* watcher) { watcher->ask(); }); });
}

QueueWatcher::~QueueWatcher() {
    {
        const std::lock_guard lock(m_shared->mutex);
        m_shared->watcher = nullptr;
    }
    m_pool.waitForDone();
}

bool QueueWatcher::anyRunning() const {
    return std::any_of(m_entries.begin(), m_entries.end(), isGoing);
}

int QueueWatcher::waiting() const {
    return static_cast<int>(std::count_if(m_entries.begin(), m_entries.end(), [](const QueueEntry& entry) {
        return entry.status == RunStatus::queued;
    }));
}

void QueueWatcher::refresh() {
    m_shared->post([](QueueWatcher* watcher) { watcher->ask(); });
}

void QueueWatcher::ask() {
    if (m_asking) {
        m_again = true;
        return;
    }
    m_asking = true;
    m_pool.start([shared = m_shared] {
        auto entries = std::make_shared<std::vector<QueueEntry>>(shared->source());
        shared->post([entries](QueueWatcher* watcher) { watcher->take(std::move(*entries)); });
    });
}

void QueueWatcher::take(std::vector<QueueEntry> entries) {
    m_asking = false;
    const bool different = !std::equal(entries.begin(), entries.end(), m_entries.begin(), m_entries.end(),
                                       [](const QueueEntry& a, const QueueEntry& b) { return same(a, b); });
    if (different)
        m_entries = std::move(entries);
    if (anyRunning() && !m_timer.isActive())
        m_timer.start();
    if (!anyRunning())
        m_timer.stop();
    if (different)
        emit changed();
    if (std::exchange(m_again, false))
        ask();
}

struct DeviceLanesModel::Lane {
    QString device;
    QueueEntry entry; ///< id 0: idle
    int waiting = 0;
    bool operator==(const Lane& other) const {
        return device == other.device && waiting == other.waiting && same(entry, other.entry);
    }
};

DeviceLanesModel::DeviceLanesModel(QueueWatcher* watcher, QObject* parent)
    : QAbstractListModel(parent), m_watcher(watcher) {
    connect(watcher, &QueueWatcher::changed, this, &DeviceLanesModel::update);
    update();
}

DeviceLanesModel::~DeviceLanesModel() = default;

void DeviceLanesModel::setDevices(const QStringList& devices) {
    m_own = devices;
    update();
}

void DeviceLanesModel::update() {
    QStringList devices = m_own;
    for (const QueueEntry& entry : m_watcher->entries())
        for (const std::string& device : entry.devices)
            if (!devices.contains(text(device)))
                devices.append(text(device));
    // A lane that was needed once stays, so that the window does not move under the pointer.
    for (const Lane& lane : m_lanes)
        if (!devices.contains(lane.device))
            devices.append(lane.device);

    std::vector<Lane> lanes;
    for (const QString& device : devices) {
        Lane lane{device, {}, 0};
        for (const QueueEntry& entry : m_watcher->entries()) {
            if (std::find(entry.devices.begin(), entry.devices.end(), device.toStdString()) ==
                entry.devices.end())
                continue;
            if (isGoing(entry))
                lane.entry = entry;
            else
                ++lane.waiting;
        }
        lanes.push_back(std::move(lane));
    }

    const auto sameDevices = std::equal(lanes.begin(), lanes.end(), m_lanes.begin(), m_lanes.end(),
                                        [](const Lane& a, const Lane& b) { return a.device == b.device; });
    if (!sameDevices) { // the machine's devices became known, or a run named a new one: rare
        beginResetModel();
        m_lanes = std::move(lanes);
        endResetModel();
        return;
    }
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        if (lanes[i] == m_lanes[i])
            continue;
        m_lanes[i] = std::move(lanes[i]);
        const QModelIndex changed = index(static_cast<int>(i));
        emit dataChanged(changed, changed);
    }
}

int DeviceLanesModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_lanes.size());
}

QString DeviceLanesModel::textOf(const Lane& lane) {
    const QueueEntry& entry = lane.entry;
    if (entry.id == 0)
        return tr("idle");
    QStringList parts;
    if (entry.status == RunStatus::paused)
        parts.append(tr("paused"));
    if (entry.total_epochs > 0 && entry.epoch > 0)
        parts.append(tr("epoch %1/%2").arg(entry.epoch).arg(entry.total_epochs));
    else if (entry.total_steps > 0)
        parts.append(tr("step %1/%2").arg(wholeNumber(entry.step), wholeNumber(entry.total_steps)));
    else if (entry.step > 0)
        parts.append(tr("step %1").arg(wholeNumber(entry.step)));
    if (std::isfinite(entry.seconds_left) && entry.status == RunStatus::running)
        parts.append(tr("%1 left").arg(countdown(entry.seconds_left)));
    if (parts.isEmpty())
        parts.append(tr("starting"));
    return parts.join(QStringLiteral(" · "));
}

QVariant DeviceLanesModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const Lane& lane = m_lanes[static_cast<std::size_t>(index.row())];
    const QueueEntry& entry = lane.entry;
    switch (role) {
    case Qt::DisplayRole:
    case DeviceRole:
        return lane.device;
    case RunIdRole:
        return static_cast<qlonglong>(entry.id);
    case RunNameRole:
        return text(entry.name);
    case StatusRole:
        return entry.id ? static_cast<int>(entry.status) : -1;
    case ProgressRole:
        return entry.id && entry.total_steps > 0
                   ? std::clamp(static_cast<double>(entry.step) / static_cast<double>(entry.total_steps), 0.0,
                                1.0)
                   : not_measured;
    case EpochRole:
        return static_cast<qlonglong>(entry.epoch);
    case TotalEpochsRole:
        return static_cast<qlonglong>(entry.total_epochs);
    case StepRole:
        return static_cast<qlonglong>(entry.step);
    case TotalStepsRole:
        return static_cast<qlonglong>(entry.total_steps);
    case SecondsLeftRole:
        return entry.id ? entry.seconds_left : not_measured;
    case WaitingRole:
        return lane.waiting;
    case TextRole:
        return textOf(lane);
    default:
        return {};
    }
}

QueueModel::QueueModel(QueueWatcher* watcher, QObject* parent)
    : QAbstractListModel(parent), m_watcher(watcher) {
    connect(watcher, &QueueWatcher::changed, this, &QueueModel::update);
    update();
}

void QueueModel::update() {
    std::vector<QueueEntry> waiting;
    for (const QueueEntry& entry : m_watcher->entries())
        if (entry.status == RunStatus::queued)
            waiting.push_back(entry);
    const auto idAt = [](const std::vector<QueueEntry>& list, std::size_t i) { return list[i].id; };
    const auto holds = [](const std::vector<QueueEntry>& list, RunId id) {
        return std::any_of(list.begin(), list.end(),
                           [id](const QueueEntry& entry) { return entry.id == id; });
    };
    for (int i = rowCount() - 1; i >= 0; --i) {
        if (holds(waiting, idAt(m_waiting, static_cast<std::size_t>(i))))
            continue;
        beginRemoveRows({}, i, i);
        m_waiting.erase(m_waiting.begin() + i);
        endRemoveRows();
    }
    for (int i = 0; i < static_cast<int>(waiting.size()); ++i) {
        const auto at = static_cast<std::size_t>(i);
        if (at < m_waiting.size() && m_waiting[at].id == waiting[at].id) {
            if (same(m_waiting[at], waiting[at]))
                continue;
            m_waiting[at] = waiting[at];
            emit dataChanged(index(i), index(i));
        } else if (holds(m_waiting, waiting[at].id)) {
            int from = i;
            while (m_waiting[static_cast<std::size_t>(from)].id != waiting[at].id)
                ++from;
            beginMoveRows({}, from, from, {}, i);
            std::rotate(m_waiting.begin() + i, m_waiting.begin() + from, m_waiting.begin() + from + 1);
            endMoveRows();
        } else {
            beginInsertRows({}, i, i);
            m_waiting.insert(m_waiting.begin() + i, waiting[at]);
            endInsertRows();
        }
    }
}

int QueueModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_waiting.size());
}

QVariant QueueModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const QueueEntry& entry = m_waiting[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return text(entry.name);
    case RunIdRole:
        return static_cast<qlonglong>(entry.id);
    case DevicesRole: {
        QStringList devices;
        for (const std::string& device : entry.devices)
            devices.append(text(device));
        return devices;
    }
    case PositionRole:
        return index.row() + 1;
    default:
        return {};
    }
}

RunId QueueModel::runAt(int row) const {
    return row >= 0 && row < rowCount() ? m_waiting[static_cast<std::size_t>(row)].id : 0;
}

} // namespace laptime::ui
