// SPDX-License-Identifier: Apache-2.0
// increment(counter, ok): counter += 1 where ok is not 0.
#include "engine/backends/cpu/element.h"
#include "engine/backends/cpu/kernels/makers.h"

namespace laptime::cpu {

Kernel make_increment(const KernelContext& context) {
    return visit_full_precision(context.dtype(1), [&](auto element) -> Kernel {
        using T = decltype(element);
        return {[](Arguments args) { *out<std::int64_t>(args, 0) += *in<T>(args, 1) != 0; }};
    });
}

} // namespace laptime::cpu
