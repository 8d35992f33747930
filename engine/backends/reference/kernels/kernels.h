// SPDX-License-Identifier: Apache-2.0
// Every kernel of the reference device, each in the file of its operation.
#pragma once

#include "engine/backends/reference/kernel.h"

namespace laptime::reference::kernels {

void constant(const Operands&);
void cast(const Operands&);
void rescale(const Operands&);
void reshape(const Operands&);
void add(const Operands&);
void mul(const Operands&);
void reciprocal(const Operands&);
void bias_add(const Operands&);
void bias_grad(const Operands&);
void relu(const Operands&);
void relu_grad(const Operands&);
void leaky_relu(const Operands&);
void leaky_relu_grad(const Operands&);
void gelu(const Operands&);
void gelu_grad(const Operands&);
void silu(const Operands&);
void silu_grad(const Operands&);
void tanh(const Operands&);
void tanh_grad(const Operands&);
void sigmoid(const Operands&);
void sigmoid_grad(const Operands&);
void conv2d(const Operands&);
void conv2d_grad_input(const Operands&);
void conv2d_grad_kernel(const Operands&);
void matmul(const Operands&);
void max_pool(const Operands&);
void max_pool_grad(const Operands&);
void avg_pool(const Operands&);
void avg_pool_grad(const Operands&);
void global_avg_pool(const Operands&);
void global_avg_pool_grad(const Operands&);
void batch_norm(const Operands&);
void batch_norm_grad(const Operands&);
void batch_norm_inference(const Operands&);
void layer_norm(const Operands&);
void layer_norm_grad(const Operands&);
void group_norm(const Operands&);
void group_norm_grad(const Operands&);
void moving_average(const Operands&);
void dropout(const Operands&);
void concat(const Operands&);
void slice(const Operands&);
void pad(const Operands&);
void transpose(const Operands&);
void upsample(const Operands&);
void upsample_grad(const Operands&);
void embedding(const Operands&);
void embedding_grad(const Operands&);
void argmax(const Operands&);
void attention(const Operands&);
void attention_grad(const Operands&);
void softmax_cross_entropy(const Operands&);
void softmax_cross_entropy_grad(const Operands&);
void correct_count(const Operands&);
void top_k_count(const Operands&);
void softmax(const Operands&);
void softmax_grad(const Operands&);
void binary_cross_entropy(const Operands&);
void binary_cross_entropy_grad(const Operands&);
void binary_correct_count(const Operands&);
void regression_loss(const Operands&);
void regression_loss_grad(const Operands&);
void regression_sums(const Operands&);
void global_norm(const Operands&);
void clip_factor(const Operands&);
void clamp(const Operands&);
void all_finite(const Operands&);
void learning_rate(const Operands&);
void sgd(const Operands&);
void momentum(const Operands&);
void rmsprop(const Operands&);
void adam(const Operands&);
void increment(const Operands&);
void loss_scale_update(const Operands&);
void accumulate(const Operands&);
void clear(const Operands&);

} // namespace laptime::reference::kernels
