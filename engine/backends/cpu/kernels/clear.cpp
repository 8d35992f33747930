// SPDX-License-Identifier: Apache-2.0
// clear(x): x = 0.
#include <cstring>

#include "engine/backends/cpu/kernels/makers.h"
#include "engine/backends/cpu/parallel.h"

namespace laptime::cpu {

Kernel make_clear(const KernelContext& context) {
    const auto bytes = static_cast<std::int64_t>(context.inputs[0].bytes());
    return {[bytes](Arguments args) {
        char* x = out<char>(args, 0);
        parallel_for(bytes, 4 * serial_elements, 64, [=](std::int64_t begin, std::int64_t end) {
            std::memset(x + begin, 0, static_cast<std::size_t>(end - begin));
        });
    }};
}

} // namespace laptime::cpu
