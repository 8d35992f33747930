// SPDX-License-Identifier: Apache-2.0
// attention(qkv) -> y, logsumexp and attention_grad(dy, qkv, y, logsumexp) -> dqkv. A head of an item is
// computed by one thread in a fixed order, so that results do not depend on the number of threads. Half types
// are widened when they are copied into the work space.
#include "engine/backends/cpu/kernels/attention.h"

#include <limits>
#include <omp.h>
#include <utility>

#include "engine/backends/cpu/element.h"
#include "engine/backends/cpu/kernels/makers.h"
#include "engine/backends/cpu/math.h"
#include "engine/backends/cpu/parallel.h"

#define LAPTIME_LOOPS "engine/backends/cpu/kernels/attention_loops.h"
#include "engine/backends/cpu/at_each_level.h"

namespace laptime::cpu {

namespace {

template <typename Make>
Kernel visit_type(const KernelContext& context, DType type, Make make) {
    switch (type) {
    case DType::f64:
        return make(double{});
    case DType::f32:
        return make(float{});
    case DType::bf16:
        return make(BFloat16{});
    default: // float16 is emulated before
        context.fail("there are kernels for float64, float32 and bfloat16, not for " +
                     std::string(name_of(type)));
    }
}

/// Calls body(item, head, scratch) for each head of each item.
template <typename C, typename Body>
void for_each_head(const AttentionPlan& p, C* scratch, std::int64_t scratch_a_thread, Body body) {
    // In units of an element-wise operation: a multiply-add costs about a tenth of one.
    parallel_rows(p.batch * p.heads, p.length * p.length * p.width / 5,
                  [&](std::int64_t begin, std::int64_t end) {
                      C* own = scratch + omp_get_thread_num() * scratch_a_thread;
                      for (std::int64_t i = begin; i < end; ++i)
                          body(i / p.heads, i % p.heads, own);
                  });
}

} // namespace

Kernel make_attention(const KernelContext& context) {
    const AttentionPlan p(context.attrs(), context.inputs[0]);
    return visit_type(context, context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        using C = Compute<T>;
        const auto run = LAPTIME_AT_BEST_LEVEL(attend<T>);
        return {[=](Arguments args) {
                    for_each_head(p, out<C>(args, 3), p.forward_scratch(),
                                  [&](std::int64_t item, std::int64_t head, C* scratch) {
                                      const std::int64_t row = item * p.length, at = head * p.width;
                                      run(p, in<T>(args, 0) + row * 3 * p.channels + at,
                                          out<T>(args, 1) + row * p.channels + at,
                                          out<C>(args, 2) + (item * p.heads + head) * p.length, scratch);
                                  });
                },
                static_cast<std::size_t>(context.threads * p.forward_scratch()) * sizeof(C)};
    });
}

Kernel make_attention_grad(const KernelContext& context) {
    const AttentionPlan p(context.attrs(), context.inputs[1]);
    return visit_type(context, context.dtype(1), [&](auto element) -> Kernel {
        using T = decltype(element);
        using C = Compute<T>;
        const auto run = LAPTIME_AT_BEST_LEVEL(attend_gradient<T>);
        return {[=](Arguments args) {
                    for_each_head(p, out<C>(args, 5), p.backward_scratch(),
                                  [&](std::int64_t item, std::int64_t head, C* scratch) {
                                      const std::int64_t row = item * p.length, at = head * p.width;
                                      const std::int64_t plain = row * p.channels + at,
                                                         packed = row * 3 * p.channels + at;
                                      run(p, in<T>(args, 0) + plain, in<T>(args, 1) + packed,
                                          in<T>(args, 2) + plain,
                                          in<C>(args, 3) + (item * p.heads + head) * p.length,
                                          out<T>(args, 4) + packed, scratch);
                                  });
                },
                static_cast<std::size_t>(context.threads * p.backward_scratch()) * sizeof(C)};
    });
}

} // namespace laptime::cpu
