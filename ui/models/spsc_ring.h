// SPDX-License-Identifier: GPL-3.0-or-later
// A bounded ring for one producing and one consuming thread: no locks, no waiting, no allocation after
// construction. `push` gives false when full; what to do then is the caller's decision.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <vector>

namespace laptime::ui {

template <class T>
class SpscRing {
public:
    /// `capacity` is rounded up to a power of two.
    explicit SpscRing(std::size_t capacity)
        : slots_(std::bit_ceil(capacity < 2 ? std::size_t{2} : capacity)) {}

    std::size_t capacity() const { return slots_.size(); }

    /// Producer only: how many are waiting (at most; the consumer may have taken some meanwhile).
    std::size_t size() const {
        return head_.load(std::memory_order_relaxed) - tail_.load(std::memory_order_acquire);
    }

    /// Producer only. Wait-free.
    bool push(const T& value) {
        const std::size_t head = head_.load(std::memory_order_relaxed);
        if (head - tail_.load(std::memory_order_acquire) == slots_.size())
            return false;
        slots_[head & (slots_.size() - 1)] = value;
        head_.store(head + 1, std::memory_order_release);
        return true;
    }

    /// Consumer only: appends everything that is there to `out`.
    void drain(std::vector<T>& out) {
        std::size_t tail = tail_.load(std::memory_order_relaxed);
        const std::size_t head = head_.load(std::memory_order_acquire);
        out.reserve(out.size() + (head - tail));
        for (; tail != head; ++tail)
            out.push_back(slots_[tail & (slots_.size() - 1)]);
        tail_.store(tail, std::memory_order_release);
    }

private:
    std::vector<T> slots_;
    // On cache lines of their own: the producer's stores must not slow down the consumer's and the other way
    // round.
    alignas(64) std::atomic<std::size_t> head_{0};
    alignas(64) std::atomic<std::size_t> tail_{0};
};

} // namespace laptime::ui
