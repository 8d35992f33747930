// SPDX-License-Identifier: Apache-2.0
// The lossless way from a run's thread into the history: a queue and one writer thread with its own
// connection that commits a batch at most every 250 ms. Nothing it is given is dropped; a disk that fills is
// told, retried and the points are kept in memory meanwhile.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "engine/history/history.h"

namespace laptime {

class HistoryWriter {
public:
    explicit HistoryWriter(const std::string& history_path);
    ~HistoryWriter(); ///< flushes
    HistoryWriter(const HistoryWriter&) = delete;
    HistoryWriter& operator=(const HistoryWriter&) = delete;

    // Any thread; never blocks on the disk.
    void begin(RunId, const RunStart&, const MachineFacts&, const std::string& data_fingerprint,
               const std::string& cast_map, const std::string& artifacts);
    void append_steps(RunId, const StepPoint* points, std::size_t count);
    void append_epoch(RunId, const EpochPoint&);
    void append_warning(RunId, const RunWarning&);
    void set_status(RunId, RunStatus);
    void end(RunId, const RunEnd&);

    /// Returns when everything queued so far is committed; throws HistoryError when it cannot be.
    void flush();
    /// Called (on the writer's thread) when writing fails and again ("") when it works again.
    void on_trouble(std::function<void(const std::string&)> listener);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace laptime
