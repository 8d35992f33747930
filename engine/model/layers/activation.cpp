// SPDX-License-Identifier: Apache-2.0
#include "engine/model/layers/activation.h"

#include "engine/model/layers/parts.h"

namespace laptime {

namespace {

template <const char* const& word>
std::shared_ptr<Layer> make_plain(std::string name, const OptionValues&, const LayerParts&) {
    return std::make_shared<Activation>(std::move(name), word);
}

const char* const relu = "relu";
const char* const silu = "silu";
const char* const tanh_word = "tanh";
const char* const sigmoid = "sigmoid";
const char* const softmax = "softmax";

} // namespace

ValueId Activation::build(BuildContext& context, ValueId x) const {
    parts::numbers(context, *this, x);
    return context.graph.apply1(activation_, {x}, attributes_, name);
}

const std::vector<LayerType>& activation_layers() {
    static const std::vector<LayerType> types{
        {relu, "max(x, 0)", {}, make_plain<relu>},
        {"leaky_relu",
         "x where it is positive, else slope · x",
         {{"slope", 0.3, "of the negative side", 0, 1}},
         [](std::string name, const OptionValues& values, const LayerParts&) -> std::shared_ptr<Layer> {
             return std::make_shared<Activation>(std::move(name), "leaky_relu",
                                                 Attributes{{"slope", values.number("slope")}});
         }},
        {"gelu",
         "x · Φ(x), Φ being the normal distribution (Hendrycks & Gimpel, 2016)",
         {{"approximate", false, "by tanh, as GPT-2 does"}},
         [](std::string name, const OptionValues& values, const LayerParts&) -> std::shared_ptr<Layer> {
             return std::make_shared<Activation>(std::move(name), "gelu",
                                                 Attributes{{"approximate", values.flag("approximate")}});
         }},
        {silu, "x · sigmoid(x)", {}, make_plain<silu>},
        {tanh_word, "hyperbolic tangent", {}, make_plain<tanh_word>},
        {sigmoid, "1 / (1 + exp(-x))", {}, make_plain<sigmoid>},
        {softmax, "exp(x) divided by its sum over the last axis", {}, make_plain<softmax>},
    };
    return types;
}

} // namespace laptime
