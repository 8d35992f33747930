// SPDX-License-Identifier: Apache-2.0
// upsample(x) -> y, upsample_grad(dy) -> dx
#include "engine/graph/ops/upsample.h"
#include "engine/backends/reference/kernels/kernels.h"

namespace laptime::reference::kernels {

namespace {

/// Calls visit(output, input, weight) for every pair of elements, in the shapes of small and large image.
template <typename Visit>
void for_each_pair(const Operands& o, const Shape& small, const Shape& large, Visit visit) {
    const std::vector<std::int64_t> size = o.attrs.integers("size");
    const bool bilinear = o.attrs.text("interpolation") == "bilinear";
    std::size_t output = 0;
    for (std::int64_t n = 0; n < large[0]; ++n)
        for (std::int64_t oh = 0; oh < large[1]; ++oh)
            for (std::int64_t ow = 0; ow < large[2]; ++ow)
                for (std::int64_t c = 0; c < large[3]; ++c, ++output) {
                    const UpsampleTap h = upsample_tap(oh, size[0], small[1], bilinear);
                    const UpsampleTap w = upsample_tap(ow, size[1], small[2], bilinear);
                    for (const bool down : {false, true})
                        for (const bool right : {false, true}) {
                            const std::int64_t row = down ? h.upper : h.lower,
                                               column = right ? w.upper : w.lower;
                            const std::int64_t input =
                                ((n * small[1] + row) * small[2] + column) * small[3] + c;
                            visit(output, static_cast<std::size_t>(input),
                                  (down ? h.weight : 1 - h.weight) * (right ? w.weight : 1 - w.weight));
                        }
                }
}

} // namespace

void upsample(const Operands& o) {
    for_each_pair(o, o.shape(0), o.outputs[0]->type.shape,
                  [&](std::size_t output, std::size_t input, double weight) {
                      if (weight != 0)
                          o.out(0)[output] += weight * o.in(0)[input];
                  });
}

void upsample_grad(const Operands& o) {
    for_each_pair(o, o.outputs[0]->type.shape, o.shape(0),
                  [&](std::size_t output, std::size_t input, double weight) {
                      if (weight != 0)
                          o.out(0)[input] += weight * o.in(0)[output];
                  });
}

} // namespace laptime::reference::kernels
