// SPDX-License-Identifier: Apache-2.0
// Dynamic loss scaling for mixed_float16, as graph nodes: the decision to skip is made on the device.
#pragma once

#include <vector>

#include "engine/graph/graph.h"

namespace laptime {

/// Starts at 2^15, doubles after 2000 finite steps in a row, halves at a skip, stays within 2^-14…2^24.
struct LossScaleRule {
    double initial = 32768;
    std::int64_t interval = 2000;
    double minimum = 0x1p-14, maximum = 0x1p24;
};

constexpr const char* loss_scale_name = "loss_scale/scale";
constexpr const char* loss_scale_good_steps_name = "loss_scale/good_steps";

/// Declares the scale (float32 scalar state, to be written with rule.initial before the first run); it is the
/// seed of differentiate().
ValueId declare_loss_scale(Graph& graph);

/// Gradients divided by the scale again.
std::vector<ValueId> unscale_gradients(Graph& graph, const std::vector<ValueId>& gradients, ValueId scale);

/// Appends the scale's own update; `ok`: scalar of all_finite over the gradients.
void update_loss_scale(Graph& graph, ValueId scale, ValueId ok, const LossScaleRule& rule = {});

} // namespace laptime
