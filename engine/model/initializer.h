// SPDX-License-Identifier: Apache-2.0
// First values of weights, with Keras's names, defaults and formulas.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace laptime {

struct Initializer {
    /// fan_in and fan_out as Keras counts them. Normal ones named after a person are cut off at two
    /// deviations and widened so that their variance is the named one, as in Keras.
    enum Kind : unsigned char {
        zeros,
        ones,
        constant,       ///< `value`
        glorot_uniform, ///< variance 2 / (fan_in + fan_out) (Glorot & Bengio, 2010)
        glorot_normal,
        he_uniform, ///< variance 2 / fan_in (He et al., 2015)
        he_normal,
        lecun_uniform, ///< variance 1 / fan_in (LeCun et al., 1998)
        lecun_normal,
        random_normal,    ///< normal: mean `value`, deviation `spread`
        random_uniform,   ///< uniform on `value` ± `spread`
        truncated_normal, ///< as random_normal, drawn again outside two deviations (so narrower than
                          ///< `spread`)
        orthogonal,       ///< orthonormal rows or columns × `gain`: Q of a normal matrix (Saxe et al., 2013)
        identity,         ///< matrices only: ones on the diagonal × `gain`
        dirac, ///< convolutions: filter i passes channel i on; filters past the last channel are uniform on
               ///< ±1 / sqrt(fan_in)
    };

    Initializer() = default;
    Initializer(Kind which) : kind(which) {} // NOLINT: a kind alone is an initialiser with Keras's defaults
    Initializer(Kind which, double first_value, double width)
        : kind(which), value(first_value), spread(width) {}
    static Initializer normal(double deviation) { return {random_normal, 0, deviation}; }

    bool operator==(const Initializer&) const = default;

    Kind kind = zeros;
    double value = 0;
    double spread = 0.05;
    double gain = 1;
};

/// "glorot_uniform", …, in the order of the kinds.
const std::vector<std::string>& initializer_names();
/// The kind of that name; throws std::logic_error for one that is not in initializer_names().
Initializer::Kind initializer_named(std::string_view name);

} // namespace laptime
