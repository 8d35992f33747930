// SPDX-License-Identifier: Apache-2.0
// Parts that the models of the library share.
#include "engine/model/library_entry.h"

#include "engine/model/layers/activation.h"
#include "engine/model/layers/batch_norm.h"
#include "engine/model/layers/dense.h"
#include "engine/model/layers/dropout.h"

namespace laptime {

ModelOptionInfo dropout_option(std::string what) {
    return {"dropout", 0.0, "share of " + std::move(what) + " dropped while training", 0, 1};
}

ModelOptionInfo batch_norm_option() {
    return {"batch_norm", false,
            "normalise behind every hidden layer; its bias is left out, as beta does the same"};
}

ModelOptionInfo initializer_option(const std::string& standard) {
    return {"initializer",
            standard,
            "first values of the kernels, as in Keras",
            0,
            0,
            {"glorot_uniform", "he_normal", "glorot_normal", "he_uniform", "lecun_uniform", "lecun_normal",
             "orthogonal"}};
}

ModelOptionInfo whole_option(std::string name, std::int64_t standard, std::string help, double least,
                             double limit) {
    return {std::move(name), standard, std::move(help), least, limit};
}

ModelOptionInfo list_option(std::string name, std::vector<std::int64_t> standard, std::string help) {
    return {std::move(name), std::move(standard), std::move(help), 1, most_units};
}

void add_relu(LayerList& layers, const std::string& name) {
    add_layer<Activation>(layers, name, "relu");
}

void add_dense_block(Model& model, std::int64_t units, const std::string& number,
                     const OptionValues& options) {
    const bool norm = options.flag("batch_norm");
    add_layer<Dense>(model, "dense" + number,
                     Dense::Options{.units = units,
                                    .bias = !norm,
                                    .activation = norm ? "" : "relu",
                                    .initializer = options.initializer()});
    if (norm) {
        add_layer<BatchNorm>(model, "dense_norm" + number);
        add_relu(model.layers, "dense_relu" + number);
    }
    if (options.number("dropout") > 0)
        add_layer<Dropout>(model, "dropout" + number, options.number("dropout"));
}

void add_logits(Model& model, Initializer initializer, bool bias) {
    add_layer<Dense>(model, "logits",
                     Dense::Options{.units = model.task.outputs(), .bias = bias, .initializer = initializer})
        .dtype = DType::f32;
}

} // namespace laptime
