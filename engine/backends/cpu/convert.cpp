// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/convert.h"

#include <cmath>

#include "engine/backends/cpu/element.h"

namespace laptime::cpu {

namespace {

template <typename T>
void read_as(const void* from, std::size_t count, double* to) {
    for (std::size_t i = 0; i < count; ++i) {
        const T value = static_cast<const T*>(from)[i];
        if constexpr (std::is_integral_v<T>)
            to[i] = static_cast<double>(value);
        else
            to[i] = static_cast<double>(load(value));
    }
}

template <typename T>
void write_as(const double* from, std::size_t count, void* to) {
    for (std::size_t i = 0; i < count; ++i) {
        if constexpr (std::is_integral_v<T>)
            static_cast<T*>(to)[i] = static_cast<T>(from[i]);
        else
            static_cast<T*>(to)[i] = store<T>(static_cast<Compute<T>>(from[i]));
    }
}

template <typename F>
void visit(DType type, F&& f) {
    switch (type) {
    case DType::i64:
        return f(std::int64_t{});
    case DType::i32:
        return f(std::int32_t{});
    case DType::u8:
        return f(std::uint8_t{});
    default:
        return visit_floating(type, f);
    }
}

} // namespace

void read_values(const void* from, DType type, std::size_t count, double* to) {
    visit(type, [&](auto element) { read_as<decltype(element)>(from, count, to); });
}

void write_values(const double* from, DType type, std::size_t count, void* to) {
    visit(type, [&](auto element) { write_as<decltype(element)>(from, count, to); });
}

std::size_t first_non_finite(const void* from, DType type, std::size_t count) {
    if (!is_floating(type))
        return count;
    std::size_t found = count;
    visit_floating(type, [&](auto element) {
        using T = decltype(element);
        for (std::size_t i = 0; i < count && found == count; ++i)
            if (!std::isfinite(load(static_cast<const T*>(from)[i])))
                found = i;
    });
    return found;
}

} // namespace laptime::cpu
