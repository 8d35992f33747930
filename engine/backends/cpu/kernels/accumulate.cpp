// SPDX-License-Identifier: Apache-2.0
// accumulate(sum, x): sum += x.
#include "engine/backends/cpu/element.h"
#include "engine/backends/cpu/kernels/makers.h"
#include "engine/backends/cpu/parallel.h"

namespace laptime::cpu {

namespace {

template <typename T>
LAPTIME_INLINE void loop(T* sum, const T* x, std::int64_t count) {
    LAPTIME_INDEPENDENT
    for (std::int64_t i = 0; i < count; ++i)
        sum[i] += x[i];
}

#define LAPTIME_ACCUMULATE(T)                                                                                \
    LAPTIME_CLONES void accumulate_range(T* sum, const T* x, std::int64_t count) {                           \
        loop(sum, x, count);                                                                                 \
    }
LAPTIME_EACH_FULL_PRECISION(LAPTIME_ACCUMULATE)

} // namespace

Kernel make_accumulate(const KernelContext& context) {
    if (context.dtype(0) != context.dtype(1))
        context.fail("sum and x must have one type");
    const std::int64_t count = context.shape(0).count();
    return visit_full_precision(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        return {[count](Arguments args) {
            T* sum = out<T>(args, 0);
            const T* x = in<T>(args, 1);
            parallel_elements(count, [=](std::int64_t begin, std::int64_t end) {
                accumulate_range(sum + begin, x + begin, end - begin);
            });
        }};
    });
}

} // namespace laptime::cpu
