// SPDX-License-Identifier: Apache-2.0
// leaky_relu(x) -> y and leaky_relu_grad(dy, y) -> dx. NaN passes through.
#include "engine/backends/cpu/kernels/makers.h"
#include "engine/backends/cpu/kernels/unary.h"

namespace laptime::cpu {

namespace {

struct LeakyRelu {
    double below; ///< the slope where x < 0

    template <typename C>
    LAPTIME_INLINE C value(C x) const {
        return x < 0 ? static_cast<C>(below) * x : x;
    }
    template <typename C>
    LAPTIME_INLINE C slope(C y) const {
        return y <= 0 ? static_cast<C>(below) : C{1};
    }
};

#define LAPTIME_LOOPS_OF(T) LAPTIME_UNARY(LeakyRelu, T)
LAPTIME_EACH_FLOATING(LAPTIME_LOOPS_OF)

LeakyRelu function_of(const KernelContext& context) {
    return {context.attrs().number("slope", 0.3)};
}

} // namespace

Kernel make_leaky_relu(const KernelContext& context) {
    return make_unary(context, [f = function_of(context)](auto... args) { values(f, args...); });
}

Kernel make_leaky_relu_grad(const KernelContext& context) {
    return make_unary_grad(context, [f = function_of(context)](auto... args) { gradients(f, args...); });
}

} // namespace laptime::cpu
