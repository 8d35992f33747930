// SPDX-License-Identifier: Apache-2.0
// softmax_cross_entropy(logits, labels, scale) -> loss, probabilities, and its gradient. Each row's loss goes
// to its own place and the sum is taken in order, so it does not depend on the number of threads.
#include <cmath>

#include "engine/backends/cpu/element.h"
#include "engine/backends/cpu/kernels/labels.h"
#include "engine/backends/cpu/kernels/makers.h"
#include "engine/backends/cpu/kernels/softmax_rows.h"
#include "engine/backends/cpu/parallel.h"

namespace laptime::cpu {

namespace {

/// The loss of a row is Σ y'·(log Σ exp(z) − z) with y' = w·(y·keep + even), where y is 1 at the label and 0
/// else, or the soft labels of the row.
struct Smoothing {
    double keep, even; ///< 1 − s and s / C
};

/// Σ over the row of z − largest.
template <typename T>
LAPTIME_INLINE double sum_below(const T* z, T largest, std::int64_t classes) {
    double sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::int64_t c = 0; c < classes; ++c)
        sum += static_cast<double>(z[c] - largest);
    return sum;
}

/// Σ over the row of the soft labels y, and of y·(z − largest).
struct SoftSums {
    double y, y_below;
};
template <typename T>
LAPTIME_INLINE SoftSums soft_sums(const T* z, T largest, const float* y, std::int64_t classes) {
    double sum = 0, sum_below = 0;
#pragma omp simd reduction(+ : sum, sum_below)
    for (std::int64_t c = 0; c < classes; ++c) {
        sum += static_cast<double>(y[c]);
        sum_below += y[c] == 0 ? 0 : static_cast<double>(y[c]) * static_cast<double>(z[c] - largest);
    }
    return {sum, sum_below};
}

/// `label` is −1 where `soft` gives the row's labels.
template <typename T>
LAPTIME_INLINE double row_loss(const T* z, T* probabilities, std::int64_t classes, Smoothing s,
                               std::int32_t label, const float* soft) {
    const RowMaximum<T> maximum = exponentials(z, probabilities, classes);
    scale_row(probabilities, 1 / maximum.sum, classes);
    const double log_sum = std::log(static_cast<double>(maximum.sum));
    SoftSums y = {1, 0};
    if (soft)
        y = soft_sums(z, maximum.largest, soft, classes);
    else
        y.y_below = static_cast<double>(z[label] - maximum.largest);
    double loss = s.keep * (y.y * log_sum - y.y_below);
    if (s.even > 0)
        loss += s.even * (static_cast<double>(classes) * log_sum - sum_below(z, maximum.largest, classes));
    return loss;
}

/// dz = factor · (p · Σy' − y'), with w in `factor`.
template <typename T>
LAPTIME_INLINE void row_gradient(const T* p, T* dz, std::int64_t classes, Smoothing s, T factor,
                                 std::int32_t label, const float* soft) {
    const T keep = static_cast<T>(s.keep), even = static_cast<T>(s.even);
    T total = keep + even * static_cast<T>(classes);
    if (soft) {
        double sum = 0;
#pragma omp simd reduction(+ : sum)
        for (std::int64_t c = 0; c < classes; ++c)
            sum += static_cast<double>(soft[c]);
        total = static_cast<T>(s.keep * sum + s.even * static_cast<double>(classes));
        LAPTIME_INDEPENDENT
        for (std::int64_t c = 0; c < classes; ++c)
            dz[c] = (p[c] * total - (static_cast<T>(soft[c]) * keep + even)) * factor;
        return;
    }
    const T at_label = (p[label] * total - (keep + even)) * factor; // p and dz may be the same
    LAPTIME_INDEPENDENT
    for (std::int64_t c = 0; c < classes; ++c)
        dz[c] = (p[c] * total - even) * factor;
    dz[label] = at_label;
}

#define LAPTIME_CROSS_ENTROPY(T)                                                                             \
    LAPTIME_CLONES double loss_of_row(const T* z, T* probabilities, std::int64_t classes, Smoothing s,       \
                                      std::int32_t label, const float* soft) {                               \
        return row_loss(z, probabilities, classes, s, label, soft);                                          \
    }                                                                                                        \
    LAPTIME_CLONES void gradient_of_row(const T* p, T* dz, std::int64_t classes, Smoothing s, T factor,      \
                                        std::int32_t label, const float* soft) {                             \
        row_gradient(p, dz, classes, s, factor, label, soft);                                                \
    }
LAPTIME_EACH_FULL_PRECISION(LAPTIME_CROSS_ENTROPY)

/// The labels of a node, whichever of their forms it has.
class Labels {
public:
    Labels(const KernelContext& context, int logits, int labels)
        : rows_(context.shape(logits)[0]), classes_(context.shape(logits)[1]), argument_(labels),
          is_soft_(context.dtype(labels) == DType::f32), weights_(context.attrs().numbers("class_weights")),
          smoothing_{1 - context.attrs().number("label_smoothing"),
                     context.attrs().number("label_smoothing") / static_cast<double>(classes_)} {}

    std::int64_t rows() const { return rows_; }
    std::int64_t classes() const { return classes_; }
    Smoothing smoothing() const { return smoothing_; }

    void check(Arguments args) const {
        if (!is_soft_)
            check_labels(in<std::int32_t>(args, argument_), rows_, classes_);
    }
    std::int32_t label(Arguments args, std::int64_t row) const {
        return is_soft_ ? -1 : in<std::int32_t>(args, argument_)[row];
    }
    const float* soft(Arguments args, std::int64_t row) const {
        return is_soft_ ? in<float>(args, argument_) + row * classes_ : nullptr;
    }
    double weight(std::int32_t label) const {
        return weights_.empty() ? 1 : weights_[static_cast<std::size_t>(label)];
    }

private:
    std::int64_t rows_, classes_;
    int argument_;
    bool is_soft_;
    std::vector<double> weights_;
    Smoothing smoothing_;
};

} // namespace

Kernel make_softmax_cross_entropy(const KernelContext& context) {
    const Labels labels(context, 0, 1);
    return visit_full_precision(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        return {[labels](Arguments args) {
                    const std::int64_t classes = labels.classes();
                    double* losses = out<double>(args, 5);
                    labels.check(args);
                    // An exponential costs about as much as four plain elements.
                    parallel_rows(labels.rows(), 4 * classes, [&](std::int64_t begin, std::int64_t end) {
                        for (std::int64_t r = begin; r < end; ++r) {
                            const std::int32_t label = labels.label(args, r);
                            losses[r] = labels.weight(label) * loss_of_row(in<T>(args, 0) + r * classes,
                                                                           out<T>(args, 4) + r * classes,
                                                                           classes, labels.smoothing(), label,
                                                                           labels.soft(args, r));
                        }
                    });
                    double sum = 0;
                    for (std::int64_t r = 0; r < labels.rows(); ++r)
                        sum += losses[r];
                    *out<T>(args, 3) = static_cast<T>(sum * static_cast<double>(*in<T>(args, 2)));
                },
                static_cast<std::size_t>(labels.rows()) * sizeof(double)};
    });
}

Kernel make_softmax_cross_entropy_grad(const KernelContext& context) {
    const Labels labels(context, 1, 2);
    return visit_full_precision(context.dtype(1), [&](auto element) -> Kernel {
        using T = decltype(element);
        return {[labels](Arguments args) {
            const std::int64_t classes = labels.classes();
            const T factor = *in<T>(args, 0) * *in<T>(args, 3);
            labels.check(args);
            parallel_rows(labels.rows(), classes, [&](std::int64_t begin, std::int64_t end) {
                for (std::int64_t r = begin; r < end; ++r) {
                    const std::int32_t label = labels.label(args, r);
                    gradient_of_row(in<T>(args, 1) + r * classes, out<T>(args, 4) + r * classes, classes,
                                    labels.smoothing(), factor * static_cast<T>(labels.weight(label)), label,
                                    labels.soft(args, r));
                }
            });
        }};
    });
}

} // namespace laptime::cpu
