// SPDX-License-Identifier: Apache-2.0
// avg_pool(x) -> y, global_avg_pool(x) -> y and their gradients (dy) -> dx
#include "engine/backends/reference/kernels/kernels.h"
#include "engine/graph/ops/window.h"

namespace laptime::reference::kernels {

namespace {

/// The indices in x of the positions of one window that lie in the image.
std::vector<std::size_t> covered(const PoolGeometry& g, std::int64_t n, std::int64_t oh, std::int64_t ow,
                                 std::int64_t c) {
    std::vector<std::size_t> list;
    for (std::int64_t kh = 0; kh < g.h.window; ++kh)
        for (std::int64_t kw = 0; kw < g.w.window; ++kw) {
            const std::int64_t ih = oh * g.h.stride + kh - g.h.before, iw = ow * g.w.stride + kw - g.w.before;
            if (ih >= 0 && ih < g.h.input && iw >= 0 && iw < g.w.input)
                list.push_back(
                    static_cast<std::size_t>(((n * g.h.input + ih) * g.w.input + iw) * g.channels + c));
        }
    return list;
}

/// visit(index in y, indices in x)
template <typename Visit>
void for_each_window(const PoolGeometry& g, Visit visit) {
    std::size_t i = 0;
    for (std::int64_t n = 0; n < g.batch; ++n)
        for (std::int64_t oh = 0; oh < g.h.output; ++oh)
            for (std::int64_t ow = 0; ow < g.w.output; ++ow)
                for (std::int64_t c = 0; c < g.channels; ++c)
                    visit(i++, covered(g, n, oh, ow, c));
}

/// The window is the whole image.
PoolGeometry global_geometry(const Shape& x) {
    return pool_geometry({{"window", std::vector<std::int64_t>{x[1], x[2]}}}, x);
}

void average(const Operands& o, const PoolGeometry& g) {
    for_each_window(g, [&](std::size_t i, const std::vector<std::size_t>& window) {
        for (const std::size_t from : window)
            o.out(0)[i] += o.in(0)[from] / static_cast<double>(window.size());
    });
}

void spread(const Operands& o, const PoolGeometry& g) {
    for_each_window(g, [&](std::size_t i, const std::vector<std::size_t>& window) {
        for (const std::size_t to : window)
            o.out(0)[to] += o.in(0)[i] / static_cast<double>(window.size());
    });
}

} // namespace

void avg_pool(const Operands& o) {
    average(o, pool_geometry(o.attrs, o.shape(0)));
}

void avg_pool_grad(const Operands& o) {
    spread(o, pool_geometry(o.attrs, Shape(o.attrs.integers("input_shape"))));
}

void global_avg_pool(const Operands& o) {
    average(o, global_geometry(o.shape(0)));
}

void global_avg_pool_grad(const Operands& o) {
    spread(o, global_geometry(Shape(o.attrs.integers("input_shape"))));
}

} // namespace laptime::reference::kernels
