// SPDX-License-Identifier: Apache-2.0
// correct_count(logits, labels) -> count and top_k_count(logits, labels) -> count: rows with fewer than k
// classes in front of the label, where correct_count has k = 1.
#include <cmath>

#include "engine/backends/cpu/element.h"
#include "engine/backends/cpu/kernels/labels.h"
#include "engine/backends/cpu/kernels/makers.h"
#include "engine/backends/cpu/parallel.h"

namespace laptime::cpu {

namespace {

/// Classes that are in front of the label: larger, or equal and earlier. A NaN counts as all of them.
template <typename T>
LAPTIME_INLINE std::int64_t in_front_loop(const T* logits, std::int64_t classes, std::int32_t label) {
    const T value = logits[label];
    std::int32_t earlier = 0, later = 0, bad = 0;
    for (std::int32_t c = 0; c < label; ++c)
        earlier += logits[c] >= value;
    for (std::int64_t c = label + 1; c < classes; ++c)
        later += logits[c] > value;
    for (std::int64_t c = 0; c < classes; ++c)
        bad += logits[c] != logits[c];
    return bad > 0 ? classes : earlier + later;
}

#define LAPTIME_IN_FRONT(T)                                                                                  \
    LAPTIME_CLONES std::int64_t in_front(const T* logits, std::int64_t classes, std::int32_t label) {        \
        return in_front_loop(logits, classes, label);                                                        \
    }
LAPTIME_EACH_FULL_PRECISION(LAPTIME_IN_FRONT)

Kernel make_count(const KernelContext& context, std::int64_t k) {
    const std::int64_t rows = context.shape(0)[0], classes = context.shape(0)[1];
    return visit_full_precision(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        return {[=](Arguments args) {
                    const T* logits = in<T>(args, 0);
                    const std::int32_t* labels = in<std::int32_t>(args, 1);
                    bool* right = out<bool>(args, 3);
                    check_labels(labels, rows, classes);
                    parallel_rows(rows, classes, [=](std::int64_t begin, std::int64_t end) {
                        for (std::int64_t r = begin; r < end; ++r)
                            right[r] = in_front(logits + r * classes, classes, labels[r]) < k;
                    });
                    *out<T>(args, 2) = static_cast<T>(std::count(right, right + rows, true));
                },
                static_cast<std::size_t>(rows) * sizeof(bool)};
    });
}

} // namespace

Kernel make_correct_count(const KernelContext& context) {
    return make_count(context, 1);
}

Kernel make_top_k_count(const KernelContext& context) {
    // A row with a NaN has all classes in front, and must not be right where k is more than there are.
    return make_count(context, std::min(context.attrs().integer("k", 5), context.shape(0)[1]));
}

} // namespace laptime::cpu
