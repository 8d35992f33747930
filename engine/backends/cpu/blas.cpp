// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/blas.h"

#include <cblas.h>
#include <sstream>

namespace laptime::cpu {

void multiply(std::int64_t rows, std::int64_t columns, std::int64_t inner, Matrix a, Matrix b, double* c,
              std::int64_t c_row_stride, bool add) {
    static const bool one_thread = (openblas_set_num_threads(1), true);
    static_cast<void>(one_thread);
    const auto size = [](std::int64_t n) { return static_cast<blasint>(n); };
    const auto transpose = [](const Matrix& m) { return m.transposed ? CblasTrans : CblasNoTrans; };
    cblas_dgemm(CblasRowMajor, transpose(a), transpose(b), size(rows), size(columns), size(inner), 1.0,
                a.data, size(a.row_stride), b.data, size(b.row_stride), add ? 1.0 : 0.0, c,
                size(c_row_stride));
}

std::string openblas_version() {
    std::istringstream config(openblas_get_config()); // "OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH …"
    std::string name, version;
    config >> name >> version;
    return version;
}

} // namespace laptime::cpu
