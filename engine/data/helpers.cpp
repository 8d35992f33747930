// SPDX-License-Identifier: Apache-2.0
// Rounds are taken one by one from a counter, so that a long one delays nobody but its own thread.
#include "engine/data/helpers.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace laptime {

namespace {

struct Loop {
    const std::size_t count;
    const std::function<void(std::size_t)>& round;
    std::atomic<std::size_t> next{0};
    std::size_t helping = 0;    ///< helpers at work on it; guarded by the pool's mutex
    std::exception_ptr failure; ///< guarded by the pool's mutex
};

} // namespace

struct Helpers::Impl {
    const std::size_t count;
    std::mutex mutex;
    std::condition_variable work_there, helper_left;
    std::deque<Loop*> loops; ///< that may need help
    bool stop = false;
    std::vector<std::thread> threads;

    explicit Impl(int helpers) : count(static_cast<std::size_t>(std::max(helpers, 0))) {}

    void take_rounds(Loop& loop) {
        for (std::size_t i; (i = loop.next.fetch_add(1)) < loop.count;) {
            try {
                loop.round(i);
            } catch (...) {
                loop.next.store(loop.count); // no round is begun any more
                const std::lock_guard lock(mutex);
                if (!loop.failure)
                    loop.failure = std::current_exception();
            }
        }
    }

    void help() {
        std::unique_lock lock(mutex);
        for (;;) {
            work_there.wait(lock, [this] { return stop || !loops.empty(); });
            if (stop)
                return;
            Loop& loop = *loops.front();
            ++loop.helping;
            lock.unlock();
            take_rounds(loop);
            lock.lock();
            // Nothing is left to begin: it is no use to look at it again.
            std::erase(loops, &loop);
            --loop.helping;
            helper_left.notify_all();
        }
    }

    void start() {
        while (threads.size() < count)
            threads.emplace_back([this] { help(); });
    }
};

Helpers::Helpers(int count) : impl_(std::make_unique<Impl>(count)) {}

Helpers::~Helpers() {
    {
        const std::lock_guard lock(impl_->mutex);
        impl_->stop = true;
    }
    impl_->work_there.notify_all();
    for (std::thread& thread : impl_->threads)
        thread.join();
}

void Helpers::run(std::size_t count, const std::function<void(std::size_t)>& round) {
    if (count < 2 || impl_->count == 0) {
        for (std::size_t i = 0; i < count; ++i)
            round(i);
        return;
    }
    Loop loop{count, round, {}, 0, {}};
    {
        const std::lock_guard lock(impl_->mutex);
        impl_->start();
        impl_->loops.push_back(&loop);
    }
    impl_->work_there.notify_all();
    impl_->take_rounds(loop);
    std::unique_lock lock(impl_->mutex);
    std::erase(impl_->loops, &loop);
    impl_->helper_left.wait(lock, [&] { return loop.helping == 0; });
    if (loop.failure)
        std::rethrow_exception(loop.failure);
}

} // namespace laptime
