// SPDX-License-Identifier: Apache-2.0
// What add and mul share: b has a's type and shape, or is a scalar of any floating type.
#pragma once

#include "engine/backends/cpu/element.h"
#include "engine/backends/cpu/kernel.h"
#include "engine/backends/cpu/parallel.h"

namespace laptime::cpu {

/// `tensors(a, b, y, count)` and `scalar(a, b, y, count)` are overload sets over the element types.
template <typename Tensors, typename Scalar>
Kernel make_binary(const KernelContext& context, Tensors tensors, Scalar scalar) {
    const std::int64_t count = context.shape(0).count();
    return visit_floating(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        if (context.shape(1) == context.shape(0) && context.dtype(1) == context.dtype(0))
            return {[=](Arguments args) {
                const T *a = in<T>(args, 0), *b = in<T>(args, 1);
                T* y = out<T>(args, 2);
                parallel_elements(count, [=](std::int64_t begin, std::int64_t end) {
                    tensors(a + begin, b + begin, y + begin, end - begin);
                });
            }};
        return visit_floating(context.dtype(1), [&](auto scalar_element) -> Kernel {
            using S = decltype(scalar_element);
            return {[=](Arguments args) {
                const T* a = in<T>(args, 0);
                const auto b = static_cast<Compute<T>>(load(*in<S>(args, 1)));
                T* y = out<T>(args, 2);
                parallel_elements(count, [=](std::int64_t begin, std::int64_t end) {
                    scalar(a + begin, b, y + begin, end - begin);
                });
            }};
        });
    });
}

} // namespace laptime::cpu
