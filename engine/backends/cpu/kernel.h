// SPDX-License-Identifier: Apache-2.0
// A kernel: one operation made ready for fixed shapes and types. Makers live in kernels/, one file an
// operation.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/error.h"
#include "engine/graph/op.h"

namespace laptime::cpu {

/// What a kernel is made from.
struct KernelContext {
    const Node& node;
    std::vector<TensorType> inputs, outputs;
    int threads = 1;

    const Attributes& attrs() const { return node.attrs; }
    const Shape& shape(int input) const { return inputs[static_cast<std::size_t>(input)].shape; }
    DType dtype(int input) const { return inputs[static_cast<std::size_t>(input)].dtype; }
    [[noreturn]] void fail(const std::string& what) const {
        throw DeviceError("the cpu device cannot run " + std::string(node.op->name) +
                          (node.layer.empty() ? "" : " of layer '" + node.layer + "'") + ": " + what);
    }
};

/// Addresses of a kernel's inputs, then of its outputs, then of its work space.
using Arguments = void* const*;

struct Kernel {
    std::function<void(Arguments)> run;
    std::size_t scratch_bytes = 0; ///< work space while it runs; 64-byte aligned
};

struct KernelMaker {
    std::string_view op;
    Kernel (*make)(const KernelContext&);
    int in_place = -1;    ///< the input whose memory output 0 may take over, where it is the input's last use
    int or_in_place = -1; ///< another such input, where the first one is needed later
};

/// The maker of an operation's kernel; throws DeviceError where there is none.
const KernelMaker& find_kernel_maker(std::string_view op);

/// The address of argument i as elements of T.
template <typename T>
const T* in(Arguments args, int i) {
    return static_cast<const T*>(args[i]);
}
template <typename T>
T* out(Arguments args, int i) {
    return static_cast<T*>(args[i]);
}

constexpr std::size_t align_up(std::size_t bytes, std::size_t alignment = 64) {
    return (bytes + alignment - 1) / alignment * alignment;
}

} // namespace laptime::cpu
