// SPDX-License-Identifier: Apache-2.0
// Included by at_each_level.h: the loops of first_layer.cpp. Filters run along the vectors; every input value
// is broadcast. Four input rows (a "strip") give one pooled row.

/// Floats of a strip: four rows of each channel, with a column of padding at both sides.
LAPTIME_INLINE std::int64_t strip_width(const FirstLayer& layer) {
    return layer.conv.w.input + 2;
}

/// Copies what pooled row `row` (of all N·PH) sees, with zeros as padding: strip[(channel·4 + line)·width +
/// column].
template <typename T>
LAPTIME_INLINE void fill_strip(const FirstLayer& layer, const T* x, std::int64_t row, float* strip) {
    const ConvGeometry& g = layer.conv;
    const std::int64_t width = strip_width(layer), channels = g.channels;
    const T* image = x + row / layer.pool.h.output * g.h.input * g.w.input * channels;
    const std::int64_t top = row % layer.pool.h.output * 2 - g.h.before;
    for (std::int64_t channel = 0; channel < channels; ++channel)
        for (std::int64_t line = 0; line < 4; ++line) {
            float* to = strip + (channel * 4 + line) * width;
            if (top + line < 0 || top + line >= g.h.input) {
                std::memset(to, 0, static_cast<std::size_t>(width) * sizeof(float));
                continue;
            }
            const T* from = image + (top + line) * g.w.input * channels + channel;
            to[0] = to[width - 2] = to[width - 1] = 0; // what padding there is, on either side
            to += g.w.before;
            if (channels == 1)
                for (std::int64_t w = 0; w < g.w.input; ++w)
                    to[w] = load(from[w]);
            else
                for (std::int64_t w = 0; w < g.w.input; ++w)
                    to[w] = load(from[w * channels]);
        }
}

/// One pooled pixel of `vectors` vectors of filters from the patch at `patch`.
template <int vectors, typename T>
LAPTIME_INLINE void pooled_pixel(const float* patch, std::int64_t width, std::int64_t channels,
                                 const float* weights, std::int64_t filters, const float* bias, bool relu,
                                 T* y, std::uint8_t* index) {
    FloatLanes sum[2][2][vectors];
    for (int v = 0; v < vectors; ++v) {
        const FloatLanes start = load_lanes(bias + v * lane_count);
        sum[0][0][v] = sum[0][1][v] = sum[1][0][v] = sum[1][1][v] = start;
    }
    for (std::int64_t channel = 0; channel < channels;
         ++channel, patch += 4 * width, weights += 9 * filters) {
#pragma GCC unroll 3
        for (int kh = 0; kh < 3; ++kh)
#pragma GCC unroll 3
            for (int kw = 0; kw < 3; ++kw)
#pragma GCC unroll 2
                for (int v = 0; v < vectors; ++v) {
                    const FloatLanes weight = load_lanes(weights + (kh * 3 + kw) * filters + v * lane_count);
#pragma GCC unroll 2
                    for (int i = 0; i < 2; ++i)
#pragma GCC unroll 2
                        for (int j = 0; j < 2; ++j)
                            sum[i][j][v] += weight * patch[(i + kh) * width + j + kw];
                }
    }
    for (int v = 0; v < vectors; ++v) {
        FloatLanes a = sum[0][0][v], b = sum[0][1][v], c = sum[1][0][v], d = sum[1][1][v];
        if (relu) {
            a = relu_lanes(a);
            b = relu_lanes(b);
            c = relu_lanes(c);
            d = relu_lanes(d);
        }
        const WindowMaximum maximum = maximum_of(a, b, c, d);
        store_lanes(maximum.value, y + v * lane_count);
        store_lanes(maximum.position, index + v * lane_count);
    }
}

template <int vectors, typename T>
LAPTIME_INLINE void conv_pool_rows_of(const FirstLayer& layer, const T* x, const float* weights,
                                      const float* bias, bool relu, T* y, std::uint8_t* index, float* strip,
                                      std::int64_t begin, std::int64_t end) {
    const std::int64_t filters = layer.conv.filters, width = strip_width(layer),
                       columns = layer.pool.w.output;
    for (std::int64_t row = begin; row < end; ++row) {
        fill_strip(layer, x, row, strip);
        for (std::int64_t column = 0; column < columns; ++column) {
            const std::int64_t at = (row * columns + column) * filters;
            for (std::int64_t f = 0; f < filters; f += vectors * lane_count)
                pooled_pixel<vectors>(strip + 2 * column, width, layer.conv.channels, weights + f, filters,
                                      bias + f, relu, y + at + f, index + at + f);
        }
    }
}

/// Pooled rows begin…end−1. `weights` are [channel, kh, kw, filter]; `strip` is work space.
template <typename T>
void conv_pool_rows(const FirstLayer& layer, const T* x, const float* weights, const float* bias, bool relu,
                    T* y, std::uint8_t* index, float* strip, std::int64_t begin, std::int64_t end) {
    if (layer.conv.filters % (2 * lane_count) == 0)
        conv_pool_rows_of<2>(layer, x, weights, bias, relu, y, index, strip, begin, end);
    else
        conv_pool_rows_of<1>(layer, x, weights, bias, relu, y, index, strip, begin, end);
}

/// Adds what pooled rows begin…end−1 contribute to dk [channel, kh, kw, filter] and db [filter].
template <typename T>
void conv_pool_gradient_rows(const FirstLayer& layer, const T* x, const T* dy, const std::uint8_t* index,
                             const T* y, float* dk, float* db, float* strip, std::int64_t begin,
                             std::int64_t end) {
    const std::int64_t filters = layer.conv.filters, width = strip_width(layer),
                       columns = layer.pool.w.output;
    std::memset(dk, 0, static_cast<std::size_t>(9 * layer.conv.channels * filters) * sizeof(float));
    std::memset(db, 0, static_cast<std::size_t>(filters) * sizeof(float));
    for (std::int64_t row = begin; row < end; ++row) {
        fill_strip(layer, x, row, strip);
        for (std::int64_t channel = 0; channel < layer.conv.channels; ++channel)
            for (std::int64_t f = 0; f < filters; f += lane_count) {
                float* sums = dk + channel * 9 * filters + f;
                FloatLanes sum[9], bias_sum = FloatLanes{};
#pragma GCC unroll 9
                for (int k = 0; k < 9; ++k)
                    sum[k] = load_lanes(sums + k * filters);
                for (std::int64_t column = 0; column < columns; ++column) {
                    const std::int64_t at = (row * columns + column) * filters + f;
                    FloatLanes gradient = load_lanes(dy + at);
                    if (y)
                        gradient = load_lanes(y + at) <= 0.0f ? FloatLanes{} : gradient;
                    bias_sum += gradient;
                    const IntLanes position = load_lanes(index + at);
                    const float* patch = strip + channel * 4 * width + 2 * column;
#pragma GCC unroll 4
                    for (int p = 0; p < 4; ++p) {
                        const FloatLanes here = position == p ? gradient : FloatLanes{};
#pragma GCC unroll 9
                        for (int k = 0; k < 9; ++k)
                            sum[k] += here * patch[(p / 2 + k / 3) * width + p % 2 + k % 3];
                    }
                }
#pragma GCC unroll 9
                for (int k = 0; k < 9; ++k)
                    store_lanes(sum[k], sums + k * filters);
                if (channel == 0)
                    store_lanes(load_lanes(db + f) + bias_sum, db + f);
            }
    }
}
