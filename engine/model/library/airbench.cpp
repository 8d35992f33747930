// SPDX-License-Identifier: Apache-2.0
// airbench: the CIFAR-10 speed-run network of Jordan, "94% on CIFAR-10 in 3.29 seconds on a single GPU", 2024
// ("airbench94"): a fixed whitening convolution, three blocks of two convolutions with GELU, batch norms
// without gamma, convolutions that start as identities, and scaled-down logits. Its recipe of training is
// packaging/experiments/airbench.toml.
#include <cmath>

#include "engine/model/layers/activation.h"
#include "engine/model/layers/batch_norm.h"
#include "engine/model/layers/conv2d.h"
#include "engine/model/layers/pool.h"
#include "engine/model/layers/rescaling.h"
#include "engine/model/layers/reshape.h"
#include "engine/model/layers/whitening_conv2d.h"
#include "engine/model/library_entry.h"

namespace laptime {

namespace {

void add_conv(Model& model, const std::string& path, std::int64_t filters) {
    add_layer<Conv2d>(model, path,
                      Conv2d::Options{.filters = filters, .bias = false, .initializer = Initializer::dirac});
}

void add_norm(Model& model, const std::string& block, const std::string& number, double momentum) {
    add_layer<BatchNorm>(model, block + "/norm" + number,
                         BatchNorm::Options{.momentum = momentum, .epsilon = 1e-12, .scale = false});
    add_layer<Activation>(model, block + "/gelu" + number, "gelu");
}

void add_layers(Model& model, const OptionValues& options) {
    const double momentum = options.number("norm_momentum");
    // Whitened patches of little variance are much enlarged, and with them the rounding of short numbers.
    add_layer<WhiteningConv2d>(model, "whitening", options.integer("patch")).dtype = DType::f32;
    add_layer<Activation>(model, "gelu", "gelu");
    int number = 0;
    for (const std::int64_t width : options.integers("widths")) {
        const std::string block = "block" + std::to_string(++number);
        add_conv(model, block + "/conv1", width);
        add_layer<Pool>(model, block + "/pool", Pool::What::max, 2);
        add_norm(model, block, "1", momentum);
        add_conv(model, block + "/conv2", width);
        add_norm(model, block, "2", momentum);
    }
    if (options.integer("pool_size") > 1)
        add_layer<Pool>(model, "pool", Pool::What::max, options.integer("pool_size"));
    add_layer<Flatten>(model, "flatten");
    // PyTorch's first values of linear layers: uniform on ±1 / √inputs.
    const std::int64_t inputs = options.integers("widths").empty() ? 1 : options.integers("widths").back();
    add_logits(model,
               Initializer(Initializer::random_uniform, 0, 1.0 / std::sqrt(static_cast<double>(inputs))),
               false);
    add_layer<Rescaling>(model, "scaling", options.number("scaling")).dtype = DType::f32;
}

} // namespace

const LibraryModel& airbench_model() {
    static const LibraryModel entry{
        "airbench",
        "the CIFAR-10 speed-run network airbench94 (Jordan, 2024)",
        {list_option("widths", {64, 256, 256}, "filters of each block, which halves the image"),
         whole_option("patch", 2, "height and width of the whitened patches", 1, 9),
         whole_option("pool_size", 3, "height and width of the last pool; 1: none", 1, 17),
         {"norm_momentum", 0.6, "share of the moving statistics that a step keeps", 0, 1},
         {"scaling", 1.0 / 9, "factor of the logits", 0, 1000}},
        add_layers};
    return entry;
}

} // namespace laptime
