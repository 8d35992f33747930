// SPDX-License-Identifier: Apache-2.0
// mini-xception: the small network of separable convolutions and residuals for cats and dogs in Chollet,
// "Deep learning with Python", 2nd edition, 2021, chapter 9 (after Xception, 2017). Its rescaling of bytes to
// 0…1 is what every model does with pictures here.
#include "engine/model/layers/activation.h"
#include "engine/model/layers/batch_norm.h"
#include "engine/model/layers/conv2d.h"
#include "engine/model/layers/depthwise_conv2d.h"
#include "engine/model/layers/dropout.h"
#include "engine/model/layers/groups.h"
#include "engine/model/layers/pool.h"
#include "engine/model/library_entry.h"

namespace laptime {

namespace {

LayerList block_body(const std::string& block, std::int64_t width, const Initializer& initializer) {
    LayerList body;
    for (const char* number : {"1", "2"}) {
        add_layer<BatchNorm>(body, block + "/norm" + number);
        add_relu(body, block + "/relu" + number);
        add_layer<SeparableConv2d>(
            body, block + "/conv" + number,
            SeparableConv2d::Options{.filters = width,
                                     .depthwise = {.bias = false, .initializer = initializer}});
    }
    add_layer<Pool>(body, block + "/pool", Pool::What::max,
                    Pool::Options{.size = 3, .stride = 2, .padding = "same"});
    return body;
}

void add_layers(Model& model, const OptionValues& options) {
    const Initializer initializer = options.initializer();
    add_layer<Conv2d>(model, "conv",
                      Conv2d::Options{.filters = options.integer("stem"),
                                      .size = options.integer("stem_size"),
                                      .padding = "valid",
                                      .bias = false,
                                      .initializer = initializer});
    int number = 0;
    for (const std::int64_t width : options.integers("widths")) {
        const std::string block = "block" + std::to_string(++number);
        LayerList shortcut;
        add_layer<Conv2d>(
            shortcut, block + "/shortcut",
            Conv2d::Options{
                .filters = width, .size = 1, .stride = 2, .bias = false, .initializer = initializer});
        add_layer<Residual>(model, block, block_body(block, width, initializer), std::move(shortcut));
    }
    add_layer<GlobalPool>(model, "pool", Pool::What::average);
    if (options.number("dropout") > 0)
        add_layer<Dropout>(model, "dropout", options.number("dropout"));
    add_logits(model, initializer);
}

} // namespace

const LibraryModel& mini_xception_model() {
    static const LibraryModel entry = [] {
        ModelOptionInfo dropout = dropout_option("the features in front of the last layer");
        dropout.default_value = 0.5;
        return LibraryModel{
            "mini-xception",
            "separable convolutions with residuals, as Keras's book has it for cats and dogs",
            {whole_option("stem", 32, "filters of the first convolution"),
             whole_option("stem_size", 5, "height and width of its kernel", 1, 16),
             list_option("widths", {32, 64, 128, 256, 512}, "filters of each block, which halves the image"),
             dropout, initializer_option()},
            add_layers};
    }();
    return entry;
}

} // namespace laptime
