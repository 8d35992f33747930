// SPDX-License-Identifier: Apache-2.0
// bias_add(x[..., C], b[C]) -> y.
#include "engine/backends/cpu/element.h"
#include "engine/backends/cpu/kernels/makers.h"
#include "engine/backends/cpu/parallel.h"

namespace laptime::cpu {

namespace {

template <typename T>
LAPTIME_INLINE void loop(const T* x, const T* b, T* y, std::int64_t rows, std::int64_t channels) {
    for (std::int64_t r = 0; r < rows; ++r, x += channels, y += channels) {
        LAPTIME_INDEPENDENT
        for (std::int64_t c = 0; c < channels; ++c)
            y[c] = store<T>(load(x[c]) + load(b[c]));
    }
}

#define LAPTIME_BIAS_ADD(T)                                                                                  \
    LAPTIME_CLONES void bias_add_rows(const T* x, const T* b, T* y, std::int64_t rows,                       \
                                      std::int64_t channels) {                                               \
        loop(x, b, y, rows, channels);                                                                       \
    }
LAPTIME_EACH_FLOATING(LAPTIME_BIAS_ADD)

} // namespace

Kernel make_bias_add(const KernelContext& context) {
    const std::int64_t channels = context.shape(0)[-1], rows = context.shape(0).count() / channels;
    return visit_floating(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        return {[=](Arguments args) {
            const T *x = in<T>(args, 0), *b = in<T>(args, 1);
            T* y = out<T>(args, 2);
            parallel_rows(rows, channels, [=](std::int64_t begin, std::int64_t end) {
                bias_add_rows(x + begin * channels, b, y + begin * channels, end - begin, channels);
            });
        }};
    });
}

} // namespace laptime::cpu
