// SPDX-License-Identifier: Apache-2.0
#include "engine/model/layers/embedding.h"

#include "engine/model/layers/parts.h"

namespace laptime {

ValueId Embedding::build(BuildContext& context, ValueId x) const {
    const TensorType& input = context.graph.value(x).type;
    if (input.dtype != DType::i32)
        parts::misfit(*this, "embedding takes int32 ids, not " + input.text() + "; the data must be a text");
    const std::int64_t rows = options_.vocabulary > 0 ? options_.vocabulary : context.vocabulary;
    if (rows < 1)
        parts::misfit(*this, "the data has no vocabulary; say vocabulary = N");
    const ValueId table = context.parameter({.name = name + "/table",
                                             .shape = {rows, options_.units},
                                             .initializer = options_.initializer,
                                             .fan_in = rows,
                                             .fan_out = options_.units});
    return context.graph.apply1("embedding", {x, table}, {}, name);
}

ValueId PositionalEmbedding::build(BuildContext& context, ValueId x) const {
    const Shape input = parts::numbers(context, *this, x);
    if (input.rank() != 3)
        parts::misfit(*this, "positional_embedding takes [batch, positions, features], not " + input.text());
    const std::int64_t length = input[1], width = input[2];
    const ValueId table = context.parameter({.name = name + "/table",
                                             .shape = {length, width},
                                             .initializer = initializer_,
                                             .fan_in = length,
                                             .fan_out = width,
                                             .decays = false});
    // As one long bias a sample.
    const ValueId rows = parts::reshape(context, x, {input[0], length * width}, name);
    const ValueId bias = parts::reshape(context, table, {length * width}, name);
    const ValueId y = context.graph.apply1("bias_add", {rows, bias}, {}, name);
    return parts::reshape(context, y, input.dims(), name);
}

const LayerType& embedding_layer() {
    static const LayerType type{
        "embedding",
        "ids become trained vectors",
        {parts::count_key("units", "numbers of a vector"),
         {"vocabulary", std::int64_t{0}, "number of ids; 0: the data's", 0, 16777217},
         parts::initializer_key("initializer", "random_uniform", "first values of the table")},
        [](std::string name, const OptionValues& values, const LayerParts&) -> std::shared_ptr<Layer> {
            return std::make_shared<Embedding>(std::move(name),
                                               Embedding::Options{.units = values.integer("units"),
                                                                  .vocabulary = values.integer("vocabulary"),
                                                                  .initializer = values.initializer()});
        }};
    return type;
}

const LayerType& positional_embedding_layer() {
    static const LayerType type{
        "positional_embedding",
        "adds a trained vector for each position",
        {parts::initializer_key("initializer", "random_uniform", "first values of the table")},
        [](std::string name, const OptionValues& values, const LayerParts&) -> std::shared_ptr<Layer> {
            return std::make_shared<PositionalEmbedding>(std::move(name), values.initializer());
        }};
    return type;
}

} // namespace laptime
