// SPDX-License-Identifier: Apache-2.0
// global_norm(g...) -> norm, clip_factor(norm) -> factor, clamp(x) -> y. The squares are added in float64, in
// fixed parts: no float32 gradient overflows them, and the number of threads does not change the sum.
#include <array>
#include <cmath>

#include "engine/backends/cpu/element.h"
#include "engine/backends/cpu/kernels/makers.h"
#include "engine/backends/cpu/parallel.h"

namespace laptime::cpu {

namespace {

template <typename T>
LAPTIME_INLINE double square_loop(const T* g, std::int64_t count) {
    double sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::int64_t i = 0; i < count; ++i)
        sum += static_cast<double>(g[i]) * static_cast<double>(g[i]);
    return sum;
}

template <typename T>
LAPTIME_INLINE void clamp_loop(const T* x, T* y, std::int64_t count, Compute<T> least, Compute<T> most) {
    LAPTIME_INDEPENDENT
    for (std::int64_t i = 0; i < count; ++i) {
        Compute<T> value = load(x[i]); // NaN fails both comparisons
        value = value < least ? least : value;
        value = value > most ? most : value;
        y[i] = store<T>(value);
    }
}

#define LAPTIME_SQUARES(T)                                                                                   \
    LAPTIME_CLONES double squares(const T* g, std::int64_t count) {                                          \
        return square_loop(g, count);                                                                        \
    }
LAPTIME_EACH_FULL_PRECISION(LAPTIME_SQUARES)

#define LAPTIME_CLAMP(T)                                                                                     \
    LAPTIME_CLONES void clamp_range(const T* x, T* y, std::int64_t count, Compute<T> least,                  \
                                    Compute<T> most) {                                                       \
        clamp_loop(x, y, count, least, most);                                                                \
    }
LAPTIME_EACH_FLOATING(LAPTIME_CLAMP)

template <typename T>
double sum_of_squares(const T* g, std::int64_t count) {
    std::array<double, reduction_parts> parts = {};
    parallel_for(reduction_parts, count <= serial_elements ? reduction_parts : 0, 1,
                 [&](std::int64_t begin, std::int64_t end) {
                     for (std::int64_t part = begin; part < end; ++part) {
                         const auto [first, last] = reduction_range(count, part);
                         parts[static_cast<std::size_t>(part)] = squares(g + first, last - first);
                     }
                 });
    double sum = 0;
    for (const double part : parts)
        sum += part;
    return sum;
}

} // namespace

Kernel make_global_norm(const KernelContext& context) {
    std::vector<std::int64_t> counts;
    for (const TensorType& input : context.inputs)
        counts.push_back(input.shape.count());
    return visit_full_precision(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        return {[counts](Arguments args) {
            double sum = 0;
            for (std::size_t i = 0; i < counts.size(); ++i)
                sum += sum_of_squares(in<T>(args, static_cast<int>(i)), counts[i]);
            *out<T>(args, static_cast<int>(counts.size())) = static_cast<T>(std::sqrt(sum));
        }};
    });
}

Kernel make_clip_factor(const KernelContext& context) {
    const double most = context.attrs().number("max_norm");
    return visit_full_precision(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        return {[most](Arguments args) {
            const auto norm = static_cast<double>(*in<T>(args, 0));
            *out<T>(args, 1) = norm <= most ? T{1} : static_cast<T>(most / norm); // NaN for NaN
        }};
    });
}

Kernel make_clamp(const KernelContext& context) {
    const std::int64_t count = context.shape(0).count();
    const double least = context.attrs().number("least"), most = context.attrs().number("most");
    return visit_floating(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        using C = Compute<T>;
        return {[=](Arguments args) {
            const T* x = in<T>(args, 0);
            T* y = out<T>(args, 1);
            parallel_elements(count, [=](std::int64_t begin, std::int64_t end) {
                clamp_range(x + begin, y + begin, end - begin, static_cast<C>(least), static_cast<C>(most));
            });
        }};
    });
}

} // namespace laptime::cpu
