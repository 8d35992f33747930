// SPDX-License-Identifier: Apache-2.0
// Pooling is where small images run out of pixels, so the fit is checked here, in the words of the model.
#include "engine/model/layers/pool.h"

#include <algorithm>

namespace laptime {

namespace {

ValueId max_pool(BuildContext& context, ValueId x, const std::vector<std::int64_t>& window,
                 const std::vector<std::int64_t>& stride, const std::string& padding,
                 const std::string& layer) {
    return context.graph
        .apply("max_pool", {x}, {{"window", window}, {"stride", stride}, {"padding", padding}}, layer)
        .front();
}

std::vector<OptionInfo> pool_keys() {
    // 0 is no stride, so it can mean: as the window.
    return {parts::pair_key("pool_size", 2, "height and width of a window", 1, 257),
            parts::pair_key("stride", 0, "steps between windows; 0: as the window", 0, 257),
            parts::padding_key("valid")};
}

template <Pool::What what>
std::shared_ptr<Layer> make_pool(std::string name, const OptionValues& values, const LayerParts&) {
    const parts::Pair size(values.integers("pool_size"));
    parts::Pair stride(values.integers("stride"));
    stride.height = stride.height ? stride.height : size.height;
    stride.width = stride.width ? stride.width : size.width;
    return std::make_shared<Pool>(
        std::move(name), what,
        Pool::Options{.size = size, .stride = stride, .padding = values.text("padding")});
}

template <Pool::What what>
std::shared_ptr<Layer> make_global(std::string name, const OptionValues&, const LayerParts&) {
    return std::make_shared<GlobalPool>(std::move(name), what);
}

} // namespace

ValueId Pool::build(BuildContext& context, ValueId x) const {
    const Shape input = parts::image(context, *this, x);
    if (options_.padding == "valid" && (input[1] < options_.size.height || input[2] < options_.size.width))
        parts::misfit(*this, "a window of " + Shape(options_.size.list()).text() + " does not fit into " +
                                 input.text() + "; the images are too small for this many pools");
    if (what_ == What::average)
        return context.graph.apply1("avg_pool", {x},
                                    {{"window", options_.size.list()},
                                     {"stride", options_.stride.list()},
                                     {"padding", options_.padding}},
                                    name);
    if (options_.size.area() > 256)
        parts::misfit(*this, "a window of " + Shape(options_.size.list()).text() +
                                 " is larger than 256 pixels; use two pools one behind the other");
    return max_pool(context, x, options_.size.list(), options_.stride.list(), options_.padding, name);
}

ValueId GlobalPool::build(BuildContext& context, ValueId x) const {
    Shape input = parts::numbers(context, *this, x);
    if (input.rank() == 3) {
        x = parts::reshape(context, x, {input[0], input[1], 1, input[2]}, name);
        input = context.shape(x);
    }
    if (input.rank() != 4)
        parts::misfit(
            *this, kind() + " takes [batch, height, width, channels] or [batch, positions, channels], not " +
                       input.text());
    if (what_ == Pool::What::average)
        return context.graph.apply1("global_avg_pool", {x}, {}, name);
    // A window holds at most 256 pixels: the largest of the largest, in as many rounds as it takes.
    while (input[1] > 1 || input[2] > 1) {
        const std::int64_t width = std::min<std::int64_t>(input[2], 256),
                           height = std::min<std::int64_t>(input[1], 256 / width);
        x = max_pool(context, x, {height, width}, {height, width}, "same", name);
        input = context.shape(x);
    }
    return parts::reshape(context, x, {input[0], input[3]}, name);
}

const LayerType& max_pool_layer() {
    static const LayerType type{"max_pool", "largest value of each window", pool_keys(),
                                make_pool<Pool::What::max>};
    return type;
}

const LayerType& avg_pool_layer() {
    static const LayerType type{"avg_pool", "mean of each window; padding does not count", pool_keys(),
                                make_pool<Pool::What::average>};
    return type;
}

const LayerType& global_max_pool_layer() {
    static const LayerType type{
        "global_max_pool", "largest value of each channel", {}, make_global<Pool::What::max>};
    return type;
}

const LayerType& global_avg_pool_layer() {
    static const LayerType type{
        "global_avg_pool", "mean of each channel", {}, make_global<Pool::What::average>};
    return type;
}

} // namespace laptime
