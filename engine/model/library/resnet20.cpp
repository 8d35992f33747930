// SPDX-License-Identifier: Apache-2.0
// resnet20: He et al., "Deep residual learning for image recognition", 2015, section 4.2: for images of 32 ×
// 32; 6n + 2 layers in three stages. Where a stage halves the image and doubles the channels, the way around
// takes every other pixel and pads the channels with zeros, without parameters (the paper's option A), or is
// a 1 × 1 convolution with a batch norm (option B).
#include "engine/model/layers/padding.h"
#include "engine/model/layers/pool.h"
#include "engine/model/library/resnet_parts.h"

namespace laptime {

namespace {

LayerList padded(const std::string& block, std::int64_t channels, std::int64_t stride) {
    LayerList shortcut;
    if (stride > 1)
        add_layer<Pool>(shortcut, block + "/every_other", Pool::What::average,
                        Pool::Options{.size = 1, .stride = stride, .padding = "valid"});
    add_layer<ZeroPadding>(shortcut, block + "/more_channels",
                           ZeroPadding::Options{.border = {0, 0, 0, 0}, .channels = channels});
    return shortcut;
}

void add_layers(Model& model, const OptionValues& options) {
    const ResnetBuilder builder(options);
    const auto& widths = options.integers("widths");
    const bool project = options.text("shortcut") == "projection";
    std::int64_t channels = widths.empty() ? 16 : widths.front();
    builder.add_conv(model.layers, "", "", {.filters = channels});
    for (std::size_t stage = 0; stage < widths.size(); ++stage)
        for (std::int64_t number = 1; number <= options.integer("blocks"); ++number) {
            const std::string block = "stage" + std::to_string(stage + 1) + "/block" + std::to_string(number);
            const std::int64_t width = widths[stage], stride = stage > 0 && number == 1 ? 2 : 1;
            LayerList shortcut;
            if (stride != 1 || width != channels)
                shortcut = project || width < channels ? builder.projection(block, width, stride)
                                                       : padded(block, width - channels, stride);
            builder.add_block(model, block, builder.basic_body(block, width, stride), std::move(shortcut));
            channels = width;
        }
    builder.finish(model);
}

} // namespace

const LibraryModel& resnet20_model() {
    static const LibraryModel entry = [] {
        std::vector<ModelOptionInfo> options{
            list_option("widths", {16, 32, 64}, "filters of each stage; all but the first halve the image"),
            whole_option("blocks", 3, "blocks of two convolutions a stage", 1, 257),
            {"shortcut",
             std::string("pad"),
             "the way around where the shape changes: pad takes every other pixel and adds channels of "
             "zeros; projection "
             "is a 1 × 1 convolution",
             0,
             0,
             {"pad", "projection"}}};
        for (ModelOptionInfo& info : ResnetBuilder::options(false))
            options.push_back(std::move(info));
        return LibraryModel{"resnet20", "residual network for small images (He et al., 2015)",
                            std::move(options), add_layers};
    }();
    return entry;
}

} // namespace laptime
