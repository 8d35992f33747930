// SPDX-License-Identifier: Apache-2.0
// learning_rate(counter) -> rate, by the formula that the host uses as well.
#include "engine/graph/ops/learning_rate.h"

#include "engine/backends/cpu/element.h"
#include "engine/backends/cpu/kernels/makers.h"

namespace laptime::cpu {

Kernel make_learning_rate(const KernelContext& context) {
    return visit_full_precision(context.outputs[0].dtype, [&](auto element) -> Kernel {
        using T = decltype(element);
        return {[attrs = context.attrs()](Arguments args) {
            *out<T>(args, 1) = static_cast<T>(learning_rate_at(attrs, *in<std::int64_t>(args, 0)));
        }};
    });
}

} // namespace laptime::cpu
