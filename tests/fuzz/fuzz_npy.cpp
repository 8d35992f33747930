// SPDX-License-Identifier: Apache-2.0
// NumPy arrays from memory: headers and elements of every kind.
#include <algorithm>
#include <cstring>

#include "engine/core/error.h"
#include "engine/data/npy_file.h"
#include "tests/fuzz/npy_seeds.h"

namespace laptime::fuzz {

namespace {

constexpr std::int64_t most_elements = 1 << 20;

class Memory : public ByteSource {
public:
    explicit Memory(std::span<const unsigned char> bytes) : rest_(bytes), size_(bytes.size()) {}
    std::size_t read(void* to, std::size_t size) override {
        const std::size_t got = std::min(size, rest_.size());
        std::memcpy(to, rest_.data(), got);
        rest_ = rest_.subspan(got);
        return got;
    }
    const std::string& name() const override { return name_; }
    std::uint64_t most_bytes() const override { return size_; }

private:
    std::span<const unsigned char> rest_;
    std::uint64_t size_;
    std::string name_ = "input";
};

template <typename Element>
void read_as(std::span<const unsigned char> input) {
    Memory source(input);
    const NpyHeader header = read_npy_header(source);
    if (header.is_text() || header.count() > most_elements)
        return;
    std::vector<Element> elements(static_cast<std::size_t>(header.count()));
    read_npy(source, header, elements.data());
}

} // namespace

std::vector<Bytes> seeds() {
    return {npy("<f4", "2, 3", 24), npy("|u1", "5,", 5),   npy(">f8", "1, 2", 16, true),
            npy("<i8", "3,", 24),   npy("|b1", "4,", 4),   npy("<U3", "2,", 24),
            npy("|S4", "2,", 8),    npy("<f2", "2, 2", 8), npy("<u2", "", 2)};
}

std::vector<std::string> words() {
    return {"'descr': ", "'fortran_order': ", "'shape': ",    "True", "False", "(", ")", ", ", "'<c8'",
            "'|O'",      "'<M8[ns]'",         "\x93NUMPY\x02"};
}

void read(std::span<const unsigned char> input) {
    Memory source(input);
    const NpyHeader header = read_npy_header(source);
    header.text();
    if (header.is_text()) {
        read_npy_texts(source, header);
        return;
    }
    read_as<float>(input);
    read_as<double>(input);
    if (header.kind == 'u' && header.size == 1)
        read_as<unsigned char>(input);
}

} // namespace laptime::fuzz
