// SPDX-License-Identifier: Apache-2.0
// The writer's queue and thread. Whatever was queued is committed in one transaction at most 250 ms after the
// first of it came; a batch that cannot be written stays in front of the queue and is tried again.
#include "engine/history/history_writer.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "engine/core/log.h"
#include "engine/history/checkpointer.h"
#include "engine/history/history_file.h"

namespace laptime {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds commit_interval{250}, first_retry{250}, longest_retry{4000}, heartbeat_interval{10000};
/// A batch of so many points is written at once, whatever the clock says.
constexpr std::size_t points_at_once = 100000;
/// The log is folded into the file aside from so many pages on; where the disk never keeps up, from so many
/// more on the writer does it itself, so that the log has an end.
constexpr int checkpoint_pages = 500, longest_log_pages = 20000;
/// How long a closing writer goes on trying. After that the process has to be able to end.
constexpr milliseconds closing_patience{10000};

struct Begin {
    RunStart start;
    MachineFacts machine;
    std::string data_fingerprint, cast_map, artifacts;
};
struct Append {
    std::vector<StepPoint> steps;
    std::vector<EpochPoint> epochs;
    std::vector<RunWarning> warnings;
};
struct Change {
    RunId run;
    std::variant<Begin, Append, RunStatus, RunEnd> what;
};

} // namespace

struct HistoryWriter::Impl {
    explicit Impl(const std::string& path) {
        history::OpenOptions options;
        options.check = false;
        options.mark_dead = false;
        history_ = history::open_history_file(path, options);
        checkpointer_ = std::make_unique<history::Checkpointer>(path);
        history_->database().on_log_growth([this](int pages) { on_log_growth(pages); });
        thread_ = std::thread([this] { work(); });
    }

    ~Impl() {
        {
            const std::lock_guard lock(mutex_);
            closing_ = true;
        }
        wake_.notify_one();
        thread_.join();
    }

    void add(RunId run, decltype(Change::what) what, bool at_once) {
        bool wake;
        {
            const std::lock_guard lock(mutex_);
            wake = note_arrival(at_once);
            queue_.push_back({run, std::move(what)});
        }
        if (wake)
            wake_.notify_one();
    }

    /// The points of a run that follow one another become one change.
    template <class Put>
    void append(RunId run, std::size_t points, Put put) {
        bool wake;
        {
            const std::lock_guard lock(mutex_);
            queued_points_ += points;
            wake = note_arrival(queued_points_ >= points_at_once);
            if (queue_.empty() || queue_.back().run != run ||
                !std::holds_alternative<Append>(queue_.back().what))
                queue_.push_back({run, Append{}});
            put(std::get<Append>(queue_.back().what));
        }
        if (wake)
            wake_.notify_one();
    }

    void flush() {
        std::unique_lock lock(mutex_);
        if (queue_.empty() && !writing_)
            return;
        flushing_ = true;
        const std::int64_t wanted = added_, failures = failures_;
        wake_.notify_one();
        done_.wait(lock, [&] { return committed_ >= wanted || failures_ > failures; });
        if (committed_ < wanted)
            throw HistoryError(trouble_);
    }

    void listen(std::function<void(const std::string&)> listener) {
        const std::lock_guard lock(mutex_);
        listener_ = std::move(listener);
    }

private:
    /// True when the thread has to hear of it: at the first change, which starts the clock, and where it is
    /// not to wait for the clock. A training thread would pay for every other wake-up.
    bool note_arrival(bool at_once) {
        ++added_;
        const bool first = queue_.empty();
        if (first)
            due_ = Clock::now() + commit_interval;
        at_once_ = at_once_ || at_once;
        return first || at_once;
    }

    void work() {
        std::vector<Change> batch;
        milliseconds retry = first_retry;
        std::unique_lock lock(mutex_);
        Clock::time_point give_up{};
        for (;;) {
            wait_for_work(lock, !batch.empty(), retry);
            if (closing_ && give_up == Clock::time_point{})
                give_up = Clock::now() + closing_patience;
            for (Change& change : queue_)
                batch.push_back(std::move(change));
            queue_.clear();
            queued_points_ = 0;
            at_once_ = flushing_ = false;
            const std::int64_t reached = added_;
            if (batch.empty() && closing_)
                return;
            writing_ = true;
            lock.unlock();
            std::string trouble = write(batch);
            lock.lock();
            writing_ = false;
            if (trouble.empty()) {
                batch.clear();
                committed_ = reached;
                retry = first_retry;
            } else {
                ++failures_;
                retry = std::min(retry * 2, longest_retry);
            }
            tell(lock, trouble);
            done_.notify_all();
            if (closing_ && !trouble.empty() && Clock::now() >= give_up) {
                log(LogLevel::error, "What was not written to the history is lost: " + trouble);
                return;
            }
        }
    }

    void wait_for_work(std::unique_lock<std::mutex>& lock, bool failed, milliseconds retry) {
        if (failed) {
            // Closing shortens the waits between attempts, and does not end them at once: a lock may be let
            // go.
            const auto again = Clock::now() + (closing_ ? first_retry : retry);
            wake_.wait_until(lock, again, [this] { return flushing_ || (closing_ && !told_closing_); });
            told_closing_ = closing_;
            return;
        }
        const auto ready = [this] { return closing_ || at_once_ || flushing_; };
        if (queue_.empty())
            wake_.wait_for(lock, heartbeat_interval, [&] { return ready() || !queue_.empty(); });
        if (!queue_.empty())
            wake_.wait_until(lock, due_, ready);
    }

    /// Empty, or why nothing of the batch was written.
    std::string write(std::vector<Change>& batch) {
        try {
            try {
                history_->together([&] {
                    for (const Change& change : batch)
                        apply(change);
                    keep_alive();
                });
            } catch (const HistoryError&) {
                // One change may be impossible for good, because its run was deleted: it must not hold up the
                // others.
                if (!drop_orphans(batch))
                    throw;
                history_->together([&] {
                    for (const Change& change : batch)
                        apply(change);
                });
            }
            for (const Change& change : batch)
                note_life(change);
            if (std::exchange(log_is_long_, false))
                history_->database().execute("PRAGMA wal_checkpoint(PASSIVE)");
            return {};
        } catch (const std::exception& error) {
            return error.what();
        }
    }

    void on_log_growth(int pages) {
        if (pages >= checkpoint_pages)
            checkpointer_->wake();
        log_is_long_ = pages >= longest_log_pages;
    }

    void apply(const Change& change) {
        if (const auto* begin = std::get_if<Begin>(&change.what))
            history_->begin(change.run, begin->start, begin->machine, begin->data_fingerprint,
                            begin->cast_map, begin->artifacts);
        else if (const auto* append = std::get_if<Append>(&change.what))
            history_->append(change.run, append->steps, append->epochs, append->warnings);
        else if (const auto* status = std::get_if<RunStatus>(&change.what))
            history_->set_status(change.run, *status);
        else
            history_->end(change.run, std::get<RunEnd>(change.what));
    }

    bool drop_orphans(std::vector<Change>& batch) {
        auto& db = history_->database();
        const auto orphaned = [&](const Change& change) {
            return db.integer("SELECT count(*) FROM runs WHERE id = ?1", change.run) == 0;
        };
        const std::size_t dropped = std::erase_if(batch, orphaned);
        if (dropped > 0)
            log(LogLevel::warning, "A run was deleted from the history while it was being written.");
        return dropped > 0;
    }

    /// Which runs this writer keeps alive by a heartbeat when they are silent (paused, say).
    void note_life(const Change& change) {
        if (std::holds_alternative<RunEnd>(change.what))
            alive_.erase(change.run);
        else if (const auto* status = std::get_if<RunStatus>(&change.what); status && is_ended(*status))
            alive_.erase(change.run);
        else
            alive_[change.run] = Clock::now();
    }

    void keep_alive() {
        for (auto& [run, last] : alive_)
            if (Clock::now() - last >= heartbeat_interval) {
                history_->heartbeat(run);
                last = Clock::now();
            }
    }

    /// Tells the listener of a change from well to unwell, of another trouble, and back.
    void tell(std::unique_lock<std::mutex>& lock, const std::string& trouble) {
        if (trouble == trouble_)
            return;
        trouble_ = trouble;
        const auto listener = listener_;
        lock.unlock();
        if (!trouble.empty())
            log(LogLevel::warning, trouble);
        if (listener)
            listener(trouble);
        lock.lock();
    }

    std::unique_ptr<history::HistoryFile> history_; // the thread's alone once it runs
    std::unique_ptr<history::Checkpointer> checkpointer_;
    bool log_is_long_ = false;                 // the thread's alone
    std::map<RunId, Clock::time_point> alive_; // the thread's alone

    std::mutex mutex_; // guards all below
    std::condition_variable wake_, done_;
    std::deque<Change> queue_;
    std::size_t queued_points_ = 0;
    Clock::time_point due_{};
    bool at_once_ = false, flushing_ = false, closing_ = false, told_closing_ = false, writing_ = false;
    std::int64_t added_ = 0, committed_ = 0, failures_ = 0;
    std::string trouble_;
    std::function<void(const std::string&)> listener_;
    std::thread thread_;
};

HistoryWriter::HistoryWriter(const std::string& history_path) : impl_(std::make_unique<Impl>(history_path)) {}
HistoryWriter::~HistoryWriter() = default;

void HistoryWriter::begin(RunId run, const RunStart& start, const MachineFacts& machine,
                          const std::string& data_fingerprint, const std::string& cast_map,
                          const std::string& artifacts) {
    impl_->add(run, Begin{start, machine, data_fingerprint, cast_map, artifacts}, true);
}

void HistoryWriter::append_steps(RunId run, const StepPoint* points, std::size_t count) {
    if (count > 0)
        impl_->append(run, count,
                      [&](Append& to) { to.steps.insert(to.steps.end(), points, points + count); });
}

void HistoryWriter::append_epoch(RunId run, const EpochPoint& epoch) {
    impl_->append(run, 1, [&](Append& to) { to.epochs.push_back(epoch); });
}

void HistoryWriter::append_warning(RunId run, const RunWarning& warning) {
    impl_->append(run, 1, [&](Append& to) { to.warnings.push_back(warning); });
}

void HistoryWriter::set_status(RunId run, RunStatus status) {
    impl_->add(run, status, true);
}

void HistoryWriter::end(RunId run, const RunEnd& end) {
    impl_->add(run, end, true);
}

void HistoryWriter::flush() {
    impl_->flush();
}

void HistoryWriter::on_trouble(std::function<void(const std::string&)> listener) {
    impl_->listen(std::move(listener));
}

} // namespace laptime
