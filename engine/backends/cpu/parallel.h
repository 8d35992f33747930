// SPDX-License-Identifier: Apache-2.0
// The one thread pool: OpenMP's, because that is the one oneDNN uses; a second one would fight over the
// cores.
#pragma once

#include <algorithm>
#include <cstdint>
#include <omp.h>

namespace laptime::cpu {

/// Elements below which a loop is quicker on one thread than a parallel region is to start.
constexpr std::int64_t serial_elements = 16384;

/// Sets how many threads the calling thread's parallel regions have, and puts the old number back at the end.
class ThreadCount {
public:
    explicit ThreadCount(int threads) : before_(omp_get_max_threads()) { omp_set_num_threads(threads); }
    ~ThreadCount() { omp_set_num_threads(before_); }
    ThreadCount(const ThreadCount&) = delete;
    ThreadCount& operator=(const ThreadCount&) = delete;

private:
    int before_;
};

/// Calls body(begin, end) for a contiguous part of 0…count−1 on each thread, or once for all where there are
/// not more than `serial` items. Parts begin at multiples of `block`. All threads or one: a smaller team
/// would make OpenMP end and restart threads.
template <typename Body>
void parallel_for(std::int64_t count, std::int64_t serial, std::int64_t block, Body&& body) {
    if (count <= serial || omp_get_max_threads() == 1) {
        if (count > 0)
            body(std::int64_t{0}, count);
        return;
    }
    const std::int64_t blocks = (count + block - 1) / block;
#pragma omp parallel
    {
        const std::int64_t thread = omp_get_thread_num(), threads = omp_get_num_threads();
        const std::int64_t begin = blocks * thread / threads * block;
        const std::int64_t end = std::min(count, blocks * (thread + 1) / threads * block);
        if (begin < end)
            body(begin, end);
    }
}

/// parallel_for over the elements of a tensor.
template <typename Body>
void parallel_elements(std::int64_t count, Body&& body) {
    parallel_for(count, serial_elements, 64, body);
}

/// parallel_for over rows of `elements_a_row` elements each.
template <typename Body>
void parallel_rows(std::int64_t rows, std::int64_t elements_a_row, Body&& body) {
    parallel_for(rows, serial_elements / std::max<std::int64_t>(elements_a_row, 1), 1, body);
}

/// Sums are split into this many parts, whatever the number of threads, so that it cannot change a result.
constexpr std::int64_t reduction_parts = 16;

/// Part `part` of `count` items: [first, second).
inline std::pair<std::int64_t, std::int64_t> reduction_range(std::int64_t count, std::int64_t part) {
    return {count * part / reduction_parts, count * (part + 1) / reduction_parts};
}

} // namespace laptime::cpu
