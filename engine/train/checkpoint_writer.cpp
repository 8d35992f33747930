// SPDX-License-Identifier: Apache-2.0
#include "engine/train/checkpoint_writer.h"

#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

namespace laptime {

struct CheckpointWriter::Impl {
    const std::string folder;
    std::mutex mutex;
    std::condition_variable changed;
    std::map<std::string, std::shared_ptr<const Checkpoint>> waiting; ///< by name
    bool writing = false, closing = false;
    std::string trouble;
    std::thread thread;

    explicit Impl(std::string where) : folder(std::move(where)) {}

    void work() {
        std::unique_lock lock(mutex);
        for (;;) {
            changed.wait(lock, [&] { return closing || !waiting.empty(); });
            if (waiting.empty())
                return;
            const auto [name, checkpoint] = *waiting.begin();
            waiting.erase(waiting.begin());
            writing = true;
            lock.unlock();
            std::string failure;
            try {
                write_checkpoint(folder + "/" + name, *checkpoint);
            } catch (const std::exception& error) {
                failure = error.what();
            }
            lock.lock();
            writing = false;
            if (!failure.empty())
                trouble = failure;
            changed.notify_all();
        }
    }
};

CheckpointWriter::CheckpointWriter(std::string folder) : impl_(std::make_unique<Impl>(std::move(folder))) {}

CheckpointWriter::~CheckpointWriter() {
    if (!impl_->thread.joinable())
        return;
    {
        const std::lock_guard lock(impl_->mutex);
        impl_->closing = true;
    }
    impl_->changed.notify_all();
    impl_->thread.join();
}

bool CheckpointWriter::is_on() const {
    return !impl_->folder.empty();
}

void CheckpointWriter::write(std::shared_ptr<const Checkpoint> checkpoint, const std::string& name) {
    if (!is_on())
        return;
    {
        const std::lock_guard lock(impl_->mutex);
        impl_->waiting[name] = std::move(checkpoint);
    }
    if (!impl_->thread.joinable())
        impl_->thread = std::thread([impl = impl_.get()] { impl->work(); });
    impl_->changed.notify_all();
}

void CheckpointWriter::flush() {
    std::unique_lock lock(impl_->mutex);
    impl_->changed.wait(lock, [&] { return impl_->waiting.empty() && !impl_->writing; });
}

std::string CheckpointWriter::take_trouble() {
    const std::lock_guard lock(impl_->mutex);
    return std::exchange(impl_->trouble, {});
}

} // namespace laptime
