// SPDX-License-Identifier: Apache-2.0
// The list of layer kinds, in the order of docs/models.md.
#include <algorithm>

#include "engine/model/layer_type.h"
#include "engine/model/layers/activation.h"
#include "engine/model/layers/attention.h"
#include "engine/model/layers/batch_norm.h"
#include "engine/model/layers/conv2d.h"
#include "engine/model/layers/dense.h"
#include "engine/model/layers/depthwise_conv2d.h"
#include "engine/model/layers/dropout.h"
#include "engine/model/layers/embedding.h"
#include "engine/model/layers/groups.h"
#include "engine/model/layers/layer_norm.h"
#include "engine/model/layers/padding.h"
#include "engine/model/layers/pool.h"
#include "engine/model/layers/rescaling.h"
#include "engine/model/layers/reshape.h"
#include "engine/model/layers/tied_dense.h"
#include "engine/model/layers/upsampling.h"
#include "engine/model/layers/whitening_conv2d.h"

namespace laptime {

const std::vector<const LayerType*>& layer_types() {
    static const std::vector<const LayerType*> types = [] {
        std::vector<const LayerType*> list{&dense_layer(),
                                           &tied_dense_layer(),
                                           &conv2d_layer(),
                                           &depthwise_conv2d_layer(),
                                           &separable_conv2d_layer(),
                                           &whitening_conv2d_layer(),
                                           &batch_norm_layer(),
                                           &layer_norm_layer(),
                                           &group_norm_layer(),
                                           &dropout_layer()};
        for (const LayerType& type : activation_layers())
            list.push_back(&type);
        list.insert(list.end(),
                    {&max_pool_layer(), &avg_pool_layer(), &global_max_pool_layer(), &global_avg_pool_layer(),
                     &flatten_layer(), &reshape_layer(), &embedding_layer(), &positional_embedding_layer(),
                     &attention_layer(), &residual_layer(), &concat_layer(), &sequence_layer(),
                     &zero_padding_layer(), &up_sampling_layer(), &rescaling_layer()});
        return list;
    }();
    return types;
}

const LayerType* find_layer_type(std::string_view kind) {
    const auto& types = layer_types();
    const auto it = std::ranges::find(types, kind, [](const LayerType* type) { return type->kind; });
    return it == types.end() ? nullptr : *it;
}

} // namespace laptime
