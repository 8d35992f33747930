// SPDX-License-Identifier: Apache-2.0
// layer_norm(x, gamma, beta) -> y, mean, inverse_deviation over the last axis, and layer_norm_grad(dy, x,
// gamma, mean, inverse_deviation) -> dx, dgamma, dbeta. A row is read from memory once and then stays in the
// cache; the gradient makes a row's dx and its part of dgamma and dbeta together.
#include <cmath>

#include "engine/backends/cpu/kernels/column_sums.h"
#include "engine/backends/cpu/kernels/makers.h"

namespace laptime::cpu {

namespace {

template <typename T>
LAPTIME_INLINE void loop(const T* x, const Compute<T>* gamma, const Compute<T>* beta, double epsilon, T* y,
                         Compute<T>* mean, Compute<T>* inverse, std::int64_t rows, std::int64_t width) {
    using C = Compute<T>;
    for (std::int64_t r = 0; r < rows; ++r, x += width, y += width) {
        C sum = 0;
#pragma omp simd reduction(+ : sum)
        for (std::int64_t c = 0; c < width; ++c)
            sum += load(x[c]);
        const C m = sum / static_cast<C>(width);
        C squares = 0;
#pragma omp simd reduction(+ : squares)
        for (std::int64_t c = 0; c < width; ++c)
            squares += (load(x[c]) - m) * (load(x[c]) - m);
        const double variance = static_cast<double>(squares) / static_cast<double>(width);
        const C inv = static_cast<C>(1 / std::sqrt(variance + epsilon));
        mean[r] = m;
        inverse[r] = inv;
        LAPTIME_INDEPENDENT
        for (std::int64_t c = 0; c < width; ++c)
            y[c] = store<T>((load(x[c]) - m) * inv * gamma[c] + beta[c]);
    }
}

/// dx = inverse · (g − mean(g) − normal · mean(g · normal)) with g = dy · gamma, normal = (x − mean) ·
/// inverse. Adds up dy · normal in dgamma and dy in dbeta.
template <typename T>
LAPTIME_INLINE void gradient_loop(const T* dy, const T* x, const Compute<T>* gamma, const Compute<T>* mean,
                                  const Compute<T>* inverse, T* dx, Compute<T>* dgamma, Compute<T>* dbeta,
                                  std::int64_t rows, std::int64_t width) {
    using C = Compute<T>;
    for (std::int64_t r = 0; r < rows; ++r, dy += width, x += width, dx += width) {
        const C m = mean[r], inv = inverse[r];
        C sum = 0, product = 0;
#pragma omp simd reduction(+ : sum, product)
        for (std::int64_t c = 0; c < width; ++c) {
            const C gradient = load(dy[c]), normal = (load(x[c]) - m) * inv;
            dgamma[c] += gradient * normal;
            dbeta[c] += gradient;
            sum += gradient * gamma[c];
            product += gradient * gamma[c] * normal;
        }
        const C mean_sum = sum / static_cast<C>(width), mean_product = product / static_cast<C>(width);
        LAPTIME_INDEPENDENT
        for (std::int64_t c = 0; c < width; ++c) {
            const C normal = (load(x[c]) - m) * inv;
            dx[c] = store<T>(inv * (load(dy[c]) * gamma[c] - mean_sum - normal * mean_product));
        }
    }
}

#define LAPTIME_LAYER_NORM(T)                                                                                \
    LAPTIME_CLONES void norm_rows(const T* x, const Compute<T>* gamma, const Compute<T>* beta,               \
                                  double epsilon, T* y, Compute<T>* mean, Compute<T>* inverse,               \
                                  std::int64_t rows, std::int64_t width) {                                   \
        loop(x, gamma, beta, epsilon, y, mean, inverse, rows, width);                                        \
    }                                                                                                        \
    LAPTIME_CLONES void norm_gradient_rows(                                                                  \
        const T* dy, const T* x, const Compute<T>* gamma, const Compute<T>* mean, const Compute<T>* inverse, \
        T* dx, Compute<T>* dgamma, Compute<T>* dbeta, std::int64_t rows, std::int64_t width) {               \
        gradient_loop(dy, x, gamma, mean, inverse, dx, dgamma, dbeta, rows, width);                          \
    }
LAPTIME_EACH_FLOATING(LAPTIME_LAYER_NORM)

} // namespace

Kernel make_layer_norm(const KernelContext& context) {
    const std::int64_t width = context.shape(0)[-1], rows = context.shape(0).count() / width;
    const double epsilon = context.attrs().number("epsilon", 1e-3);
    return visit_floating(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        using C = Compute<T>;
        return {[=](Arguments args) {
            parallel_rows(rows, width, [=](std::int64_t begin, std::int64_t end) {
                norm_rows(in<T>(args, 0) + begin * width, in<C>(args, 1), in<C>(args, 2), epsilon,
                          out<T>(args, 3) + begin * width, out<C>(args, 4) + begin, out<C>(args, 5) + begin,
                          end - begin, width);
            });
        }};
    });
}

Kernel make_layer_norm_grad(const KernelContext& context) {
    const std::int64_t width = context.shape(1)[-1], rows = context.shape(1).count() / width;
    return visit_floating(context.dtype(1), [&](auto element) -> Kernel {
        using T = decltype(element);
        using C = Compute<T>;
        const std::size_t sums = column_sums_scratch(width, 2);
        const std::int64_t lanes = width * side_by_side(width);
        return {[=](Arguments args) {
                    C* scratch = out<C>(args, 8);
                    C* totals = scratch + sums;
                    column_sums(
                        rows, width, 2, scratch, totals, [=](std::int64_t begin, std::int64_t end, C* into) {
                            std::fill_n(into, 2 * lanes, C{0});
                            norm_gradient_rows(in<T>(args, 0) + begin * width, in<T>(args, 1) + begin * width,
                                               in<C>(args, 2), in<C>(args, 3) + begin, in<C>(args, 4) + begin,
                                               out<T>(args, 5) + begin * width, into, into + lanes,
                                               end - begin, width);
                        });
                    std::copy_n(totals, width, out<C>(args, 6));
                    std::copy_n(totals + width, width, out<C>(args, 7));
                },
                (sums + 2 * static_cast<std::size_t>(width)) * sizeof(C)};
    });
}

} // namespace laptime::cpu
