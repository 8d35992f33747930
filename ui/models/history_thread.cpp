// SPDX-License-Identifier: GPL-3.0-or-later
// The loop of a history thread; see history_thread.h.
#include "ui/models/history_thread.h"

#include <chrono>
#include <exception>

namespace laptime::ui {

HistoryThread::HistoryThread(std::string path, Hooks hooks)
    : m_path(std::move(path)), m_hooks(std::move(hooks)) {}

HistoryThread::~HistoryThread() {
    {
        const std::lock_guard lock(m_mutex);
        m_quit = true;
    }
    m_changed.notify_all();
    if (m_thread.joinable())
        m_thread.join();
}

void HistoryThread::start() {
    const std::lock_guard lock(m_mutex);
    if (m_running)
        return;
    if (m_thread.joinable())
        m_thread.join(); // it has ended: opening failed before
    m_running = true;
    m_failure.clear();
    m_thread = std::thread([this] { run(); });
}

void HistoryThread::post(Job job) {
    std::string failure;
    {
        const std::lock_guard lock(m_mutex);
        failure = m_failure;
        if (failure.empty())
            m_jobs.push_back(std::move(job));
    }
    if (!failure.empty() && job.failed)
        job.failed(failure);
    m_changed.notify_all();
}

void HistoryThread::pollSoon() {
    {
        const std::lock_guard lock(m_mutex);
        m_pollSoon = true;
    }
    m_changed.notify_all();
}

void HistoryThread::carryOut(Job& job, History& history) {
    try {
        job.work(history);
    } catch (const std::exception& error) {
        if (job.failed)
            job.failed(error.what());
    }
}

void HistoryThread::run() {
    std::unique_ptr<History> history;
    try {
        history = History::open(m_path);
    } catch (const std::exception& error) {
        m_hooks.failed(error.what());
        std::deque<Job> refused;
        {
            const std::lock_guard lock(m_mutex);
            m_running = false;
            m_failure = error.what();
            refused.swap(m_jobs);
        }
        for (Job& job : refused)
            if (job.failed)
                job.failed(error.what());
        return;
    }
    m_hooks.opened(*history);

    using Clock = std::chrono::steady_clock;
    const auto never = Clock::time_point::max();
    auto nextPoll = m_hooks.poll ? Clock::now() : never;
    std::unique_lock lock(m_mutex);
    for (;;) {
        if (m_jobs.empty() && m_quit)
            break;
        if (!m_jobs.empty()) {
            Job job = std::move(m_jobs.front());
            m_jobs.pop_front();
            if (m_quit && !job.keep)
                continue;
            lock.unlock();
            carryOut(job, *history);
            job = {}; // what it holds is let go outside the lock
            lock.lock();
            continue;
        }
        if (m_hooks.poll && (m_pollSoon || Clock::now() >= nextPoll)) {
            m_pollSoon = false;
            lock.unlock();
            const double seconds = m_hooks.poll(*history);
            nextPoll = Clock::now() + std::chrono::milliseconds(static_cast<long>(seconds * 1000));
            lock.lock();
            continue;
        }
        const auto ready = [this] { return m_quit || m_pollSoon || !m_jobs.empty(); };
        if (nextPoll == never)
            m_changed.wait(lock, ready);
        else
            m_changed.wait_until(lock, nextPoll, ready);
    }
}

} // namespace laptime::ui
