// SPDX-License-Identifier: Apache-2.0
#include "engine/train/safetensors.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <limits>

#include "engine/core/atomic_file.h"
#include "engine/core/error.h"
#include "engine/core/json.h"
#include "engine/graph/rounding.h"

namespace laptime {

static_assert(std::endian::native == std::endian::little, "safetensors are little endian");

namespace {

using nlohmann::json;

constexpr std::array<std::pair<DType, const char*>, 7> type_words = {{{DType::f64, "F64"},
                                                                      {DType::f32, "F32"},
                                                                      {DType::f16, "F16"},
                                                                      {DType::bf16, "BF16"},
                                                                      {DType::i64, "I64"},
                                                                      {DType::i32, "I32"},
                                                                      {DType::u8, "U8"}}};
/// No header that anyone writes comes near; a larger one is a damaged length.
constexpr std::uint64_t longest_header = 100'000'000;

const char* word_of(DType type) {
    return std::ranges::find(type_words, type, &std::pair<DType, const char*>::first)->second;
}

DType type_named(const std::string& word) {
    for (const auto& [type, known] : type_words)
        if (word == known)
            return type;
    throw std::invalid_argument("elements of type " + word + " are not known here");
}

template <typename T>
void widen(const std::byte* from, std::vector<double>& values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        T element;
        std::memcpy(&element, from + i * sizeof(T), sizeof(T));
        values[i] = static_cast<double>(element);
    }
}

template <typename T>
void narrow(const std::vector<double>& values, std::byte* to) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        const T element = static_cast<T>(values[i]);
        std::memcpy(to + i * sizeof(T), &element, sizeof(T));
    }
}

StoredTensor tensor_of(const std::string& name, const json& entry, std::string_view data) {
    StoredTensor tensor{
        name,
        {type_named(entry.at("dtype").get<std::string>()), Shape(whole_numbers(entry.at("shape")))},
        {}};
    std::uint64_t bytes = size_of(tensor.type.dtype);
    for (const std::int64_t size : tensor.type.shape.dims()) {
        if (size > 0 && bytes > data.size() / static_cast<std::uint64_t>(size))
            throw std::out_of_range("tensor " + name + " is larger than the file");
        bytes *= static_cast<std::uint64_t>(size);
    }
    const auto begin = static_cast<std::uint64_t>(whole_number(entry.at("data_offsets").at(0)));
    const auto end = static_cast<std::uint64_t>(whole_number(entry.at("data_offsets").at(1)));
    if (begin > end || end > data.size() || end - begin != bytes)
        throw std::out_of_range("tensor " + name + " does not lie within the file");
    const auto first = reinterpret_cast<const std::byte*>(data.data()) + begin;
    tensor.bytes.assign(first, first + bytes);
    return tensor;
}

} // namespace

std::vector<double> values_of(const StoredTensor& tensor) {
    if (tensor.bytes.size() != tensor.type.bytes())
        throw std::logic_error("tensor " + tensor.name + " has a wrong number of bytes");
    std::vector<double> values(static_cast<std::size_t>(tensor.type.shape.count()));
    const std::byte* from = tensor.bytes.data();
    switch (tensor.type.dtype) {
    case DType::f64:
        widen<double>(from, values);
        break;
    case DType::f32:
        widen<float>(from, values);
        break;
    case DType::i64:
        widen<std::int64_t>(from, values);
        break;
    case DType::i32:
        widen<std::int32_t>(from, values);
        break;
    case DType::u8:
        widen<std::uint8_t>(from, values);
        break;
    case DType::f16:
    case DType::bf16:
        for (std::size_t i = 0; i < values.size(); ++i) {
            std::uint16_t bits = 0;
            std::memcpy(&bits, from + 2 * i, 2);
            values[i] = tensor.type.dtype == DType::f16 ? f16_value(bits) : bf16_value(bits);
        }
    }
    return values;
}

StoredTensor stored_tensor(std::string name, TensorType type, const std::vector<double>& values) {
    StoredTensor tensor{std::move(name), std::move(type), {}};
    tensor.bytes.resize(tensor.type.bytes());
    if (values.size() != static_cast<std::size_t>(tensor.type.shape.count()))
        throw std::logic_error("tensor " + tensor.name + " has a wrong number of values");
    switch (tensor.type.dtype) {
    case DType::f64:
        narrow<double>(values, tensor.bytes.data());
        break;
    case DType::f32:
        narrow<float>(values, tensor.bytes.data());
        break;
    case DType::i64:
        narrow<std::int64_t>(values, tensor.bytes.data());
        break;
    default:
        throw std::logic_error("tensor " + tensor.name + ": sessions hold float64, float32 and int64");
    }
    return tensor;
}

void write_safetensors(const std::string& path, const SafetensorsFile& file) {
    json header = json::object();
    if (!file.metadata.empty())
        header["__metadata__"] = file.metadata;
    std::size_t offset = 0;
    for (const StoredTensor& tensor : file.tensors) {
        header[tensor.name] = {{"dtype", word_of(tensor.type.dtype)},
                               {"shape", tensor.type.shape.dims()},
                               {"data_offsets", {offset, offset + tensor.bytes.size()}}};
        offset += tensor.bytes.size();
    }
    std::string text = header.dump(-1, ' ', false, json::error_handler_t::replace);
    text.resize((text.size() + 7) / 8 * 8, ' ');
    const std::uint64_t length = text.size();
    AtomicFile out(path);
    out.write({reinterpret_cast<const char*>(&length), sizeof length});
    out.write(text);
    for (const StoredTensor& tensor : file.tensors)
        out.write({reinterpret_cast<const char*>(tensor.bytes.data()), tensor.bytes.size()});
    out.commit();
}

SafetensorsFile read_safetensors(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    if (!stream)
        throw DataError(path + " is missing or cannot be read");
    const std::string bytes((std::istreambuf_iterator<char>(stream)), {});
    try {
        std::uint64_t length = 0;
        if (bytes.size() < sizeof length)
            throw std::out_of_range("it is shorter than a header");
        std::memcpy(&length, bytes.data(), sizeof length);
        if (length > longest_header || length > bytes.size() - sizeof length)
            throw std::out_of_range("its header is cut short");
        const std::string_view whole(bytes);
        const json header = json::parse(whole.substr(sizeof length, length));
        const std::string_view data = whole.substr(sizeof length + length);
        SafetensorsFile file;
        for (const auto& [name, entry] : header.items()) {
            if (name == "__metadata__")
                file.metadata = entry.get<std::map<std::string, std::string>>();
            else
                file.tensors.push_back(tensor_of(name, entry, data));
        }
        return file;
    } catch (const std::exception& error) {
        throw DataError(path + " is damaged or is not a safetensors file (" + error.what() + ")");
    }
}

} // namespace laptime
