// SPDX-License-Identifier: Apache-2.0
// From a model's last layer to what the host reads: the loss and counts of a task, or its predictions.
#pragma once

#include "engine/model/model.h"

namespace laptime {

/// The labels that a task takes, for `batch` samples of `input`.
TensorType label_type(const Task& task, const InputType& input, std::int64_t batch);

/// Appends loss and counts and their results; sets logits, loss and correct.
void append_loss(ForwardGraph& forward, const Task& task, bool evaluation);

/// Appends the result "output". `batch` samples.
void append_prediction(ForwardGraph& forward, const Task& task, std::int64_t batch);

} // namespace laptime
