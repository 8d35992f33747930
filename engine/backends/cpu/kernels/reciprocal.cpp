// SPDX-License-Identifier: Apache-2.0
// reciprocal(x) -> y of a scalar.
#include "engine/backends/cpu/element.h"
#include "engine/backends/cpu/kernels/makers.h"

namespace laptime::cpu {

Kernel make_reciprocal(const KernelContext& context) {
    const std::int64_t count = context.shape(0).count();
    return visit_full_precision(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        return {[count](Arguments args) {
            for (std::int64_t i = 0; i < count; ++i)
                out<T>(args, 1)[i] = 1 / in<T>(args, 0)[i];
        }};
    });
}

} // namespace laptime::cpu
