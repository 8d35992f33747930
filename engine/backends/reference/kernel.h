// SPDX-License-Identifier: Apache-2.0
// What a kernel of the reference device sees, and the table of them. One kernel is one file in kernels/.
#pragma once

#include <string_view>

#include "engine/backends/reference/tensor.h"
#include "engine/graph/attributes.h"

namespace laptime::reference {

/// The operands of one node. Outputs are zero before, and everything written is rounded to its type after the
/// kernel.
struct Operands {
    const Attributes& attrs;
    std::vector<Tensor*> inputs, outputs;

    std::size_t input_count() const { return inputs.size(); }
    const Shape& shape(std::size_t i) const { return inputs[i]->type.shape; }
    const std::vector<double>& in(std::size_t i) const { return inputs[i]->values; }
    double scalar(std::size_t i) const { return inputs[i]->values[0]; }
    const std::vector<std::int64_t>& integers(std::size_t i) const { return inputs[i]->integers; }
    /// An input that the operation updates in place.
    std::vector<double>& update(std::size_t i) const { return inputs[i]->values; }
    std::int64_t& update_integer(std::size_t i) const { return inputs[i]->integers[0]; }

    std::vector<double>& out(std::size_t i) const { return outputs[i]->values; }
};

using Kernel = void (*)(const Operands&);

/// The kernel of that operation, or null.
Kernel find_kernel(std::string_view op);

} // namespace laptime::reference
