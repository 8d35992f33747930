// SPDX-License-Identifier: Apache-2.0
// max_pool(x) -> y, index and max_pool_grad(dy, index[, y]) -> dx
#include <cmath>
#include <limits>

#include "engine/backends/reference/kernels/kernels.h"
#include "engine/graph/ops/window.h"

namespace laptime::reference::kernels {

namespace {

/// Index in x of window position (kh, kw) of output (n, oh, ow) and channel c, or -1 in the padding.
std::int64_t source(const PoolGeometry& g, std::int64_t n, std::int64_t oh, std::int64_t ow,
                    std::int64_t position, std::int64_t c) {
    const std::int64_t ih = oh * g.h.stride + position / g.w.window - g.h.before;
    const std::int64_t iw = ow * g.w.stride + position % g.w.window - g.w.before;
    if (ih < 0 || ih >= g.h.input || iw < 0 || iw >= g.w.input)
        return -1;
    return ((n * g.h.input + ih) * g.w.input + iw) * g.channels + c;
}

template <typename Visit>
void for_each_output(const PoolGeometry& g, Visit visit) {
    std::size_t i = 0;
    for (std::int64_t n = 0; n < g.batch; ++n)
        for (std::int64_t oh = 0; oh < g.h.output; ++oh)
            for (std::int64_t ow = 0; ow < g.w.output; ++ow)
                for (std::int64_t c = 0; c < g.channels; ++c)
                    visit(i++, n, oh, ow, c);
}

} // namespace

void max_pool(const Operands& o) {
    const PoolGeometry g = pool_geometry(o.attrs, o.shape(0));
    for_each_output(g, [&](std::size_t i, std::int64_t n, std::int64_t oh, std::int64_t ow, std::int64_t c) {
        double best = -std::numeric_limits<double>::infinity();
        std::int64_t where = -1;
        for (std::int64_t p = 0; p < g.h.window * g.w.window; ++p) {
            const std::int64_t from = source(g, n, oh, ow, p, c);
            if (from < 0)
                continue;
            const double value = o.in(0)[static_cast<std::size_t>(from)];
            // A NaN counts as the largest, so that it is seen and not lost.
            if (where < 0 || value > best || (std::isnan(value) && !std::isnan(best))) {
                best = value;
                where = p;
            }
        }
        o.out(0)[i] = best;
        o.out(1)[i] = static_cast<double>(where);
    });
}

void max_pool_grad(const Operands& o) {
    const PoolGeometry g = pool_geometry(o.attrs, Shape(o.attrs.integers("input_shape")));
    for_each_output(g, [&](std::size_t i, std::int64_t n, std::int64_t oh, std::int64_t ow, std::int64_t c) {
        if (o.input_count() > 2 && o.in(2)[i] <= 0)
            return;
        const std::int64_t to = source(g, n, oh, ow, static_cast<std::int64_t>(o.in(1)[i]), c);
        o.out(0)[static_cast<std::size_t>(to)] += o.in(0)[i];
    });
}

} // namespace laptime::reference::kernels
