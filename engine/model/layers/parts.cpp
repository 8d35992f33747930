// SPDX-License-Identifier: Apache-2.0
#include "engine/model/layers/parts.h"

#include <algorithm>
#include <stdexcept>

namespace laptime::parts {

void misfit(const Layer& layer, const std::string& message) {
    throw ShapeError("layer '" + layer.name + "': " + message);
}

Shape numbers(const BuildContext& context, const Layer& layer, ValueId x) {
    const TensorType& type = context.graph.value(x).type;
    if (!is_floating(type.dtype))
        misfit(layer, layer.kind() + " takes numbers, not the ids " + type.text() +
                          "; put an embedding in front of it");
    return type.shape;
}

Shape image(const BuildContext& context, const Layer& layer, ValueId x) {
    const Shape shape = numbers(context, layer, x);
    if (shape.rank() != 4)
        misfit(layer, layer.kind() + " takes [batch, height, width, channels], not " + shape.text());
    return shape;
}

ValueId reshape(BuildContext& context, ValueId x, std::vector<std::int64_t> shape, const std::string& layer) {
    return context.graph.apply1("reshape", {x}, {{"shape", std::move(shape)}}, layer);
}

ValueId add_bias(BuildContext& context, ValueId y, const std::string& layer, const std::string& name) {
    const ValueId bias = context.parameter(
        {.name = layer + "/" + name, .shape = {context.shape(y)[-1]}, .decays = false, .fast_bias = true});
    return context.graph.apply1("bias_add", {y, bias}, {}, layer);
}

ValueId product(BuildContext& context, ValueId x, const std::string& layer, const Product& options) {
    const Shape input = context.shape(x);
    const std::int64_t features = input[-1];
    const ValueId kernel = context.parameter({.name = layer + "/" + options.kernel,
                                              .shape = {features, options.units},
                                              .initializer = options.initializer,
                                              .fan_in = features,
                                              .fan_out = options.fan_out ? options.fan_out : options.units});
    ValueId y = input.rank() == 2 ? x : reshape(context, x, {-1, features}, layer);
    y = context.graph.apply1("matmul", {y, kernel}, {}, layer);
    if (!options.bias.empty())
        y = add_bias(context, y, layer, options.bias);
    y = activate(context, y, options.activation, layer);
    if (input.rank() == 2)
        return y;
    std::vector<std::int64_t> dims = input.dims();
    dims.back() = options.units;
    return reshape(context, y, std::move(dims), layer);
}

ValueId activate(BuildContext& context, ValueId x, const std::string& activation, const std::string& layer) {
    if (activation.empty())
        return x;
    if (activation == "leaky_relu")
        return context.graph.apply1("leaky_relu", {x}, {{"slope", 0.3}}, layer);
    if (activation == "gelu" || activation == "gelu_tanh")
        return context.graph.apply1("gelu", {x}, {{"approximate", activation == "gelu_tanh"}}, layer);
    return context.graph.apply1(activation, {x}, {}, layer);
}

const std::vector<std::string>& activation_names() {
    static const std::vector<std::string> names{"relu", "leaky_relu", "gelu",    "gelu_tanh",
                                                "silu", "tanh",       "sigmoid", "softmax"};
    return names;
}

ValueId constant(BuildContext& context, double value, const Shape& shape, const std::string& layer) {
    return context.graph.apply1(
        "constant", {},
        {{"value", value}, {"dtype", std::string(name_of(context.variable_type))}, {"shape", shape.dims()}},
        layer);
}

OptionInfo activation_key() {
    std::vector<std::string> words = activation_names();
    words.insert(words.begin(), "");
    return {"activation", std::string(), "applied to the result; empty: none", 0, 0, std::move(words)};
}

OptionInfo bias_key() {
    return {"bias", true, "add a trained number to every output channel"};
}

OptionInfo initializer_key(const std::string& name, const std::string& standard, const std::string& help) {
    OptionInfo info{name, standard, help};
    info.initializer = true;
    return info;
}

OptionInfo count_key(const std::string& name, const std::string& help) {
    OptionInfo info{name, std::int64_t{1}, help, 1, most_units};
    info.required = true;
    return info;
}

OptionInfo pair_key(const std::string& name, std::int64_t standard, const std::string& help, double minimum,
                    double limit) {
    OptionInfo info{name, std::vector<std::int64_t>{standard, standard}, help, minimum, limit};
    info.length = 2;
    return info;
}

OptionInfo padding_key(const std::string& standard) {
    return {"padding", standard, "same: zeros around, so that only the stride shrinks the image; valid: none",
            0,         0,        {"same", "valid"}};
}

} // namespace laptime::parts
