// SPDX-License-Identifier: Apache-2.0
// matmul(a, b[, bias]) -> y: oneDNN in float32 and bfloat16, OpenBLAS in float64 with the rows of y split
// over the threads. All matrices are plain: measured, oneDNN is within 5 % of its own layouts there.
#include <optional>

#include "engine/backends/cpu/blas.h"
#include "engine/backends/cpu/dnnl_call.h"
#include "engine/backends/cpu/kernels/makers.h"
#include "engine/backends/cpu/parallel.h"

namespace laptime::cpu {

namespace {

struct Product {
    explicit Product(const KernelContext& context)
        : transpose_a(context.attrs().flag("transpose_a")), transpose_b(context.attrs().flag("transpose_b")),
          with_bias(context.inputs.size() > 2), relu(context.attrs().text("activation") == "relu"),
          rows(context.outputs[0].shape[0]), columns(context.outputs[0].shape[1]),
          inner(context.shape(0)[transpose_a ? 0 : 1]) {}
    bool transpose_a, transpose_b, with_bias, relu;
    std::int64_t rows, columns, inner;
};

onednn::Desc matrix(std::int64_t rows, std::int64_t columns, bool transposed, DType type) {
    return transposed ? onednn::strided({rows, columns}, type, {1, rows})
                      : onednn::strided({rows, columns}, type, {columns, 1});
}

Kernel matmul_float64(const Product& p) {
    require_blas();
    return {[p](Arguments args) {
        const double *a = in<double>(args, 0), *b = in<double>(args, 1);
        const double* bias = p.with_bias ? in<double>(args, 2) : nullptr;
        double* y = out<double>(args, p.with_bias ? 3 : 2);
        // 16384 multiply-adds are done before a parallel region has started.
        const std::int64_t serial = serial_elements / std::max<std::int64_t>(p.columns * p.inner, 1);
        parallel_for(p.rows, serial, 8, [&](std::int64_t begin, std::int64_t end) {
            multiply(end - begin, p.columns, p.inner,
                     {p.transpose_a ? a + begin : a + begin * p.inner, p.transpose_a ? p.rows : p.inner,
                      p.transpose_a},
                     {b, p.transpose_b ? p.inner : p.columns, p.transpose_b}, y + begin * p.columns,
                     p.columns, false);
            if (!bias && !p.relu)
                return;
            for (std::int64_t r = begin; r < end; ++r)
                for (std::int64_t c = 0; c < p.columns; ++c) {
                    const double value = y[r * p.columns + c] + (bias ? bias[c] : 0.0);
                    y[r * p.columns + c] = p.relu && value <= 0 ? 0 : value;
                }
        });
    }};
}

} // namespace

Kernel make_matmul(const KernelContext& context) {
    const Product p(context);
    if (context.dtype(0) == DType::f64)
        return matmul_float64(p);
    const onednn::Desc a = matrix(p.rows, p.inner, p.transpose_a, context.dtype(0));
    const onednn::Desc b = matrix(p.inner, p.columns, p.transpose_b, context.dtype(1));
    const onednn::Desc y = matrix(p.rows, p.columns, false, context.outputs[0].dtype);
    const std::optional<onednn::Desc> bias =
        p.with_bias ? std::optional(matrix(1, p.columns, false, context.dtype(2))) : std::nullopt;
    try {
        const auto pd = onednn::matmul(a, b, bias ? &*bias : nullptr, y, p.relu);
        const int result = p.with_bias ? 3 : 2;
        auto call = std::make_shared<DnnlCall>(result + 1);
        call->input(DNNL_ARG_SRC, 0, a, a);
        call->input(DNNL_ARG_WEIGHTS, 1, b, b);
        if (bias)
            call->input(DNNL_ARG_BIAS, 2, *bias, *bias);
        call->output(DNNL_ARG_DST, result, y, y);
        return DnnlCall::finish(call, dnnl::matmul(pd), pd.scratchpad_desc());
    } catch (const dnnl::error& error) {
        context.fail("oneDNN " + onednn::version() + " has no kernel for these shapes (" + error.what() +
                     ")");
    }
}

} // namespace laptime::cpu
