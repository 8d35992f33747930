// SPDX-License-Identifier: Apache-2.0
// conv2d and its two gradients through oneDNN. Images stay in their plain [N, H, W, C] layout: measured on
// AVX512 cores oneDNN's kernels are within 5 % of the blocked layout's speed there, and nothing around them
// needs reordering. Only the kernels, which are small, are reordered to what oneDNN wants. float64 goes to
// conv2d_float64.cpp.
#include <optional>

#include "engine/backends/cpu/dnnl_call.h"
#include "engine/backends/cpu/kernels/conv2d_float64.h"
#include "engine/backends/cpu/kernels/makers.h"
#include "engine/core/log.h"
#include "engine/graph/ops/window.h"

namespace laptime::cpu {

namespace {

using onednn::Desc;
using onednn::Dims;

/// The tensors of a convolution as oneDNN names their axes: images N C H W, kernels [G] O I H W.
struct Tensors {
    explicit Tensors(const ConvGeometry& geometry, DType element)
        : g(geometry), type(element), image({g.batch, g.channels, g.h.input, g.w.input}),
          result({g.batch, g.filters, g.h.output, g.w.output}), sliding{{g.h.stride, g.w.stride},
                                                                        {g.h.dilation - 1, g.w.dilation - 1},
                                                                        {g.h.before, g.w.before},
                                                                        {padding_after(g.h),
                                                                         padding_after(g.w)}} {
        const std::int64_t in = g.channels / g.groups, out = g.filters / g.groups, line = g.w.window * in;
        kernel = {out, in, g.h.window, g.w.window};
        kernel_strides = {g.h.window * line, 1, line, in};
        if (g.groups > 1) {
            kernel.insert(kernel.begin(), g.groups);
            kernel_strides.insert(kernel_strides.begin(), out * g.h.window * line);
        }
    }

    /// oneDNN wants to be told of inputs that no window reaches as of negative padding.
    static std::int64_t padding_after(const WindowAxis& axis) {
        return (axis.output - 1) * axis.stride + (axis.window - 1) * axis.dilation + 1 - axis.input -
               axis.before;
    }
    static Desc plain_image(const Dims& d, DType type) {
        return onednn::strided(d, type, {d[1] * d[2] * d[3], 1, d[1] * d[3], d[1]});
    }
    Desc plain_kernel(DType of) const { return onednn::strided(kernel, of, kernel_strides); }
    Desc plain_bias(DType of) const { return onednn::strided({g.filters}, of, {1}); }

    /// What a primitive is asked for: plain images first, then whatever oneDNN likes best.
    Desc asked(const Dims& dims, bool plain) const {
        return plain ? plain_image(dims, type) : onednn::any_layout(dims, type);
    }

    ConvGeometry g;
    DType type;
    Dims image, result, kernel, kernel_strides;
    onednn::Sliding sliding;
};

bool is_fast(const std::string& implementation) {
    return implementation.find("ref") == std::string::npos &&
           implementation.find("gemm") == std::string::npos;
}

/// make(plain) with plain images, or with oneDNN's choice of layout where only that has a fast kernel.
template <typename Make>
auto best_of(const KernelContext& context, Make make) {
    std::optional<decltype(make(true))> first;
    try {
        first = make(true);
        if (is_fast(first->impl_info_str()))
            return *first;
    } catch (const dnnl::error&) {
        // no kernel at all for plain images of this shape
    }
    try {
        auto second = make(false);
        if (!first || is_fast(second.impl_info_str()))
            first = second;
    } catch (const dnnl::error& error) {
        if (!first)
            context.fail("oneDNN " + onednn::version() + " has no kernel for these shapes (" + error.what() +
                         ")");
    }
    if (std::string(first->impl_info_str()).find("ref") != std::string::npos)
        log(LogLevel::warning, "oneDNN has no fast kernel for " + std::string(context.node.op->name) +
                                   " of layer '" + context.node.layer + "': expect it to be slow");
    return *first;
}

dnnl::convolution_forward::primitive_desc hint_for(const Tensors& t, bool plain) {
    return onednn::convolution_forward(t.asked(t.image, plain), onednn::any_layout(t.kernel, t.type), nullptr,
                                       t.asked(t.result, plain), t.sliding, false);
}

} // namespace

Kernel make_conv2d(const KernelContext& context) {
    const ConvGeometry g = conv_geometry(context.attrs(), context.shape(0), context.shape(1));
    const bool with_bias = context.inputs.size() > 2, relu = context.attrs().text("activation") == "relu";
    if (context.dtype(0) == DType::f64)
        return conv2d_float64(g, with_bias, relu, context.threads);
    const Tensors t(g, context.dtype(0));
    const std::optional<Desc> bias = with_bias ? std::optional(t.plain_bias(context.dtype(2))) : std::nullopt;
    const auto pd = best_of(context, [&](bool plain) {
        return onednn::convolution_forward(t.asked(t.image, plain), onednn::any_layout(t.kernel, t.type),
                                           bias ? &*bias : nullptr, t.asked(t.result, plain), t.sliding,
                                           relu);
    });
    const int y = with_bias ? 3 : 2;
    auto call = std::make_shared<DnnlCall>(y + 1);
    call->input(DNNL_ARG_SRC, 0, Tensors::plain_image(t.image, t.type), pd.src_desc());
    call->input(DNNL_ARG_WEIGHTS, 1, t.plain_kernel(t.type), pd.weights_desc());
    if (bias)
        call->input(DNNL_ARG_BIAS, 2, *bias, *bias);
    call->output(DNNL_ARG_DST, y, Tensors::plain_image(t.result, t.type), pd.dst_desc());
    return DnnlCall::finish(call, dnnl::convolution_forward(pd), pd.scratchpad_desc());
}

Kernel make_conv2d_grad_input(const KernelContext& context) {
    const ConvGeometry g = conv_geometry(context.attrs(), context.outputs[0].shape, context.shape(1));
    if (context.dtype(0) == DType::f64)
        return conv2d_grad_input_float64(g, context.threads);
    const Tensors t(g, context.dtype(0));
    const auto pd = best_of(context, [&](bool plain) {
        return onednn::convolution_backward_data(t.asked(t.image, plain),
                                                 onednn::any_layout(t.kernel, t.type),
                                                 t.asked(t.result, plain), t.sliding, hint_for(t, plain));
    });
    auto call = std::make_shared<DnnlCall>(3);
    call->input(DNNL_ARG_DIFF_DST, 0, Tensors::plain_image(t.result, t.type), pd.diff_dst_desc());
    call->input(DNNL_ARG_WEIGHTS, 1, t.plain_kernel(t.type), pd.weights_desc());
    call->output(DNNL_ARG_DIFF_SRC, 2, Tensors::plain_image(t.image, t.type), pd.diff_src_desc());
    return DnnlCall::finish(call, dnnl::convolution_backward_data(pd), pd.scratchpad_desc());
}

Kernel make_conv2d_grad_kernel(const KernelContext& context) {
    const ConvGeometry g = conv_geometry(context.attrs(), context.shape(0), context.outputs[0].shape);
    const bool with_bias = context.outputs.size() > 1;
    if (context.dtype(0) == DType::f64)
        return conv2d_grad_kernel_float64(g, with_bias, context.threads);
    const Tensors t(g, context.dtype(0));
    const DType sum = context.outputs[0].dtype;
    const std::optional<Desc> bias = with_bias ? std::optional(t.plain_bias(sum)) : std::nullopt;
    const auto pd = best_of(context, [&](bool plain) {
        return onednn::convolution_backward_weights(
            t.asked(t.image, plain), onednn::any_layout(t.kernel, sum), bias ? &*bias : nullptr,
            t.asked(t.result, plain), t.sliding, hint_for(t, plain));
    });
    auto call = std::make_shared<DnnlCall>(with_bias ? 4 : 3);
    call->input(DNNL_ARG_SRC, 0, Tensors::plain_image(t.image, t.type), pd.src_desc());
    call->input(DNNL_ARG_DIFF_DST, 1, Tensors::plain_image(t.result, t.type), pd.diff_dst_desc());
    call->output(DNNL_ARG_DIFF_WEIGHTS, 2, t.plain_kernel(sum), pd.diff_weights_desc());
    if (bias)
        call->output(DNNL_ARG_DIFF_BIAS, 3, *bias, *bias);
    return DnnlCall::finish(call, dnnl::convolution_backward_weights(pd), pd.scratchpad_desc());
}

} // namespace laptime::cpu
