// SPDX-License-Identifier: Apache-2.0
// softmax(x) -> y over the last axis and softmax_grad(dy, y) -> dx.
#include "engine/backends/cpu/element.h"
#include "engine/backends/cpu/kernels/makers.h"
#include "engine/backends/cpu/kernels/softmax_rows.h"
#include "engine/backends/cpu/parallel.h"

namespace laptime::cpu {

namespace {

template <typename T>
LAPTIME_INLINE void loop(const T* x, T* y, std::int64_t rows, std::int64_t width) {
    for (std::int64_t r = 0; r < rows; ++r, x += width, y += width)
        scale_row(y, 1 / exponentials(x, y, width).sum, width);
}

template <typename T>
LAPTIME_INLINE void gradient_loop(const T* dy, const T* y, T* dx, std::int64_t rows, std::int64_t width) {
    for (std::int64_t r = 0; r < rows; ++r, dy += width, y += width, dx += width) {
        T sum = 0;
#pragma omp simd reduction(+ : sum)
        for (std::int64_t c = 0; c < width; ++c)
            sum += dy[c] * y[c];
        LAPTIME_INDEPENDENT
        for (std::int64_t c = 0; c < width; ++c)
            dx[c] = y[c] * (dy[c] - sum);
    }
}

#define LAPTIME_SOFTMAX(T)                                                                                   \
    LAPTIME_CLONES void softmax_rows(const T* x, T* y, std::int64_t rows, std::int64_t width) {              \
        loop(x, y, rows, width);                                                                             \
    }                                                                                                        \
    LAPTIME_CLONES void softmax_grad_rows(const T* dy, const T* y, T* dx, std::int64_t rows,                 \
                                          std::int64_t width) {                                              \
        gradient_loop(dy, y, dx, rows, width);                                                               \
    }
LAPTIME_EACH_FULL_PRECISION(LAPTIME_SOFTMAX)

} // namespace

Kernel make_softmax(const KernelContext& context) {
    const std::int64_t width = context.shape(0)[-1], rows = context.shape(0).count() / width;
    return visit_full_precision(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        return {[=](Arguments args) {
            // An exponential costs about as much as four plain elements.
            parallel_rows(rows, 4 * width, [=](std::int64_t begin, std::int64_t end) {
                softmax_rows(in<T>(args, 0) + begin * width, out<T>(args, 1) + begin * width, end - begin,
                             width);
            });
        }};
    });
}

Kernel make_softmax_grad(const KernelContext& context) {
    const std::int64_t width = context.shape(0)[-1], rows = context.shape(0).count() / width;
    return visit_full_precision(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        return {[=](Arguments args) {
            parallel_rows(rows, width, [=](std::int64_t begin, std::int64_t end) {
                softmax_grad_rows(in<T>(args, 0) + begin * width, in<T>(args, 1) + begin * width,
                                  out<T>(args, 2) + begin * width, end - begin, width);
            });
        }};
    });
}

} // namespace laptime::cpu
