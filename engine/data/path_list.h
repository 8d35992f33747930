// SPDX-License-Identifier: Apache-2.0
// Very many paths in one piece of memory: a million strings would cost three times as much.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace laptime {

class PathList {
public:
    void add(std::string_view path) {
        text_.insert(text_.end(), path.begin(), path.end());
        ends_.push_back(text_.size());
    }
    std::size_t size() const { return ends_.size(); }
    /// Valid until the next add().
    std::string_view operator[](std::size_t index) const {
        const std::uint64_t begin = index == 0 ? 0 : ends_[index - 1];
        return {text_.data() + begin, ends_[index] - begin};
    }
    std::size_t memory() const { return text_.capacity() + ends_.capacity() * sizeof(std::uint64_t); }

private:
    std::vector<char> text_;
    std::vector<std::uint64_t> ends_;
};

} // namespace laptime
