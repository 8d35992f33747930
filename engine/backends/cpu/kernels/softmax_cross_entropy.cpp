// SPDX-License-Identifier: Apache-2.0
// softmax_cross_entropy(logits, labels, scale) -> loss, probabilities; its gradient; and correct_count. Each
// row's loss goes to its own place and the sum is taken in order, so it does not depend on the number of
// threads.
#include <cmath>

#include "engine/backends/cpu/element.h"
#include "engine/backends/cpu/kernels/makers.h"
#include "engine/backends/cpu/parallel.h"

namespace laptime::cpu {

namespace {

/// Writes the row's probabilities and returns its loss.
template <typename T>
double softmax_row(const T* logits, std::int64_t classes, std::int32_t label, T* probabilities) {
    T top = logits[0];
    for (std::int64_t c = 1; c < classes; ++c)
        top = logits[c] > top ? logits[c] : top;
    T sum = 0;
    for (std::int64_t c = 0; c < classes; ++c)
        sum += probabilities[c] = std::exp(logits[c] - top);
    for (std::int64_t c = 0; c < classes; ++c)
        probabilities[c] /= sum;
    return std::log(static_cast<double>(sum)) - static_cast<double>(logits[label] - top);
}

/// A label that is no class would read past the row.
void check_labels(const std::int32_t* labels, std::int64_t rows, std::int64_t classes) {
    for (std::int64_t r = 0; r < rows; ++r)
        if (labels[r] < 0 || labels[r] >= classes)
            throw RunError("label " + std::to_string(labels[r]) + " of item " + std::to_string(r) +
                           " of the batch is not one of the model's " + std::to_string(classes) +
                           " classes; check the data set's labels");
}

} // namespace

Kernel make_softmax_cross_entropy(const KernelContext& context) {
    const std::int64_t rows = context.shape(0)[0], classes = context.shape(0)[1];
    return visit_full_precision(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        return {[=](Arguments args) {
                    const T* logits = in<T>(args, 0);
                    const std::int32_t* labels = in<std::int32_t>(args, 1);
                    T* probabilities = out<T>(args, 4);
                    double* losses = out<double>(args, 5);
                    check_labels(labels, rows, classes);
                    // An exponential costs about as much as eight plain elements.
                    parallel_rows(rows, 8 * classes, [=](std::int64_t begin, std::int64_t end) {
                        for (std::int64_t r = begin; r < end; ++r)
                            losses[r] = softmax_row(logits + r * classes, classes, labels[r],
                                                    probabilities + r * classes);
                    });
                    double sum = 0;
                    for (std::int64_t r = 0; r < rows; ++r)
                        sum += losses[r];
                    *out<T>(args, 3) = static_cast<T>(sum * static_cast<double>(*in<T>(args, 2)));
                },
                static_cast<std::size_t>(rows) * sizeof(double)};
    });
}

Kernel make_softmax_cross_entropy_grad(const KernelContext& context) {
    const std::int64_t rows = context.shape(1)[0], classes = context.shape(1)[1];
    return visit_full_precision(context.dtype(1), [&](auto element) -> Kernel {
        using T = decltype(element);
        return {[=](Arguments args) {
            const T factor = *in<T>(args, 0) * *in<T>(args, 3);
            const T* probabilities = in<T>(args, 1);
            const std::int32_t* labels = in<std::int32_t>(args, 2);
            T* gradient = out<T>(args, 4);
            check_labels(labels, rows, classes);
            parallel_rows(rows, classes, [=](std::int64_t begin, std::int64_t end) {
                for (std::int64_t r = begin; r < end; ++r)
                    for (std::int64_t c = 0; c < classes; ++c)
                        gradient[r * classes + c] =
                            (probabilities[r * classes + c] - (c == labels[r] ? T{1} : T{0})) * factor;
            });
        }};
    });
}

Kernel make_correct_count(const KernelContext& context) {
    const std::int64_t rows = context.shape(0)[0], classes = context.shape(0)[1];
    return visit_full_precision(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        return {[=](Arguments args) {
            const T* logits = in<T>(args, 0);
            const std::int32_t* labels = in<std::int32_t>(args, 1);
            check_labels(labels, rows, classes);
            std::int64_t right = 0;
            for (std::int64_t r = 0; r < rows; ++r, logits += classes) {
                const T value = logits[labels[r]];
                bool first_maximum = !std::isnan(value);
                for (std::int64_t c = 0; c < classes; ++c) // a NaN anywhere fails its comparison
                    first_maximum &= c < labels[r] ? logits[c] < value : logits[c] <= value;
                right += first_maximum;
            }
            *out<T>(args, 2) = static_cast<T>(right);
        }};
    });
}

} // namespace laptime::cpu
