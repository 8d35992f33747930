// SPDX-License-Identifier: Apache-2.0
// binary_cross_entropy and regression_loss (values, targets, scale) -> loss, their gradients (dloss, values,
// targets, scale) -> dvalues, and the counts and sums behind their metrics. Targets are float32; sums are
// taken in order, in float64.
#include <array>
#include <cmath>

#include "engine/backends/cpu/element.h"
#include "engine/backends/cpu/kernels/makers.h"
#include "engine/backends/cpu/parallel.h"

namespace laptime::cpu {

namespace {

/// A loss of one value and its slope, in float64: outputs of such models are few.
struct BinaryCrossEntropy {
    double loss(double z, double t) const {
        return (z < 0 ? 0 : z) - z * t + std::log1p(std::exp(-std::abs(z)));
    }
    double slope(double z, double t) const { return 1 / (1 + std::exp(-z)) - t; }
};

struct Square {
    double loss(double y, double t) const { return (y - t) * (y - t); }
    double slope(double y, double t) const { return 2 * (y - t); }
};

double sign_of(double x) {
    return x > 0 ? 1 : x < 0 ? -1 : x; // NaN stays NaN
}

struct Absolute {
    double loss(double y, double t) const { return std::abs(y - t); }
    double slope(double y, double t) const { return sign_of(y - t); }
};

struct Huber {
    double delta;
    double loss(double y, double t) const {
        const double size = std::abs(y - t);
        return size <= delta ? size * size / 2 : delta * size - delta * delta / 2;
    }
    double slope(double y, double t) const {
        return std::abs(y - t) <= delta ? y - t : delta * sign_of(y - t);
    }
};

/// Elements for which a thread is worth starting: these cost far more than a plain element.
constexpr std::int64_t serial_values = 1024;

/// Σ over 0…count−1 of `sums` terms each, in fixed parts. `terms(i, sums)` adds element i's.
template <std::size_t n, typename Terms>
std::array<double, n> sums_over(std::int64_t count, Terms terms) {
    std::array<std::array<double, n>, reduction_parts> parts = {};
    parallel_for(reduction_parts, count <= serial_values ? reduction_parts : 0, 1,
                 [&](std::int64_t begin, std::int64_t end) {
                     for (std::int64_t part = begin; part < end; ++part) {
                         const auto [first, last] = reduction_range(count, part);
                         for (std::int64_t i = first; i < last; ++i)
                             terms(i, parts[static_cast<std::size_t>(part)]);
                     }
                 });
    std::array<double, n> sums = {};
    for (const std::array<double, n>& part : parts)
        for (std::size_t s = 0; s < n; ++s)
            sums[s] += part[s];
    return sums;
}

template <typename Loss>
Kernel make_loss(const KernelContext& context, Loss f) {
    const std::int64_t count = context.shape(0).count(), width = context.shape(0)[1];
    return visit_full_precision(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        return {[=](Arguments args) {
            const T* values = in<T>(args, 0);
            const float* targets = in<float>(args, 1);
            const auto [sum] = sums_over<1>(count, [=](std::int64_t i, std::array<double, 1>& into) {
                into[0] += f.loss(static_cast<double>(values[i]), static_cast<double>(targets[i]));
            });
            *out<T>(args, 3) =
                static_cast<T>(sum / static_cast<double>(width) * static_cast<double>(*in<T>(args, 2)));
        }};
    });
}

template <typename Loss>
Kernel make_loss_grad(const KernelContext& context, Loss f) {
    const std::int64_t count = context.shape(1).count(), width = context.shape(1)[1];
    return visit_full_precision(context.dtype(1), [&](auto element) -> Kernel {
        using T = decltype(element);
        return {[=](Arguments args) {
            const double factor = static_cast<double>(*in<T>(args, 0)) *
                                  static_cast<double>(*in<T>(args, 3)) / static_cast<double>(width);
            const T* values = in<T>(args, 1);
            const float* targets = in<float>(args, 2);
            T* gradient = out<T>(args, 4);
            parallel_for(count, serial_values, 64, [=](std::int64_t begin, std::int64_t end) {
                for (std::int64_t i = begin; i < end; ++i)
                    gradient[i] = static_cast<T>(
                        factor * f.slope(static_cast<double>(values[i]), static_cast<double>(targets[i])));
            });
        }};
    });
}

/// Calls make(f) with the loss that attribute kind names.
template <typename Make>
Kernel regression(const KernelContext& context, Make make) {
    const std::string kind = context.attrs().text("kind", "mse");
    if (kind == "mse")
        return make(Square{});
    if (kind == "mae")
        return make(Absolute{});
    return make(Huber{context.attrs().number("delta", 1)});
}

} // namespace

Kernel make_binary_cross_entropy(const KernelContext& context) {
    return make_loss(context, BinaryCrossEntropy{});
}

Kernel make_binary_cross_entropy_grad(const KernelContext& context) {
    return make_loss_grad(context, BinaryCrossEntropy{});
}

Kernel make_regression_loss(const KernelContext& context) {
    return regression(context, [&](auto f) { return make_loss(context, f); });
}

Kernel make_regression_loss_grad(const KernelContext& context) {
    return regression(context, [&](auto f) { return make_loss_grad(context, f); });
}

Kernel make_binary_correct_count(const KernelContext& context) {
    const std::int64_t count = context.shape(0).count(), width = context.shape(0)[1];
    return visit_full_precision(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        return {[=](Arguments args) {
            const T* logits = in<T>(args, 0);
            const float* targets = in<float>(args, 1);
            std::int64_t right = 0;
            for (std::int64_t i = 0; i < count; ++i)
                right += targets[i] > 0.5f ? logits[i] > 0 : logits[i] <= 0; // false for NaN
            *out<T>(args, 2) = static_cast<T>(static_cast<double>(right) / static_cast<double>(width));
        }};
    });
}

Kernel make_regression_sums(const KernelContext& context) {
    const std::int64_t count = context.shape(0).count();
    return visit_full_precision(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        return {[=](Arguments args) {
            const T* y = in<T>(args, 0);
            const float* targets = in<float>(args, 1);
            const std::array<double, 4> sums =
                sums_over<4>(count, [=](std::int64_t i, std::array<double, 4>& into) {
                    const auto target = static_cast<double>(targets[i]);
                    const double error = static_cast<double>(y[i]) - target;
                    into[0] += std::abs(error);
                    into[1] += error * error;
                    into[2] += target;
                    into[3] += target * target;
                });
            for (int s = 0; s < 4; ++s)
                *out<T>(args, 2 + s) = static_cast<T>(sums[static_cast<std::size_t>(s)]);
        }};
    });
}

} // namespace laptime::cpu
