// SPDX-License-Identifier: Apache-2.0
// Optimizers as graph nodes. Formulas and defaults are PyTorch's, but for rmsprop, whose rho 0.9 and epsilon
// 1e-7 are Keras's.
#pragma once

#include <vector>

#include "engine/train/step_graph.h"

namespace laptime {

/// One parameter and what moves it.
struct Update {
    ValueId parameter = no_value, gradient = no_value;
    bool decays = true;     ///< as Parameter::decays
    bool fast_bias = false; ///< as Parameter::fast_bias
};

/// Appends the update of every parameter, the optimizer's slots ("conv1/kernel/adam_m", …), the step counter
/// and the learning rate, whose value it returns. Nothing changes where `ok` is 0.
ValueId append_optimizer(Graph& graph, const StepOptions& options, const std::vector<Update>& updates,
                         ValueId ok);

/// Attributes of the learning_rate operation.
Attributes learning_rate_attributes(const LearningRate& rate, std::int64_t total_steps, DType type);

} // namespace laptime
