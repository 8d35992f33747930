// SPDX-License-Identifier: Apache-2.0
// vit-tiny: a vision transformer (Dosovitskiy et al., "An image is worth 16 × 16 words", 2021) of DeiT-Ti's
// size (Touvron et al., 2021), with the mean over all patches in front of the last layer instead of a class
// token.
#include <algorithm>

#include "engine/model/layers/conv2d.h"
#include "engine/model/layers/embedding.h"
#include "engine/model/layers/layer_norm.h"
#include "engine/model/layers/pool.h"
#include "engine/model/layers/reshape.h"
#include "engine/model/library/transformer.h"

namespace laptime {

namespace {

/// Up to this many pixels a side, patches of 16 would be too few.
constexpr std::int64_t largest_small_image = 96;

void add_layers(Model& model, const OptionValues& options) {
    const std::int64_t width = options.integer("width");
    std::int64_t patch = options.integer("patch");
    if (patch == 0) {
        const Shape& image = model.input.shape;
        patch = image.rank() == 3 && std::min(image[0], image[1]) > largest_small_image ? 16 : 4;
    }
    const Initializer initializer(Initializer::truncated_normal, 0, 0.02);
    add_layer<Conv2d>(model, "patches",
                      Conv2d::Options{.filters = width,
                                      .size = patch,
                                      .stride = patch,
                                      .padding = "valid",
                                      .initializer = initializer});
    add_layer<Reshape>(model, "sequence", std::vector<std::int64_t>{-1, width});
    add_layer<PositionalEmbedding>(model, "positions", initializer);
    for (std::int64_t i = 1; i <= options.integer("layers"); ++i)
        add_transformer_block(model, "block" + std::to_string(i),
                              {.width = width,
                               .heads = options.integer("heads"),
                               .mlp = options.integer("mlp_ratio") * width,
                               .dropout = options.number("dropout"),
                               .initializer = initializer,
                               .residual_initializer = initializer});
    add_layer<LayerNorm>(model, "norm", 1e-6);
    add_layer<GlobalPool>(model, "mean", Pool::What::average);
    add_logits(model, initializer);
}

} // namespace

const LibraryModel& vit_tiny_model() {
    static const LibraryModel entry{
        "vit-tiny",
        "vision transformer (Dosovitskiy et al., 2021)",
        {whole_option("patch", 0, "height and width of the patches; 0: 4 up to 96 pixels, else 16", 0, 129),
         whole_option("layers", 12, "blocks of attention and dense layers", 1, 257),
         whole_option("width", 192, "numbers that stand for a patch; a multiple of heads"),
         whole_option("heads", 3, "parts of the width, each with an attention of its own", 1, 257),
         whole_option("mlp_ratio", 4, "units of the hidden dense layer for each of the width", 1, 65),
         dropout_option("what each block adds")},
        add_layers};
    return entry;
}

} // namespace laptime
