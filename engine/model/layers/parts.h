// SPDX-License-Identifier: Apache-2.0
// What several layers need: checks of what comes in, bias and activation, and the options for them.
#pragma once

#include "engine/model/layer_type.h"

namespace laptime::parts {

/// The shape of x, which must be numbers, not ids. Throws ShapeError naming the layer.
Shape numbers(const BuildContext& context, const Layer& layer, ValueId x);
/// The same, and x must be [batch, height, width, channels].
Shape image(const BuildContext& context, const Layer& layer, ValueId x);
/// Throws ShapeError "layer 'NAME': …".
[[noreturn]] void misfit(const Layer& layer, const std::string& message);

ValueId reshape(BuildContext& context, ValueId x, std::vector<std::int64_t> shape, const std::string& layer);

/// y + a new bias "<path>/bias" of zeros, as long as y's last axis; `name`: another word than "bias".
ValueId add_bias(BuildContext& context, ValueId y, const std::string& layer,
                 const std::string& name = "bias");

/// x [N, I] · a new kernel "<layer>/<kernel>" [I, units], and a bias if wanted. Any rank: the last axis
/// counts.
struct Product {
    std::int64_t units;
    Initializer initializer;
    std::string kernel = "kernel", bias = "bias"; ///< bias empty: none
    std::string activation = {};
    std::int64_t fan_out = 0; ///< 0: units
};
ValueId product(BuildContext& context, ValueId x, const std::string& layer, const Product& options);

/// "" or one of activation_names().
ValueId activate(BuildContext& context, ValueId x, const std::string& activation, const std::string& layer);
/// relu, leaky_relu, gelu, gelu_tanh, silu, tanh, sigmoid, softmax
const std::vector<std::string>& activation_names();

/// A constant tensor, for what is not trained.
ValueId constant(BuildContext& context, double value, const Shape& shape, const std::string& layer);

// Options with the same meaning everywhere.
OptionInfo activation_key();
OptionInfo bias_key();
OptionInfo initializer_key(const std::string& name = "initializer",
                           const std::string& standard = "glorot_uniform",
                           const std::string& help = "first values of the kernel");
OptionInfo count_key(const std::string& name, const std::string& help); ///< units, filters: must be said
/// Height and width; one number stands for both.
OptionInfo pair_key(const std::string& name, std::int64_t standard, const std::string& help,
                    double minimum = 1, double limit = 1025);
OptionInfo padding_key(const std::string& standard);

/// A square or oblong window.
struct Pair {
    std::int64_t height = 1, width = 1;
    Pair() = default;
    Pair(std::int64_t both) : height(both), width(both) {} // NOLINT: 3 means 3 × 3
    Pair(std::int64_t rows, std::int64_t columns) : height(rows), width(columns) {}
    explicit Pair(const std::vector<std::int64_t>& list) : height(list.at(0)), width(list.at(1)) {}
    std::vector<std::int64_t> list() const { return {height, width}; }
    std::int64_t area() const { return height * width; }
};

} // namespace laptime::parts
