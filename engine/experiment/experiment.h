// SPDX-License-Identifier: Apache-2.0
// An experiment: everything that says what a run does. The TOML file of it is read by read_experiment.h.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace laptime {

enum class Precision { float64, float32, mixed_float16, mixed_bfloat16 };
enum class Strategy { single, mirrored, pipeline, multi_host, tpu };
enum class OptimizerKind { sgd, momentum, nesterov, rmsprop, adam, adamw };
enum class BatchNormKind { local, synchronised };

/// Learning rate as a function of the optimizer step t (skipped steps not counted), after a linear warm-up
/// from 0.
struct LearningRate {
    enum class Kind { constant, cosine, step, one_cycle };
    Kind kind = Kind::constant;
    double rate = 1e-3;            ///< the peak
    std::int64_t warmup_steps = 0; ///< constant, cosine, step: linear from rate/warmup to rate
    double final_rate = 0;         ///< cosine, one_cycle: where it ends
    double factor = 0.1;           ///< step: multiplied by this…
    std::int64_t every_steps = 0;  ///< step: …every so many steps
    double peak_at = 0.3;          ///< one_cycle: share of all steps spent rising (from rate/25)
    bool operator==(const LearningRate&) const = default;
};

/// "val_accuracy >= 0.90"
struct Target {
    enum class Metric { val_accuracy, val_loss };
    Metric metric = Metric::val_accuracy;
    double value = 0; ///< at least (accuracy) or at most (loss)
    bool reached_by(double val_loss, double val_accuracy) const {
        return metric == Metric::val_accuracy ? val_accuracy >= value : val_loss <= value;
    }
    bool operator==(const Target&) const = default;
};

using ModelOption = std::variant<std::int64_t, double, bool, std::string, std::vector<std::int64_t>>;

struct Experiment {
    std::string name;
    struct Data {
        std::string dataset = "fashion-mnist";
        double validation = 0.1; ///< used only where the data has no test part of its own
        bool operator==(const Data&) const = default;
    } data;
    struct Model {
        std::string library = "cnn"; ///< empty where `file` is given
        std::string file;
        std::map<std::string, ModelOption> options; ///< every other key of [model], as dropout = 0.5
        bool operator==(const Model&) const = default;
    } model;
    struct Speed {
        Precision precision = Precision::float32;
        Strategy strategy = Strategy::single;
        std::vector<std::string> devices = {"cpu:0"};
        int threads_per_device = 0;
        std::int64_t global_batch = 128;
        int accumulate = 1;
        int steps_per_execution = 1;
        BatchNormKind batch_norm = BatchNormKind::local;
        bool operator==(const Speed&) const = default;
    } speed;
    struct Train {
        OptimizerKind optimizer = OptimizerKind::adam;
        LearningRate learning_rate;
        double weight_decay = 0; ///< adamw: decoupled, default 0.01 there; others: added to the gradient
        /// Exactly one of the three is set.
        std::optional<std::int64_t> epochs = 5, steps;
        std::optional<double> minutes;
        std::uint64_t seed = 1;
        int repeats = 1;
        std::optional<Target> target;
        bool stop_at_target = true;
        bool operator==(const Train&) const = default;
    } train;
    bool operator==(const Experiment&) const = default;
};

/// The experiment file's words, as "mixed_bfloat16".
const char* word_of(Precision);
const char* word_of(Strategy);
const char* word_of(OptimizerKind);
const char* word_of(BatchNormKind);
const char* word_of(LearningRate::Kind);
const char* word_of(Target::Metric);

} // namespace laptime
