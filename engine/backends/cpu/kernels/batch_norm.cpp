// SPDX-License-Identifier: Apache-2.0
// batch_norm, batch_norm_grad and batch_norm_inference over all but the last axis. Statistics are sums in the
// accumulation type; the variance is taken around the mean in a second pass, which loses no digits.
#include <cmath>

#include "engine/backends/cpu/kernels/column_sums.h"
#include "engine/backends/cpu/kernels/makers.h"
#include "engine/backends/cpu/kernels/norm_rows.h"

namespace laptime::cpu {

namespace {

template <typename C>
C inverse_deviation(C variance, double epsilon) {
    return static_cast<C>(1 / std::sqrt(static_cast<double>(variance) + epsilon));
}

} // namespace

Kernel make_batch_norm(const KernelContext& context) {
    const std::int64_t channels = context.shape(0)[-1], rows = context.shape(0).count() / channels;
    const double epsilon = context.attrs().number("epsilon", 1e-3);
    return visit_floating(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        using C = Compute<T>;
        const std::size_t sums = column_sums_scratch(channels, 1);
        return {[=](Arguments args) {
                    const T* x = in<T>(args, 0);
                    const C *gamma = in<C>(args, 1), *beta = in<C>(args, 2);
                    T* y = out<T>(args, 3);
                    C *mean = out<C>(args, 4), *variance = out<C>(args, 5), *scratch = out<C>(args, 6);
                    C* scale = scratch + sums;
                    column_sums(rows, channels, 1, scratch, mean,
                                [=](std::int64_t begin, std::int64_t end, C* into) {
                                    sum_rows(x + begin * channels, end - begin, channels, into);
                                });
                    for (std::int64_t c = 0; c < channels; ++c)
                        mean[c] /= static_cast<C>(rows);
                    column_sums(rows, channels, 1, scratch, variance,
                                [=](std::int64_t begin, std::int64_t end, C* into) {
                                    square_rows(x + begin * channels, mean, end - begin, channels, into);
                                });
                    for (std::int64_t c = 0; c < channels; ++c) {
                        variance[c] /= static_cast<C>(rows);
                        scale[c] = gamma[c] * inverse_deviation(variance[c], epsilon);
                    }
                    parallel_rows(rows, channels, [=](std::int64_t begin, std::int64_t end) {
                        affine_rows(x + begin * channels, mean, scale, beta, y + begin * channels,
                                    end - begin, channels);
                    });
                },
                (sums + static_cast<std::size_t>(channels)) * sizeof(C)};
    });
}

Kernel make_batch_norm_grad(const KernelContext& context) {
    const std::int64_t channels = context.shape(1)[-1], rows = context.shape(1).count() / channels;
    const double epsilon = context.attrs().number("epsilon", 1e-3);
    return visit_floating(context.dtype(1), [&](auto element) -> Kernel {
        using T = decltype(element);
        using C = Compute<T>;
        const std::size_t sums = column_sums_scratch(channels, 2);
        const auto width = static_cast<std::size_t>(channels);
        return {[=](Arguments args) {
                    const T *dy = in<T>(args, 0), *x = in<T>(args, 1);
                    const C *gamma = in<C>(args, 2), *mean = in<C>(args, 3), *variance = in<C>(args, 4);
                    T* dx = out<T>(args, 5);
                    C *dgamma = out<C>(args, 6), *dbeta = out<C>(args, 7), *scratch = out<C>(args, 8);
                    C *totals = scratch + sums, *a = totals + 2 * width, *b = a + width, *shift = b + width;
                    column_sums(rows, channels, 2, scratch, totals,
                                [=](std::int64_t begin, std::int64_t end, C* into) {
                                    gradient_sum_rows(dy + begin * channels, x + begin * channels, mean,
                                                      end - begin, channels, into);
                                });
                    // dx = gamma/s · (dy − mean(dy) − xhat · mean(dy · xhat)) with xhat = (x − mean)/s
                    for (std::int64_t c = 0; c < channels; ++c) {
                        const C inverse = inverse_deviation(variance[c], epsilon);
                        dgamma[c] = totals[c] * inverse;
                        dbeta[c] = totals[channels + c];
                        a[c] = gamma[c] * inverse;
                        b[c] = -a[c] * inverse * dgamma[c] / static_cast<C>(rows);
                        shift[c] = -a[c] * dbeta[c] / static_cast<C>(rows);
                    }
                    parallel_rows(rows, channels, [=](std::int64_t begin, std::int64_t end) {
                        gradient_rows(dy + begin * channels, x + begin * channels, mean, a, b, shift,
                                      dx + begin * channels, end - begin, channels);
                    });
                },
                (sums + 5 * width) * sizeof(C)};
    });
}

Kernel make_batch_norm_inference(const KernelContext& context) {
    const std::int64_t channels = context.shape(0)[-1], rows = context.shape(0).count() / channels;
    const double epsilon = context.attrs().number("epsilon", 1e-3);
    return visit_floating(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        using C = Compute<T>;
        return {[=](Arguments args) {
                    const T* x = in<T>(args, 0);
                    const C *gamma = in<C>(args, 1), *beta = in<C>(args, 2);
                    const C *mean = in<C>(args, 3), *variance = in<C>(args, 4);
                    T* y = out<T>(args, 5);
                    C* scale = out<C>(args, 6);
                    for (std::int64_t c = 0; c < channels; ++c) {
                        scale[c] = gamma[c] * inverse_deviation(variance[c], epsilon);
                    }
                    parallel_rows(rows, channels, [=](std::int64_t begin, std::int64_t end) {
                        affine_rows(x + begin * channels, mean, scale, beta, y + begin * channels,
                                    end - begin, channels);
                    });
                },
                static_cast<std::size_t>(channels) * sizeof(C)};
    });
}

} // namespace laptime::cpu
