// SPDX-License-Identifier: Apache-2.0
// Which kernel computes which operation.
#include <map>

#include "engine/backends/reference/kernels/kernels.h"

namespace laptime::reference {

Kernel find_kernel(std::string_view op) {
    static const std::map<std::string_view, Kernel> table = {
        {"constant", kernels::constant},
        {"cast", kernels::cast},
        {"rescale", kernels::rescale},
        {"reshape", kernels::reshape},
        {"add", kernels::add},
        {"mul", kernels::mul},
        {"reciprocal", kernels::reciprocal},
        {"bias_add", kernels::bias_add},
        {"bias_grad", kernels::bias_grad},
        {"relu", kernels::relu},
        {"relu_grad", kernels::relu_grad},
        {"leaky_relu", kernels::leaky_relu},
        {"leaky_relu_grad", kernels::leaky_relu_grad},
        {"gelu", kernels::gelu},
        {"gelu_grad", kernels::gelu_grad},
        {"silu", kernels::silu},
        {"silu_grad", kernels::silu_grad},
        {"tanh", kernels::tanh},
        {"tanh_grad", kernels::tanh_grad},
        {"sigmoid", kernels::sigmoid},
        {"sigmoid_grad", kernels::sigmoid_grad},
        {"conv2d", kernels::conv2d},
        {"conv2d_grad_input", kernels::conv2d_grad_input},
        {"conv2d_grad_kernel", kernels::conv2d_grad_kernel},
        {"matmul", kernels::matmul},
        {"max_pool", kernels::max_pool},
        {"max_pool_grad", kernels::max_pool_grad},
        {"avg_pool", kernels::avg_pool},
        {"avg_pool_grad", kernels::avg_pool_grad},
        {"global_avg_pool", kernels::global_avg_pool},
        {"global_avg_pool_grad", kernels::global_avg_pool_grad},
        {"batch_norm", kernels::batch_norm},
        {"batch_norm_grad", kernels::batch_norm_grad},
        {"batch_norm_inference", kernels::batch_norm_inference},
        {"layer_norm", kernels::layer_norm},
        {"layer_norm_grad", kernels::layer_norm_grad},
        {"group_norm", kernels::group_norm},
        {"group_norm_grad", kernels::group_norm_grad},
        {"moving_average", kernels::moving_average},
        {"dropout", kernels::dropout},
        {"concat", kernels::concat},
        {"slice", kernels::slice},
        {"pad", kernels::pad},
        {"transpose", kernels::transpose},
        {"upsample", kernels::upsample},
        {"upsample_grad", kernels::upsample_grad},
        {"embedding", kernels::embedding},
        {"embedding_grad", kernels::embedding_grad},
        {"argmax", kernels::argmax},
        {"attention", kernels::attention},
        {"attention_grad", kernels::attention_grad},
        {"softmax_cross_entropy", kernels::softmax_cross_entropy},
        {"softmax_cross_entropy_grad", kernels::softmax_cross_entropy_grad},
        {"correct_count", kernels::correct_count},
        {"all_finite", kernels::all_finite},
        {"learning_rate", kernels::learning_rate},
        {"sgd", kernels::sgd},
        {"momentum", kernels::momentum},
        {"rmsprop", kernels::rmsprop},
        {"adam", kernels::adam},
        {"increment", kernels::increment},
        {"loss_scale_update", kernels::loss_scale_update},
        {"accumulate", kernels::accumulate},
        {"clear", kernels::clear},
    };
    const auto it = table.find(op);
    return it == table.end() ? nullptr : it->second;
}

} // namespace laptime::reference
