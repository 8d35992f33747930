// SPDX-License-Identifier: Apache-2.0
// add(a, b) -> y, element by element; b may be a scalar.
#include "engine/backends/cpu/kernels/binary.h"
#include "engine/backends/cpu/kernels/makers.h"

namespace laptime::cpu {

namespace {

template <typename T>
LAPTIME_INLINE void loop(const T* a, const T* b, T* y, std::int64_t count) {
    LAPTIME_INDEPENDENT
    for (std::int64_t i = 0; i < count; ++i)
        y[i] = store<T>(load(a[i]) + load(b[i]));
}

template <typename T>
LAPTIME_INLINE void loop(const T* a, Compute<T> b, T* y, std::int64_t count) {
    LAPTIME_INDEPENDENT
    for (std::int64_t i = 0; i < count; ++i)
        y[i] = store<T>(load(a[i]) + b);
}

#define LAPTIME_ADD(T)                                                                                       \
    LAPTIME_CLONES void tensor_range(const T* a, const T* b, T* y, std::int64_t count) {                     \
        loop(a, b, y, count);                                                                                \
    }                                                                                                        \
    LAPTIME_CLONES void scalar_range(const T* a, Compute<T> b, T* y, std::int64_t count) {                   \
        loop(a, b, y, count);                                                                                \
    }
LAPTIME_EACH_FLOATING(LAPTIME_ADD)

} // namespace

Kernel make_add(const KernelContext& context) {
    return make_binary(
        context, [](auto... args) { tensor_range(args...); }, [](auto... args) { scalar_range(args...); });
}

} // namespace laptime::cpu
