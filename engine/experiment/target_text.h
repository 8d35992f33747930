// SPDX-License-Identifier: Apache-2.0
// A target as the experiment file says it: "val_accuracy >= 0.90" or "val_loss <= 0.3".
#pragma once

#include <string>
#include <variant>

#include "engine/experiment/experiment.h"

namespace laptime {

/// The target, or what is wrong with the text.
std::variant<Target, std::string> parse_target(const std::string& text);

std::string text_of(const Target& target);

} // namespace laptime
