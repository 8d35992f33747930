// SPDX-License-Identifier: Apache-2.0
// Every operation that the cpu device can run.
#include <algorithm>

#include "engine/backends/cpu/kernels/makers.h"

namespace laptime::cpu {

namespace {

constexpr KernelMaker makers[] = {
    {"accumulate", make_accumulate},
    {"adam", make_adam},
    {"add", make_add, 0, 1},
    {"all_finite", make_all_finite},
    {"argmax", make_argmax},
    {"attention", make_attention},
    {"attention_grad", make_attention_grad},
    {"avg_pool", make_avg_pool},
    {"avg_pool_grad", make_avg_pool_grad},
    {"batch_norm", make_batch_norm},
    {"batch_norm_grad", make_batch_norm_grad, 0},
    {"batch_norm_inference", make_batch_norm_inference, 0},
    {"bias_add", make_bias_add, 0},
    {"bias_grad", make_bias_grad},
    {"binary_correct_count", make_binary_correct_count},
    {"binary_cross_entropy", make_binary_cross_entropy},
    {"binary_cross_entropy_grad", make_binary_cross_entropy_grad},
    {"cast", make_cast},
    {"clamp", make_clamp, 0},
    {"clear", make_clear},
    {"clip_factor", make_clip_factor, 0},
    {"concat", make_concat},
    {"constant", make_constant},
    {"conv2d", make_conv2d},
    {"conv2d_grad_input", make_conv2d_grad_input},
    {"conv2d_grad_kernel", make_conv2d_grad_kernel},
    {"correct_count", make_correct_count},
    {"dropout", make_dropout, 0},
    {"embedding", make_embedding},
    {"embedding_grad", make_embedding_grad},
    {"gelu", make_gelu, 0},
    {"gelu_grad", make_gelu_grad, 0},
    {"global_avg_pool", make_global_avg_pool},
    {"global_avg_pool_grad", make_global_avg_pool_grad},
    {"global_norm", make_global_norm},
    {"group_norm", make_group_norm},
    {"group_norm_grad", make_group_norm_grad},
    {"increment", make_increment},
    {"layer_norm", make_layer_norm, 0},
    {"layer_norm_grad", make_layer_norm_grad},
    {"leaky_relu", make_leaky_relu, 0},
    {"leaky_relu_grad", make_leaky_relu_grad, 0},
    {"learning_rate", make_learning_rate},
    {"loss_scale_update", make_loss_scale_update},
    {"matmul", make_matmul},
    {"max_pool", make_max_pool},
    {"max_pool_grad", make_max_pool_grad},
    {"momentum", make_momentum},
    {"moving_average", make_moving_average},
    {"mul", make_mul, 0, 1},
    {"pad", make_pad},
    {"reciprocal", make_reciprocal, 0},
    {"regression_loss", make_regression_loss},
    {"regression_loss_grad", make_regression_loss_grad},
    {"regression_sums", make_regression_sums},
    {"relu", make_relu, 0},
    {"relu_grad", make_relu_grad, 0},
    {"rescale", make_rescale},
    {"reshape", make_reshape},
    {"rmsprop", make_rmsprop},
    {"sgd", make_sgd},
    {"slice", make_slice},
    {"sigmoid", make_sigmoid, 0},
    {"sigmoid_grad", make_sigmoid_grad, 0},
    {"silu", make_silu, 0},
    {"silu_grad", make_silu_grad, 0},
    {"softmax", make_softmax, 0},
    {"softmax_cross_entropy", make_softmax_cross_entropy},
    {"softmax_cross_entropy_grad", make_softmax_cross_entropy_grad, 1},
    {"softmax_grad", make_softmax_grad, 0},
    {"top_k_count", make_top_k_count},
    {"transpose", make_transpose},
    {"upsample", make_upsample},
    {"upsample_grad", make_upsample_grad},
    {"tanh", make_tanh, 0},
    {"tanh_grad", make_tanh_grad, 0},
};

} // namespace

const KernelMaker& find_kernel_maker(std::string_view op) {
    const auto* const it = std::ranges::find(makers, op, &KernelMaker::op);
    if (it == std::end(makers))
        throw DeviceError("the cpu device has no kernel for the operation '" + std::string(op) + "'");
    return *it;
}

} // namespace laptime::cpu
