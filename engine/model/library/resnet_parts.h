// SPDX-License-Identifier: Apache-2.0
// What the residual networks share.
#pragma once

#include "engine/model/layers/parts.h"
#include "engine/model/library_entry.h"

namespace laptime {

/// Convolution without bias, batch norm and, if wanted, ReLU: layers "<path>conv<number>", "norm…", "relu…".
struct ConvNorm {
    std::int64_t filters;
    parts::Pair size = 3;
    std::int64_t stride = 1;
    bool relu = true;
    bool zero_gamma = false;
};

class ResnetBuilder {
public:
    explicit ResnetBuilder(const OptionValues& options);
    void add_conv(LayerList& layers, const std::string& path, const std::string& number,
                  const ConvNorm& conv) const;
    /// Two 3 × 3 convolutions.
    LayerList basic_body(const std::string& block, std::int64_t width, std::int64_t stride) const;
    /// 1 × 1, 3 × 3 with the stride ("v1.5"), 1 × 1 with four times the width.
    LayerList bottleneck_body(const std::string& block, std::int64_t width, std::int64_t stride) const;
    LayerList projection(const std::string& block, std::int64_t filters, std::int64_t stride) const;
    /// Residual "<block>" and the ReLU "<block>/relu" behind it.
    void add_block(Model& model, const std::string& block, LayerList body, LayerList shortcut) const;
    /// Pooling and logits.
    void finish(Model& model) const;

    /// momentum, epsilon, zero_gamma, initializer
    static std::vector<ModelOptionInfo> options(bool zero_gamma);

private:
    Initializer initializer_;
    double momentum_, epsilon_;
    bool zero_gamma_;
};

} // namespace laptime
