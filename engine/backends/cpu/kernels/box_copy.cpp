// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/kernels/box_copy.h"

#include <cstring>

#include "engine/backends/cpu/parallel.h"

namespace laptime::cpu {

BoxCopy::BoxCopy(const Shape& from, const Place& from_begin, const Shape& to, const Place& to_begin,
                 const Shape& size, std::size_t element_bytes)
    : row_bytes_(static_cast<std::int64_t>(element_bytes)) {
    std::int64_t from_step = row_bytes_, to_step = row_bytes_;
    bool is_one_row = true; // as long as both tensors hold the box so far in one piece
    for (int d = size.rank() - 1; d >= 0; --d) {
        from_start_ += from_begin[static_cast<std::size_t>(d)] * from_step;
        to_start_ += to_begin[static_cast<std::size_t>(d)] * to_step;
        if (is_one_row) {
            row_bytes_ *= size[d];
            is_one_row = size[d] == from[d] && size[d] == to[d];
        } else {
            axes_.insert(axes_.begin(), {size[d], from_step, to_step});
            rows_ *= size[d];
        }
        from_step *= from[d];
        to_step *= to[d];
    }
}

void BoxCopy::run(const void* from, void* to) const {
    const std::byte* const source = static_cast<const std::byte*>(from) + from_start_;
    std::byte* const target = static_cast<std::byte*>(to) + to_start_;
    if (axes_.empty()) {
        std::memcpy(target, source, static_cast<std::size_t>(row_bytes_));
        return;
    }
    parallel_rows(rows_, row_bytes_ / 4 + 1,
                  [&](std::int64_t begin, std::int64_t end) { copy_rows(source, target, begin, end); });
}

void BoxCopy::copy_rows(const std::byte* from, std::byte* to, std::int64_t begin, std::int64_t end) const {
    for (std::int64_t row = begin; row < end;) {
        std::int64_t rest = row, from_at = 0, to_at = 0, run = 1;
        for (std::size_t a = axes_.size(); a-- > 0;) {
            const std::int64_t index = rest % axes_[a].size;
            rest /= axes_[a].size;
            from_at += index * axes_[a].from_step;
            to_at += index * axes_[a].to_step;
            if (a + 1 == axes_.size())
                run = std::min(axes_[a].size - index, end - row); // along the innermost axis at once
        }
        for (std::int64_t i = 0; i < run; ++i)
            std::memcpy(to + to_at + i * axes_.back().to_step, from + from_at + i * axes_.back().from_step,
                        static_cast<std::size_t>(row_bytes_));
        row += run;
    }
}

} // namespace laptime::cpu
