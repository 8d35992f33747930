// SPDX-License-Identifier: Apache-2.0
// First values of the weights, by Keras's formulas. They depend on (seed, position in the model, index)
// alone.
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

/// A standard normal number within ±2: draws again, under the next counter, until one is inside.
double truncated_normal(RandomKey key, std::uint64_t index, std::uint32_t stream) {
    for (std::uint32_t attempt = 1;; ++attempt) {
        const auto w = philox(key, {static_cast<std::uint32_t>(index),
                                    static_cast<std::uint32_t>(index >> 32), stream, attempt});
        const double radius = std::sqrt(-2.0 * std::log1p(-unit_double(w[0], w[1])));
        const double angle = two_pi * unit_double(w[2], w[3]);
        for (const double z : {radius * std::cos(angle), radius * std::sin(angle)})
            if (std::abs(z) <= 2.0)
                return z;
    }
}

} // namespace

std::vector<double> initial_values(const Parameter& parameter, std::size_t position, std::uint64_t seed) {
    const auto count = static_cast<std::size_t>(parameter.shape.count());
    const auto stream = static_cast<std::uint32_t>(position);
    switch (parameter.initializer) {
    case Initializer::zeros:
        return std::vector<double>(count, 0.0);
    case Initializer::ones:
        return std::vector<double>(count, 1.0);
    case Initializer::glorot_uniform: {
        // Glorot & Bengio, "Understanding the difficulty of training deep feedforward neural networks", 2010.
        const double limit = std::sqrt(6.0 / static_cast<double>(parameter.fan_in + parameter.fan_out));
        return random_uniform(seed, RandomUse::initial_weights, stream, count, -limit, limit);
    }
    case Initializer::he_normal: {
        // He et al., "Delving deep into rectifiers", 2015; truncated as in Keras.
        const double deviation = std::sqrt(2.0 / static_cast<double>(parameter.fan_in)) / truncated_deviation;
        const RandomKey key = random_key(seed, RandomUse::initial_weights);
        std::vector<double> values(count);
        for (std::size_t i = 0; i < count; ++i)
            values[i] = deviation * truncated_normal(key, i, stream);
        return values;
    }
    }
    throw std::logic_error("initial_values: unknown initializer");
}

} // namespace laptime
