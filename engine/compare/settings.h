// SPDX-License-Identifier: Apache-2.0
// An experiment as flat lines of text, for comparing two of them and for tables of settings.
#pragma once

#include <map>
#include <string>

#include "engine/experiment/experiment.h"

namespace laptime {

/// Every setting but the name and the number of repeats, by its dotted key: "speed.precision" → "float32". A
/// setting that is not there is an empty text.
std::map<std::string, std::string> settings_of(const Experiment& experiment);

} // namespace laptime
