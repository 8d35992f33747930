// SPDX-License-Identifier: Apache-2.0
// embedding(ids, table) -> y and embedding_grad(dy, ids) -> dtable. The gradient's columns are split over the
// threads: each walks all ids in order, so that a row that several ids share is added up the same way
// whatever the threads.
#include <algorithm>
#include <string>

#include "engine/backends/cpu/element.h"
#include "engine/backends/cpu/kernels/makers.h"
#include "engine/backends/cpu/parallel.h"

namespace laptime::cpu {

namespace {

void check_ids(const std::int32_t* ids, std::int64_t count, std::int64_t rows) {
    for (std::int64_t i = 0; i < count; ++i)
        if (ids[i] < 0 || ids[i] >= rows)
            throw RunError("the id " + std::to_string(ids[i]) + " at place " + std::to_string(i) +
                           " of the batch is outside 0 to " + std::to_string(rows - 1) +
                           ", the rows of the embedding's table; check the data set's vocabulary");
}

template <typename From, typename To>
LAPTIME_INLINE void look_up_loop(const std::int32_t* ids, const From* table, std::int64_t width, To* y,
                                 std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
        const From* row = table + ids[i] * width;
        To* to = y + i * width;
        LAPTIME_INDEPENDENT
        for (std::int64_t c = 0; c < width; ++c)
            to[c] = store<To>(static_cast<Compute<To>>(load(row[c])));
    }
}

/// Columns begin…end−1 of dtable.
template <typename T>
LAPTIME_INLINE void add_up_loop(const T* dy, const std::int32_t* ids, std::int64_t count, std::int64_t rows,
                                std::int64_t width, Compute<T>* dtable, std::int64_t begin,
                                std::int64_t end) {
    for (std::int64_t r = 0; r < rows; ++r)
        std::fill(dtable + r * width + begin, dtable + r * width + end, Compute<T>{0});
    for (std::int64_t i = 0; i < count; ++i) {
        Compute<T>* row = dtable + ids[i] * width;
        const T* from = dy + i * width;
        LAPTIME_INDEPENDENT
        for (std::int64_t c = begin; c < end; ++c)
            row[c] += load(from[c]);
    }
}

#define LAPTIME_LOOK_UP(From, To)                                                                            \
    LAPTIME_CLONES void look_up(const std::int32_t* ids, const From* table, std::int64_t width, To* y,       \
                                std::int64_t begin, std::int64_t end) {                                      \
        look_up_loop(ids, table, width, y, begin, end);                                                      \
    }
LAPTIME_LOOK_UP(double, double)
LAPTIME_LOOK_UP(float, float)
LAPTIME_LOOK_UP(float, BFloat16)
LAPTIME_LOOK_UP(float, Float16)
LAPTIME_LOOK_UP(BFloat16, BFloat16)
LAPTIME_LOOK_UP(Float16, Float16)

#define LAPTIME_ADD_UP(T)                                                                                    \
    LAPTIME_CLONES void add_up(const T* dy, const std::int32_t* ids, std::int64_t count, std::int64_t rows,  \
                               std::int64_t width, Compute<T>* dtable, std::int64_t begin,                   \
                               std::int64_t end) {                                                           \
        add_up_loop(dy, ids, count, rows, width, dtable, begin, end);                                        \
    }
LAPTIME_EACH_FLOATING(LAPTIME_ADD_UP)

template <typename From, typename To>
Kernel look_up_in(const KernelContext& context) {
    const std::int64_t count = context.shape(0).count(), rows = context.shape(1)[0],
                       width = context.shape(1)[1];
    return {[=](Arguments args) {
        const std::int32_t* ids = in<std::int32_t>(args, 0);
        check_ids(ids, count, rows);
        parallel_rows(count, width, [=](std::int64_t begin, std::int64_t end) {
            look_up(ids, in<From>(args, 1), width, out<To>(args, 2), begin, end);
        });
    }};
}

} // namespace

Kernel make_embedding(const KernelContext& context) {
    const DType to = context.outputs[0].dtype;
    if (to == context.dtype(1))
        return visit_floating(
            to, [&](auto element) { return look_up_in<decltype(element), decltype(element)>(context); });
    return to == DType::bf16 ? look_up_in<float, BFloat16>(context) : look_up_in<float, Float16>(context);
}

Kernel make_embedding_grad(const KernelContext& context) {
    const std::int64_t count = context.shape(1).count(), rows = context.outputs[0].shape[0],
                       width = context.outputs[0].shape[1];
    return visit_floating(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        return {[=](Arguments args) {
            const T* dy = in<T>(args, 0);
            const std::int32_t* ids = in<std::int32_t>(args, 1);
            Compute<T>* dtable = out<Compute<T>>(args, 2);
            check_ids(ids, count, rows);
            const std::int64_t serial = serial_elements / (count + rows); // in columns
            parallel_for(width, serial, 16, [=](std::int64_t begin, std::int64_t end) {
                add_up(dy, ids, count, rows, width, dtable, begin, end);
            });
        }};
    });
}

} // namespace laptime::cpu
