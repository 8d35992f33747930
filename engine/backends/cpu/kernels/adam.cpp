// SPDX-License-Identifier: Apache-2.0
// adam(p, g, m, v, rate, counter, ok), PyTorch's form; AdamW where decoupled. The bias corrections are
// computed once in double precision.
#include <cmath>

#include "engine/backends/cpu/element.h"
#include "engine/backends/cpu/kernels/makers.h"
#include "engine/backends/cpu/parallel.h"

namespace laptime::cpu {

namespace {

template <typename T>
struct AdamStep {
    T beta1, beta2, rest1, rest2; ///< rest: 1 − beta, subtracted in double precision
    T epsilon;
    T size;         ///< rate / (1 − beta1^t)
    T inverse_root; ///< 1 / sqrt(1 − beta2^t)
    T decay;        ///< added to the gradient
    T shrink;       ///< multiplied into the weight first
};

template <typename T>
LAPTIME_INLINE void loop(T* p, const T* g, T* m, T* v, std::int64_t count, const AdamStep<T>& step) {
    const AdamStep<T> s = step; // a copy, which the stores below cannot change
    LAPTIME_INDEPENDENT
    for (std::int64_t i = 0; i < count; ++i) {
        const T d = g[i] + s.decay * p[i];
        m[i] = s.beta1 * m[i] + s.rest1 * d;
        v[i] = s.beta2 * v[i] + s.rest2 * d * d;
        p[i] = p[i] * s.shrink - s.size * m[i] / (std::sqrt(v[i]) * s.inverse_root + s.epsilon);
    }
}

#define LAPTIME_ADAM(T)                                                                                      \
    LAPTIME_CLONES void adam_range(T* p, const T* g, T* m, T* v, std::int64_t count, const AdamStep<T>& s) { \
        loop(p, g, m, v, count, s);                                                                          \
    }
LAPTIME_EACH_FULL_PRECISION(LAPTIME_ADAM)

} // namespace

Kernel make_adam(const KernelContext& context) {
    const std::int64_t count = context.shape(0).count();
    const double beta1 = context.attrs().number("beta1", 0.9), beta2 = context.attrs().number("beta2", 0.999);
    const double epsilon = context.attrs().number("epsilon", 1e-8);
    const double decay = context.attrs().number("weight_decay");
    const bool decoupled = context.attrs().flag("decoupled");
    return visit_full_precision(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        return {[=](Arguments args) {
            if (*in<T>(args, 6) == 0)
                return;
            const double rate = *in<T>(args, 4), t = static_cast<double>(*in<std::int64_t>(args, 5) + 1);
            const AdamStep<T> step = {
                static_cast<T>(beta1),
                static_cast<T>(beta2),
                static_cast<T>(1 - beta1),
                static_cast<T>(1 - beta2),
                static_cast<T>(epsilon),
                static_cast<T>(rate / (1 - std::pow(beta1, t))),
                static_cast<T>(1 / std::sqrt(1 - std::pow(beta2, t))),
                static_cast<T>(decoupled ? 0 : decay),
                static_cast<T>(decoupled ? 1 - rate * decay : 1),
            };
            parallel_elements(count, [=](std::int64_t begin, std::int64_t end) {
                adam_range(out<T>(args, 0) + begin, in<T>(args, 1) + begin, out<T>(args, 2) + begin,
                           out<T>(args, 3) + begin, end - begin, step);
            });
        }};
    });
}

} // namespace laptime::cpu
