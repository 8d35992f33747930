// SPDX-License-Identifier: Apache-2.0
// First values of the weights, by Keras's formulas. They depend on (seed, position in the model, index)
// alone.
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "engine/core/random.h"
#include "engine/model/model.h"

namespace laptime {

namespace {

constexpr double two_pi = 6.283185307179586476925286766559;

/// Standard deviation of a standard normal number cut off at ±2, by which Keras divides.
constexpr double truncated_deviation = 0.87962566103423978;

/// 53 random bits in [0, 1).
double unit_double(std::uint32_t high, std::uint32_t low) {
    return static_cast<double>((std::uint64_t{high} << 32 | low) >> 11) * 0x1p-53;
}

/// Random numbers of one parameter.
class Draw {
public:
    Draw(std::size_t count, std::size_t position, std::uint64_t seed)
        : count_(count), stream_(static_cast<std::uint32_t>(position)), seed_(seed),
          key_(random_key(seed, RandomUse::initial_weights)) {}

    std::vector<double> uniform(double low, double high) const {
        return random_uniform(seed_, RandomUse::initial_weights, stream_, count_, low, high);
    }
    std::vector<double> normal(double mean, double deviation) const {
        std::vector<double> values(count_);
        for (std::size_t i = 0; i < count_; ++i)
            values[i] = mean + deviation * pair(i, 1)[0];
        return values;
    }
    /// Within ±2 deviations: draws again, under the next counter, until one is inside.
    std::vector<double> truncated(double mean, double deviation) const {
        std::vector<double> values(count_);
        for (std::size_t i = 0; i < count_; ++i)
            values[i] = mean + deviation * truncated_one(i);
        return values;
    }

private:
    /// Two standard normal numbers (Box & Muller, 1958).
    std::array<double, 2> pair(std::uint64_t index, std::uint32_t attempt) const {
        const auto w = philox(key_, {static_cast<std::uint32_t>(index),
                                     static_cast<std::uint32_t>(index >> 32), stream_, attempt});
        const double radius = std::sqrt(-2.0 * std::log1p(-unit_double(w[0], w[1])));
        const double angle = two_pi * unit_double(w[2], w[3]);
        return {radius * std::cos(angle), radius * std::sin(angle)};
    }
    double truncated_one(std::uint64_t index) const {
        for (std::uint32_t attempt = 1;; ++attempt)
            for (const double z : pair(index, attempt))
                if (std::abs(z) <= 2.0)
                    return z;
    }

    std::size_t count_;
    std::uint32_t stream_;
    std::uint64_t seed_;
    RandomKey key_;
};

/// Uniform or (truncated) normal numbers of a variance.
std::vector<double> scaled(const Draw& draw, bool normal, double variance) {
    const double limit = std::sqrt(3.0 * variance);
    return normal ? draw.truncated(0, std::sqrt(variance) / truncated_deviation)
                  : draw.uniform(-limit, limit);
}

/// The side of the matrix that a kernel is for Keras: the axis of the outputs. Convolution kernels have it
/// first, dense ones last.
std::size_t output_count(const Shape& shape) {
    return static_cast<std::size_t>(shape.rank() > 2 ? shape[0] : shape[-1]);
}

/// Q of the QR decomposition of a normal matrix, by Gram and Schmidt twice over (so that it is orthogonal to
/// rounding), with the signs that make R's diagonal positive: uniform over the orthonormal matrices.
std::vector<double> orthogonal(const Draw& draw, const Shape& shape, double gain) {
    std::vector<double> values = draw.normal(0, 1);
    const std::size_t outputs = output_count(shape), inputs = values.size() / outputs;
    const std::size_t vectors = std::min(outputs, inputs), length = std::max(outputs, inputs);
    // As `vectors` rows of `length`, whichever way round; a normal matrix is as random either way.
    for (std::size_t i = 0; i < vectors; ++i) {
        double* row = values.data() + i * length;
        for (int pass = 0; pass < 2; ++pass)
            for (std::size_t k = 0; k < i; ++k) {
                const double* other = values.data() + k * length;
                double product = 0;
                for (std::size_t j = 0; j < length; ++j)
                    product += row[j] * other[j];
                for (std::size_t j = 0; j < length; ++j)
                    row[j] -= product * other[j];
            }
        double square = 0;
        for (std::size_t j = 0; j < length; ++j)
            square += row[j] * row[j];
        for (std::size_t j = 0; j < length; ++j)
            row[j] /= std::sqrt(square);
    }
    // Into the kernel's order: convolutions are [outputs, inputs], dense kernels [inputs, outputs].
    const bool outputs_first = shape.rank() > 2, rows_are_outputs = vectors == outputs;
    std::vector<double> kernel(values.size());
    for (std::size_t o = 0; o < outputs; ++o)
        for (std::size_t i = 0; i < inputs; ++i)
            kernel[outputs_first ? o * inputs + i : i * outputs + o] =
                gain * (rows_are_outputs ? values[o * length + i] : values[i * length + o]);
    return kernel;
}

std::vector<double> identity(const Parameter& parameter) {
    if (parameter.shape.rank() != 2)
        throw std::logic_error("initial_values: '" + parameter.name +
                               "' is no matrix, so it has no identity");
    const auto rows = static_cast<std::size_t>(parameter.shape[0]),
               columns = static_cast<std::size_t>(parameter.shape[1]);
    std::vector<double> values(rows * columns, 0.0);
    for (std::size_t i = 0; i < std::min(rows, columns); ++i)
        values[i * columns + i] = parameter.initializer.gain;
    return values;
}

/// [filters, height, width, channels]: the middle of filter i passes channel i on.
std::vector<double> dirac(const Draw& draw, const Parameter& parameter) {
    const Shape& shape = parameter.shape;
    if (shape.rank() != 4)
        throw std::logic_error("initial_values: '" + parameter.name + "' is no convolution's kernel");
    const double limit = 1.0 / std::sqrt(static_cast<double>(parameter.fan_in));
    std::vector<double> values = draw.uniform(-limit, limit);
    const auto channels = static_cast<std::size_t>(shape[3]),
               filter = static_cast<std::size_t>(shape[1] * shape[2] * shape[3]),
               middle = static_cast<std::size_t>(shape[1] / 2 * shape[2] + shape[2] / 2);
    for (std::size_t i = 0; i < std::min(channels, static_cast<std::size_t>(shape[0])); ++i) {
        const auto first = values.begin() + static_cast<std::ptrdiff_t>(i * filter);
        std::fill(first, first + static_cast<std::ptrdiff_t>(filter), 0.0);
        first[static_cast<std::ptrdiff_t>(middle * channels + i)] = 1.0;
    }
    return values;
}

} // namespace

std::vector<double> initial_values(const Parameter& parameter, std::size_t position, std::uint64_t seed) {
    const auto count = static_cast<std::size_t>(parameter.shape.count());
    const Draw draw(count, position, seed);
    const Initializer& how = parameter.initializer;
    const auto fan_in = static_cast<double>(parameter.fan_in),
               fan_out = static_cast<double>(parameter.fan_out);
    switch (how.kind) {
    case Initializer::zeros:
        return std::vector<double>(count, 0.0);
    case Initializer::ones:
        return std::vector<double>(count, 1.0);
    case Initializer::constant:
        return std::vector<double>(count, how.value);
    case Initializer::glorot_uniform: {
        const double limit = std::sqrt(6.0 / (fan_in + fan_out));
        return draw.uniform(-limit, limit);
    }
    case Initializer::glorot_normal:
        return scaled(draw, true, 2.0 / (fan_in + fan_out));
    case Initializer::he_uniform:
        return scaled(draw, false, 2.0 / fan_in);
    case Initializer::he_normal:
        return draw.truncated(0, std::sqrt(2.0 / fan_in) / truncated_deviation);
    case Initializer::lecun_uniform:
        return scaled(draw, false, 1.0 / fan_in);
    case Initializer::lecun_normal:
        return scaled(draw, true, 1.0 / fan_in);
    case Initializer::random_normal:
        return draw.normal(how.value, how.spread);
    case Initializer::random_uniform:
        return draw.uniform(how.value - how.spread, how.value + how.spread);
    case Initializer::truncated_normal:
        return draw.truncated(how.value, how.spread);
    case Initializer::orthogonal:
        return orthogonal(draw, parameter.shape, how.gain);
    case Initializer::identity:
        return identity(parameter);
    case Initializer::dirac:
        return dirac(draw, parameter);
    }
    throw std::logic_error("initial_values: unknown initializer");
}

} // namespace laptime
