// SPDX-License-Identifier: Apache-2.0
// What an operation is. One operation is one file in ops/ that defines a constant of this type;
// ops/registry.cpp lists them. Kernels live with the backends.
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/graph/graph.h"

namespace laptime {

/// How the precision pass treats an operation under a mixed mode.
enum class PrecisionClass {
    half_safe,     ///< floating inputs are cast to the compute type (f16 or bf16)
    float32_only,  ///< floating inputs are cast to float32
    follows_input, ///< runs in the type of its first input; its other floating inputs, scalars excepted, are
                   ///< cast to it
};

/// What a shape rule sees.
struct InferContext {
    const Attributes& attrs;
    std::span<const TensorType> inputs;

    /// Throws ShapeError(message); the graph adds operation, layer and shapes.
    [[noreturn]] void fail(const std::string& message) const;
};

/// What a gradient rule sees: the forward node, and the gradients of its outputs (no_value where none flows).
/// It appends nodes to `graph` and returns one gradient per forward input (no_value where none is needed or
/// exists).
struct GradientContext {
    Graph& graph;
    const Node& node; ///< must not live in `graph`, which grows under it: the caller keeps a copy
    std::vector<ValueId> output_gradients;
    std::vector<bool> needed; ///< per forward input: does anything upstream want its gradient?
};

struct Op {
    std::string_view name;
    PrecisionClass precision = PrecisionClass::follows_input;
    std::vector<TensorType> (*infer)(const InferContext&) = nullptr;
    std::vector<ValueId> (*gradient)(GradientContext&) = nullptr; ///< null: no gradient flows through
    double (*flops)(const InferContext&) = nullptr;               ///< null: not worth counting (0)
    std::vector<int> mutates = {}; ///< inputs that the operation updates in place (optimizers, counters)
    std::vector<int> keeps_type =
        {}; ///< inputs that the precision pass leaves as they are (statistics, scalars)
    bool names_type =
        false; ///< half-safe with an attribute `dtype`, which the precision pass sets in any case
    bool only_moves = false; ///< copies elements as they are: needs no arithmetic of their type
};

/// The operation of that name; throws std::logic_error for an unknown one.
const Op& find_op(std::string_view name);

/// Every operation, in the registry's order.
std::span<const Op* const> all_ops();

} // namespace laptime
