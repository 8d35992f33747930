// SPDX-License-Identifier: Apache-2.0
// The making of oneDNN primitives, for versions 2 and 3 of its API: version 3 dropped the op::desc types.
// Nothing else in the engine depends on the version.
#pragma once

#include <oneapi/dnnl/dnnl.hpp>
#include <string>

#include "engine/graph/dtype.h"

namespace laptime::cpu::onednn {

using Desc = dnnl::memory::desc;
using Dims = dnnl::memory::dims;

const dnnl::engine& engine();
/// A stream of the calling thread.
dnnl::stream& stream();
/// "2.6.3"
std::string version();
/// Does this CPU, as oneDNN sees it, multiply in bfloat16 (AVX512-BF16 or AMX)?
bool has_bfloat16();
/// "AVX512-BF16", "AVX512", "AVX2", …: the instructions that oneDNN's kernels use here.
std::string instructions();

/// oneDNN's name of float32 or bfloat16; throws DeviceError for a type that oneDNN does not compute in.
dnnl::memory::data_type data_type(DType type);

/// A tensor of which oneDNN chooses the layout.
Desc any_layout(const Dims& dims, DType type);
Desc strided(const Dims& dims, DType type, const Dims& strides);

/// How a convolution slides; oneDNN counts dilation from 0.
struct Sliding {
    Dims strides, dilates, padding_before, padding_after;
};

/// Primitives get their work space from the caller.
dnnl::primitive_attr attributes(bool relu);

/// `bias` may be null.
dnnl::convolution_forward::primitive_desc convolution_forward(const Desc& src, const Desc& weights,
                                                              const Desc* bias, const Desc& dst,
                                                              const Sliding& sliding, bool relu);
dnnl::convolution_backward_data::primitive_desc
convolution_backward_data(const Desc& diff_src, const Desc& weights, const Desc& diff_dst,
                          const Sliding& sliding, const dnnl::convolution_forward::primitive_desc& hint);
dnnl::convolution_backward_weights::primitive_desc
convolution_backward_weights(const Desc& src, const Desc& diff_weights, const Desc* diff_bias,
                             const Desc& diff_dst, const Sliding& sliding,
                             const dnnl::convolution_forward::primitive_desc& hint);
dnnl::matmul::primitive_desc matmul(const Desc& a, const Desc& b, const Desc* bias, const Desc& c, bool relu);
dnnl::reorder::primitive_desc reorder(const Desc& from, const Desc& to);

} // namespace laptime::cpu::onednn
