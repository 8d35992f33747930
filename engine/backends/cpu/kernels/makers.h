// SPDX-License-Identifier: Apache-2.0
// The makers of all kernels, one a file; registry.cpp lists them by operation.
#pragma once

#include "engine/backends/cpu/kernel.h"

namespace laptime::cpu {

Kernel make_accumulate(const KernelContext&);
Kernel make_adam(const KernelContext&);
Kernel make_add(const KernelContext&);
Kernel make_all_finite(const KernelContext&);
Kernel make_argmax(const KernelContext&);
Kernel make_attention(const KernelContext&);
Kernel make_attention_grad(const KernelContext&);
Kernel make_avg_pool(const KernelContext&);
Kernel make_avg_pool_grad(const KernelContext&);
Kernel make_batch_norm(const KernelContext&);
Kernel make_batch_norm_grad(const KernelContext&);
Kernel make_batch_norm_inference(const KernelContext&);
Kernel make_bias_add(const KernelContext&);
Kernel make_bias_grad(const KernelContext&);
Kernel make_binary_correct_count(const KernelContext&);
Kernel make_binary_cross_entropy(const KernelContext&);
Kernel make_binary_cross_entropy_grad(const KernelContext&);
Kernel make_cast(const KernelContext&);
Kernel make_clamp(const KernelContext&);
Kernel make_clear(const KernelContext&);
Kernel make_clip_factor(const KernelContext&);
Kernel make_concat(const KernelContext&);
Kernel make_constant(const KernelContext&);
Kernel make_conv2d(const KernelContext&);
Kernel make_conv2d_grad_input(const KernelContext&);
Kernel make_conv2d_grad_kernel(const KernelContext&);
Kernel make_correct_count(const KernelContext&);
Kernel make_dropout(const KernelContext&);
Kernel make_embedding(const KernelContext&);
Kernel make_embedding_grad(const KernelContext&);
Kernel make_gelu(const KernelContext&);
Kernel make_gelu_grad(const KernelContext&);
Kernel make_global_avg_pool(const KernelContext&);
Kernel make_global_avg_pool_grad(const KernelContext&);
Kernel make_global_norm(const KernelContext&);
Kernel make_group_norm(const KernelContext&);
Kernel make_group_norm_grad(const KernelContext&);
Kernel make_increment(const KernelContext&);
Kernel make_layer_norm(const KernelContext&);
Kernel make_layer_norm_grad(const KernelContext&);
Kernel make_leaky_relu(const KernelContext&);
Kernel make_leaky_relu_grad(const KernelContext&);
Kernel make_learning_rate(const KernelContext&);
Kernel make_loss_scale_update(const KernelContext&);
Kernel make_matmul(const KernelContext&);
Kernel make_max_pool(const KernelContext&);
Kernel make_max_pool_grad(const KernelContext&);
Kernel make_momentum(const KernelContext&);
Kernel make_moving_average(const KernelContext&);
Kernel make_mul(const KernelContext&);
Kernel make_pad(const KernelContext&);
Kernel make_reciprocal(const KernelContext&);
Kernel make_regression_loss(const KernelContext&);
Kernel make_regression_loss_grad(const KernelContext&);
Kernel make_regression_sums(const KernelContext&);
Kernel make_relu(const KernelContext&);
Kernel make_relu_grad(const KernelContext&);
Kernel make_rescale(const KernelContext&);
Kernel make_reshape(const KernelContext&);
Kernel make_rmsprop(const KernelContext&);
Kernel make_sgd(const KernelContext&);
Kernel make_slice(const KernelContext&);
Kernel make_sigmoid(const KernelContext&);
Kernel make_sigmoid_grad(const KernelContext&);
Kernel make_silu(const KernelContext&);
Kernel make_silu_grad(const KernelContext&);
Kernel make_softmax(const KernelContext&);
Kernel make_softmax_cross_entropy(const KernelContext&);
Kernel make_softmax_cross_entropy_grad(const KernelContext&);
Kernel make_softmax_grad(const KernelContext&);
Kernel make_top_k_count(const KernelContext&);
Kernel make_transpose(const KernelContext&);
Kernel make_upsample(const KernelContext&);
Kernel make_upsample_grad(const KernelContext&);
Kernel make_tanh(const KernelContext&);
Kernel make_tanh_grad(const KernelContext&);

} // namespace laptime::cpu
