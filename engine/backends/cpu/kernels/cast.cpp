// SPDX-License-Identifier: Apache-2.0
// cast(x) -> y between floating types.
#include "engine/backends/cpu/element.h"
#include "engine/backends/cpu/kernels/makers.h"
#include "engine/backends/cpu/parallel.h"

namespace laptime::cpu {

namespace {

template <typename From, typename To>
LAPTIME_INLINE void cast_loop(const From* x, To* y, std::int64_t count) {
    LAPTIME_INDEPENDENT
    for (std::int64_t i = 0; i < count; ++i)
        y[i] = store<To>(static_cast<Compute<To>>(load(x[i])));
}

#define LAPTIME_CAST(From, To)                                                                               \
    LAPTIME_CLONES void cast_range(const From* x, To* y, std::int64_t count) {                               \
        cast_loop(x, y, count);                                                                              \
    }
#define LAPTIME_CAST_FROM(From)                                                                              \
    LAPTIME_CAST(From, double)                                                                               \
    LAPTIME_CAST(From, float) LAPTIME_CAST(From, BFloat16) LAPTIME_CAST(From, Float16)
LAPTIME_EACH_FLOATING(LAPTIME_CAST_FROM)

} // namespace

Kernel make_cast(const KernelContext& context) {
    const std::int64_t count = context.shape(0).count();
    return visit_floating(context.dtype(0), [&](auto from) {
        return visit_floating(context.outputs[0].dtype, [&](auto to) {
            using From = decltype(from);
            using To = decltype(to);
            return Kernel{[count](Arguments args) {
                const From* x = in<From>(args, 0);
                To* y = out<To>(args, 1);
                parallel_elements(count, [=](std::int64_t begin, std::int64_t end) {
                    cast_range(x + begin, y + begin, end - begin);
                });
            }};
        });
    });
}

} // namespace laptime::cpu
