// SPDX-License-Identifier: Apache-2.0
// Cases of conv2d and its gradients: odd sizes, one item, channel counts that no vector width divides,
// strides, dilation, both paddings, groups and depthwise, with and without what the fuse pass adds.
#include "engine/graph/ops/window.h"
#include "tests/backends/op_case.h"

namespace laptime::test {

namespace {

struct Convolution {
    const char* name;
    Shape x, kernel;
    std::vector<std::int64_t> stride = {1, 1}, dilation = {1, 1};
    const char* padding = "same";
    std::int64_t groups = 1;

    Attributes attrs() const {
        return {{"stride", stride},
                {"dilation", dilation},
                {"padding", std::string(padding)},
                {"groups", groups}};
    }
    ConvGeometry geometry() const { return conv_geometry(attrs(), x, kernel); }
};

const std::vector<Convolution>& convolutions() {
    static const std::vector<Convolution> list = {
        {"one item, 3 channels", {1, 5, 7, 3}, {4, 3, 3, 3}},
        {"one channel", {2, 9, 8, 1}, {8, 3, 3, 1}, {1, 1}, {1, 1}, "valid"},
        {"first layer of cnn", {5, 28, 28, 1}, {32, 3, 3, 1}},
        {"full vectors", {3, 8, 8, 16}, {32, 3, 3, 16}},
        {"stride 2 by 1, kernel 5 by 3", {2, 7, 7, 5}, {7, 5, 3, 5}, {2, 1}},
        {"even kernel, stride 2", {2, 9, 10, 4}, {6, 4, 4, 4}, {2, 2}},
        {"stride 3 leaves a rest", {2, 11, 9, 3}, {5, 3, 2, 3}, {3, 3}, {1, 1}, "valid"},
        {"1 by 1", {4, 5, 5, 17}, {33, 1, 1, 17}},
        {"1 by 1, stride 2", {3, 5, 6, 8}, {12, 1, 1, 8}, {2, 2}},
        {"dilation 2", {2, 9, 9, 4}, {6, 3, 3, 4}, {1, 1}, {2, 2}},
        {"dilation 2 by 3, valid", {1, 11, 12, 2}, {3, 3, 3, 2}, {1, 1}, {2, 3}, "valid"},
        {"kernel larger than the image", {2, 3, 3, 2}, {3, 5, 5, 2}},
        {"3 groups, stride 2", {2, 11, 10, 6}, {9, 3, 3, 2}, {2, 2}, {1, 1}, "same", 3},
        {"depthwise", {2, 9, 9, 8}, {8, 3, 3, 1}, {1, 1}, {1, 1}, "same", 8},
        {"depthwise, odd channels, stride 2", {1, 8, 7, 5}, {5, 3, 3, 1}, {2, 2}, {1, 1}, "same", 5},
        {"depthwise, 2 filters a channel", {2, 9, 9, 5}, {10, 3, 3, 1}, {2, 2}, {1, 1}, "valid", 5},
    };
    return list;
}

Cases forward(DType type) {
    Values values(101);
    Cases cases;
    for (const Convolution& c : convolutions()) {
        const Operand x = values.uniform(type, c.x), kernel = values.uniform(type, c.kernel);
        const Shape channels = {c.kernel[0]};
        const std::string name = c.name;
        cases.push_back({"", name, {x, kernel}, c.attrs()});
        cases.push_back({"", name + ", bias", {x, kernel, values.uniform(type, channels)}, c.attrs()});
        Attributes relu = c.attrs();
        relu.set("activation", std::string("relu"));
        cases.push_back({"", name + ", relu", {x, kernel}, relu});
        const Operand bias = values.uniform(accumulation_type(type), channels);
        cases.push_back({"", name + ", full-precision bias, relu", {x, kernel, bias}, relu});
    }
    return cases;
}

Cases grad_input(DType type) {
    Values values(102);
    Cases cases;
    for (const Convolution& c : convolutions()) {
        Attributes attrs = c.attrs();
        attrs.set("input_shape", c.x.dims());
        cases.push_back({"",
                         c.name,
                         {values.uniform(type, c.geometry().output_shape()), values.uniform(type, c.kernel)},
                         attrs});
    }
    return cases;
}

Cases grad_kernel(DType type) {
    Values values(103);
    Cases cases;
    for (const Convolution& c : convolutions())
        for (const bool with_bias : {false, true}) {
            Attributes attrs = c.attrs();
            attrs.set("kernel_shape", c.kernel.dims());
            attrs.set("with_bias", with_bias);
            cases.push_back({"",
                             std::string(c.name) + (with_bias ? ", with bias" : ""),
                             {values.uniform(type, c.x), values.uniform(type, c.geometry().output_shape())},
                             attrs});
        }
    return cases;
}

} // namespace

void add_convolution_cases(CaseTable& table) {
    table["conv2d"] = forward;
    table["conv2d_grad_input"] = grad_input;
    table["conv2d_grad_kernel"] = grad_kernel;
}

} // namespace laptime::test
