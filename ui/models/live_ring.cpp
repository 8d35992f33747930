// SPDX-License-Identifier: GPL-3.0-or-later
// The producer's thinning rule and the lock-free event list; see live_ring.h.
#include "ui/models/live_ring.h"

#include <cmath>

namespace laptime::ui {

struct LiveRing::Node {
    LiveEvent event;
    std::atomic<Node*> next{nullptr};
};

LiveRing::LiveRing(RunId run, std::size_t capacity)
    : run_(run), steps_(capacity), last_(new Node{RunStatus::running}), first_(last_) {}

LiveRing::~LiveRing() {
    while (first_) {
        Node* next = first_->next.load(std::memory_order_relaxed);
        delete first_;
        first_ = next;
    }
}

void LiveRing::push_steps(std::span<const StepPoint> points) {
    // The fuller the ring, the fewer points are kept: a screen that is late gets an even, coarser curve
    // instead of a full one with a hole at its end.
    const std::size_t size = steps_.size(), capacity = steps_.capacity();
    stride_ = size < capacity / 2 ? 1 : size < capacity / 4 * 3 ? 4 : size < capacity / 8 * 7 ? 16 : 64;
    for (const StepPoint& point : points)
        push_step(point);
}

void LiveRing::push_step(const StepPoint& point) {
    const bool keep = ++since_kept_ >= stride_ || !std::isfinite(point.loss);
    if (keep && steps_.push(point)) {
        since_kept_ = 0;
        left_out_.reset();
        return;
    }
    thinned_.fetch_add(1, std::memory_order_relaxed);
    left_out_ = point;
}

void LiveRing::push_event(LiveEvent event) {
    // What an event refers to should be on screen with it: the newest step is made up for if it was thinned
    // out.
    if (left_out_ && steps_.push(*left_out_)) {
        left_out_.reset();
        since_kept_ = 0;
        thinned_.fetch_sub(1, std::memory_order_relaxed);
    }
    Node* node = new Node{std::move(event)};
    last_->next.store(node, std::memory_order_release);
    last_ = node;
}

LiveBatch LiveRing::drain() {
    LiveBatch batch;
    // Events first: whatever steps came before an event are then already in the ring.
    while (Node* next = first_->next.load(std::memory_order_acquire)) {
        batch.events.push_back(std::move(next->event));
        delete first_;
        first_ = next;
    }
    steps_.drain(batch.steps);
    batch.thinned = thinned_.load(std::memory_order_relaxed);
    return batch;
}

} // namespace laptime::ui
