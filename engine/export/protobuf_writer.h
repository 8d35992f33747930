// SPDX-License-Identifier: Apache-2.0
// The wire format of Protocol Buffers, as far as ONNX needs it: a message is a row of fields, each a tag
// (number · 8 + kind) and a value. See "Encoding" in the documentation of Protocol Buffers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace laptime {

class ProtobufWriter {
public:
    void whole(int field, std::int64_t value);
    void real(int field, float value);
    void text(int field, std::string_view bytes); ///< a string, bytes, or a message that is written already
    void message(int field, const ProtobufWriter& inner) { text(field, inner.bytes_); }
    /// Tag and length of a field whose `size` bytes the caller puts behind it.
    void begin(int field, std::size_t size);

    void reserve(std::size_t size) { bytes_.reserve(size); }
    const std::string& bytes() const { return bytes_; }
    std::string take() { return std::move(bytes_); }

private:
    void tag(int field, unsigned kind);
    void varint(std::uint64_t value);

    std::string bytes_;
};

} // namespace laptime
