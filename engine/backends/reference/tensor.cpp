// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/reference/tensor.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "engine/graph/rounding.h"

namespace laptime::reference {

namespace {

template <typename T, typename Convert>
void load_as(std::vector<double>& to, const void* data, Convert convert) {
    const char* bytes = static_cast<const char*>(data);
    for (double& value : to) {
        T element;
        std::memcpy(&element, bytes, sizeof element); // the host's data need not be aligned
        bytes += sizeof element;
        value = static_cast<double>(convert(element));
    }
}

template <typename T, typename Convert>
void store_as(const std::vector<double>& from, void* data, Convert convert) {
    char* bytes = static_cast<char*>(data);
    for (const double value : from) {
        const T element = convert(value);
        std::memcpy(bytes, &element, sizeof element);
        bytes += sizeof element;
    }
}

} // namespace

Tensor::Tensor(TensorType tensor_type) : type(std::move(tensor_type)) {
    const auto count = static_cast<std::size_t>(type.shape.count());
    if (type.dtype == DType::i64)
        integers.resize(count);
    else
        values.resize(count);
}

void Tensor::load(const void* data) {
    const auto as_is = [](auto x) { return x; };
    switch (type.dtype) {
    case DType::f64:
        return load_as<double>(values, data, as_is);
    case DType::f32:
        return load_as<float>(values, data, as_is);
    case DType::f16:
        return load_as<std::uint16_t>(values, data, f16_value);
    case DType::bf16:
        return load_as<std::uint16_t>(values, data, bf16_value);
    case DType::i32:
        return load_as<std::int32_t>(values, data, as_is);
    case DType::u8:
        return load_as<std::uint8_t>(values, data, as_is);
    case DType::i64:
        std::memcpy(integers.data(), data, integers.size() * sizeof(std::int64_t));
    }
}

void Tensor::store(void* data) const {
    switch (type.dtype) {
    case DType::f64:
        return store_as<double>(values, data, [](double x) { return x; });
    case DType::f32:
        return store_as<float>(values, data, [](double x) { return static_cast<float>(x); });
    case DType::f16:
        return store_as<std::uint16_t>(values, data,
                                       [](double x) { return f16_bits(static_cast<float>(x)); });
    case DType::bf16:
        return store_as<std::uint16_t>(values, data,
                                       [](double x) { return bf16_bits(static_cast<float>(x)); });
    case DType::i32:
        return store_as<std::int32_t>(values, data, [](double x) { return static_cast<std::int32_t>(x); });
    case DType::u8:
        return store_as<std::uint8_t>(values, data, [](double x) { return static_cast<std::uint8_t>(x); });
    case DType::i64:
        std::memcpy(data, integers.data(), integers.size() * sizeof(std::int64_t));
    }
}

void Tensor::assign(std::span<const double> from) {
    if (type.dtype == DType::i64) {
        std::ranges::transform(from, integers.begin(), [](double x) { return static_cast<std::int64_t>(x); });
    } else {
        std::ranges::copy(from, values.begin());
        round();
    }
}

std::vector<double> Tensor::to_doubles() const {
    return type.dtype == DType::i64 ? std::vector<double>(integers.begin(), integers.end()) : values;
}

void Tensor::round() {
    if (type.dtype == DType::f32 || is_half(type.dtype))
        for (double& value : values)
            value = round_to(type.dtype, value);
}

bool Tensor::all_finite() const {
    return std::ranges::all_of(values, [](double x) { return std::isfinite(x); });
}

} // namespace laptime::reference
