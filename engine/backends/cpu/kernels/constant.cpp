// SPDX-License-Identifier: Apache-2.0
// constant() -> y. Written anew in every run: its memory may be shared with values of other times.
#include <algorithm>

#include "engine/backends/cpu/element.h"
#include "engine/backends/cpu/kernels/makers.h"

namespace laptime::cpu {

Kernel make_constant(const KernelContext& context) {
    const double value = context.attrs().number("value");
    const std::int64_t count = context.outputs[0].shape.count();
    const auto filled = [&](auto element) {
        return Kernel{[element, count](Arguments args) {
            std::fill_n(out<std::remove_const_t<decltype(element)>>(args, 0), count, element);
        }};
    };
    switch (context.outputs[0].dtype) {
    case DType::i64:
        return filled(static_cast<std::int64_t>(value));
    case DType::i32:
        return filled(static_cast<std::int32_t>(value));
    case DType::u8:
        return filled(static_cast<std::uint8_t>(value));
    default:
        return visit_floating(context.outputs[0].dtype, [&](auto zero) {
            using T = decltype(zero);
            return filled(store<T>(static_cast<Compute<T>>(value)));
        });
    }
}

} // namespace laptime::cpu
