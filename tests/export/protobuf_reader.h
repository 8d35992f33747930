// SPDX-License-Identifier: Apache-2.0
// Reads the wire format of Protocol Buffers, written for the tests from the format's description alone: a
// message is a map from field numbers to the values that stand under them.
#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace laptime::test {

class ProtobufMessage {
public:
    explicit ProtobufMessage(std::string_view bytes) {
        std::size_t at = 0;
        while (at < bytes.size()) {
            const std::uint64_t tag = varint(bytes, at);
            const int field = static_cast<int>(tag >> 3);
            switch (tag & 7) {
            case 0:
                numbers_[field].push_back(static_cast<std::int64_t>(varint(bytes, at)));
                break;
            case 2: {
                const std::uint64_t size = varint(bytes, at);
                if (size > bytes.size() - at)
                    throw std::runtime_error("a field that reaches past its message");
                texts_[field].emplace_back(bytes.substr(at, size));
                at += size;
                break;
            }
            case 5: {
                if (bytes.size() - at < 4)
                    throw std::runtime_error("half a number");
                float value = 0;
                std::memcpy(&value, bytes.data() + at, 4);
                reals_[field].push_back(value);
                at += 4;
                break;
            }
            default:
                throw std::runtime_error("a kind of field that ONNX does not have");
            }
        }
    }

    std::int64_t number(int field) const { return numbers(field).at(0); }
    const std::vector<std::int64_t>& numbers(int field) const { return find(numbers_, field); }
    std::string_view text(int field) const { return texts(field).at(0); }
    const std::vector<std::string_view>& texts(int field) const { return find(texts_, field); }
    float real(int field) const { return find(reals_, field).at(0); }
    ProtobufMessage message(int field) const { return ProtobufMessage(text(field)); }
    std::vector<ProtobufMessage> messages(int field) const {
        std::vector<ProtobufMessage> list;
        for (const std::string_view bytes : texts(field))
            list.emplace_back(bytes);
        return list;
    }

private:
    static std::uint64_t varint(std::string_view bytes, std::size_t& at) {
        std::uint64_t value = 0;
        for (int shift = 0;; shift += 7) {
            if (at == bytes.size() || shift > 63)
                throw std::runtime_error("a number without an end");
            const auto byte = static_cast<unsigned char>(bytes[at++]);
            value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
            if (byte < 0x80)
                return value;
        }
    }
    template <typename T>
    static const std::vector<T>& find(const std::map<int, std::vector<T>>& map, int field) {
        static const std::vector<T> none;
        const auto it = map.find(field);
        return it == map.end() ? none : it->second;
    }

    std::map<int, std::vector<std::int64_t>> numbers_;
    std::map<int, std::vector<std::string_view>> texts_; ///< strings, bytes and messages
    std::map<int, std::vector<float>> reals_;
};

} // namespace laptime::test
