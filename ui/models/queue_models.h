// SPDX-License-Identifier: GPL-3.0-or-later
// What runs on each device and what waits, for the lanes at the window's bottom. The scheduler is asked on a
// background thread, so that its lock can never hold up the screen.
#pragma once

#include <QAbstractListModel>
#include <QObject>
#include <QStringList>
#include <QThreadPool>
#include <QTimer>

#include <functional>
#include <memory>
#include <vector>

#include "engine/schedule/scheduler.h"

namespace laptime::ui {

/// Keeps a copy of the queue: asks again when told of a change, and four times a second while something runs.
class QueueWatcher : public QObject {
    Q_OBJECT
public:
    using Source = std::function<std::vector<QueueEntry>()>;
    explicit QueueWatcher(Source source, QObject* parent = nullptr);
    /// Watches a scheduler, which must outlive this object (its on_change listener is set).
    explicit QueueWatcher(Scheduler& scheduler, QObject* parent = nullptr);
    ~QueueWatcher() override;

    const std::vector<QueueEntry>& entries() const { return m_entries; }
    bool anyRunning() const;
    int waiting() const;
    /// Asks now; any thread.
    void refresh();

signals:
    void changed();

private:
    struct Shared;
    void ask();
    void take(std::vector<QueueEntry> entries);

    std::shared_ptr<Shared> m_shared;
    std::vector<QueueEntry> m_entries;
    bool m_asking = false, m_again = false;
    QThreadPool m_pool;
    QTimer m_timer;
};

/// One row a device: what runs there, how far it is, when it is done.
class DeviceLanesModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role {
        DeviceRole = Qt::UserRole + 1, ///< QString "cpu:0" (also DisplayRole)
        RunIdRole,                     ///< qlonglong, 0: idle
        RunNameRole,                   ///< QString
        StatusRole,                    ///< int of RunStatus, -1: idle
        ProgressRole,                  ///< double 0…1, NaN: unknown
        EpochRole,
        TotalEpochsRole, ///< qlonglong
        StepRole,
        TotalStepsRole,  ///< qlonglong
        SecondsLeftRole, ///< double, NaN: unknown
        WaitingRole,     ///< int: runs that wait for this device
        TextRole         ///< "epoch 3/5 · 0:42 left", or "idle"
    };
    explicit DeviceLanesModel(QueueWatcher* watcher, QObject* parent = nullptr);
    ~DeviceLanesModel() override;
    /// Devices of this machine; those that a queued run names are added by themselves.
    void setDevices(const QStringList& devices);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

private:
    struct Lane;
    void update();
    static QString textOf(const Lane& lane);

    QueueWatcher* m_watcher;
    QStringList m_own;
    std::vector<Lane> m_lanes;
};

/// The waiting runs, in order.
class QueueModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role { RunIdRole = Qt::UserRole + 1, DevicesRole, PositionRole };
    explicit QueueModel(QueueWatcher* watcher, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    RunId runAt(int row) const;

private:
    void update();

    QueueWatcher* m_watcher;
    std::vector<QueueEntry> m_waiting;
};

} // namespace laptime::ui
