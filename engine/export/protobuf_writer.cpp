// SPDX-License-Identifier: Apache-2.0
#include "engine/export/protobuf_writer.h"

#include <bit>

namespace laptime {

namespace {

constexpr unsigned varint_kind = 0, length_kind = 2, four_bytes_kind = 5;

} // namespace

void ProtobufWriter::varint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7)
        bytes_ += static_cast<char>((value & 0x7f) | 0x80); // the top bit: more follows
    bytes_ += static_cast<char>(value);
}

void ProtobufWriter::tag(int field, unsigned kind) {
    varint(static_cast<std::uint64_t>(field) << 3 | kind);
}

void ProtobufWriter::whole(int field, std::int64_t value) {
    tag(field, varint_kind);
    varint(static_cast<std::uint64_t>(value)); // a negative one takes ten bytes
}

void ProtobufWriter::real(int field, float value) {
    tag(field, four_bytes_kind);
    const auto bits = std::bit_cast<std::uint32_t>(value);
    for (int shift = 0; shift < 32; shift += 8)
        bytes_ += static_cast<char>(bits >> shift & 0xff);
}

void ProtobufWriter::begin(int field, std::size_t size) {
    tag(field, length_kind);
    varint(size);
}

void ProtobufWriter::text(int field, std::string_view bytes) {
    begin(field, bytes.size());
    bytes_ += bytes;
}

} // namespace laptime
