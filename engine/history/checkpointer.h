// SPDX-License-Identifier: Apache-2.0
// Folds SQLite's write-ahead log into the file from a thread of its own. That waits for the disk, for seconds
// where the disk is busy, and the writer has points to commit meanwhile.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace laptime::history {

class Checkpointer {
public:
    explicit Checkpointer(std::string path);
    ~Checkpointer(); ///< waits for what is under way
    Checkpointer(const Checkpointer&) = delete;
    Checkpointer& operator=(const Checkpointer&) = delete;

    /// Asks for a checkpoint and returns at once. One that fails is not an error: the log keeps everything.
    void wake();

private:
    void work();

    const std::string path_;
    std::mutex mutex_; // guards the two below
    std::condition_variable wake_;
    bool wanted_ = false, closing_ = false;
    std::thread thread_;
};

} // namespace laptime::history
