// SPDX-License-Identifier: Apache-2.0
// Packed points: about a thousand steps of one run as compressed columns, and summaries to draw from without
// unpacking.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/experiment/run_events.h"
#include "engine/history/history.h"
#include "engine/history/sqlite.h"

namespace laptime::history {

constexpr std::size_t chunk_points = 1024;
constexpr std::size_t segment_points = 64;

/// Every bit of every point comes back. Throws std::invalid_argument for more than 2^20 points.
sqlite::Bytes pack_points(std::span<const StepPoint> points);
/// Throws HistoryError when the bytes are damaged.
std::vector<StepPoint> unpack_points(std::span<const std::uint8_t> bytes);

/// The bucket of these points, in order; at least one.
CurveBucket summarise(std::span<const StepPoint> points);
/// Adds the bucket that follows.
void merge(CurveBucket& bucket, const CurveBucket& next);

/// One summary a `segment_points`.
std::vector<CurveBucket> segments_of(std::span<const StepPoint> points);
sqlite::Bytes write_summaries(std::span<const CurveBucket> buckets);
/// Throws HistoryError when the bytes are damaged.
std::vector<CurveBucket> read_summaries(std::span<const std::uint8_t> bytes);

} // namespace laptime::history
