// SPDX-License-Identifier: Apache-2.0
// The largest value, or the mean, of each window of an image.
#pragma once

#include "engine/model/layers/parts.h"

namespace laptime {

/// [N, H, W, C] → [N, H', W', C]. "valid": rounded down, "same": rounded up; padding never counts.
class Pool : public Layer {
public:
    enum class What : unsigned char { max, average };
    struct Options {
        parts::Pair size = 2;
        parts::Pair stride = 2;
        std::string padding = "valid";
    };
    Pool(std::string layer_name, What what, Options options)
        : Layer(std::move(layer_name)), what_(what), options_(std::move(options)) {}
    /// Windows that do not overlap.
    Pool(std::string layer_name, What what, std::int64_t size)
        : Pool(std::move(layer_name), what, Options{.size = size, .stride = size}) {}
    std::string kind() const override { return what_ == What::max ? "max_pool" : "avg_pool"; }
    ValueId build(BuildContext& context, ValueId x) const override;

private:
    What what_;
    Options options_;
};

/// [N, H, W, C] or [N, T, C] → [N, C]: over all pixels, or positions.
class GlobalPool : public Layer {
public:
    GlobalPool(std::string layer_name, Pool::What what) : Layer(std::move(layer_name)), what_(what) {}
    std::string kind() const override {
        return what_ == Pool::What::max ? "global_max_pool" : "global_avg_pool";
    }
    ValueId build(BuildContext& context, ValueId x) const override;

private:
    Pool::What what_;
};

const LayerType& max_pool_layer();
const LayerType& avg_pool_layer();
const LayerType& global_max_pool_layer();
const LayerType& global_avg_pool_layer();

} // namespace laptime
