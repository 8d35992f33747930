// SPDX-License-Identifier: Apache-2.0
// tanh(x) -> y and tanh_grad(dy, y) -> dx.
#include "engine/backends/cpu/kernels/makers.h"
#include "engine/backends/cpu/kernels/unary.h"
#include "engine/backends/cpu/math.h"

namespace laptime::cpu {

namespace {

struct Tanh {
    template <typename C>
    LAPTIME_INLINE C value(C x) const {
        return tanh_of(x);
    }
    template <typename C>
    LAPTIME_INLINE C slope(C y) const {
        return 1 - y * y;
    }
};

#define LAPTIME_LOOPS_OF(T) LAPTIME_UNARY(Tanh, T)
LAPTIME_EACH_FLOATING(LAPTIME_LOOPS_OF)

} // namespace

Kernel make_tanh(const KernelContext& context) {
    return make_unary(context, [](auto... args) { values(Tanh{}, args...); });
}

Kernel make_tanh_grad(const KernelContext& context) {
    return make_unary_grad(context, [](auto... args) { gradients(Tanh{}, args...); });
}

} // namespace laptime::cpu
