// SPDX-License-Identifier: Apache-2.0
// group_norm(x, gamma, beta) -> y, mean, inverse_deviation and group_norm_grad(dy, x, gamma, mean,
// inverse_deviation) -> dx, dgamma, dbeta on [N, H, W, C]. Sums are taken a channel, with the channels in
// vectors, and joined to groups after that; an item is one thread's, and the items' parts of dgamma and dbeta
// are added in order.
#include <cmath>

#include "engine/backends/cpu/kernels/column_sums.h"
#include "engine/backends/cpu/kernels/makers.h"
#include "engine/backends/cpu/kernels/norm_rows.h"

namespace laptime::cpu {

namespace {

struct Groups {
    std::int64_t items, pixels, channels, groups;
    double epsilon;

    explicit Groups(const KernelContext& context, int x)
        : items(context.shape(x)[0]), pixels(context.shape(x)[1] * context.shape(x)[2]),
          channels(context.shape(x)[3]), groups(context.attrs().integer("groups", 1)),
          epsilon(context.attrs().number("epsilon", 1e-3)) {}

    std::int64_t size() const { return channels / groups; }
    std::int64_t elements() const { return pixels * channels; } ///< of an item
    std::int64_t count() const { return pixels * size(); }      ///< elements that share a statistic
    /// Elements of a vector of sums.
    std::int64_t width() const { return channels * side_by_side(channels); }
};

/// Sum over a group's channels of values(c).
template <typename C, typename Values>
C over_group(const Groups& g, std::int64_t group, Values values) {
    C sum = 0;
    for (std::int64_t c = group * g.size(); c < (group + 1) * g.size(); ++c)
        sum += values(c);
    return sum;
}

/// Joins the moments of a group's channels, which have as many elements each.
template <typename C>
void join(const Groups& g, std::int64_t group, const C* means, const C* squares, C& mean, C& inverse) {
    const C channel = static_cast<C>(g.pixels);
    mean = over_group<C>(g, group, [=](std::int64_t c) { return means[c]; }) / static_cast<C>(g.size());
    const C sum = over_group<C>(g, group, [=, center = mean](std::int64_t c) {
        return squares[c] + channel * (means[c] - center) * (means[c] - center);
    });
    const double variance = static_cast<double>(sum) / static_cast<double>(g.count());
    inverse = static_cast<C>(1 / std::sqrt(variance + g.epsilon));
}

template <typename T, typename C>
void norm_item(const Groups& g, const T* x, const C* gamma, const C* beta, T* y, C* mean, C* inverse,
               C* scratch) {
    const std::int64_t width = g.width();
    C *means = scratch, *squares = means + g.channels,
      *work = squares + g.channels; // work: of moments_of_rows
    C *center = work + moments_work(width), *scale = center + width, *offset = scale + width;
    moments_of_rows(x, g.pixels, g.channels, width, means, squares, work);
    for (std::int64_t group = 0; group < g.groups; ++group)
        join(g, group, means, squares, mean[group], inverse[group]);
    for (std::int64_t c = 0; c < g.channels; ++c) {
        center[c] = mean[c / g.size()];
        scale[c] = gamma[c] * inverse[c / g.size()];
        offset[c] = beta[c];
    }
    for (C* lanes : {center, scale, offset})
        repeat_lanes(lanes, g.channels, width);
    norm_range(NormLanes<C>{center, scale, offset, width}, x, y, g.elements());
}

/// Leaves the item's dgamma, then its dbeta, at the beginning of `scratch`.
template <typename T, typename C>
void gradient_item(const Groups& g, const T* dy, const T* x, const C* gamma, const C* mean, const C* inverse,
                   T* dx, C* scratch) {
    const std::int64_t width = g.width();
    C *dgamma = scratch, *dbeta = dgamma + g.channels, *sums = dbeta + g.channels;
    C *center = sums + 2 * width, *a = center + width, *b = a + width, *shift = b + width;
    for (std::int64_t c = 0; c < g.channels; ++c)
        center[c] = mean[c / g.size()];
    repeat_lanes(center, g.channels, width);
    const NormLanes<C> lanes = {center, nullptr, nullptr, width}; // no relu asks for the others
    norm_sum_range(lanes, dy, x, g.elements(), sums);
    for (std::int64_t c = 0; c < g.channels; ++c) {
        C product = 0, sum = 0;
        for (std::int64_t lane = c; lane < width; lane += g.channels) {
            product += sums[lane];
            sum += sums[width + lane];
        }
        dgamma[c] = product * inverse[c / g.size()];
        dbeta[c] = sum;
    }
    // dx = inverse · (dy · gamma − mean(dy · gamma) − normal · mean(dy · gamma · normal)) over the group
    for (std::int64_t group = 0; group < g.groups; ++group) {
        const C count = static_cast<C>(g.count()), inv = inverse[group];
        const C sum = over_group<C>(g, group, [=](std::int64_t c) { return gamma[c] * dbeta[c]; });
        const C product = over_group<C>(g, group, [=](std::int64_t c) { return gamma[c] * dgamma[c]; });
        for (std::int64_t c = group * g.size(); c < (group + 1) * g.size(); ++c) {
            a[c] = gamma[c] * inv;
            b[c] = -inv * inv * product / count;
            shift[c] = -inv * sum / count;
        }
    }
    for (C* vector : {a, b, shift})
        repeat_lanes(vector, g.channels, width);
    norm_gradient_range(lanes, dy, x, a, b, shift, dx, g.elements());
}

} // namespace

Kernel make_group_norm(const KernelContext& context) {
    const Groups g(context, 0);
    return visit_floating(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        using C = Compute<T>;
        const std::int64_t scratch = 2 * g.channels + moments_work(g.width()) + 3 * g.width(); // of an item
        return {[=](Arguments args) {
                    parallel_rows(g.items, g.elements(), [=](std::int64_t begin, std::int64_t end) {
                        for (std::int64_t n = begin; n < end; ++n)
                            norm_item(g, in<T>(args, 0) + n * g.elements(), in<C>(args, 1), in<C>(args, 2),
                                      out<T>(args, 3) + n * g.elements(), out<C>(args, 4) + n * g.groups,
                                      out<C>(args, 5) + n * g.groups, out<C>(args, 6) + n * scratch);
                    });
                },
                static_cast<std::size_t>(g.items * scratch) * sizeof(C)};
    });
}

Kernel make_group_norm_grad(const KernelContext& context) {
    const Groups g(context, 1);
    return visit_floating(context.dtype(1), [&](auto element) -> Kernel {
        using T = decltype(element);
        using C = Compute<T>;
        const std::int64_t scratch = 2 * g.channels + 6 * g.width(); // of an item
        return {[=](Arguments args) {
                    C* all = out<C>(args, 8);
                    parallel_rows(g.items, g.elements(), [=](std::int64_t begin, std::int64_t end) {
                        for (std::int64_t n = begin; n < end; ++n)
                            gradient_item(g, in<T>(args, 0) + n * g.elements(),
                                          in<T>(args, 1) + n * g.elements(), in<C>(args, 2),
                                          in<C>(args, 3) + n * g.groups, in<C>(args, 4) + n * g.groups,
                                          out<T>(args, 5) + n * g.elements(), all + n * scratch);
                    });
                    C *dgamma = out<C>(args, 6), *dbeta = out<C>(args, 7);
                    std::fill_n(dgamma, g.channels, C{0});
                    std::fill_n(dbeta, g.channels, C{0});
                    for (std::int64_t n = 0; n < g.items; ++n)
                        for (std::int64_t c = 0; c < g.channels; ++c) {
                            dgamma[c] += all[n * scratch + c];
                            dbeta[c] += all[n * scratch + g.channels + c];
                        }
                },
                static_cast<std::size_t>(g.items * scratch) * sizeof(C)};
    });
}

} // namespace laptime::cpu
