// SPDX-License-Identifier: Apache-2.0
// transpose(x) -> y
#include "engine/backends/reference/kernels/kernels.h"
#include "engine/backends/reference/kernels/places.h"

namespace laptime::reference::kernels {

void transpose(const Operands& o) {
    const std::vector<std::int64_t> perm = o.attrs.integers("perm");
    Place from(perm.size());
    for_each_place(o.outputs[0]->type.shape, [&](const Place& to) {
        for (std::size_t i = 0; i < perm.size(); ++i)
            from[static_cast<std::size_t>(perm[i])] = to[i];
        copy_element(*o.inputs[0], from, *o.outputs[0], to);
    });
}

} // namespace laptime::reference::kernels
