// SPDX-License-Identifier: Apache-2.0
// conv2d(x, k[, bias]) -> y, conv2d_grad_input(dy, k) -> dx, conv2d_grad_kernel(x, dy) -> dk[, db]. All three
// are one walk over the products x * k that make up y.
#include "engine/backends/reference/kernels/fused.h"
#include "engine/backends/reference/kernels/kernels.h"
#include "engine/graph/ops/window.h"

namespace laptime::reference::kernels {

namespace {

/// Calls visit(index in y, index in x, index in k) for every product.
template <typename Visit>
void for_each_product(const ConvGeometry& g, Visit visit) {
    const std::int64_t depth = g.channels / g.groups, filters_a_group = g.filters / g.groups;
    std::size_t yi = 0;
    for (std::int64_t n = 0; n < g.batch; ++n)
        for (std::int64_t oh = 0; oh < g.h.output; ++oh)
            for (std::int64_t ow = 0; ow < g.w.output; ++ow)
                for (std::int64_t f = 0; f < g.filters; ++f, ++yi)
                    for (std::int64_t kh = 0; kh < g.h.window; ++kh) {
                        const std::int64_t ih = oh * g.h.stride + kh * g.h.dilation - g.h.before;
                        if (ih < 0 || ih >= g.h.input)
                            continue;
                        for (std::int64_t kw = 0; kw < g.w.window; ++kw) {
                            const std::int64_t iw = ow * g.w.stride + kw * g.w.dilation - g.w.before;
                            if (iw < 0 || iw >= g.w.input)
                                continue;
                            const std::int64_t x = ((n * g.h.input + ih) * g.w.input + iw) * g.channels +
                                                   f / filters_a_group * depth;
                            const std::int64_t k = ((f * g.h.window + kh) * g.w.window + kw) * depth;
                            for (std::int64_t c = 0; c < depth; ++c)
                                visit(yi, static_cast<std::size_t>(x + c), static_cast<std::size_t>(k + c));
                        }
                    }
}

} // namespace

void conv2d(const Operands& o) {
    const double *x = o.in(0).data(), *k = o.in(1).data();
    double* y = o.out(0).data();
    for_each_product(conv_geometry(o.attrs, o.shape(0), o.shape(1)),
                     [=](std::size_t yi, std::size_t xi, std::size_t ki) { y[yi] += x[xi] * k[ki]; });
    add_bias_and_activate(o);
}

void conv2d_grad_input(const Operands& o) {
    const double *dy = o.in(0).data(), *k = o.in(1).data();
    double* dx = o.out(0).data();
    for_each_product(conv_geometry(o.attrs, Shape(o.attrs.integers("input_shape")), o.shape(1)),
                     [=](std::size_t yi, std::size_t xi, std::size_t ki) { dx[xi] += dy[yi] * k[ki]; });
}

void conv2d_grad_kernel(const Operands& o) {
    const double *x = o.in(0).data(), *dy = o.in(1).data();
    double* dk = o.out(0).data();
    for_each_product(conv_geometry(o.attrs, o.shape(0), Shape(o.attrs.integers("kernel_shape"))),
                     [=](std::size_t yi, std::size_t xi, std::size_t ki) { dk[ki] += x[xi] * dy[yi]; });
    if (o.outputs.size() > 1)
        for (std::size_t i = 0; i < o.in(1).size(); ++i)
            o.out(1)[i % o.out(1).size()] += dy[i];
}

} // namespace laptime::reference::kernels
