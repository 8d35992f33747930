// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/blas.h"

#include <cblas.h>
#include <dlfcn.h>
#include <string>

#include "engine/core/error.h"

namespace laptime::cpu {

namespace {

struct Library {
    decltype(&cblas_dgemm) dgemm = nullptr;
    std::string problem;

    Library() {
        void* const handle = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
        if (!handle) {
            const char* const text = dlerror();
            problem = text ? text : "unknown error";
            return;
        }
        const auto set_threads =
            reinterpret_cast<decltype(&openblas_set_num_threads)>(dlsym(handle, "openblas_set_num_threads"));
        dgemm = reinterpret_cast<decltype(&cblas_dgemm)>(dlsym(handle, "cblas_dgemm"));
        if (set_threads)
            set_threads(1);
        if (!dgemm || !set_threads)
            problem = "libopenblas.so.0 lacks cblas_dgemm";
    }
};

const Library& library() {
    static const Library loaded;
    return loaded;
}

} // namespace

void require_blas() {
    if (!library().problem.empty())
        throw DeviceError("float64 on the cpu device needs OpenBLAS (" + library().problem +
                          "); install the package libopenblas0, or use float32");
}

void multiply(std::int64_t rows, std::int64_t columns, std::int64_t inner, Matrix a, Matrix b, double* c,
              std::int64_t c_row_stride, bool add) {
    const auto size = [](std::int64_t n) { return static_cast<blasint>(n); };
    const auto transpose = [](const Matrix& m) { return m.transposed ? CblasTrans : CblasNoTrans; };
    library().dgemm(CblasRowMajor, transpose(a), transpose(b), size(rows), size(columns), size(inner), 1.0,
                    a.data, size(a.row_stride), b.data, size(b.row_stride), add ? 1.0 : 0.0, c,
                    size(c_row_stride));
}

} // namespace laptime::cpu
