// SPDX-License-Identifier: Apache-2.0
// add(a, b) -> y, element by element, with the relu that may be fused behind it; b may be a scalar.
#include "engine/backends/cpu/kernels/binary.h"
#include "engine/backends/cpu/kernels/makers.h"

namespace laptime::cpu {

namespace {

template <bool relu, typename C>
LAPTIME_INLINE C activated(C sum) {
    return relu && sum <= 0 ? 0 : sum;
}

template <bool relu, typename T>
LAPTIME_INLINE void loop(const T* a, const T* b, T* y, std::int64_t count) {
    LAPTIME_INDEPENDENT
    for (std::int64_t i = 0; i < count; ++i)
        y[i] = store<T>(activated<relu>(load(a[i]) + load(b[i])));
}

template <bool relu, typename T>
LAPTIME_INLINE void loop(const T* a, Compute<T> b, T* y, std::int64_t count) {
    LAPTIME_INDEPENDENT
    for (std::int64_t i = 0; i < count; ++i)
        y[i] = store<T>(activated<relu>(load(a[i]) + b));
}

#define LAPTIME_ADD(T)                                                                                       \
    LAPTIME_CLONES void tensor_range(const T* a, const T* b, T* y, std::int64_t count, bool relu) {          \
        if (relu)                                                                                            \
            loop<true>(a, b, y, count);                                                                      \
        else                                                                                                 \
            loop<false>(a, b, y, count);                                                                     \
    }                                                                                                        \
    LAPTIME_CLONES void scalar_range(const T* a, Compute<T> b, T* y, std::int64_t count, bool relu) {        \
        if (relu)                                                                                            \
            loop<true>(a, b, y, count);                                                                      \
        else                                                                                                 \
            loop<false>(a, b, y, count);                                                                     \
    }
LAPTIME_EACH_FLOATING(LAPTIME_ADD)

} // namespace

Kernel make_add(const KernelContext& context) {
    const bool relu = context.attrs().text("activation") == "relu";
    return make_binary(
        context, [relu](auto... args) { tensor_range(args..., relu); },
        [relu](auto... args) { scalar_range(args..., relu); });
}

} // namespace laptime::cpu
