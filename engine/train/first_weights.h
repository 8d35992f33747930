// SPDX-License-Identifier: Apache-2.0
// What the variables and state of a run are before its first step.
#pragma once

#include "engine/train/run_setup.h"

namespace laptime {

/// Writes all of them into the setup's session: random ones keyed by the seed, those that are made of the
/// training pictures, and, where the experiment names a file of weights, those in it. Moving averages begin
/// as the weights do. Throws InvalidInput naming the file and the tensor where the file does not fit.
void write_first_weights(RunSetup& setup);

} // namespace laptime
