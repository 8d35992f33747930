// SPDX-License-Identifier: Apache-2.0
// Parts that the models of the library share.
#include "engine/model/library_entry.h"

#include "engine/model/layers/batch_norm.h"
#include "engine/model/layers/dense.h"
#include "engine/model/layers/dropout.h"
#include "engine/model/layers/relu.h"

namespace laptime {

OptionValues::OptionValues(const std::vector<ModelOptionInfo>& known,
                           const std::map<std::string, ModelOptionValue>& given) {
    for (const ModelOptionInfo& info : known) {
        ModelOptionValue value = info.default_value;
        if (const auto it = given.find(info.name); it != given.end())
            value = it->second;
        if (std::holds_alternative<double>(info.default_value))
            if (const auto* whole = std::get_if<std::int64_t>(&value))
                value = static_cast<double>(*whole);
        values_[info.name] = std::move(value);
    }
}

Initializer OptionValues::initializer() const {
    return initializer_named(text("initializer"));
}

ModelOptionInfo dropout_option(std::string what) {
    return {"dropout", 0.0, "share of " + std::move(what) + " dropped while training", 0, 1};
}

ModelOptionInfo batch_norm_option() {
    return {"batch_norm", false,
            "normalise behind every hidden layer; its bias is left out, as beta does the same"};
}

ModelOptionInfo initializer_option() {
    return {"initializer",
            std::string("glorot_uniform"),
            "first values of the kernels, as in Keras",
            0,
            0,
            {"glorot_uniform", "he_normal"}};
}

void add_dense_block(Model& model, std::int64_t units, const std::string& number,
                     const OptionValues& options) {
    const bool norm = options.flag("batch_norm");
    add_layer<Dense>(
        model, "dense" + number,
        Dense::Options{.units = units, .bias = !norm, .relu = !norm, .initializer = options.initializer()});
    if (norm) {
        add_layer<BatchNorm>(model, "dense_norm" + number);
        add_layer<Relu>(model, "dense_relu" + number);
    }
    if (options.number("dropout") > 0)
        add_layer<Dropout>(model, "dropout" + number, options.number("dropout"));
}

void add_logits(Model& model, const OptionValues& options) {
    add_layer<Dense>(
        model, "logits",
        Dense::Options{
            .units = model.task.outputs(), .bias = true, .relu = false, .initializer = options.initializer()})
        .dtype = DType::f32;
}

} // namespace laptime
