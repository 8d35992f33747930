// SPDX-License-Identifier: Apache-2.0
// The order of an epoch depends on (seed, epoch) alone and batches are made strictly in order by one thread,
// so what the trainer sees never depends on timing.
#include "engine/data/loader.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <limits>
#include <mutex>
#include <thread>

#include "engine/core/error.h"
#include "engine/core/random.h"

namespace laptime {

struct Loader::Impl {
    std::shared_ptr<const Dataset> dataset;
    const std::uint64_t seed;
    const std::int64_t global_batch, size, per_epoch;
    const std::size_t sample_bytes, target_bytes;
    const std::size_t depth;

    std::mutex mutex;
    std::condition_variable ready_changed, room_changed;
    std::deque<std::unique_ptr<Batch>> ready;
    std::vector<std::unique_ptr<Batch>> used; ///< handed back, for reuse
    std::exception_ptr failure;
    bool stop = false;
    std::thread thread;

    Impl(std::shared_ptr<const Dataset> data, std::uint64_t run_seed, std::int64_t batch, int ahead)
        : dataset(std::move(data)), seed(run_seed), global_batch(batch), size(dataset->size()),
          per_epoch((size + batch - 1) / batch), sample_bytes(dataset->sample().bytes()),
          target_bytes(dataset->target().bytes()), depth(static_cast<std::size_t>(std::max(ahead, 1))) {}

    void work(std::int64_t epoch, std::int64_t number) {
        try {
            std::vector<std::uint32_t> order;
            for (;; ++number) {
                if (number == per_epoch) {
                    number = 0;
                    ++epoch;
                    order.clear();
                }
                std::unique_ptr<Batch> batch = wait_for_room();
                if (!batch)
                    return;
                if (order.empty())
                    order = random_permutation(seed, RandomUse::shuffle, static_cast<std::uint32_t>(epoch),
                                               static_cast<std::uint32_t>(size));
                fill(*batch, order, epoch, number);
                hand_over(std::move(batch));
            }
        } catch (...) {
            const std::lock_guard lock(mutex);
            failure = std::current_exception();
            ready_changed.notify_all();
        }
    }

    /// A batch to fill, used or new; null when it is time to end.
    std::unique_ptr<Batch> wait_for_room() {
        std::unique_lock lock(mutex);
        // Once full, sleep until half is gone: waking up for every single batch would take a core from the
        // trainer's threads at every step.
        if (ready.size() >= depth)
            room_changed.wait(lock, [&] { return stop || ready.size() <= depth / 2; });
        if (stop)
            return nullptr;
        if (used.empty())
            return std::make_unique<Batch>();
        std::unique_ptr<Batch> batch = std::move(used.back());
        used.pop_back();
        return batch;
    }

    void fill(Batch& batch, const std::vector<std::uint32_t>& order, std::int64_t epoch,
              std::int64_t number) const {
        const std::int64_t first = number * global_batch;
        batch.epoch = epoch;
        batch.number = number;
        batch.items = std::min(global_batch, size - first);
        batch.last_of_epoch = number + 1 == per_epoch;
        const auto items = static_cast<std::size_t>(batch.items);
        batch.samples.resize(items * sample_bytes);
        batch.targets.resize(items * target_bytes);
        dataset->read(std::span(order).subspan(static_cast<std::size_t>(first), items), {seed, epoch},
                      batch.samples.data(), batch.targets.data());
    }

    void hand_over(std::unique_ptr<Batch> batch) {
        {
            const std::lock_guard lock(mutex);
            ready.push_back(std::move(batch));
        }
        ready_changed.notify_one();
    }
};

Loader::Loader(std::shared_ptr<const Dataset> dataset, std::uint64_t seed, std::int64_t global_batch,
               std::int64_t first_epoch, std::int64_t first_number, int depth) {
    if (global_batch < 1)
        throw InvalidInput("a batch needs at least one item");
    if (dataset->size() < 1)
        throw DataError("the data set is empty");
    if (dataset->size() > std::numeric_limits<std::uint32_t>::max())
        throw DataError("a data set may have at most 4294967295 items");
    impl_ = std::make_unique<Impl>(std::move(dataset), seed, global_batch, depth);
    // A run that was stopped right behind an epoch's last batch goes on with the next epoch.
    first_epoch += first_number / impl_->per_epoch;
    first_number %= impl_->per_epoch;
    impl_->thread = std::thread(
        [impl = impl_.get(), first_epoch, first_number] { impl->work(first_epoch, first_number); });
}

Loader::~Loader() {
    {
        const std::lock_guard lock(impl_->mutex);
        impl_->stop = true;
    }
    impl_->room_changed.notify_all();
    impl_->thread.join();
}

std::unique_ptr<Batch> Loader::next() {
    std::unique_lock lock(impl_->mutex);
    impl_->ready_changed.wait(lock, [&] { return !impl_->ready.empty() || impl_->failure; });
    if (impl_->ready.empty())
        std::rethrow_exception(impl_->failure);
    std::unique_ptr<Batch> batch = std::move(impl_->ready.front());
    impl_->ready.pop_front();
    const bool room = impl_->ready.size() <= impl_->depth / 2;
    lock.unlock();
    if (room)
        impl_->room_changed.notify_one();
    return batch;
}

void Loader::recycle(std::unique_ptr<Batch> batch) {
    if (!batch)
        return;
    const std::lock_guard lock(impl_->mutex);
    impl_->used.push_back(std::move(batch));
}

std::int64_t Loader::batches_per_epoch() const {
    return impl_->per_epoch;
}

} // namespace laptime
