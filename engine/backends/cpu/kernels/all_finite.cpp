// SPDX-License-Identifier: Apache-2.0
// all_finite(x...) -> ok: 1 where no element is infinite or NaN, else 0. An element is not finite exactly
// when all bits of its exponent are set, which integer vectors find.
#include <atomic>

#include "engine/backends/cpu/element.h"
#include "engine/backends/cpu/kernels/makers.h"
#include "engine/backends/cpu/parallel.h"

namespace laptime::cpu {

namespace {

template <typename Bits>
LAPTIME_INLINE bool loop(const Bits* x, std::int64_t count, Bits exponent) {
    Bits bad = 0;
    for (std::int64_t i = 0; i < count; ++i)
        bad |= (x[i] & exponent) == exponent ? Bits{1} : Bits{0};
    return bad == 0;
}

LAPTIME_CLONES bool finite_range(const std::uint64_t* x, std::int64_t count, std::uint64_t exponent) {
    return loop(x, count, exponent);
}
LAPTIME_CLONES bool finite_range(const std::uint32_t* x, std::int64_t count, std::uint32_t exponent) {
    return loop(x, count, exponent);
}
LAPTIME_CLONES bool finite_range(const std::uint16_t* x, std::int64_t count, std::uint16_t exponent) {
    return loop(x, count, exponent);
}

template <typename Bits>
bool finite(const void* data, std::int64_t count, Bits exponent) {
    const Bits* x = static_cast<const Bits*>(data);
    std::atomic<bool> ok = true;
    parallel_elements(count, [&](std::int64_t begin, std::int64_t end) {
        if (!finite_range(x + begin, end - begin, exponent))
            ok = false;
    });
    return ok;
}

bool finite(const void* data, std::int64_t count, DType type) {
    switch (type) {
    case DType::f64:
        return finite(data, count, std::uint64_t{0x7FF0000000000000u});
    case DType::f32:
        return finite(data, count, std::uint32_t{0x7F800000u});
    case DType::f16:
        return finite(data, count, std::uint16_t{0x7C00u});
    default:
        return finite(data, count, std::uint16_t{0x7F80u});
    }
}

} // namespace

Kernel make_all_finite(const KernelContext& context) {
    const std::vector<TensorType> inputs = context.inputs;
    return visit_full_precision(context.outputs[0].dtype, [&](auto element) -> Kernel {
        using T = decltype(element);
        return {[inputs](Arguments args) {
            bool ok = true;
            for (std::size_t i = 0; ok && i < inputs.size(); ++i)
                ok = finite(args[i], inputs[i].shape.count(), inputs[i].dtype);
            *static_cast<T*>(args[inputs.size()]) = ok ? T{1} : T{0};
        }};
    });
}

} // namespace laptime::cpu
