// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/ops/window.h"

#include <algorithm>
#include <array>

namespace laptime {

namespace {

using Pair = std::array<std::int64_t, 2>;

Pair pair_of(const Attributes& attrs, const char* name, Pair otherwise) {
    if (!attrs.has(name))
        return otherwise;
    const std::vector<std::int64_t> list = attrs.integers(name);
    return {list[0], list[1]};
}

bool is_same(const Attributes& attrs) {
    return attrs.text("padding", "valid") == "same";
}

void check_pair(const InferContext& context, const char* name) {
    if (!context.attrs.has(name))
        return;
    const std::vector<std::int64_t> list = context.attrs.integers(name);
    if (list.size() != 2 || list[0] < 1 || list[1] < 1)
        context.fail(std::string(name) + " must be two positive numbers: height and width");
}

void check_padding(const InferContext& context) {
    const std::string padding = context.attrs.text("padding", "valid");
    if (padding != "same" && padding != "valid")
        context.fail("padding '" + padding + "' must be \"same\" or \"valid\"");
}

void check_fits(const InferContext& context, const WindowAxis& axis, const char* what) {
    if (axis.output < 1)
        context.fail("a window of " + std::string(what) + " " + std::to_string(axis.window) +
                     (axis.dilation > 1 ? " and dilation " + std::to_string(axis.dilation) : "") +
                     " does not fit in an image of " + what + " " + std::to_string(axis.input) +
                     "; make the window smaller or use padding \"same\"");
}

} // namespace

WindowAxis window_axis(std::int64_t input, std::int64_t window, std::int64_t stride, std::int64_t dilation,
                       bool same) {
    WindowAxis axis{input, window, stride, dilation, 0, 0, 0};
    const std::int64_t extent = (window - 1) * dilation + 1;
    if (same) {
        axis.output = (input + stride - 1) / stride;
        const std::int64_t padding = std::max<std::int64_t>((axis.output - 1) * stride + extent - input, 0);
        axis.before = padding / 2;
        axis.after = padding - axis.before;
    } else if (input >= extent) {
        axis.output = (input - extent) / stride + 1;
    }
    return axis;
}

double ConvGeometry::flops() const {
    return 2.0 * static_cast<double>(output_shape().count()) *
           static_cast<double>(h.window * w.window * (channels / groups));
}

ConvGeometry conv_geometry(const Attributes& attrs, const Shape& x, const Shape& kernel) {
    const Pair stride = pair_of(attrs, "stride", {1, 1});
    const Pair dilation = pair_of(attrs, "dilation", {1, 1});
    ConvGeometry g;
    g.batch = x[0];
    g.channels = x[3];
    g.filters = kernel[0];
    g.groups = attrs.integer("groups", 1);
    g.h = window_axis(x[1], kernel[1], stride[0], dilation[0], is_same(attrs));
    g.w = window_axis(x[2], kernel[2], stride[1], dilation[1], is_same(attrs));
    return g;
}

PoolGeometry pool_geometry(const Attributes& attrs, const Shape& x) {
    const Pair window = pair_of(attrs, "window", {1, 1});
    const Pair stride = pair_of(attrs, "stride", window);
    PoolGeometry g;
    g.batch = x[0];
    g.channels = x[3];
    g.h = window_axis(x[1], window[0], stride[0], 1, is_same(attrs));
    g.w = window_axis(x[2], window[1], stride[1], 1, is_same(attrs));
    return g;
}

namespace rules {

ConvGeometry checked_conv_geometry(const InferContext& context, const Shape& x, const Shape& kernel) {
    if (x.rank() != 4)
        context.fail("the image must have shape [batch, height, width, channels], not " + x.text());
    if (kernel.rank() != 4)
        context.fail("the kernel must have shape [filters, height, width, channels / groups], not " +
                     kernel.text());
    check_pair(context, "stride");
    check_pair(context, "dilation");
    check_padding(context);
    const std::int64_t groups = context.attrs.integer("groups", 1);
    if (groups < 1 || x[3] % groups != 0 || kernel[0] % groups != 0)
        context.fail(std::to_string(groups) + " groups must divide both the " + std::to_string(x[3]) +
                     " channels and the " + std::to_string(kernel[0]) + " filters");
    if (kernel[3] != x[3] / groups)
        context.fail("the kernel is made for " + std::to_string(kernel[3] * groups) +
                     " channels, the image has " + std::to_string(x[3]));
    const ConvGeometry g = conv_geometry(context.attrs, x, kernel);
    check_fits(context, g.h, "height");
    check_fits(context, g.w, "width");
    return g;
}

PoolGeometry checked_pool_geometry(const InferContext& context, const Shape& x) {
    if (x.rank() != 4)
        context.fail("the image must have shape [batch, height, width, channels], not " + x.text());
    if (!context.attrs.has("window"))
        context.fail("attribute window is missing");
    check_pair(context, "window");
    check_pair(context, "stride");
    check_padding(context);
    const PoolGeometry g = pool_geometry(context.attrs, x);
    check_fits(context, g.h, "height");
    check_fits(context, g.w, "width");
    return g;
}

} // namespace rules

} // namespace laptime
