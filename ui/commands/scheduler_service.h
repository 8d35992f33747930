// SPDX-License-Identifier: GPL-3.0-or-later
// The screen's way to the Scheduler. Every call that may take a while (opening, launching with its
// validation, resuming, shutting down) happens in order on one background thread; the window's thread only
// hands requests over.
#pragma once

#include <QObject>
#include <QPointer>
#include <QString>

#include <functional>
#include <memory>
#include <vector>

#include "engine/core/error.h"
#include "engine/schedule/scheduler.h"

namespace laptime::ui {

class SchedulerService : public QObject {
    Q_OBJECT

public:
    explicit SchedulerService(Scheduler::ObserverFactory makeObserver, QObject* parent = nullptr);
    /// Interrupts what runs, resumably, and waits for it; call shutDown() before, to do that without
    /// freezing.
    ~SchedulerService() override;

    /// Opens the scheduler on the history at that path; then ready() or failed().
    void start(const QString& historyPath);
    bool isReady() const { return m_ready; }

    /// Calls `done` with the ids of the queued runs, or `failed` with what is wrong; neither when `context`
    /// is gone.
    void launch(const Experiment& experiment, QObject* context,
                std::function<void(const std::vector<RunId>&)> done,
                std::function<void(const std::vector<Problem>&)> failed);
    void resume(const std::vector<RunId>& runs);
    void stop(const std::vector<RunId>& runs);
    void pause(const std::vector<RunId>& runs);
    void unpause(const std::vector<RunId>& runs);
    void move(RunId run, int places);

    /// What runs and waits: for QueueWatcher, which asks from a thread of its own and may do so for a moment
    /// after this object is gone. Empty before ready() and after shutDown().
    std::function<std::vector<QueueEntry>()> queueSource() const;

    /// Interrupts everything resumably and closes the scheduler; stopped() follows. Later requests are
    /// ignored.
    void shutDown();

signals:
    void ready();
    void failed(const QString& message);
    void queueChanged();
    /// Points of runs cannot be written to the history for now; an empty `why`: they can again.
    void historyTrouble(const QString& why);
    void stopped();

private:
    struct Holder;
    struct Worker;
    void forEach(const std::vector<RunId>& runs, void (Scheduler::*call)(RunId), const QString& what);

    std::unique_ptr<Worker> m_worker;
    bool m_ready = false;
    bool m_closing = false;
};

} // namespace laptime::ui
