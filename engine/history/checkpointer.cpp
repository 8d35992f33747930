// SPDX-License-Identifier: Apache-2.0
// The checkpoint thread (see checkpointer.h).
#include "engine/history/checkpointer.h"

#include <memory>

#include "engine/core/log.h"
#include "engine/history/sqlite.h"

namespace laptime::history {

Checkpointer::Checkpointer(std::string path) : path_(std::move(path)), thread_([this] { work(); }) {}

Checkpointer::~Checkpointer() {
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
    }
    wake_.notify_one();
    thread_.join();
}

void Checkpointer::wake() {
    {
        const std::lock_guard lock(mutex_);
        wanted_ = true;
    }
    wake_.notify_one();
}

void Checkpointer::work() {
    std::unique_ptr<sqlite::Database> db;
    std::unique_lock lock(mutex_);
    for (;;) {
        wake_.wait(lock, [this] { return wanted_ || closing_; });
        if (closing_)
            return;
        wanted_ = false;
        lock.unlock();
        try {
            if (!db)
                db = std::make_unique<sqlite::Database>(path_, sqlite::Database::Mode::read_write, 0);
            // PASSIVE: neither waits for readers and writers nor makes them wait.
            db->execute("PRAGMA wal_checkpoint(PASSIVE)");
        } catch (const sqlite::SqliteError& error) {
            log(LogLevel::info, std::string("The history's log stays as it is for now: ") + error.what());
        }
        lock.lock();
    }
}

} // namespace laptime::history
