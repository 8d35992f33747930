// SPDX-License-Identifier: Apache-2.0
// rescale(x) -> y = x * scale + offset; x is uint8 or floating.
#include "engine/backends/cpu/element.h"
#include "engine/backends/cpu/kernels/makers.h"
#include "engine/backends/cpu/parallel.h"

namespace laptime::cpu {

namespace {

template <typename From, typename To>
LAPTIME_INLINE void rescale_loop(const From* x, To* y, std::int64_t count, double scale, double offset) {
    using C = Compute<To>;
    const C s = static_cast<C>(scale), o = static_cast<C>(offset);
    LAPTIME_INDEPENDENT
    for (std::int64_t i = 0; i < count; ++i)
        y[i] = store<To>(static_cast<C>(load(x[i])) * s + o);
}

#define LAPTIME_RESCALE(From, To)                                                                            \
    LAPTIME_CLONES void rescale_range(const From* x, To* y, std::int64_t count, double scale,                \
                                      double offset) {                                                       \
        rescale_loop(x, y, count, scale, offset);                                                            \
    }
#define LAPTIME_RESCALE_FROM(From)                                                                           \
    LAPTIME_RESCALE(From, double)                                                                            \
    LAPTIME_RESCALE(From, float) LAPTIME_RESCALE(From, BFloat16) LAPTIME_RESCALE(From, Float16)
LAPTIME_EACH_FLOATING(LAPTIME_RESCALE_FROM)
LAPTIME_RESCALE_FROM(std::uint8_t)

template <typename From, typename To>
Kernel rescale(const KernelContext& context) {
    const std::int64_t count = context.shape(0).count();
    const double scale = context.attrs().number("scale", 1.0), offset = context.attrs().number("offset");
    return {[=](Arguments args) {
        const From* x = in<From>(args, 0);
        To* y = out<To>(args, 1);
        parallel_elements(count, [=](std::int64_t begin, std::int64_t end) {
            rescale_range(x + begin, y + begin, end - begin, scale, offset);
        });
    }};
}

} // namespace

Kernel make_rescale(const KernelContext& context) {
    return visit_floating(context.outputs[0].dtype, [&](auto to) {
        using To = decltype(to);
        if (context.dtype(0) == DType::u8)
            return rescale<std::uint8_t, To>(context);
        return visit_floating(context.dtype(0),
                              [&](auto from) { return rescale<decltype(from), To>(context); });
    });
}

} // namespace laptime::cpu
