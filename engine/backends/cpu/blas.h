// SPDX-License-Identifier: Apache-2.0
// OpenBLAS's float64 product of row-major matrices, on the calling thread only: OpenMP's threads are the only
// pool.
#pragma once

#include <cstdint>
#include <string>

namespace laptime::cpu {

struct Matrix {
    const double* data;
    std::int64_t row_stride; ///< elements from one stored row to the next
    bool transposed;         ///< is the matrix meant the transpose of what is stored?
};

/// c[rows, columns] = a[rows, inner] · b[inner, columns], added to c where `add`.
void multiply(std::int64_t rows, std::int64_t columns, std::int64_t inner, Matrix a, Matrix b, double* c,
              std::int64_t c_row_stride, bool add);

/// "0.3.21"
std::string openblas_version();

} // namespace laptime::cpu
