// SPDX-License-Identifier: GPL-3.0-or-later
// A thread with an event loop owns the Scheduler; requests are functors queued to it.
#include "ui/commands/scheduler_service.h"

#include <QThread>

#include <mutex>

namespace laptime::ui {

/// The Scheduler and the lock that lets another thread ask it without ever owning it: the last owner runs the
/// destructor, which waits for the runs, and that has to be the worker.
struct SchedulerService::Holder {
    std::mutex mutex;
    std::unique_ptr<Scheduler> scheduler;

    void put(std::unique_ptr<Scheduler> next) {
        const std::lock_guard lock(mutex);
        scheduler = std::move(next);
    }

    void drop() {
        std::unique_ptr<Scheduler> last; // declared before the lock: destroyed after it is released
        const std::lock_guard lock(mutex);
        last.swap(scheduler);
    }
};

struct SchedulerService::Worker {
    QThread thread;
    QObject inbox; ///< lives on `thread`
    Scheduler::ObserverFactory makeObserver;
    std::shared_ptr<Holder> holder = std::make_shared<Holder>();

    /// For the worker's own thread, the only one that changes the pointer.
    Scheduler* get() const { return holder->scheduler.get(); }

    template <class Job>
    void post(Job job) {
        QMetaObject::invokeMethod(&inbox, std::move(job), Qt::QueuedConnection);
    }
};

SchedulerService::SchedulerService(Scheduler::ObserverFactory makeObserver, QObject* parent)
    : QObject(parent), m_worker(std::make_unique<Worker>()) {
    m_worker->makeObserver = std::move(makeObserver);
    m_worker->thread.setObjectName(QStringLiteral("scheduler"));
    m_worker->inbox.moveToThread(&m_worker->thread);
    m_worker->thread.start();
}

SchedulerService::~SchedulerService() {
    Worker* worker = m_worker.get();
    worker->post([worker] {
        worker->holder->drop();
        worker->thread.quit();
    });
    worker->thread.wait();
}

void SchedulerService::start(const QString& historyPath) {
    Worker* worker = m_worker.get();
    worker->post([this, worker, path = historyPath.toStdString()] {
        try {
            auto scheduler = std::make_unique<Scheduler>(path, worker->makeObserver);
            scheduler->on_change([this] { emit queueChanged(); });
            scheduler->on_trouble(
                [this](const std::string& why) { emit historyTrouble(QString::fromStdString(why)); });
            worker->holder->put(std::move(scheduler));
            QMetaObject::invokeMethod(this, [this] {
                m_ready = true;
                emit ready();
            });
        } catch (const std::exception& error) {
            emit failed(QString::fromStdString(error.what()));
        }
    });
}

void SchedulerService::launch(const Experiment& experiment, QObject* context,
                              std::function<void(const std::vector<RunId>&)> done,
                              std::function<void(const std::vector<Problem>&)> failedWith) {
    Worker* worker = m_worker.get();
    worker->post([this, worker, experiment, guard = QPointer<QObject>(context), done = std::move(done),
                  failedWith = std::move(failedWith)] {
        std::vector<RunId> ids;
        std::vector<Problem> problems;
        try {
            if (Scheduler* scheduler = worker->get())
                ids = scheduler->launch(experiment);
            else
                problems.push_back(
                    {{}, 0, tr("The history is not open yet; try again in a moment.").toStdString()});
        } catch (const InvalidExperiment& error) {
            problems = error.problems();
        } catch (const std::exception& error) {
            problems.push_back({{}, 0, error.what()});
        }
        QMetaObject::invokeMethod(this, [guard, ids, problems, done, failedWith] {
            if (!guard)
                return;
            if (problems.empty())
                done(ids);
            else
                failedWith(problems);
        });
    });
}

void SchedulerService::forEach(const std::vector<RunId>& runs, void (Scheduler::*call)(RunId),
                               const QString& what) {
    if (m_closing)
        return;
    Worker* worker = m_worker.get();
    worker->post([this, worker, runs, call, what] {
        Scheduler* scheduler = worker->get();
        if (!scheduler)
            return;
        for (RunId run : runs) {
            try {
                (scheduler->*call)(run);
            } catch (const std::exception& error) {
                emit failed(tr("Could not %1: %2").arg(what, QString::fromStdString(error.what())));
            }
        }
    });
}

void SchedulerService::resume(const std::vector<RunId>& runs) {
    forEach(runs, &Scheduler::resume, tr("resume the run"));
}
void SchedulerService::stop(const std::vector<RunId>& runs) {
    forEach(runs, &Scheduler::stop, tr("stop the run"));
}
void SchedulerService::pause(const std::vector<RunId>& runs) {
    forEach(runs, &Scheduler::pause, tr("pause the run"));
}
void SchedulerService::unpause(const std::vector<RunId>& runs) {
    forEach(runs, &Scheduler::unpause, tr("let the run go on"));
}

void SchedulerService::move(RunId run, int places) {
    Worker* worker = m_worker.get();
    worker->post([worker, run, places] {
        if (Scheduler* scheduler = worker->get())
            scheduler->move(run, places);
    });
}

std::function<std::vector<QueueEntry>()> SchedulerService::queueSource() const {
    return [holder = m_worker->holder] {
        const std::lock_guard lock(holder->mutex);
        return holder->scheduler ? holder->scheduler->queue() : std::vector<QueueEntry>{};
    };
}

void SchedulerService::shutDown() {
    if (m_closing)
        return;
    m_closing = true;
    Worker* worker = m_worker.get();
    worker->post([this, worker] {
        worker->holder->drop();
        QMetaObject::invokeMethod(this, [this] {
            m_ready = false;
            emit stopped();
        });
    });
}

} // namespace laptime::ui
