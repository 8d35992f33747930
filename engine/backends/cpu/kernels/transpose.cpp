// SPDX-License-Identifier: Apache-2.0
// transpose(x) -> y. Neighbouring axes that stay neighbours are one axis; where the last axis stays last,
// whole rows are copied; else small squares of the two axes that are contiguous on either side, so that every
// cache line is used whole once it is there.
#include <algorithm>
#include <cstring>

#include "engine/backends/cpu/kernels/makers.h"
#include "engine/backends/cpu/parallel.h"

namespace laptime::cpu {

namespace {

/// One axis of y: its size, and the step in x (in elements).
struct Axis {
    std::int64_t size, step;
};

/// The axes of y, the innermost last, joined where they can be; at least one.
std::vector<Axis> axes_of(const Shape& x, const std::vector<std::int64_t>& perm) {
    std::vector<std::int64_t> steps(static_cast<std::size_t>(x.rank()), 1);
    for (std::size_t d = steps.size(); d-- > 1;)
        steps[d - 1] = steps[d] * x[static_cast<int>(d)];
    std::vector<Axis> axes;
    for (const std::int64_t axis : perm) {
        const Axis next = {x[static_cast<int>(axis)], steps[static_cast<std::size_t>(axis)]};
        if (next.size == 1)
            continue;
        if (!axes.empty() && axes.back().step == next.size * next.step)
            axes.back() = {axes.back().size * next.size, next.step};
        else
            axes.push_back(next);
    }
    if (axes.empty())
        axes.push_back({1, 1});
    return axes;
}

/// Where number `row` of the places along the first `outer` axes is, by their steps.
std::int64_t offset_of(const std::vector<Axis>& axes, std::size_t outer, std::int64_t row) {
    std::int64_t at = 0;
    for (std::size_t a = outer; a-- > 0; row /= axes[a].size)
        at += row % axes[a].size * axes[a].step;
    return at;
}

constexpr std::int64_t square = 16;

/// y[along_x, last]: element (i, j) of y is x[i + j·step]; y's own rows are `y_step` apart.
template <typename T>
void transpose_plane(const T* x, T* y, std::int64_t rows, std::int64_t columns, std::int64_t x_step,
                     std::int64_t y_step) {
    for (std::int64_t r = 0; r < rows; r += square)
        for (std::int64_t c = 0; c < columns; c += square)
            for (std::int64_t i = r; i < std::min(r + square, rows); ++i)
                for (std::int64_t j = c; j < std::min(c + square, columns); ++j)
                    y[i * y_step + j] = x[i + j * x_step];
}

/// The last axis stays last: rows are copied as they are.
Kernel copy_rows(const std::vector<Axis>& axes, std::size_t element_bytes) {
    const std::size_t outer = axes.size() - 1;
    const std::int64_t length = axes.back().size;
    std::int64_t rows = 1;
    for (std::size_t a = 0; a < outer; ++a)
        rows *= axes[a].size;
    return {[=](Arguments args) {
        const std::size_t bytes = static_cast<std::size_t>(length) * element_bytes;
        parallel_rows(rows, length, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t r = begin; r < end; ++r)
                std::memcpy(out<std::byte>(args, 1) + static_cast<std::size_t>(r) * bytes,
                            in<std::byte>(args, 0) +
                                static_cast<std::size_t>(offset_of(axes, outer, r)) * element_bytes,
                            bytes);
        });
    }};
}

template <typename T>
Kernel transpose_planes(const std::vector<Axis>& axes) {
    // The axis of y that is contiguous in x makes the planes with y's last one.
    const auto contiguous =
        static_cast<std::size_t>(std::ranges::find(axes, std::int64_t{1}, &Axis::step) - axes.begin());
    std::vector<Axis> outer = axes;
    outer.pop_back();
    outer.erase(outer.begin() + static_cast<std::ptrdiff_t>(contiguous));
    const Axis down = axes[contiguous], last = axes.back();
    std::int64_t y_step = 1, planes = 1; // of `down`, in y
    for (std::size_t a = contiguous + 1; a < axes.size(); ++a)
        y_step *= axes[a].size;
    for (const Axis& axis : outer)
        planes *= axis.size;
    // y's own steps of the outer axes.
    std::vector<Axis> places;
    std::int64_t step = 1;
    for (std::size_t a = axes.size(); a-- > 0; step *= axes[a].size)
        if (a != contiguous && a + 1 != axes.size())
            places.insert(places.begin(), {axes[a].size, step});
    const std::int64_t strips = (down.size + square - 1) / square;
    return {[=](Arguments args) {
        const T* x = in<T>(args, 0);
        T* y = out<T>(args, 1);
        parallel_rows(planes * strips, square * last.size, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t s = begin; s < end; ++s) {
                const std::int64_t plane = s / strips, first = s % strips * square;
                transpose_plane(x + offset_of(outer, outer.size(), plane) + first,
                                y + offset_of(places, places.size(), plane) + first * y_step,
                                std::min(square, down.size - first), last.size, last.step, y_step);
            }
        });
    }};
}

} // namespace

Kernel make_transpose(const KernelContext& context) {
    const std::vector<Axis> axes = axes_of(context.shape(0), context.attrs().integers("perm"));
    const std::size_t bytes = size_of(context.dtype(0));
    if (axes.back().step == 1)
        return copy_rows(axes, bytes);
    switch (bytes) {
    case 1:
        return transpose_planes<std::uint8_t>(axes);
    case 2:
        return transpose_planes<std::uint16_t>(axes);
    case 4:
        return transpose_planes<std::uint32_t>(axes);
    default:
        return transpose_planes<std::uint64_t>(axes);
    }
}

} // namespace laptime::cpu
