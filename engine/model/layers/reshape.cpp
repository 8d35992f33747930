// SPDX-License-Identifier: Apache-2.0
// The batch is written into the shape, not left open, because all shapes of a graph are static.
#include "engine/model/layers/reshape.h"

#include <algorithm>

#include "engine/model/layers/parts.h"

namespace laptime {

ValueId Reshape::build(BuildContext& context, ValueId x) const {
    const Shape input = context.shape(x);
    const std::int64_t sample = input.count() / input[0];
    std::int64_t known = 1;
    for (const std::int64_t size : shape_)
        known *= size == -1 ? 1 : size;
    const auto open = std::count(shape_.begin(), shape_.end(), -1);
    if (open > 1 || known < 1 || (open == 0 ? known != sample : sample % known != 0))
        parts::misfit(*this, "the " + std::to_string(sample) + " numbers of a sample of " + input.text() +
                                 " do not fit into " + Shape(shape_).text());
    std::vector<std::int64_t> shape = shape_;
    std::replace(shape.begin(), shape.end(), std::int64_t{-1}, sample / known);
    shape.insert(shape.begin(), input[0]);
    return parts::reshape(context, x, std::move(shape), name);
}

ValueId Flatten::build(BuildContext& context, ValueId x) const {
    return parts::reshape(context, x, {context.shape(x)[0], -1}, name);
}

const LayerType& reshape_layer() {
    static const LayerType type = [] {
        OptionInfo shape{"shape", std::vector<std::int64_t>{},
                         "of a sample; one number may be -1: what is left", -1, 2147483648.0};
        shape.required = true;
        return LayerType{
            "reshape",
            "the same numbers in another shape",
            {shape},
            [](std::string name, const OptionValues& values, const LayerParts&) -> std::shared_ptr<Layer> {
                return std::make_shared<Reshape>(std::move(name), values.integers("shape"));
            }};
    }();
    return type;
}

const LayerType& flatten_layer() {
    static const LayerType type{
        "flatten",
        "an image as a list of features",
        {},
        [](std::string name, const OptionValues&, const LayerParts&) -> std::shared_ptr<Layer> {
            return std::make_shared<Flatten>(std::move(name));
        }};
    return type;
}

} // namespace laptime
