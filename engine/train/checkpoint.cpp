// SPDX-License-Identifier: Apache-2.0
// A safetensors file whose metadata are the progress, the experiment and what the data was made of.
#include "engine/train/checkpoint.h"

#include <cmath>
#include <filesystem>

#include "engine/core/error.h"
#include "engine/core/json.h"

namespace laptime {

namespace {

using nlohmann::json;

constexpr const char* format_name = "laptime-1";

// JSON has no NaN: it is written as null.
json number(double value) {
    return std::isfinite(value) ? json(value) : json(nullptr);
}
double number(const json& value) {
    return value.is_null() ? not_measured : value.get<double>();
}

json to_json(const Progress& p) {
    return {{"step", p.step},
            {"epoch", p.epoch},
            {"batch", p.batch},
            {"samples", p.samples},
            {"epoch_loss", number(p.epoch_loss)},
            {"epoch_correct", p.epoch_correct},
            {"epoch_items", p.epoch_items},
            {"epoch_train_s", p.epoch_train_s},
            {"skipped", p.skipped},
            {"skipped_in_a_row", p.skipped_in_a_row},
            {"wall_s", p.wall_s},
            {"startup_s", p.startup_s},
            {"best", number(p.best)},
            {"best_epoch", p.best_epoch},
            {"val_loss", number(p.val_loss)},
            {"val_accuracy", number(p.val_accuracy)},
            {"time_to_target_s", number(p.time_to_target_s)},
            {"time",
             {p.time.startup, p.time.data, p.time.compute, p.time.collective, p.time.host, p.time.evaluation,
              p.time.checkpoint, p.time.paused}}};
}

Progress progress_of(const json& j) {
    Progress p;
    p.step = whole_number(j.at("step"));
    p.epoch = whole_number(j.at("epoch"));
    p.batch = whole_number(j.at("batch"));
    p.samples = whole_number(j.at("samples"));
    p.epoch_loss = number(j.at("epoch_loss"));
    j.at("epoch_correct").get_to(p.epoch_correct);
    p.epoch_items = whole_number(j.at("epoch_items"));
    j.at("epoch_train_s").get_to(p.epoch_train_s);
    p.skipped = whole_number(j.at("skipped"));
    p.skipped_in_a_row = whole_number(j.at("skipped_in_a_row"));
    j.at("wall_s").get_to(p.wall_s);
    j.at("startup_s").get_to(p.startup_s);
    p.best = number(j.at("best"));
    p.best_epoch = j.contains("best_epoch") ? whole_number(j.at("best_epoch")) : 0;
    p.val_loss = number(j.at("val_loss"));
    p.val_accuracy = number(j.at("val_accuracy"));
    p.time_to_target_s = number(j.at("time_to_target_s"));
    const auto t = j.at("time").get<std::vector<double>>();
    p.time = {t.at(0), t.at(1), t.at(2), t.at(3), t.at(4), t.at(5), t.at(6), t.at(7)};
    return p;
}

} // namespace

void write_checkpoint(const std::string& path, const Checkpoint& checkpoint) {
    std::error_code ignored;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
    try {
        write_safetensors(path, {{{"format", format_name},
                                  {"progress", to_json(checkpoint.progress).dump()},
                                  {"experiment", checkpoint.experiment},
                                  {"preprocessing", checkpoint.preprocessing},
                                  {"data_fingerprint", checkpoint.data_fingerprint}},
                                 checkpoint.tensors});
    } catch (const InvalidInput& error) {
        throw RunError(std::string("a checkpoint is missing: ") + error.what() +
                       "; free some space or give the history another place with --history");
    }
}

Checkpoint read_checkpoint(const std::string& path) {
    if (!std::filesystem::exists(path))
        throw DataError("checkpoint " + path + " is missing: this run cannot be resumed; launch it again");
    SafetensorsFile file = read_safetensors(path);
    try {
        Checkpoint checkpoint;
        checkpoint.progress = progress_of(json::parse(file.metadata.at("progress")));
        checkpoint.experiment = file.metadata.at("experiment");
        checkpoint.preprocessing = file.metadata["preprocessing"];
        checkpoint.data_fingerprint = file.metadata["data_fingerprint"];
        checkpoint.tensors = std::move(file.tensors);
        return checkpoint;
    } catch (const std::exception& error) {
        throw DataError("checkpoint " + path + " is damaged (" + error.what() +
                        "): this run cannot be resumed; launch it again");
    }
}

} // namespace laptime
