// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/kernels/first_layer.h"

#include "engine/backends/cpu/element.h"
#include "engine/backends/cpu/parallel.h"

#define LAPTIME_LOOPS "engine/backends/cpu/kernels/first_layer_loops.h"
#include "engine/backends/cpu/at_each_level.h"

namespace laptime::cpu {

namespace {

constexpr std::int64_t widest_image = 512;
constexpr std::int64_t most_channels = 4;

/// A thread's strip is small enough for its stack.
struct Strip {
    alignas(64) float values[most_channels * 4 * (widest_image + 2)];
};

/// Kernels are [O, KH, KW, I]; the loops want filters along the vectors.
std::int64_t packed_place(const ConvGeometry& g, std::int64_t filter, std::int64_t window,
                          std::int64_t channel) {
    return (channel * 9 + window) * g.filters + filter;
}

template <typename Visit>
void for_each_weight(const ConvGeometry& g, Visit visit) {
    std::int64_t plain = 0;
    for (std::int64_t filter = 0; filter < g.filters; ++filter)
        for (std::int64_t window = 0; window < 9; ++window)
            for (std::int64_t channel = 0; channel < g.channels; ++channel)
                visit(plain++, packed_place(g, filter, window, channel));
}

template <typename F>
Kernel visit_image_type(DType type, F f) {
    return type == DType::bf16 ? f(BFloat16{}) : f(float{});
}

} // namespace

bool is_first_layer(const FirstLayer& layer) {
    const ConvGeometry& g = layer.conv;
    const auto slides = [](const WindowAxis& axis) {
        return axis.window == 3 && axis.stride == 1 && axis.dilation == 1;
    };
    const auto halves = [](const WindowAxis& axis) {
        return axis.window == 2 && axis.stride == 2 && axis.before == 0 && axis.input == 2 * axis.output;
    };
    return (layer.type == DType::f32 || layer.type == DType::bf16) && slides(g.h) && slides(g.w) &&
           halves(layer.pool.h) && halves(layer.pool.w) && g.groups == 1 && g.channels <= most_channels &&
           g.filters % 16 == 0 && g.w.input <= widest_image;
}

Kernel conv_pool(const FirstLayer& layer, bool with_bias, bool relu, DType bias_type) {
    const ConvGeometry& g = layer.conv;
    const std::int64_t weights_count = 9 * g.channels * g.filters;
    return visit_image_type(layer.type, [&](auto element) -> Kernel {
        using T = decltype(element);
        const auto rows = LAPTIME_AT_BEST_LEVEL(conv_pool_rows<T>);
        return {[=](Arguments args) {
                    const T *x = in<T>(args, 0), *k = in<T>(args, 1);
                    const int y = with_bias ? 3 : 2;
                    float *weights = out<float>(args, y + 2), *bias = weights + weights_count;
                    for_each_weight(layer.conv, [&](std::int64_t plain, std::int64_t packed) {
                        weights[packed] = load(k[plain]);
                    });
                    for (std::int64_t f = 0; f < layer.conv.filters; ++f)
                        bias[f] = !with_bias                 ? 0.0f
                                  : bias_type == DType::bf16 ? load(in<BFloat16>(args, 2)[f])
                                                             : in<float>(args, 2)[f];
                    parallel_rows(layer.pool.batch * layer.pool.h.output,
                                  layer.conv.w.input * layer.conv.filters,
                                  [&](std::int64_t begin, std::int64_t end) {
                                      Strip strip;
                                      rows(layer, x, weights, bias, relu, out<T>(args, y),
                                           out<std::uint8_t>(args, y + 1), strip.values, begin, end);
                                  });
                },
                static_cast<std::size_t>(weights_count + g.filters) * sizeof(float)};
    });
}

Kernel conv_pool_grad_kernel(const FirstLayer& layer, bool with_relu, bool with_bias) {
    const ConvGeometry& g = layer.conv;
    const std::int64_t part_size = (9 * g.channels + 1) * g.filters; // of dk and db
    return visit_image_type(layer.type, [&](auto element) -> Kernel {
        using T = decltype(element);
        const auto rows = LAPTIME_AT_BEST_LEVEL(conv_pool_gradient_rows<T>);
        return {[=](Arguments args) {
                    const T *x = in<T>(args, 0), *dy = in<T>(args, 1);
                    const std::uint8_t* index = in<std::uint8_t>(args, 2);
                    const T* y = with_relu ? in<T>(args, 3) : nullptr;
                    const int result = with_relu ? 4 : 3;
                    float* parts = out<float>(args, result + (with_bias ? 2 : 1));
                    const std::int64_t filters = layer.conv.filters, bias_at = part_size - filters;
                    parallel_for(reduction_parts, 0, 1, [&](std::int64_t begin, std::int64_t end) {
                        Strip strip;
                        for (std::int64_t part = begin; part < end; ++part) {
                            const auto [first, last] =
                                reduction_range(layer.pool.batch * layer.pool.h.output, part);
                            float* sums = parts + part * part_size;
                            rows(layer, x, dy, index, y, sums, sums + bias_at, strip.values, first, last);
                        }
                    });
                    const auto total = [&](std::int64_t at) {
                        float sum = 0;
                        for (std::int64_t part = 0; part < reduction_parts; ++part)
                            sum += parts[part * part_size + at];
                        return sum;
                    };
                    for_each_weight(layer.conv, [&](std::int64_t plain, std::int64_t packed) {
                        out<float>(args, result)[plain] = total(packed);
                    });
                    for (std::int64_t f = 0; with_bias && f < filters; ++f)
                        out<float>(args, result + 1)[f] = total(bias_at + f);
                },
                static_cast<std::size_t>(reduction_parts * part_size) * sizeof(float)};
    });
}

} // namespace laptime::cpu
