// SPDX-License-Identifier: Apache-2.0
// The history of all runs: one SQLite file. A History object is one connection and is used by one thread at a
// time; threads and processes each open their own. Writes of points are batched by HistoryWriter
// (history_writer.h).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/error.h"
#include "engine/core/machine.h"
#include "engine/experiment/experiment.h"
#include "engine/experiment/run_events.h"

namespace laptime {

using RunId = std::int64_t;

/// One line of the runs table.
struct RunRow {
    RunId id = 0;
    std::string name;
    RunStatus status = RunStatus::queued;
    std::string model, dataset, optimizer;
    std::string precision, strategy;
    std::vector<std::string> devices;
    std::int64_t global_batch = 0;
    double samples_per_second = not_measured;
    double val_accuracy = not_measured, val_loss = not_measured, best = not_measured;
    double time_to_target_s = not_measured;
    double wall_s = 0, startup_s = not_measured;
    std::int64_t created = 0; ///< UTC microseconds
    std::int64_t started = 0; ///< UTC microseconds; 0: not yet
    std::int64_t steps = 0;
    std::uint64_t seed = 0;
    RunId group = 0; ///< the first run of a set of repeats; its own id otherwise
    int color = 0;   ///< index of the colour it keeps for life
    std::vector<std::string> tags;
    std::string note;
    std::string error;
    bool resumable =
        false; ///< interrupted or stopped: goes on from its checkpoint, or without one from the start
    std::string artifacts; ///< folder of its checkpoints
};

/// Everything about one run but its curves.
struct RunDetails {
    RunRow row;
    Experiment experiment;
    std::string experiment_text; ///< the experiment file, as it was stored
    std::string
        experiment_problem; ///< why this version cannot read it; `experiment` is then what the row tells
    MachineFacts machine;
    std::string data_fingerprint;
    std::string cast_map; ///< text of the precision pass
    std::optional<RunStart> start;
    std::optional<RunEnd> end;
    std::vector<EpochPoint> epochs;
    std::vector<RunWarning> warnings;
};

/// A curve thinned to about as many points as a screen has columns: each bucket gives its extremes.
struct CurveBucket {
    StepPoint first, last;
    double min = 0, max = 0; ///< of the loss, non-finite values left out; NaN where none is finite
    std::int64_t count = 0, not_finite = 0;
};

struct OpenReport {
    bool recovered = false; ///< the file was damaged: moved aside, and what could be read was kept
    std::string moved_to;   ///< where the damaged file is now
    std::int64_t recovered_runs = 0, recovered_points = 0; ///< what was kept of it
    std::string migrated_backup;                           ///< backup made before a migration
    std::vector<RunId> interrupted;                        ///< runs found dead and marked
    std::string text() const; ///< for the user; empty when there is nothing to tell
};

class History {
public:
    /// Opens or creates. Throws HistoryError: not a history, newer than this program, read-only, locked, on a
    /// network file system, disk full.
    static std::unique_ptr<History> open(const std::string& path);
    /// --history, else $LAPTIME_HISTORY, else $XDG_DATA_HOME/laptime/history.db, else
    /// ~/.local/share/laptime/history.db.
    static std::string default_path(const std::string& option = {});

    virtual ~History() = default;
    virtual const std::string& path() const = 0;
    virtual const OpenReport& open_report() const = 0;

    // Runs
    virtual RunId add_run(const Experiment&, const MachineFacts&, RunId group = 0) = 0; ///< as queued
    virtual std::vector<RunRow> runs() = 0;                                             ///< newest first
    virtual RunDetails run(RunId) = 0; ///< throws HistoryError for an unknown one
    /// RUN of the command line: an id or a unique prefix of a name. Throws InvalidInput listing the
    /// candidates.
    virtual RunId find_run(const std::string& text) = 0;
    virtual void rename(RunId, const std::string& name) = 0;
    virtual void set_note(RunId, const std::string& note) = 0;
    virtual void set_tags(RunId, const std::vector<std::string>& tags) = 0;
    /// Deletes rows, curves and the artifacts folder, and frees the space. A run that is queued, running or
    /// paused in a process that lives is refused (InvalidInput); then nothing is deleted.
    virtual void remove(const std::vector<RunId>&) = 0;
    /// Grows with every committed change made by anyone: cheap to poll.
    virtual std::int64_t change_counter() = 0;
    /// Marks queued/running/paused runs whose process is gone (by pid and boot id) as interrupted; gives
    /// their ids.
    virtual std::vector<RunId> mark_dead_runs() = 0;
    /// Named values that outlive the window: the pinned baseline, say.
    virtual std::string setting(const std::string& key) = 0;
    virtual void set_setting(const std::string& key, const std::string& value) = 0;

    // Life of a run (used through HistoryWriter)
    virtual void begin(RunId, const RunStart&, const MachineFacts&, const std::string& data_fingerprint,
                       const std::string& cast_map,
                       const std::string& artifacts) = 0; ///< running, owned by this process
    virtual void append(RunId, const std::vector<StepPoint>&, const std::vector<EpochPoint>&,
                        const std::vector<RunWarning>&) = 0; ///< one transaction; also the heartbeat
    virtual void set_status(RunId, RunStatus) = 0;
    virtual void end(RunId, const RunEnd&) = 0; ///< packs the live points into chunks
    /// Before resuming from a checkpoint: removes points after `step`, so that no step is there twice.
    /// Refuses (InvalidInput) a run that another living process has queued or running.
    virtual void rewind(RunId, std::int64_t step) = 0;

    // Curves
    virtual std::vector<StepPoint> steps(RunId, std::int64_t after_step = 0) = 0; ///< every point, in order
    virtual std::vector<CurveBucket> curve(RunId, int buckets) = 0;
    virtual std::vector<EpochPoint> epochs(RunId) = 0;
};

} // namespace laptime
