// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/scheduler.h"

#include <algorithm>
#include <condition_variable>
#include <list>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "engine/core/clock.h"
#include "engine/core/error.h"
#include "engine/experiment/read_experiment.h"
#include "engine/schedule/recorded_run.h"

namespace laptime {

namespace {

/// A run that waits or runs.
struct Job {
    RunId id = 0;
    Experiment experiment;
    bool resume = false;
    bool running = false;
    bool has_waited = false; ///< for its devices
    double requested_at = 0;
    RunEnd end_before; ///< of a resumed run: what it keeps when it ends before it trains again
    RunControl control;
    RunStatus status = RunStatus::queued;
    // Progress, written by the worker and read by queue(); both hold the scheduler's mutex.
    RunStart start;
    StepPoint last;
    double first_wall_s = 0; ///< wall time at the start of this session, for the estimate
};

} // namespace

struct Scheduler::Impl {
    std::string history_path;
    ObserverFactory make_observer;
    std::mutex history_mutex; ///< never held together with `mutex`: the screen must not wait for the disk
    std::unique_ptr<History> history;
    HistoryWriter writer;

    mutable std::mutex mutex;
    std::condition_variable changed;
    std::list<std::shared_ptr<Job>> jobs; ///< queue order; running ones keep their place
    std::map<std::string, std::thread> workers;
    std::map<std::string, std::shared_ptr<Job>> assigned; ///< by the device whose worker leads the run
    bool closing = false;

    std::mutex listener_mutex;
    std::function<void()> listener;

    Impl(const std::string& path, ObserverFactory factory)
        : history_path(path), make_observer(std::move(factory)), history(History::open(path)), writer(path) {}

    void notify() {
        changed.notify_all();
        const std::lock_guard lock(listener_mutex);
        if (listener)
            listener();
    }

    std::shared_ptr<Job> find(RunId id) const {
        for (const auto& job : jobs)
            if (job->id == id)
                return job;
        return nullptr;
    }

    /// Starts what can start: in queue order, all devices of a run or none. A run that has to wait reserves
    /// its devices, so that a smaller one behind it cannot starve it. Holds `mutex`.
    void dispatch() {
        std::set<std::string> taken;
        for (const auto& job : jobs)
            if (job->running)
                taken.insert(job->experiment.speed.devices.begin(), job->experiment.speed.devices.end());
        for (const auto& job : jobs) {
            if (job->running)
                continue;
            const auto& devices = job->experiment.speed.devices;
            const bool free = std::ranges::none_of(devices, [&](const auto& d) { return taken.contains(d); });
            taken.insert(devices.begin(), devices.end());
            if (!free || closing) {
                job->has_waited = true;
                continue;
            }
            job->running = true;
            if (job->has_waited)
                job->requested_at =
                    monotonic_seconds(); // its start-up begins now: waiting in the queue is not part of it
            const std::string& leader = devices.front();
            assigned[leader] = job;
            if (!workers.contains(leader))
                workers[leader] = std::thread([this, leader] { work(leader); });
        }
        changed.notify_all();
    }

    void work(const std::string& device) {
        const std::unique_ptr<History> connection = History::open(history_path);
        for (;;) {
            std::shared_ptr<Job> job;
            {
                std::unique_lock lock(mutex);
                changed.wait(lock, [&] { return closing || assigned[device]; });
                job = assigned[device];
                if (!job)
                    return;
            }
            run(*job, *connection);
            {
                const std::lock_guard lock(mutex);
                assigned[device] = nullptr;
                jobs.remove(job);
                dispatch();
            }
            notify();
        }
    }

    void enqueue(std::shared_ptr<Job> job) {
        const std::lock_guard lock(mutex);
        jobs.push_back(std::move(job));
        if (closing)
            end_waiting(jobs.back(), RunStatus::interrupted);
        else
            dispatch();
    }

    class ProgressObserver;
    void run(Job& job, History& connection);

    /// Ends a run that did not train in this session: figures of an earlier one stay as they are.
    RunEnd end_untrained(const Job& job, RunStatus status, const std::string& error = {}) {
        RunEnd end = job.end_before;
        end.status = status;
        end.error = error;
        writer.end(job.id, end);
        return end;
    }

    void end_waiting(std::shared_ptr<Job> job, RunStatus status) {
        jobs.remove(job);
        end_untrained(*job, status);
        dispatch();
    }
};

/// Keeps the lanes' progress and passes everything on.
class Scheduler::Impl::ProgressObserver : public RunObserver {
public:
    ProgressObserver(Impl& impl, Job& job, RunObserver* next) : impl_(impl), job_(job), next_(next) {}

    void on_start(const RunStart& start) override {
        {
            const std::lock_guard lock(impl_.mutex);
            job_.start = start;
            job_.last.step = start.first_step;
            job_.status = RunStatus::running;
        }
        impl_.notify();
        if (next_)
            next_->on_start(start);
    }
    void on_steps(std::span<const StepPoint> points) override {
        if (!points.empty()) {
            const std::lock_guard lock(impl_.mutex);
            if (job_.first_wall_s == 0)
                job_.first_wall_s = points.back().wall_s;
            job_.last = points.back();
        }
        if (next_)
            next_->on_steps(points);
    }
    void on_epoch(const EpochPoint& point) override {
        if (next_)
            next_->on_epoch(point);
    }
    void on_warning(const RunWarning& warning) override {
        if (next_)
            next_->on_warning(warning);
    }
    void on_status(RunStatus status) override {
        {
            const std::lock_guard lock(impl_.mutex);
            job_.status = status;
        }
        impl_.notify();
        if (next_)
            next_->on_status(status);
    }
    void on_end(const RunEnd& end) override {
        if (next_)
            next_->on_end(end);
    }

private:
    Impl& impl_;
    Job& job_;
    RunObserver* next_;
};

void Scheduler::Impl::run(Job& job, History& connection) {
    std::unique_ptr<RunObserver> outer = make_observer ? make_observer(job.id) : nullptr;
    ProgressObserver observer(*this, job, outer.get());
    try {
        Trainer trainer({.experiment = job.experiment,
                         .artifacts = artifacts_folder(history_path, job.id),
                         .resume = job.resume,
                         .requested_at = job.requested_at});
        trainer.prepare();
        if (job.resume)
            writer.flush(); // what an earlier session queued must be in the file before it is rewound
        run_recorded(trainer, connection, writer, job.id, observer, job.control);
    } catch (const std::exception& error) {
        observer.on_end(end_untrained(job, RunStatus::failed, error.what()));
    }
}

Scheduler::Scheduler(const std::string& history_path, ObserverFactory make_observer)
    : impl_(std::make_unique<Impl>(history_path, std::move(make_observer))) {}

Scheduler::~Scheduler() {
    {
        const std::lock_guard lock(impl_->mutex);
        impl_->closing = true;
        const auto jobs = impl_->jobs;
        for (const auto& job : jobs) {
            if (job->running)
                job->control.interrupt();
            else
                impl_->end_waiting(job, RunStatus::interrupted);
        }
    }
    impl_->changed.notify_all();
    for (auto& [device, worker] : impl_->workers)
        worker.join();
}

std::vector<RunId> Scheduler::launch(const Experiment& experiment) {
    if (const std::vector<Problem> problems = problems_of(experiment); !problems.empty())
        throw InvalidExperiment(problems);
    const double requested_at = monotonic_seconds();
    std::vector<RunId> ids;
    for (int i = 0; i < experiment.train.repeats; ++i) {
        auto job = std::make_shared<Job>();
        job->experiment = experiment;
        job->experiment.train.repeats = 1;
        job->experiment.train.seed += static_cast<std::uint64_t>(i);
        job->requested_at = requested_at;
        {
            const std::lock_guard lock(impl_->history_mutex);
            job->id =
                impl_->history->add_run(job->experiment, machine_facts(), ids.empty() ? 0 : ids.front());
        }
        ids.push_back(job->id);
        impl_->enqueue(std::move(job));
    }
    impl_->notify();
    return ids;
}

void Scheduler::resume(RunId id) {
    {
        const std::lock_guard lock(impl_->mutex);
        if (impl_->find(id))
            return;
    }
    RunDetails details;
    {
        const std::lock_guard lock(impl_->history_mutex);
        details = impl_->history->run(id);
    }
    if (!details.row.resumable)
        throw InvalidInput("run " + std::to_string(id) + " (" + details.row.name + ") is " +
                           word_of(details.row.status) + " and cannot go on; launch it again");
    auto job = std::make_shared<Job>();
    job->id = id;
    job->experiment = details.experiment;
    job->resume = true;
    job->end_before = details.end.value_or(RunEnd{});
    job->requested_at = monotonic_seconds();
    impl_->writer.set_status(id, RunStatus::queued);
    impl_->enqueue(std::move(job));
    impl_->notify();
}

void Scheduler::stop(RunId id) {
    {
        const std::lock_guard lock(impl_->mutex);
        const auto job = impl_->find(id);
        if (!job)
            return;
        if (job->running)
            job->control.stop();
        else
            impl_->end_waiting(job, RunStatus::stopped);
    }
    impl_->notify();
}

void Scheduler::interrupt(RunId id) {
    {
        const std::lock_guard lock(impl_->mutex);
        const auto job = impl_->find(id);
        if (!job)
            return;
        if (job->running)
            job->control.interrupt();
        else
            impl_->end_waiting(job, RunStatus::interrupted);
    }
    impl_->notify();
}

void Scheduler::pause(RunId id) {
    const std::lock_guard lock(impl_->mutex);
    if (const auto job = impl_->find(id))
        job->control.pause();
}

void Scheduler::unpause(RunId id) {
    const std::lock_guard lock(impl_->mutex);
    if (const auto job = impl_->find(id))
        job->control.resume();
}

void Scheduler::move(RunId id, int places) {
    {
        const std::lock_guard lock(impl_->mutex);
        auto& jobs = impl_->jobs;
        std::vector<std::shared_ptr<Job>> waiting;
        for (const auto& job : jobs)
            if (!job->running)
                waiting.push_back(job);
        const auto it = std::ranges::find(waiting, id, [](const auto& job) { return job->id; });
        if (it == waiting.end())
            return;
        const auto from = it - waiting.begin();
        const auto to =
            std::clamp<std::ptrdiff_t>(from + places, 0, static_cast<std::ptrdiff_t>(waiting.size()) - 1);
        const auto job = *it;
        waiting.erase(it);
        waiting.insert(waiting.begin() + to, job);
        jobs.remove_if([](const auto& j) { return !j->running; });
        jobs.insert(jobs.end(), waiting.begin(), waiting.end());
        impl_->dispatch();
    }
    impl_->notify();
}

std::vector<QueueEntry> Scheduler::queue() const {
    const std::lock_guard lock(impl_->mutex);
    std::vector<QueueEntry> running, waiting;
    for (const auto& job : impl_->jobs) {
        QueueEntry entry;
        entry.id = job->id;
        entry.name = job->experiment.name;
        entry.status = job->running ? job->status : RunStatus::queued;
        entry.devices = job->experiment.speed.devices;
        entry.step = job->last.step;
        entry.epoch = job->last.epoch;
        entry.total_steps = job->start.total_steps;
        entry.total_epochs = job->start.total_epochs;
        const double spent = job->last.wall_s - job->first_wall_s;
        const auto done = static_cast<double>(job->last.step - job->start.first_step);
        if (job->experiment.train.minutes)
            entry.seconds_left = std::max(0.0, *job->experiment.train.minutes * 60 - job->last.wall_s);
        else if (entry.total_steps > 0 && done > 1 && spent > 0)
            entry.seconds_left = spent / (done - 1) * static_cast<double>(entry.total_steps - entry.step);
        (job->running ? running : waiting).push_back(std::move(entry));
    }
    running.insert(running.end(), waiting.begin(), waiting.end());
    return running;
}

bool Scheduler::idle() const {
    const std::lock_guard lock(impl_->mutex);
    return impl_->jobs.empty();
}

void Scheduler::wait_until_idle() {
    std::unique_lock lock(impl_->mutex);
    impl_->changed.wait(lock, [this] { return impl_->jobs.empty(); });
}

void Scheduler::on_change(std::function<void()> listener) {
    const std::lock_guard lock(impl_->listener_mutex);
    impl_->listener = std::move(listener);
}

void Scheduler::on_trouble(std::function<void(const std::string&)> listener) {
    impl_->writer.on_trouble(std::move(listener));
}

} // namespace laptime
