// SPDX-License-Identifier: Apache-2.0
// OpenBLAS's float64 product of row-major matrices, on the calling thread only: OpenMP's threads are the only
// pool. The library is loaded when the first float64 kernel is made, not with the program: its own threads
// spin for a tenth of a second after it is loaded, beside the first steps of runs that never need it.
#pragma once

#include <cstdint>

namespace laptime::cpu {

struct Matrix {
    const double* data;
    std::int64_t row_stride; ///< elements from one stored row to the next
    bool transposed;         ///< is the matrix meant the transpose of what is stored?
};

/// Loads OpenBLAS; throws DeviceError where it is not installed. To be called before multiply().
void require_blas();

/// c[rows, columns] = a[rows, inner] · b[inner, columns], added to c where `add`.
void multiply(std::int64_t rows, std::int64_t columns, std::int64_t inner, Matrix a, Matrix b, double* c,
              std::int64_t c_row_stride, bool add);

} // namespace laptime::cpu
