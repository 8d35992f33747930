// SPDX-License-Identifier: GPL-3.0-or-later
// One background thread with one connection to the history: carries out jobs in order and polls in between.
// No Qt.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "engine/history/history.h"

namespace laptime::ui {

class HistoryThread {
public:
    struct Hooks {
        std::function<void(History&)> opened;           ///< once, on this thread
        std::function<void(const std::string&)> failed; ///< it could not be opened
        /// Called while idle; gives the seconds until the next call. Absent: never.
        std::function<double(History&)> poll;
    };
    struct Job {
        std::function<void(History&)> work;
        std::function<void(const std::string&)> failed; ///< the error's text, on this or the posting thread
        bool keep = false; ///< a change: still carried out when the thread is to end
    };

    HistoryThread(std::string path, Hooks hooks);
    ~HistoryThread(); ///< carries out what is to be kept, drops the rest, joins
    HistoryThread(const HistoryThread&) = delete;
    HistoryThread& operator=(const HistoryThread&) = delete;

    void start(); ///< does nothing when it runs already; jobs may be posted before
    void post(Job job);
    void pollSoon();

private:
    void run();
    void carryOut(Job& job, History& history);

    const std::string m_path;
    const Hooks m_hooks;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<Job> m_jobs;
    std::string m_failure; // why the history could not be opened: jobs are refused with it
    bool m_running = false, m_quit = false, m_pollSoon = false;
    std::thread m_thread;
};

} // namespace laptime::ui
