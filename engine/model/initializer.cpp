// SPDX-License-Identifier: Apache-2.0
#include "engine/model/initializer.h"

#include <algorithm>
#include <stdexcept>

namespace laptime {

const std::vector<std::string>& initializer_names() {
    static const std::vector<std::string> names{
        "zeros",      "ones",          "constant",     "glorot_uniform", "glorot_normal",  "he_uniform",
        "he_normal",  "lecun_uniform", "lecun_normal", "random_normal",  "random_uniform", "truncated_normal",
        "orthogonal", "identity",      "dirac"};
    return names;
}

Initializer::Kind initializer_named(std::string_view name) {
    const auto& names = initializer_names();
    const auto it = std::find(names.begin(), names.end(), name);
    if (it == names.end())
        throw std::logic_error("there is no initializer '" + std::string(name) + "'");
    return static_cast<Initializer::Kind>(it - names.begin());
}

} // namespace laptime
