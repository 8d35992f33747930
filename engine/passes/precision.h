// SPDX-License-Identifier: Apache-2.0
// Mixed precision as a pass: inserts casts around the operations by their precision class, and nothing else.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/graph/graph.h"

namespace laptime {

/// A cast that the pass inserted.
struct CastRecord {
    std::string value; ///< what is cast: a variable's name, or "layer/operation" that made it
    DType from, to;
    std::string layer, op; ///< the first user of the result

    /// "conv2/kernel: float32 → bfloat16 for conv2/conv2d"
    std::string text() const;
};

/// Rewrites a float32 graph so that half-safe operations compute in `compute` (float16 or bfloat16).
/// Layers in `layer_dtypes` keep the type given there. Variables and state keep theirs.
Graph apply_precision(const Graph& graph, DType compute, const std::map<std::string, DType>& layer_dtypes,
                      std::vector<CastRecord>* casts = nullptr);

} // namespace laptime
