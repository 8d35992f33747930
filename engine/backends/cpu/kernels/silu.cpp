// SPDX-License-Identifier: Apache-2.0
// silu(x) -> y = x · sigmoid(x) and silu_grad(dy, x) -> dx.
#include "engine/backends/cpu/kernels/makers.h"
#include "engine/backends/cpu/kernels/unary.h"
#include "engine/backends/cpu/math.h"

namespace laptime::cpu {

namespace {

struct Silu {
    template <typename C>
    LAPTIME_INLINE C value(C x) const {
        return x / (1 + exp_of(-x));
    }
    template <typename C>
    LAPTIME_INLINE C slope(C x) const {
        const C s = sigmoid_of(x);
        return s * (1 + x * (1 - s));
    }
};

#define LAPTIME_LOOPS_OF(T) LAPTIME_UNARY(Silu, T)
LAPTIME_EACH_FLOATING(LAPTIME_LOOPS_OF)

} // namespace

Kernel make_silu(const KernelContext& context) {
    return make_unary(context, [](auto... args) { values(Silu{}, args...); });
}

Kernel make_silu_grad(const KernelContext& context) {
    return make_unary_grad(context, [](auto... args) { gradients(Silu{}, args...); });
}

} // namespace laptime::cpu
