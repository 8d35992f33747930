// SPDX-License-Identifier: Apache-2.0
// batch_norm, batch_norm_grad and batch_norm_inference over all but the last axis, each with the relu that
// may be fused behind it. Statistics are taken in fixed parts of the rows that are joined in order, in the
// accumulation type, so they do not depend on the number of threads.
#include <cmath>

#include "engine/backends/cpu/kernels/column_sums.h"
#include "engine/backends/cpu/kernels/makers.h"
#include "engine/backends/cpu/kernels/norm_rows.h"

namespace laptime::cpu {

namespace {

/// What the kernels know of a node.
struct Norm {
    std::int64_t channels, rows, width;
    double epsilon;
    bool relu;

    Norm(const KernelContext& context, int x)
        : channels(context.shape(x)[-1]), rows(context.shape(x).count() / channels),
          width(channels * side_by_side(channels)), epsilon(context.attrs().number("epsilon", 1e-3)),
          relu(context.attrs().text("activation") == "relu") {}

    std::int64_t elements() const { return rows * channels; }
};

template <typename C>
C inverse_deviation(C variance, double epsilon) {
    return static_cast<C>(1 / std::sqrt(static_cast<double>(variance) + epsilon));
}

/// center, scale and beta of each lane, in 3 · width elements at `to`.
template <typename C>
NormLanes<C> make_lanes(const Norm& n, const C* mean, const C* variance, const C* gamma, const C* beta,
                        C* to) {
    C *center = to, *scale = to + n.width, *offset = scale + n.width;
    for (std::int64_t c = 0; c < n.channels; ++c) {
        center[c] = mean[c];
        scale[c] = gamma[c] * inverse_deviation(variance[c], n.epsilon);
        offset[c] = beta[c];
    }
    for (C* lanes : {center, scale, offset})
        repeat_lanes(lanes, n.channels, n.width);
    return {center, scale, offset, n.width, n.relu};
}

/// body(begin, end) for elements, in parts that begin at lane 0.
template <typename Body>
void parallel_lanes(const Norm& n, Body body) {
    parallel_for(n.elements(), serial_elements, n.width, body);
}

/// Elements of work space that statistics() needs.
std::int64_t statistics_work(const Norm& n) {
    return reduction_parts * (2 * n.channels + moments_work(n.width));
}

/// mean and biased variance of each channel.
template <typename T, typename C>
void statistics(const Norm& n, const T* x, C* mean, C* variance, C* work) {
    const std::int64_t stride = 2 * n.channels + moments_work(n.width);
    parallel_for(reduction_parts, n.elements() <= serial_elements ? reduction_parts : 0, 1,
                 [=](std::int64_t begin, std::int64_t end) {
                     for (std::int64_t part = begin; part < end; ++part) {
                         const auto [first, last] = reduction_range(n.rows, part);
                         C* part_mean = work + part * stride;
                         moments_of_rows(x + first * n.channels, last - first, n.channels, n.width, part_mean,
                                         part_mean + n.channels, part_mean + 2 * n.channels);
                     }
                 });
    std::fill_n(mean, n.channels, C{0});
    std::fill_n(variance, n.channels, C{0});
    for (std::int64_t part = 0; part < reduction_parts; ++part) {
        const auto [first, last] = reduction_range(n.rows, part);
        if (first == last)
            continue;
        const C *part_mean = work + part * stride, *part_squares = part_mean + n.channels;
        const C share = static_cast<C>(last - first) / static_cast<C>(last);
        for (std::int64_t c = 0; c < n.channels; ++c) { // Chan, Golub and LeVeque, as inside of a part
            const C d = part_mean[c] - mean[c];
            mean[c] += d * share;
            variance[c] += part_squares[c] + d * d * (static_cast<C>(first) * share);
        }
    }
    for (std::int64_t c = 0; c < n.channels; ++c)
        variance[c] /= static_cast<C>(n.rows);
}

} // namespace

Kernel make_batch_norm(const KernelContext& context) {
    const Norm n(context, 0);
    return visit_floating(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        using C = Compute<T>;
        const std::int64_t work = statistics_work(n);
        return {[=](Arguments args) {
                    const T* x = in<T>(args, 0);
                    T* y = out<T>(args, 3);
                    C *mean = out<C>(args, 4), *variance = out<C>(args, 5), *scratch = out<C>(args, 6);
                    statistics(n, x, mean, variance, scratch);
                    const NormLanes<C> lanes =
                        make_lanes(n, mean, variance, in<C>(args, 1), in<C>(args, 2), scratch + work);
                    parallel_lanes(n, [=](std::int64_t begin, std::int64_t end) {
                        norm_range(lanes, x + begin, y + begin, end - begin);
                    });
                },
                static_cast<std::size_t>(work + 3 * n.width) * sizeof(C)};
    });
}

Kernel make_batch_norm_grad(const KernelContext& context) {
    const Norm n(context, 1);
    const int dx =
        static_cast<int>(context.inputs.size()); // its argument: behind beta, where there is a relu
    return visit_floating(context.dtype(1), [&](auto element) -> Kernel {
        using T = decltype(element);
        using C = Compute<T>;
        const auto sums = static_cast<std::int64_t>(column_sums_scratch(n.channels, 2));
        return {[=](Arguments args) {
                    const T *dy = in<T>(args, 0), *x = in<T>(args, 1);
                    const C *gamma = in<C>(args, 2), *mean = in<C>(args, 3), *variance = in<C>(args, 4);
                    T* to = out<T>(args, dx);
                    C *dgamma = out<C>(args, dx + 1), *dbeta = out<C>(args, dx + 2),
                      *scratch = out<C>(args, dx + 3);
                    C *totals = scratch + sums, *a = totals + 2 * n.channels, *b = a + n.width,
                      *shift = b + n.width;
                    // Without a relu nothing asks for beta; any numbers stand in for it.
                    const C* beta = n.relu ? in<C>(args, 5) : gamma;
                    const NormLanes<C> lanes = make_lanes(n, mean, variance, gamma, beta, shift + n.width);
                    column_sums(n.rows, n.channels, 2, scratch, totals,
                                [=](std::int64_t begin, std::int64_t end, C* into) {
                                    norm_sum_range(lanes, dy + begin * n.channels, x + begin * n.channels,
                                                   (end - begin) * n.channels, into);
                                });
                    // dx = gamma/s · (dy − mean(dy) − xhat · mean(dy · xhat)) with xhat = (x − mean)/s
                    for (std::int64_t c = 0; c < n.channels; ++c) {
                        const C inverse = inverse_deviation(variance[c], n.epsilon);
                        dgamma[c] = totals[c] * inverse;
                        dbeta[c] = totals[n.channels + c];
                        a[c] = gamma[c] * inverse;
                        b[c] = -a[c] * inverse * dgamma[c] / static_cast<C>(n.rows);
                        shift[c] = -a[c] * dbeta[c] / static_cast<C>(n.rows);
                    }
                    for (C* vector : {a, b, shift})
                        repeat_lanes(vector, n.channels, n.width);
                    parallel_lanes(n, [=](std::int64_t begin, std::int64_t end) {
                        norm_gradient_range(lanes, dy + begin, x + begin, a, b, shift, to + begin,
                                            end - begin);
                    });
                },
                static_cast<std::size_t>(sums + 2 * n.channels + 6 * n.width) * sizeof(C)};
    });
}

Kernel make_batch_norm_inference(const KernelContext& context) {
    const Norm n(context, 0);
    return visit_floating(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        using C = Compute<T>;
        return {[=](Arguments args) {
                    const T* x = in<T>(args, 0);
                    T* y = out<T>(args, 5);
                    const NormLanes<C> lanes = make_lanes(n, in<C>(args, 3), in<C>(args, 4), in<C>(args, 1),
                                                          in<C>(args, 2), out<C>(args, 6));
                    parallel_lanes(n, [=](std::int64_t begin, std::int64_t end) {
                        norm_range(lanes, x + begin, y + begin, end - begin);
                    });
                },
                static_cast<std::size_t>(3 * n.width) * sizeof(C)};
    });
}

} // namespace laptime::cpu
