// SPDX-License-Identifier: Apache-2.0
// Small pieces of the messages and files of this room.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/core/nearest.h"

namespace laptime {

/// The shortest decimal text that reads back as exactly this number, always with a "." or an exponent, so
/// that TOML takes it for a float; "inf", "-inf" and "nan" as TOML writes them.
std::string number_text(double value);

/// A TOML basic string, quoted and escaped.
std::string quoted(std::string_view text);

} // namespace laptime
