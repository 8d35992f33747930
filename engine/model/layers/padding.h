// SPDX-License-Identifier: Apache-2.0
// Zeros around an image, or behind its channels.
#pragma once

#include "engine/model/layer_type.h"

namespace laptime {

/// [N, H, W, C] → [N, H + top + bottom, W + left + right, C + channels].
class ZeroPadding : public Layer {
public:
    struct Options {
        std::vector<std::int64_t> border = {1, 1, 1, 1}; ///< top, bottom, left, right
        std::int64_t channels =
            0; ///< half of them before the first channel, half (or one more) behind the last
    };
    ZeroPadding(std::string layer_name, Options options)
        : Layer(std::move(layer_name)), options_(std::move(options)) {}
    std::string kind() const override { return "zero_padding"; }
    ValueId build(BuildContext& context, ValueId x) const override;

private:
    Options options_;
};

const LayerType& zero_padding_layer();

} // namespace laptime
