// SPDX-License-Identifier: Apache-2.0
// Static shapes. Images are [batch, height, width, channels]; convolution kernels are [out, height, width,
// in]; dense kernels are [in, out]. How a device lays them out in memory is its own affair.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "engine/graph/dtype.h"

namespace laptime {

class Shape {
public:
    Shape() = default;
    Shape(std::initializer_list<std::int64_t> dims) : dims_(dims) {}
    explicit Shape(std::vector<std::int64_t> dims) : dims_(std::move(dims)) {}

    int rank() const { return static_cast<int>(dims_.size()); }
    /// Size of dimension i; negative i counts from the end.
    std::int64_t operator[](int i) const { return dims_[static_cast<std::size_t>(i < 0 ? i + rank() : i)]; }
    const std::vector<std::int64_t>& dims() const { return dims_; }
    /// Number of elements; 1 for a scalar (rank 0).
    std::int64_t count() const {
        std::int64_t n = 1;
        for (const std::int64_t d : dims_)
            n *= d;
        return n;
    }
    bool operator==(const Shape&) const = default;

    /// "[128, 28, 28, 1]"
    std::string text() const {
        std::string s = "[";
        for (std::size_t i = 0; i < dims_.size(); ++i)
            s += (i ? ", " : "") + std::to_string(dims_[i]);
        return s + "]";
    }

private:
    std::vector<std::int64_t> dims_;
};

struct TensorType {
    DType dtype = DType::f32;
    Shape shape;

    std::size_t bytes() const { return static_cast<std::size_t>(shape.count()) * size_of(dtype); }
    bool operator==(const TensorType&) const = default;
    /// "float32[128, 10]"
    std::string text() const { return std::string(name_of(dtype)) + shape.text(); }
};

} // namespace laptime
