// SPDX-License-Identifier: Apache-2.0
// cnn: convolutions with ReLU, each followed by a pool, then one hidden dense layer.
#include "engine/model/layers/batch_norm.h"
#include "engine/model/layers/conv2d.h"
#include "engine/model/layers/pool.h"
#include "engine/model/layers/reshape.h"
#include "engine/model/library_entry.h"

namespace laptime {

namespace {

void add_conv_block(Model& model, std::int64_t filters, const std::string& number,
                    const OptionValues& options) {
    const bool norm = options.flag("batch_norm");
    add_layer<Conv2d>(model, "conv" + number,
                      Conv2d::Options{.filters = filters,
                                      .size = options.integer("kernel_size"),
                                      .stride = 1,
                                      .padding = "same",
                                      .bias = !norm,
                                      .activation = norm ? "" : "relu",
                                      .initializer = options.initializer()});
    if (norm) {
        add_layer<BatchNorm>(model, "norm" + number);
        add_relu(model.layers, "relu" + number);
    }
    if (options.integer("pool_size") > 1)
        add_layer<Pool>(model, "pool" + number, Pool::What::max, options.integer("pool_size"));
}

} // namespace

const LibraryModel& cnn_model() {
    static const LibraryModel entry{
        "cnn",
        "convolutions with ReLU and pools, then a hidden dense layer",
        {{"filters", std::vector<std::int64_t>{32, 64}, "filters of each convolution", 1, most_units},
         {"kernel_size", std::int64_t{3}, "height and width of every convolution's kernel", 1, 16},
         {"pool_size", std::int64_t{2}, "height and width of every pool; 1: no pools", 1, 9},
         {"dense", std::int64_t{128}, "units of the hidden dense layer", 1, most_units},
         dropout_option("the hidden dense layer's outputs"),
         batch_norm_option(),
         initializer_option()},
        [](Model& model, const OptionValues& options) {
            int number = 0;
            for (const std::int64_t filters : options.integers("filters"))
                add_conv_block(model, filters, std::to_string(++number), options);
            add_layer<Flatten>(model, "flatten");
            add_dense_block(model, options.integer("dense"), "", options);
            add_logits(model, options.initializer());
        }};
    return entry;
}

} // namespace laptime
