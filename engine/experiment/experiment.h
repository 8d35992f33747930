// SPDX-License-Identifier: Apache-2.0
// An experiment: everything that says what a run does. The TOML file of it is read by read_experiment.h.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/data/dataset.h"
#include "engine/experiment/metric.h"

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
    using Metric = laptime::Metric;
    Metric metric = Metric::val_accuracy;
    double value = 0; ///< at least or at most, by what is better for the metric
    bool reached_by(double measured) const {
        return higher_is_better(metric) ? measured >= value : measured <= value;
    }
    bool operator==(const Target&) const = default;
};

/// What is minimised. automatic: cross_entropy for classes and texts, mse for numbers.
enum class LossChoice { automatic, cross_entropy, binary_cross_entropy, mse, mae, huber };

/// How much a class counts in the loss: all the same, inversely to how often it occurs, or as listed.
struct ClassWeights {
    enum class Kind { none, balanced, listed };
    Kind kind = Kind::none;
    std::vector<double> weights; ///< listed: one a class
    bool operator==(const ClassWeights&) const = default;
};

using Augment = DataOptions::Augment;

using ModelOption = std::variant<std::int64_t, double, bool, std::string, std::vector<std::int64_t>>;

struct Experiment {
    std::string name;
    struct Data {
        std::string dataset = "fashion-mnist";
        double validation = 0.1;              ///< used only where the data has no test part of its own
        std::vector<std::int64_t> image_size; ///< images: [height, width]; empty: found out
        std::string resize = "stretch";       ///< images: or "crop", "pad"
        std::int64_t channels = 0;            ///< images: 1 or 3; 0: 3
        std::string target;                   ///< csv: the column to be learnt; empty: the last
        std::string task;                     ///< csv: "classification", "regression"; empty: found out
        bool header = true;                   ///< csv: the first line names the columns
        std::string delimiter;                ///< csv: empty: found out
        std::int64_t context = 64;            ///< text: tokens a sample
        std::string tokens = "characters";    ///< text: or "bytes"
        std::int64_t cache_mb = 0; ///< decoded data kept in memory at most; 0: a share of the machine's
        ClassWeights class_weights;
        Augment augment;
        bool operator==(const Data&) const = default;
    } data;
    struct Model {
        std::string library = "cnn"; ///< empty where `file` is given
        std::string file;
        std::string definition; ///< the file's text, kept with the run, which a later edit must not change
        std::string weights;    ///< a safetensors file that the run starts from; empty: random weights
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
        double weight_decay = 0;     ///< adamw: decoupled, default 0.01 there; others: added to the gradient
        bool decay_all = true;       ///< false: norms, biases and positions are spared
        double momentum = 0.9;       ///< of momentum and nesterov
        double bias_rate_factor = 1; ///< learning rate of the biases ÷ that of the kernels
        LossChoice loss = LossChoice::automatic;
        double label_smoothing = 0;
        double huber_delta = 1;
        double clip_norm = 0;  ///< largest norm of the whole gradient; 0: any
        double clip_value = 0; ///< largest absolute value of an element; 0: any
        double ema = 0; ///< share kept of the weights' moving average at each step; it is what is evaluated
        std::vector<Metric> metrics;     ///< besides loss and accuracy
        std::optional<Metric> monitor;   ///< chooses the best checkpoint; none: the task's own
        int patience = 0;                ///< epochs without a better monitor before the run ends; 0: no end
        double checkpoint_minutes = 0.5; ///< time between two checkpoints
        std::int64_t checkpoint_epochs = 0; ///< and one after so many epochs; 0: by time alone
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
const char* word_of(Metric);
const char* word_of(LossChoice);
const char* word_of(Augment::Flip);

} // namespace laptime
