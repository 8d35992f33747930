// SPDX-License-Identifier: Apache-2.0
// concat(a, b, …) -> y, slice(x) -> y, pad(x) -> y
#include "engine/backends/reference/kernels/kernels.h"
#include "engine/backends/reference/kernels/places.h"
#include "engine/graph/ops/box.h"

namespace laptime::reference::kernels {

namespace {

Place moved(Place place, const Place& by) {
    for (std::size_t d = 0; d < place.size(); ++d)
        place[d] += by[d];
    return place;
}

} // namespace

void concat(const Operands& o) {
    const Shape& y = o.outputs[0]->type.shape;
    const int axis = axis_of(o.attrs, y.rank());
    Place start(static_cast<std::size_t>(y.rank()), 0);
    for (const Tensor* input : o.inputs) {
        for_each_place(input->type.shape, [&](const Place& place) {
            copy_element(*input, place, *o.outputs[0], moved(place, start));
        });
        start[static_cast<std::size_t>(axis)] += input->type.shape[axis];
    }
}

void slice(const Operands& o) {
    const Place begin = o.attrs.integers("begin");
    for_each_place(o.outputs[0]->type.shape, [&](const Place& place) {
        copy_element(*o.inputs[0], moved(place, begin), *o.outputs[0], place);
    });
}

void pad(const Operands& o) {
    const Place before = o.attrs.integers("before");
    for_each_place(o.shape(0), [&](const Place& place) {
        copy_element(*o.inputs[0], place, *o.outputs[0], moved(place, before));
    });
}

} // namespace laptime::reference::kernels
