// SPDX-License-Identifier: Apache-2.0
// pad(x) -> y: zeros everywhere (all types write zero as zero bytes), then the box.
#include <cstring>

#include "engine/backends/cpu/kernels/box_copy.h"
#include "engine/backends/cpu/kernels/makers.h"
#include "engine/backends/cpu/parallel.h"

namespace laptime::cpu {

Kernel make_pad(const KernelContext& context) {
    const TensorType& y = context.outputs[0];
    const BoxCopy::Place origin(static_cast<std::size_t>(y.shape.rank()), 0);
    const BoxCopy copy(context.shape(0), origin, y.shape, context.attrs().integers("before"),
                       context.shape(0), size_of(y.dtype));
    const auto bytes = static_cast<std::int64_t>(y.bytes());
    return {[=](Arguments args) {
        parallel_for(bytes, 4 * serial_elements, 64, [=](std::int64_t begin, std::int64_t end) {
            std::memset(out<std::byte>(args, 1) + begin, 0, static_cast<std::size_t>(end - begin));
        });
        copy.run(args[0], args[1]);
    }};
}

} // namespace laptime::cpu
