// SPDX-License-Identifier: Apache-2.0
// upsample(x) -> y and upsample_grad(dy) -> dx, with the channels in vectors. Both gather: an output is the
// weighted sum of a few rows and columns of inputs, which are listed once when the kernel is made. So no two
// threads write to one place.
#include <algorithm>

#include "engine/backends/cpu/element.h"
#include "engine/backends/cpu/kernels/makers.h"
#include "engine/backends/cpu/parallel.h"
#include "engine/graph/ops/upsample.h"

namespace laptime::cpu {

namespace {

/// What a position along one axis is gathered from.
struct Source {
    std::int64_t at;
    double weight;
};
using Sources = std::vector<std::vector<Source>>; ///< by position

Sources forward_sources(std::int64_t inputs, std::int64_t factor, bool bilinear) {
    Sources sources;
    for (std::int64_t o = 0; o < inputs * factor; ++o) {
        const UpsampleTap tap = upsample_tap(o, factor, inputs, bilinear);
        auto& list = sources.emplace_back();
        if (tap.lower == tap.upper)
            list.push_back({tap.lower, 1});
        else
            list = {{tap.lower, 1 - tap.weight}, {tap.upper, tap.weight}};
        std::erase_if(list, [](const Source& source) { return source.weight == 0; });
    }
    return sources;
}

/// The same weights, seen from the inputs.
Sources backward_sources(std::int64_t inputs, std::int64_t factor, bool bilinear) {
    const Sources forward = forward_sources(inputs, factor, bilinear);
    Sources sources(static_cast<std::size_t>(inputs));
    for (std::size_t o = 0; o < forward.size(); ++o)
        for (const Source& source : forward[o])
            sources[static_cast<std::size_t>(source.at)].push_back(
                {static_cast<std::int64_t>(o), source.weight});
    return sources;
}

template <typename T>
LAPTIME_INLINE void add_loop(const T* x, Compute<T> weight, Compute<T>* sums, std::int64_t channels) {
    LAPTIME_INDEPENDENT
    for (std::int64_t c = 0; c < channels; ++c)
        sums[c] += weight * load(x[c]);
}

template <typename T>
LAPTIME_INLINE void store_loop(const Compute<T>* sums, T* y, std::int64_t channels) {
    LAPTIME_INDEPENDENT
    for (std::int64_t c = 0; c < channels; ++c)
        y[c] = store<T>(sums[c]);
}

#define LAPTIME_UPSAMPLE(T)                                                                                  \
    LAPTIME_CLONES void add_pixel(const T* x, Compute<T> weight, Compute<T>* sums, std::int64_t channels) {  \
        add_loop(x, weight, sums, channels);                                                                 \
    }                                                                                                        \
    LAPTIME_CLONES void store_pixel(const Compute<T>* sums, T* y, std::int64_t channels) {                   \
        store_loop(sums, y, channels);                                                                       \
    }
LAPTIME_EACH_FLOATING(LAPTIME_UPSAMPLE)

/// y[n, h, w] = Σ rows[h] Σ columns[w] weight · x[n, row, column].
Kernel gather(const KernelContext& context, Sources rows, Sources columns) {
    const Shape x_shape = context.shape(0), y_shape = context.outputs[0].shape;
    const std::int64_t channels = y_shape[3];
    return visit_floating(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        return {[=, rows = std::move(rows), columns = std::move(columns)](Arguments args) {
            const T* x = in<T>(args, 0);
            T* y = out<T>(args, 1);
            const std::int64_t lines = y_shape[0] * y_shape[1];
            parallel_rows(lines, y_shape[2] * channels, [&](std::int64_t begin, std::int64_t end) {
                std::vector<Compute<T>> sums(static_cast<std::size_t>(channels));
                for (std::int64_t line = begin; line < end; ++line) {
                    const T* image = x + line / y_shape[1] * x_shape[1] * x_shape[2] * channels;
                    for (std::int64_t w = 0; w < y_shape[2]; ++w) {
                        std::ranges::fill(sums, Compute<T>{0});
                        for (const Source& row : rows[static_cast<std::size_t>(line % y_shape[1])])
                            for (const Source& column : columns[static_cast<std::size_t>(w)])
                                add_pixel(image + (row.at * x_shape[2] + column.at) * channels,
                                          static_cast<Compute<T>>(row.weight * column.weight), sums.data(),
                                          channels);
                        store_pixel(sums.data(), y + (line * y_shape[2] + w) * channels, channels);
                    }
                }
            });
        }};
    });
}

Kernel make(const KernelContext& context, const Shape& small,
            Sources (*sources)(std::int64_t, std::int64_t, bool)) {
    const std::vector<std::int64_t> size = context.attrs().integers("size");
    const bool bilinear = context.attrs().text("interpolation") == "bilinear";
    return gather(context, sources(small[1], size[0], bilinear), sources(small[2], size[1], bilinear));
}

} // namespace

Kernel make_upsample(const KernelContext& context) {
    return make(context, context.shape(0), forward_sources);
}

Kernel make_upsample_grad(const KernelContext& context) {
    return make(context, context.outputs[0].shape, backward_sources);
}

} // namespace laptime::cpu
