// SPDX-License-Identifier: Apache-2.0
// add(a, b) -> y, mul(a, b) -> y
#include "engine/backends/reference/kernels/kernels.h"

namespace laptime::reference::kernels {

namespace {

template <typename Function>
void element_wise(const Operands& o, Function function) {
    const std::vector<double>&a = o.in(0), &b = o.in(1);
    const bool is_scalar = o.shape(1).rank() == 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        o.out(0)[i] = function(a[i], b[is_scalar ? 0 : i]);
}

} // namespace

void add(const Operands& o) {
    const bool relu = o.attrs.text("activation") == "relu";
    element_wise(o, [relu](double a, double b) { return relu && a + b < 0 ? 0 : a + b; });
}

void mul(const Operands& o) {
    element_wise(o, [](double a, double b) { return a * b; });
}

} // namespace laptime::reference::kernels
