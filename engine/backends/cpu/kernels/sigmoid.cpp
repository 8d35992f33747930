// SPDX-License-Identifier: Apache-2.0
// sigmoid(x) -> y and sigmoid_grad(dy, y) -> dx.
#include "engine/backends/cpu/kernels/makers.h"
#include "engine/backends/cpu/kernels/unary.h"
#include "engine/backends/cpu/math.h"

namespace laptime::cpu {

namespace {

struct Sigmoid {
    template <typename C>
    LAPTIME_INLINE C value(C x) const {
        return sigmoid_of(x);
    }
    template <typename C>
    LAPTIME_INLINE C slope(C y) const {
        return y * (1 - y);
    }
};

#define LAPTIME_LOOPS_OF(T) LAPTIME_UNARY(Sigmoid, T)
LAPTIME_EACH_FLOATING(LAPTIME_LOOPS_OF)

} // namespace

Kernel make_sigmoid(const KernelContext& context) {
    return make_unary(context, [](auto... args) { values(Sigmoid{}, args...); });
}

Kernel make_sigmoid_grad(const KernelContext& context) {
    return make_unary_grad(context, [](auto... args) { gradients(Sigmoid{}, args...); });
}

} // namespace laptime::cpu
