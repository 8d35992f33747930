// SPDX-License-Identifier: Apache-2.0
// bias_grad(dy[..., C]) -> db[C]: the sum over all but the last axis, in the accumulation type.
#include "engine/backends/cpu/kernels/column_sums.h"
#include "engine/backends/cpu/kernels/makers.h"

namespace laptime::cpu {

namespace {

/// Adds `rows` rows of `channels` to width = channels * side_by_side(channels) running sums.
template <typename T>
LAPTIME_INLINE void loop(const T* x, std::int64_t rows, std::int64_t channels, Compute<T>* sums) {
    const std::int64_t width = channels * side_by_side(channels);
    std::fill_n(sums, width, Compute<T>{0});
    const std::int64_t count = rows * channels;
    std::int64_t i = 0;
    for (; i + width <= count; i += width) {
        LAPTIME_INDEPENDENT
        for (std::int64_t c = 0; c < width; ++c)
            sums[c] += load(x[i + c]);
    }
    for (std::int64_t c = 0; i + c < count; ++c)
        sums[c] += load(x[i + c]);
}

#define LAPTIME_BIAS_GRAD(T)                                                                                 \
    LAPTIME_CLONES void sum_rows(const T* x, std::int64_t rows, std::int64_t channels, Compute<T>* sums) {   \
        loop(x, rows, channels, sums);                                                                       \
    }
LAPTIME_EACH_FLOATING(LAPTIME_BIAS_GRAD)

} // namespace

Kernel make_bias_grad(const KernelContext& context) {
    const std::int64_t channels = context.shape(0)[-1], rows = context.shape(0).count() / channels;
    return visit_floating(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        using C = Compute<T>;
        return {[=](Arguments args) {
                    const T* x = in<T>(args, 0);
                    column_sums(rows, channels, 1, out<C>(args, 2), out<C>(args, 1),
                                [=](std::int64_t begin, std::int64_t end, C* sums) {
                                    sum_rows(x + begin * channels, end - begin, channels, sums);
                                });
                },
                column_sums_scratch(channels, 1) * sizeof(C)};
    });
}

} // namespace laptime::cpu
