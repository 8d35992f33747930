// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/dnnl_compat.h"

#include "engine/core/error.h"

namespace laptime::cpu::onednn {

namespace {

static_assert(DNNL_VERSION_MAJOR == 2 || DNNL_VERSION_MAJOR == 3, "oneDNN 2 or 3 is needed");

constexpr auto direct = dnnl::algorithm::convolution_direct;
constexpr auto training = dnnl::prop_kind::forward_training;

/// Instruction sets are bit masks that contain what they build on, with the same values in both versions.
bool has(int mask) {
    return (static_cast<int>(dnnl::get_effective_cpu_isa()) & mask) == mask;
}

} // namespace

const dnnl::engine& engine() {
    static const dnnl::engine cpu(dnnl::engine::kind::cpu, 0);
    return cpu;
}

dnnl::stream& stream() {
    static thread_local dnnl::stream own(engine());
    return own;
}

std::string version() {
    const dnnl_version_t* v = dnnl_version();
    return std::to_string(v->major) + "." + std::to_string(v->minor) + "." + std::to_string(v->patch);
}

bool has_bfloat16() {
    return has(dnnl_cpu_isa_avx512_core_bf16);
}

std::string instructions() {
    if (has(dnnl_cpu_isa_avx512_core_amx))
        return "AMX";
    if (has_bfloat16())
        return "AVX512-BF16";
    if (has(dnnl_cpu_isa_avx512_core))
        return "AVX512";
    if (has(dnnl_cpu_isa_avx2))
        return "AVX2";
    return "no AVX2";
}

dnnl::memory::data_type data_type(DType type) {
    switch (type) {
    case DType::f32:
        return dnnl::memory::data_type::f32;
    case DType::bf16:
        return dnnl::memory::data_type::bf16;
    default:
        throw DeviceError("the cpu device does not multiply in " + std::string(name_of(type)));
    }
}

Desc any_layout(const Dims& dims, DType type) {
    return {dims, data_type(type), dnnl::memory::format_tag::any};
}

Desc strided(const Dims& dims, DType type, const Dims& strides) {
    return {dims, data_type(type), strides};
}

dnnl::primitive_attr attributes(bool relu) {
    dnnl::primitive_attr attr;
    attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
    if (relu) {
        dnnl::post_ops ops;
#if DNNL_VERSION_MAJOR >= 3
        ops.append_eltwise(dnnl::algorithm::eltwise_relu, 0.0f, 0.0f);
#else
        ops.append_eltwise(1.0f, dnnl::algorithm::eltwise_relu, 0.0f, 0.0f);
#endif
        attr.set_post_ops(ops);
    }
    return attr;
}

#if DNNL_VERSION_MAJOR >= 3

dnnl::convolution_forward::primitive_desc convolution_forward(const Desc& src, const Desc& weights,
                                                              const Desc* bias, const Desc& dst,
                                                              const Sliding& s, bool relu) {
    const dnnl::primitive_attr attr = attributes(relu);
    if (bias)
        return {engine(),  training,         direct,          src, weights, *bias, dst, s.strides,
                s.dilates, s.padding_before, s.padding_after, attr};
    return {engine(),  training,         direct,          src, weights, dst, s.strides,
            s.dilates, s.padding_before, s.padding_after, attr};
}

dnnl::convolution_backward_data::primitive_desc
convolution_backward_data(const Desc& diff_src, const Desc& weights, const Desc& diff_dst, const Sliding& s,
                          const dnnl::convolution_forward::primitive_desc& hint) {
    return {engine(),  direct,           diff_src,        weights, diff_dst,         s.strides,
            s.dilates, s.padding_before, s.padding_after, hint,    attributes(false)};
}

dnnl::convolution_backward_weights::primitive_desc
convolution_backward_weights(const Desc& src, const Desc& diff_weights, const Desc* diff_bias,
                             const Desc& diff_dst, const Sliding& s,
                             const dnnl::convolution_forward::primitive_desc& hint) {
    if (diff_bias)
        return {engine(),         direct,          src,       diff_weights,
                *diff_bias,       diff_dst,        s.strides, s.dilates,
                s.padding_before, s.padding_after, hint,      attributes(false)};
    return {engine(),         direct,          src,  diff_weights,     diff_dst, s.strides, s.dilates,
            s.padding_before, s.padding_after, hint, attributes(false)};
}

dnnl::matmul::primitive_desc matmul(const Desc& a, const Desc& b, const Desc* bias, const Desc& c,
                                    bool relu) {
    if (bias)
        return {engine(), a, b, *bias, c, attributes(relu)};
    return {engine(), a, b, c, attributes(relu)};
}

#else

dnnl::convolution_forward::primitive_desc convolution_forward(const Desc& src, const Desc& weights,
                                                              const Desc* bias, const Desc& dst,
                                                              const Sliding& s, bool relu) {
    using Op = dnnl::convolution_forward::desc;
    const Op op = bias ? Op(training, direct, src, weights, *bias, dst, s.strides, s.dilates,
                            s.padding_before, s.padding_after)
                       : Op(training, direct, src, weights, dst, s.strides, s.dilates, s.padding_before,
                            s.padding_after);
    return {op, attributes(relu), engine()};
}

dnnl::convolution_backward_data::primitive_desc
convolution_backward_data(const Desc& diff_src, const Desc& weights, const Desc& diff_dst, const Sliding& s,
                          const dnnl::convolution_forward::primitive_desc& hint) {
    const dnnl::convolution_backward_data::desc op(direct, diff_src, weights, diff_dst, s.strides, s.dilates,
                                                   s.padding_before, s.padding_after);
    return {op, attributes(false), engine(), hint};
}

dnnl::convolution_backward_weights::primitive_desc
convolution_backward_weights(const Desc& src, const Desc& diff_weights, const Desc* diff_bias,
                             const Desc& diff_dst, const Sliding& s,
                             const dnnl::convolution_forward::primitive_desc& hint) {
    using Op = dnnl::convolution_backward_weights::desc;
    const Op op = diff_bias ? Op(direct, src, diff_weights, *diff_bias, diff_dst, s.strides, s.dilates,
                                 s.padding_before, s.padding_after)
                            : Op(direct, src, diff_weights, diff_dst, s.strides, s.dilates, s.padding_before,
                                 s.padding_after);
    return {op, attributes(false), engine(), hint};
}

dnnl::matmul::primitive_desc matmul(const Desc& a, const Desc& b, const Desc* bias, const Desc& c,
                                    bool relu) {
    using Op = dnnl::matmul::desc;
    return {bias ? Op(a, b, *bias, c) : Op(a, b, c), attributes(relu), engine()};
}

#endif

dnnl::reorder::primitive_desc reorder(const Desc& from, const Desc& to) {
    return {engine(), from, engine(), to}; // needs no work space worth planning
}

} // namespace laptime::cpu::onednn
