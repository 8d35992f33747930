// SPDX-License-Identifier: Apache-2.0
// The list of all operations. It is written out, because a static library drops files that register
// themselves.
#include <map>
#include <stdexcept>
#include <string>

#include "engine/graph/ops/ops.h"

namespace laptime {

namespace {

const Op* const list[] = {
    &ops::constant,
    &ops::cast,
    &ops::rescale,
    &ops::reshape,
    &ops::add,
    &ops::mul,
    &ops::reciprocal,
    &ops::bias_add,
    &ops::bias_grad,
    &ops::relu,
    &ops::relu_grad,
    &ops::leaky_relu,
    &ops::leaky_relu_grad,
    &ops::gelu,
    &ops::gelu_grad,
    &ops::silu,
    &ops::silu_grad,
    &ops::tanh,
    &ops::tanh_grad,
    &ops::sigmoid,
    &ops::sigmoid_grad,
    &ops::conv2d,
    &ops::conv2d_grad_input,
    &ops::conv2d_grad_kernel,
    &ops::matmul,
    &ops::max_pool,
    &ops::max_pool_grad,
    &ops::avg_pool,
    &ops::avg_pool_grad,
    &ops::global_avg_pool,
    &ops::global_avg_pool_grad,
    &ops::batch_norm,
    &ops::batch_norm_grad,
    &ops::batch_norm_inference,
    &ops::layer_norm,
    &ops::layer_norm_grad,
    &ops::group_norm,
    &ops::group_norm_grad,
    &ops::moving_average,
    &ops::dropout,
    &ops::concat,
    &ops::slice,
    &ops::pad,
    &ops::transpose,
    &ops::upsample,
    &ops::upsample_grad,
    &ops::embedding,
    &ops::embedding_grad,
    &ops::argmax,
    &ops::attention,
    &ops::attention_grad,
    &ops::softmax_cross_entropy,
    &ops::softmax_cross_entropy_grad,
    &ops::correct_count,
    &ops::top_k_count,
    &ops::softmax,
    &ops::softmax_grad,
    &ops::binary_cross_entropy,
    &ops::binary_cross_entropy_grad,
    &ops::binary_correct_count,
    &ops::regression_loss,
    &ops::regression_loss_grad,
    &ops::regression_sums,
    &ops::global_norm,
    &ops::clip_factor,
    &ops::clamp,
    &ops::all_finite,
    &ops::learning_rate,
    &ops::sgd,
    &ops::momentum,
    &ops::rmsprop,
    &ops::adam,
    &ops::increment,
    &ops::loss_scale_update,
    &ops::accumulate,
    &ops::clear,
};

std::map<std::string_view, const Op*> index_by_name() {
    std::map<std::string_view, const Op*> index;
    for (const Op* op : list)
        if (!index.emplace(op->name, op).second)
            throw std::logic_error("two operations are named '" + std::string(op->name) + "'");
    return index;
}

} // namespace

const Op& find_op(std::string_view name) {
    static const std::map<std::string_view, const Op*> index = index_by_name();
    const auto it = index.find(name);
    if (it == index.end())
        throw std::logic_error("there is no operation named '" + std::string(name) + "'");
    return *it->second;
}

std::span<const Op* const> all_ops() {
    return list;
}

} // namespace laptime
