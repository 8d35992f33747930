// SPDX-License-Identifier: Apache-2.0
// The queue between a run and the terminal.
#include "app/cli/run_feed.h"

#include <chrono>

namespace laptime::cli {

namespace {
constexpr std::chrono::milliseconds step_interval(100); // at most ten step events a second
}

RunFeed::RunFeed(EventPrinter& printer, std::function<void()> on_broken)
    : printer_(printer), on_broken_(std::move(on_broken)), thread_([this] { print_events(); }) {}

RunFeed::~RunFeed() {
    finish();
}

void RunFeed::finish() {
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
    }
    changed_.notify_one();
    if (thread_.joinable())
        thread_.join();
}

void RunFeed::on_steps(std::span<const StepPoint> points) {
    if (points.empty())
        return;
    const std::lock_guard lock(mutex_);
    if (events_.empty() || !std::holds_alternative<Progress>(events_.back()))
        events_.push_back(Progress{});
    Progress& progress = std::get<Progress>(events_.back());
    for (const StepPoint& point : points) {
        if (samples_before_ > 0 && point.samples > samples_before_) {
            progress.samples += static_cast<double>(point.samples - samples_before_);
            progress.seconds += point.step_ms / 1e3;
        }
        samples_before_ = point.samples;
    }
    progress.last = points.back();
    if (events_.size() == 1) // the first one is wanted at once
        changed_.notify_one();
}

void RunFeed::put(RunEvent event) {
    {
        const std::lock_guard lock(mutex_);
        events_.push_back(std::move(event));
    }
    changed_.notify_one();
}

void RunFeed::print_events() {
    auto next_step = std::chrono::steady_clock::now();
    bool broken = false;
    std::unique_lock lock(mutex_);
    for (;;) {
        if (events_.empty()) {
            if (closing_)
                return;
            changed_.wait(lock);
            continue;
        }
        const auto now = std::chrono::steady_clock::now();
        const bool steps = std::holds_alternative<Progress>(events_.front());
        if (steps && now < next_step) {
            if (events_.size() > 1 || closing_)
                events_.pop_front(); // its turn has not come, and something later has happened
            else
                changed_.wait_until(lock, next_step);
            continue;
        }
        if (steps)
            next_step = now + step_interval;
        const RunEvent event = std::move(events_.front());
        events_.pop_front();
        lock.unlock();
        if (!broken && !printer_.print(event)) {
            broken = true;
            on_broken_();
        }
        lock.lock();
    }
}

} // namespace laptime::cli
