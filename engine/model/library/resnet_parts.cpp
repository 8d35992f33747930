// SPDX-License-Identifier: Apache-2.0
#include "engine/model/library/resnet_parts.h"

#include "engine/model/layers/activation.h"
#include "engine/model/layers/batch_norm.h"
#include "engine/model/layers/conv2d.h"
#include "engine/model/layers/groups.h"
#include "engine/model/layers/pool.h"

namespace laptime {

ResnetBuilder::ResnetBuilder(const OptionValues& options)
    : initializer_(options.initializer()), momentum_(options.number("norm_momentum")),
      epsilon_(options.number("norm_epsilon")), zero_gamma_(options.flag("zero_gamma")) {}

void ResnetBuilder::add_conv(LayerList& layers, const std::string& path, const std::string& number,
                             const ConvNorm& conv) const {
    add_layer<Conv2d>(layers, path + "conv" + number,
                      Conv2d::Options{.filters = conv.filters,
                                      .size = conv.size,
                                      .stride = conv.stride,
                                      .bias = false,
                                      .initializer = initializer_});
    BatchNorm::Options norm{.momentum = momentum_, .epsilon = epsilon_};
    if (conv.zero_gamma)
        norm.gamma = Initializer::zeros;
    add_layer<BatchNorm>(layers, path + "norm" + number, norm);
    if (conv.relu)
        add_relu(layers, path + "relu" + number);
}

LayerList ResnetBuilder::basic_body(const std::string& block, std::int64_t width, std::int64_t stride) const {
    LayerList body;
    add_conv(body, block + "/", "1", {.filters = width, .stride = stride});
    add_conv(body, block + "/", "2", {.filters = width, .relu = false, .zero_gamma = zero_gamma_});
    return body;
}

LayerList ResnetBuilder::bottleneck_body(const std::string& block, std::int64_t width,
                                         std::int64_t stride) const {
    LayerList body;
    add_conv(body, block + "/", "1", {.filters = width, .size = 1});
    add_conv(body, block + "/", "2", {.filters = width, .stride = stride});
    add_conv(body, block + "/", "3",
             {.filters = 4 * width, .size = 1, .relu = false, .zero_gamma = zero_gamma_});
    return body;
}

LayerList ResnetBuilder::projection(const std::string& block, std::int64_t filters,
                                    std::int64_t stride) const {
    LayerList shortcut;
    add_conv(shortcut, block + "/shortcut_", "",
             {.filters = filters, .size = 1, .stride = stride, .relu = false});
    return shortcut;
}

void ResnetBuilder::add_block(Model& model, const std::string& block, LayerList body,
                              LayerList shortcut) const {
    add_layer<Residual>(model, block, std::move(body), std::move(shortcut));
    add_relu(model.layers, block + "/relu");
}

void ResnetBuilder::finish(Model& model) const {
    add_layer<GlobalPool>(model, "pool", Pool::What::average);
    add_logits(model, initializer_);
}

std::vector<ModelOptionInfo> ResnetBuilder::options(bool zero_gamma) {
    return {{"zero_gamma", zero_gamma,
             "the last norm of each block starts at zero, so that the block starts as nothing (Goyal et al., "
             "2017)"},
            {"norm_momentum", 0.9, "share of the moving statistics that a step keeps", 0, 1},
            {"norm_epsilon", 1e-5, "added to the variance of batch norms", 0, 1},
            initializer_option("he_normal")};
}

} // namespace laptime
