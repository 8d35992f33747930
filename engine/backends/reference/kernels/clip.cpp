// SPDX-License-Identifier: Apache-2.0
// global_norm(g...) -> norm, clip_factor(norm) -> factor, clamp(x) -> y
#include <cmath>

#include "engine/backends/reference/kernels/kernels.h"

namespace laptime::reference::kernels {

void global_norm(const Operands& o) {
    double sum = 0;
    for (std::size_t i = 0; i < o.input_count(); ++i)
        for (const double g : o.in(i))
            sum += g * g;
    o.out(0)[0] = std::sqrt(sum);
}

void clip_factor(const Operands& o) {
    const double norm = o.scalar(0), most = o.attrs.number("max_norm");
    o.out(0)[0] = norm <= most ? 1 : most / norm; // NaN for NaN
}

void clamp(const Operands& o) {
    const double least = o.attrs.number("least"), most = o.attrs.number("most");
    for (std::size_t i = 0; i < o.in(0).size(); ++i) {
        const double x = o.in(0)[i];
        o.out(0)[i] = x < least ? least : x > most ? most : x;
    }
}

} // namespace laptime::reference::kernels
