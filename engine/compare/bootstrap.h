// SPDX-License-Identifier: Apache-2.0
// Moving-block bootstrap: how uncertain a run's median step time is, when neighbouring steps resemble each
// other.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace laptime {

/// `replicates` medians of resampled series, in no order: blocks of ceil(n^(1/3)) neighbouring values are
/// drawn with replacement until n values are there (H. R. Künsch, Ann. Statist. 17 (1989) 1217; the rate of
/// the block length is that of Hall, Horowitz and Jing, Biometrika 82 (1995) 561, for a distribution's
/// spread). A series longer than 4096 is first halved, thirded, … by medians of neighbouring values, so that
/// the work stays bounded. Draws come from a counter-based generator keyed by (seed, stream): the same input
/// gives the same output.
std::vector<double> block_bootstrap_medians(std::span<const double> values, std::size_t replicates,
                                            std::uint32_t seed, std::uint32_t stream);

/// The q-quantile (0…1) of sorted values, linear between neighbours.
double quantile_of_sorted(std::span<const double> sorted, double q);

} // namespace laptime
