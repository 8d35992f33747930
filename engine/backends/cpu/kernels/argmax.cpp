// SPDX-License-Identifier: Apache-2.0
// argmax(x) -> y: the first maximum of each row; a NaN counts as the largest.
#include "engine/backends/cpu/element.h"
#include "engine/backends/cpu/kernels/makers.h"
#include "engine/backends/cpu/parallel.h"

namespace laptime::cpu {

namespace {

template <typename T>
std::int32_t first_maximum(const T* x, std::int64_t columns) {
    std::int64_t best = 0;
    for (std::int64_t c = 1; c < columns; ++c) {
        const auto value = load(x[c]), most = load(x[best]);
        // The comparison with a NaN is false, so !(a <= b) holds for a larger a and for a NaN.
        if (!(value <= most) && most == most)
            best = c;
    }
    return static_cast<std::int32_t>(best);
}

} // namespace

Kernel make_argmax(const KernelContext& context) {
    const std::int64_t rows = context.shape(0)[0], columns = context.shape(0)[1];
    return visit_floating(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        return {[=](Arguments args) {
            const T* x = in<T>(args, 0);
            std::int32_t* y = out<std::int32_t>(args, 1);
            parallel_rows(rows, columns, [=](std::int64_t begin, std::int64_t end) {
                for (std::int64_t r = begin; r < end; ++r)
                    y[r] = first_maximum(x + r * columns, columns);
            });
        }};
    });
}

} // namespace laptime::cpu
