// SPDX-License-Identifier: Apache-2.0
// Convolution as a matrix product: the windows of one image are copied into rows ("im2col"; Chellapilla et
// al., 2006), and each thread does whole images with a buffer of its own.
#include "engine/backends/cpu/kernels/conv2d_float64.h"

#include <algorithm>

#include "engine/backends/cpu/blas.h"
#include "engine/backends/cpu/parallel.h"

namespace laptime::cpu {

namespace {

struct Sizes {
    explicit Sizes(const ConvGeometry& g)
        : in(g.channels / g.groups), out(g.filters / g.groups), window(g.h.window * g.w.window * in),
          positions(g.h.output * g.w.output), image(g.h.input * g.w.input * g.channels),
          result(positions * g.filters) {}
    std::int64_t in, out; ///< channels of a group
    std::int64_t window;  ///< elements of a window, which is one filter's size too
    std::int64_t positions;
    std::int64_t image, result; ///< elements of one image
};

/// Calls visit(column, x) for each run of `in` channels of the windows of one image and group; x is −1 in the
/// padding.
template <typename Visit>
void for_each_run(const ConvGeometry& g, const Sizes& s, std::int64_t group, Visit visit) {
    std::int64_t column = 0;
    for (std::int64_t oh = 0; oh < g.h.output; ++oh)
        for (std::int64_t ow = 0; ow < g.w.output; ++ow)
            for (std::int64_t kh = 0; kh < g.h.window; ++kh)
                for (std::int64_t kw = 0; kw < g.w.window; ++kw, column += s.in) {
                    const std::int64_t ih = oh * g.h.stride + kh * g.h.dilation - g.h.before;
                    const std::int64_t iw = ow * g.w.stride + kw * g.w.dilation - g.w.before;
                    const bool inside = ih >= 0 && ih < g.h.input && iw >= 0 && iw < g.w.input;
                    visit(column, inside ? (ih * g.w.input + iw) * g.channels + group * s.in : -1);
                }
}

void copy_windows(const ConvGeometry& g, const Sizes& s, std::int64_t group, const double* x,
                  double* columns) {
    for_each_run(g, s, group, [&](std::int64_t column, std::int64_t at) {
        if (at < 0)
            std::fill_n(columns + column, s.in, 0.0);
        else
            std::copy_n(x + at, s.in, columns + column);
    });
}

void add_windows(const ConvGeometry& g, const Sizes& s, std::int64_t group, const double* columns,
                 double* dx) {
    for_each_run(g, s, group, [&](std::int64_t column, std::int64_t at) {
        if (at >= 0)
            for (std::int64_t c = 0; c < s.in; ++c)
                dx[at + c] += columns[column + c];
    });
}

/// Splits the batch into `parts` and calls body(part, first image, one behind the last) on each thread.
template <typename Body>
void for_parts(std::int64_t batch, std::int64_t parts, Body body) {
    parallel_for(parts, 0, 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t part = begin; part < end; ++part)
            body(part, batch * part / parts, batch * (part + 1) / parts);
    });
}

} // namespace

Kernel conv2d_float64(const ConvGeometry& g, bool with_bias, bool relu, int threads) {
    require_blas();
    const Sizes s(g);
    const std::int64_t parts = std::min<std::int64_t>(threads, g.batch);
    return {[=](Arguments args) {
                const double *x = in<double>(args, 0), *k = in<double>(args, 1);
                const double* bias = with_bias ? in<double>(args, 2) : nullptr;
                double *y = out<double>(args, with_bias ? 3 : 2),
                       *scratch = out<double>(args, with_bias ? 4 : 3);
                for_parts(g.batch, parts, [&](std::int64_t part, std::int64_t first, std::int64_t last) {
                    double* columns = scratch + part * s.positions * s.window;
                    for (std::int64_t n = first; n < last; ++n) {
                        double* result = y + n * s.result;
                        for (std::int64_t group = 0; group < g.groups; ++group) {
                            copy_windows(g, s, group, x + n * s.image, columns);
                            multiply(s.positions, s.out, s.window, {columns, s.window, false},
                                     {k + group * s.out * s.window, s.window, true}, result + group * s.out,
                                     g.filters, false);
                        }
                        for (std::int64_t i = 0; i < s.result; ++i) {
                            const double value = result[i] + (bias ? bias[i % g.filters] : 0.0);
                            result[i] = relu && value <= 0 ? 0 : value;
                        }
                    }
                });
            },
            static_cast<std::size_t>(parts * s.positions * s.window) * sizeof(double)};
}

Kernel conv2d_grad_input_float64(const ConvGeometry& g, int threads) {
    require_blas();
    const Sizes s(g);
    const std::int64_t parts = std::min<std::int64_t>(threads, g.batch);
    return {[=](Arguments args) {
                const double *dy = in<double>(args, 0), *k = in<double>(args, 1);
                double *dx = out<double>(args, 2), *scratch = out<double>(args, 3);
                for_parts(g.batch, parts, [&](std::int64_t part, std::int64_t first, std::int64_t last) {
                    double* columns = scratch + part * s.positions * s.window;
                    for (std::int64_t n = first; n < last; ++n) {
                        std::fill_n(dx + n * s.image, s.image, 0.0);
                        for (std::int64_t group = 0; group < g.groups; ++group) {
                            multiply(s.positions, s.window, s.out,
                                     {dy + n * s.result + group * s.out, g.filters, false},
                                     {k + group * s.out * s.window, s.window, false}, columns, s.window,
                                     false);
                            add_windows(g, s, group, columns, dx + n * s.image);
                        }
                    }
                });
            },
            static_cast<std::size_t>(parts * s.positions * s.window) * sizeof(double)};
}

Kernel conv2d_grad_kernel_float64(const ConvGeometry& g, bool with_bias, int threads) {
    require_blas();
    const Sizes s(g);
    const std::int64_t parts = std::min<std::int64_t>(threads, g.batch);
    const std::int64_t filters = g.filters * s.window; // elements of the whole kernel
    const std::int64_t part_size = s.positions * s.window + filters + g.filters;
    return {[=](Arguments args) {
                const double *x = in<double>(args, 0), *dy = in<double>(args, 1);
                double *dk = out<double>(args, 2), *db = with_bias ? out<double>(args, 3) : nullptr;
                double* scratch = out<double>(args, with_bias ? 4 : 3);
                for_parts(g.batch, parts, [&](std::int64_t part, std::int64_t first, std::int64_t last) {
                    double *sums = scratch + part * part_size, *bias_sums = sums + filters;
                    double* columns = bias_sums + g.filters;
                    std::fill_n(sums, filters + g.filters, 0.0);
                    for (std::int64_t n = first; n < last; ++n) {
                        const double* gradient = dy + n * s.result;
                        for (std::int64_t group = 0; group < g.groups; ++group) {
                            copy_windows(g, s, group, x + n * s.image, columns);
                            multiply(s.out, s.window, s.positions,
                                     {gradient + group * s.out, g.filters, true}, {columns, s.window, false},
                                     sums + group * s.out * s.window, s.window, true);
                        }
                        for (std::int64_t i = 0; db && i < s.result; ++i)
                            bias_sums[i % g.filters] += gradient[i];
                    }
                });
                const auto add_parts = [&](double* to, const double* from, std::int64_t count) {
                    for (std::int64_t i = 0; i < count; ++i) {
                        to[i] = 0;
                        for (std::int64_t part = 0; part < parts; ++part)
                            to[i] += from[part * part_size + i];
                    }
                };
                add_parts(dk, scratch, filters);
                if (db)
                    add_parts(db, scratch + filters, g.filters);
            },
            static_cast<std::size_t>(parts * part_size) * sizeof(double)};
}

} // namespace laptime::cpu
