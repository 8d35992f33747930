// SPDX-License-Identifier: Apache-2.0
// gelu(x) -> y and gelu_grad(dy, x) -> dx, in both forms.
#include "engine/backends/cpu/kernels/makers.h"
#include "engine/backends/cpu/kernels/unary.h"
#include "engine/backends/cpu/math.h"

namespace laptime::cpu {

namespace {

struct ExactGelu {
    template <typename C>
    LAPTIME_INLINE C value(C x) const {
        return x * normal_of(x).below;
    }
    template <typename C>
    LAPTIME_INLINE C slope(C x) const {
        const Normal<C> normal = normal_of(x);
        return normal.below + x * normal.density;
    }
};

/// (1 + tanh(u))/2 is sigmoid(2u), which keeps its digits where it is small.
struct TanhGelu {
    static constexpr double factor = 2 * std::numbers::sqrt2 * std::numbers::inv_sqrtpi; ///< of 2u
    static constexpr double cubic = 0.044715;

    template <typename C>
    LAPTIME_INLINE C value(C x) const {
        return x / (1 + exp_of(-static_cast<C>(factor) * (x + static_cast<C>(cubic) * x * x * x)));
    }
    template <typename C>
    LAPTIME_INLINE C slope(C x) const {
        const C square = static_cast<C>(cubic) * x * x;
        const C s = sigmoid_of(static_cast<C>(factor) * x * (1 + square));
        return s + x * s * (1 - s) * static_cast<C>(factor) * (1 + 3 * square);
    }
};

#define LAPTIME_LOOPS_OF(T) LAPTIME_UNARY(ExactGelu, T) LAPTIME_UNARY(TanhGelu, T)
LAPTIME_EACH_FLOATING(LAPTIME_LOOPS_OF)

} // namespace

Kernel make_gelu(const KernelContext& context) {
    if (context.attrs().flag("approximate"))
        return make_unary(context, [](auto... args) { values(TanhGelu{}, args...); });
    return make_unary(context, [](auto... args) { values(ExactGelu{}, args...); });
}

Kernel make_gelu_grad(const KernelContext& context) {
    if (context.attrs().flag("approximate"))
        return make_unary_grad(context, [](auto... args) { gradients(TanhGelu{}, args...); });
    return make_unary_grad(context, [](auto... args) { gradients(ExactGelu{}, args...); });
}

} // namespace laptime::cpu
