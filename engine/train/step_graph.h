// SPDX-License-Identifier: Apache-2.0
// The programs of a run as graphs: one optimizer step, its two halves where gradients are accumulated, and
// evaluation.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/experiment/experiment.h"
#include "engine/graph/graph.h"
#include "engine/model/model.h"
#include "engine/passes/precision.h"

namespace laptime {

/// Names of the scalars that the host reads, in the order in which each program has them.
/// step: loss, correct, ok, learning_rate · accumulate: loss, correct · apply: ok, learning_rate · evaluate:
/// loss, correct, what else the task counts (see build_forward), and "predicted" where it is asked for ·
/// predict: output
namespace result {
constexpr const char *loss = "loss", *correct = "correct", *ok = "ok", *learning_rate = "learning_rate",
                     *predicted = "predicted";
}

/// State that counts the optimizer updates already done (int64 scalar).
constexpr const char* optimizer_counter_name = "optimizer/counter";

/// What the graphs of a run depend on, besides the model and the batch.
struct StepOptions {
    Precision precision = Precision::float32;
    OptimizerKind optimizer = OptimizerKind::adam;
    LearningRate learning_rate;
    double weight_decay = 0;
    std::int64_t total_steps = 0; ///< what schedules that end are stretched over
    bool decay_all = true;        ///< false: parameters that do not decay by their nature are spared
    double momentum = 0.9;
    double bias_rate_factor = 1;
    double clip_norm = 0, clip_value = 0; ///< 0: not clipped
    double ema = 0;                       ///< share that a step leaves of the weights' average; 0: none
    bool predicted = false;               ///< evaluation also gives the most likely class of each sample

    static StepOptions of(const Experiment& experiment, std::int64_t total_steps);
};

enum class ProgramKind {
    step,       ///< forward, backward and update of one batch
    accumulate, ///< forward and backward of a micro-batch; adds to the gradient accumulators
    apply,      ///< update from the accumulators, which are cleared
    evaluate,   ///< forward in inference mode, of the averaged weights where there are such
    predict,    ///< the same without labels and loss
};

/// Name of the moving average of a parameter, which is state.
std::string average_name(const std::string& parameter);

/// The graph at each stage of its making, by the names of pass_names().
struct StagedGraph {
    std::vector<std::pair<std::string, Graph>> stages; ///< "forward", "differentiate", "precision", "fuse"
    const Graph& finished() const { return stages.back().second; }
    std::vector<CastRecord> casts;
    std::vector<Parameter> parameters;
    std::vector<ForwardGraph::Row> table;
};

/// Inputs as build_forward() declares them (x, labels, scale, rng); the apply program has none.
/// Throws ShapeError where the model does not fit the data.
StagedGraph build_program(ProgramKind kind, const Model& model, std::int64_t batch,
                          const StepOptions& options);

/// float64 values that the state of a program starts with ("loss_scale/scale" and so on); zero for all
/// others.
std::map<std::string, double> initial_state();

} // namespace laptime
