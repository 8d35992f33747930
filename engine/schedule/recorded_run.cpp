// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/recorded_run.h"

#include <filesystem>

#include "engine/backends/find_device.h"

namespace laptime {

namespace {

class RecordingObserver : public RunObserver {
public:
    RecordingObserver(HistoryWriter& writer, RunId id, const Trainer& trainer, const std::string& artifacts,
                      RunObserver& next)
        : writer_(writer), id_(id), trainer_(trainer), artifacts_(artifacts), next_(next) {}

    void on_start(const RunStart& start) override {
        MachineFacts facts = machine_facts();
        facts.merge(library_facts());
        writer_.begin(id_, start, facts, trainer_.data_fingerprint(), trainer_.cast_map(), artifacts_);
        next_.on_start(start);
    }
    void on_steps(std::span<const StepPoint> points) override {
        writer_.append_steps(id_, points.data(), points.size());
        next_.on_steps(points);
    }
    void on_epoch(const EpochPoint& point) override {
        writer_.append_epoch(id_, point);
        next_.on_epoch(point);
    }
    void on_warning(const RunWarning& warning) override {
        writer_.append_warning(id_, warning);
        next_.on_warning(warning);
    }
    void on_status(RunStatus status) override {
        writer_.set_status(id_, status);
        next_.on_status(status);
    }
    void on_end(const RunEnd& end) override {
        writer_.end(id_, end);
        next_.on_end(end);
    }

private:
    HistoryWriter& writer_;
    RunId id_;
    const Trainer& trainer_;
    std::string artifacts_;
    RunObserver& next_;
};

} // namespace

std::string artifacts_folder(const std::string& history_path, RunId id) {
    std::filesystem::path folder(history_path);
    folder.replace_extension(".runs");
    return (folder / std::to_string(id)).string();
}

RunEnd run_recorded(Trainer& trainer, History& history, HistoryWriter& writer, RunId id,
                    RunObserver& observer, RunControl& control) {
    if (trainer.resumes())
        history.rewind(id, trainer.first_step());
    const std::string artifacts = artifacts_folder(history.path(), id);
    trainer.set_artifacts(artifacts);
    RecordingObserver recording(writer, id, trainer, artifacts, observer);
    return trainer.run(recording, control);
}

} // namespace laptime
