// SPDX-License-Identifier: Apache-2.0
// Every operation by name; registry.cpp lists the same ones. Each is defined in the file of its name (a
// gradient operation stands beside its forward one).
#pragma once

#include "engine/graph/op.h"

namespace laptime::ops {

extern const Op constant, cast, rescale, reshape, add, mul, reciprocal;
extern const Op bias_add, bias_grad, relu, relu_grad;
extern const Op conv2d, conv2d_grad_input, conv2d_grad_kernel, matmul;
extern const Op max_pool, max_pool_grad;
extern const Op batch_norm, batch_norm_grad, batch_norm_inference, moving_average;
extern const Op dropout;
extern const Op concat, slice, pad, transpose, upsample, upsample_grad;
extern const Op embedding, embedding_grad, argmax;
extern const Op attention, attention_grad;
extern const Op softmax_cross_entropy, softmax_cross_entropy_grad, correct_count;
extern const Op all_finite, learning_rate;
extern const Op sgd, momentum, rmsprop, adam;
extern const Op increment, loss_scale_update, accumulate, clear;
extern const Op leaky_relu, leaky_relu_grad, gelu, gelu_grad, silu, silu_grad, tanh, tanh_grad, sigmoid,
    sigmoid_grad;
extern const Op avg_pool, avg_pool_grad, global_avg_pool, global_avg_pool_grad;
extern const Op layer_norm, layer_norm_grad, group_norm, group_norm_grad;
extern const Op top_k_count, softmax, softmax_grad, binary_cross_entropy, binary_cross_entropy_grad,
    binary_correct_count, regression_loss, regression_loss_grad, regression_sums, global_norm, clip_factor,
    clamp;

} // namespace laptime::ops
