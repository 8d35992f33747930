// SPDX-License-Identifier: Apache-2.0
// Learning-rate schedules as attributes of the learning_rate operation, and the one formula that the host and
// all backends use.
#pragma once

#include <cstdint>

#include "engine/graph/attributes.h"

namespace laptime {

/// The rate of optimizer step `step` (from 0; skipped steps not counted), in double precision. Attributes:
///   schedule      text: "constant" (default), "cosine", "step" or "one_cycle"
///   rate          number: the peak
///   warmup_steps  integer, 0: steps 0…warmup−1 have rate·(step+1)/warmup, and the schedule starts behind
///   them
///                 (not with one_cycle, which rises by itself)
///   total_steps   integer: all steps, warm-up included; cosine and one_cycle need it, and stay at final_rate
///   behind final_rate    number, 0: where cosine and one_cycle end factor, every_steps   number 0.1,
///   integer: "step" multiplies by factor every so many steps peak_at       number, 0.3: the share of all
///   steps that one_cycle spends rising
/// cosine: Loshchilov and Hutter, "SGDR", 2017, without restarts. one_cycle: Smith and Topin, 2018, in
/// PyTorch's form: from rate/25 to rate and on to final_rate, both along half a cosine.
double learning_rate_at(const Attributes& attrs, std::int64_t step);

} // namespace laptime
