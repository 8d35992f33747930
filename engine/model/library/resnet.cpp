// SPDX-License-Identifier: Apache-2.0
// resnet18 and resnet50: He et al., "Deep residual learning for image recognition", 2015, table 1, with
// projections where the shape changes. resnet50 is the usual "v1.5": the stride is in the 3 × 3 convolution.
// Padding is "same", which for strided convolutions of even images puts the extra zeros at the bottom and
// right.
#include <algorithm>

#include "engine/model/layers/pool.h"
#include "engine/model/library/resnet_parts.h"

namespace laptime {

namespace {

/// Images below this many pixels a side would be one pixel before the last stage.
constexpr std::int64_t smallest_large_image = 96;

bool has_large_stem(const Model& model, const std::string& choice) {
    if (choice != "auto")
        return choice == "large";
    const Shape& image = model.input.shape;
    return image.rank() == 3 && std::min(image[0], image[1]) >= smallest_large_image;
}

void add_layers(Model& model, const OptionValues& options, bool bottleneck) {
    const ResnetBuilder builder(options);
    const bool large = has_large_stem(model, options.text("stem"));
    const std::int64_t first = options.integer("width");
    builder.add_conv(model.layers, "", "",
                     {.filters = first, .size = large ? 7 : 3, .stride = large ? 2 : 1});
    if (large)
        add_layer<Pool>(model, "max_pool", Pool::What::max,
                        Pool::Options{.size = 3, .stride = 2, .padding = "same"});
    std::int64_t channels = first, width = first;
    int stage = 0;
    for (const std::int64_t blocks : options.integers("blocks")) {
        ++stage;
        for (std::int64_t number = 1; number <= blocks; ++number) {
            const std::string block = "stage" + std::to_string(stage) + "/block" + std::to_string(number);
            const std::int64_t stride = stage > 1 && number == 1 ? 2 : 1,
                               filters = bottleneck ? 4 * width : width;
            builder.add_block(model, block,
                              bottleneck ? builder.bottleneck_body(block, width, stride)
                                         : builder.basic_body(block, width, stride),
                              stride != 1 || filters != channels ? builder.projection(block, filters, stride)
                                                                 : LayerList{});
            channels = filters;
        }
        width *= 2;
    }
    builder.finish(model);
}

std::vector<ModelOptionInfo> options_of(std::vector<std::int64_t> blocks) {
    std::vector<ModelOptionInfo> options{
        list_option("blocks", std::move(blocks),
                    "blocks of each stage; all stages but the first halve the image"),
        whole_option("width", 64, "filters of the first stage; each further stage has twice as many", 1,
                     4097),
        {"stem",
         std::string("auto"),
         "large: 7 × 7 convolution with stride 2 and a pool; small: 3 × 3 convolution; auto: large from 96 "
         "pixels on",
         0,
         0,
         {"auto", "large", "small"}}};
    for (ModelOptionInfo& info : ResnetBuilder::options(true))
        options.push_back(std::move(info));
    return options;
}

} // namespace

const LibraryModel& resnet18_model() {
    static const LibraryModel entry{
        "resnet18", "residual network of basic blocks (He et al., 2015)", options_of({2, 2, 2, 2}),
        [](Model& model, const OptionValues& options) { add_layers(model, options, false); }};
    return entry;
}

const LibraryModel& resnet50_model() {
    static const LibraryModel entry{
        "resnet50", "residual network of bottlenecks, v1.5 (He et al., 2015)", options_of({3, 4, 6, 3}),
        [](Model& model, const OptionValues& options) { add_layers(model, options, true); }};
    return entry;
}

} // namespace laptime
