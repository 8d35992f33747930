// SPDX-License-Identifier: Apache-2.0
// A oneDNN primitive as a kernel: its tensors come and go in the plain layout, and are reordered only where
// the primitive wants another one. Reordered copies and the primitive's own work space live in the kernel's
// work space.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "engine/backends/cpu/dnnl_compat.h"
#include "engine/backends/cpu/kernel.h"

namespace laptime::cpu {

class DnnlCall {
public:
    /// `scratch_argument`: index of the kernel's work space among its arguments.
    explicit DnnlCall(int scratch_argument) : scratch_argument_(scratch_argument) {}

    /// Argument `argument` of the kernel is oneDNN's `dnnl_argument`, plain outside and `wanted` inside.
    void input(int dnnl_argument, int argument, const onednn::Desc& plain, const onednn::Desc& wanted) {
        add(dnnl_argument, argument, plain, wanted, true);
    }
    void output(int dnnl_argument, int argument, const onednn::Desc& plain, const onednn::Desc& wanted) {
        add(dnnl_argument, argument, plain, wanted, false);
    }
    /// The finished kernel.
    static Kernel finish(std::shared_ptr<DnnlCall> call, dnnl::primitive primitive,
                         const onednn::Desc& scratchpad);

private:
    struct Port {
        int argument = 0;
        bool is_input = false, is_reordered = false;
        dnnl::memory plain, inside; ///< the same where no reorder is needed
        std::size_t offset = 0;     ///< of `inside` in the work space, where reordered
        dnnl::reorder reorder;
    };
    void add(int dnnl_argument, int argument, const onednn::Desc& plain, const onednn::Desc& wanted,
             bool is_input);
    void run(Arguments args);

    int scratch_argument_;
    std::size_t scratch_bytes_ = 0;
    std::vector<Port> ports_;
    std::unordered_map<int, dnnl::memory> dnnl_arguments_;
    dnnl::primitive primitive_;
    dnnl::memory scratchpad_;
    std::size_t scratchpad_offset_ = 0;
};

} // namespace laptime::cpu
