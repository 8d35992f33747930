// SPDX-License-Identifier: Apache-2.0
// The History on an SQLite file, with what the writer and tests need beyond the public interface.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "engine/history/errors.h"
#include "engine/history/history.h"
#include "engine/history/sqlite.h"

namespace laptime::history {

struct OpenOptions {
    int busy_timeout_ms = 5000;
    bool check = true; ///< look for damage (the writer's own connection follows one that did)
    bool mark_dead = true;
};

class HistoryFile final : public History {
public:
    HistoryFile(std::string path, std::unique_ptr<sqlite::Database> db, OpenReport report);

    const std::string& path() const override { return path_; }
    const OpenReport& open_report() const override { return report_; }
    RunId add_run(const Experiment&, const MachineFacts&, RunId group = 0) override;
    std::vector<RunRow> runs() override;
    RunDetails run(RunId) override;
    RunId find_run(const std::string& text) override;
    void rename(RunId, const std::string& name) override;
    void set_note(RunId, const std::string& note) override;
    void set_tags(RunId, const std::vector<std::string>& tags) override;
    void remove(const std::vector<RunId>&) override;
    std::int64_t change_counter() override;
    std::vector<RunId> mark_dead_runs() override;
    std::string setting(const std::string& key) override;
    void set_setting(const std::string& key, const std::string& value) override;
    void begin(RunId, const RunStart&, const MachineFacts&, const std::string& data_fingerprint,
               const std::string& cast_map, const std::string& artifacts) override;
    void append(RunId, const std::vector<StepPoint>&, const std::vector<EpochPoint>&,
                const std::vector<RunWarning>&) override;
    void set_status(RunId, RunStatus) override;
    void end(RunId, const RunEnd&) override;
    void rewind(RunId, std::int64_t step) override;
    std::vector<StepPoint> steps(RunId, std::int64_t after_step = 0) override;
    std::vector<CurveBucket> curve(RunId, int buckets) override;
    std::vector<EpochPoint> epochs(RunId) override;

    /// Everything that `changes` does is committed at once, or none of it.
    void together(const std::function<void()>& changes);
    void heartbeat(RunId);
    sqlite::Database& database() { return *db_; }

private:
    template <class Action>
    auto guarded(Action action);
    void free_space();

    std::string path_;
    std::unique_ptr<sqlite::Database> db_;
    OpenReport report_;
    std::int64_t seen_version_ = 0, foreign_changes_ = 0;
};

/// As History::open.
std::unique_ptr<HistoryFile> open_history_file(const std::string& path, const OpenOptions& options = {});

} // namespace laptime::history
