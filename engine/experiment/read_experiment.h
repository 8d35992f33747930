// SPDX-License-Identifier: Apache-2.0
// The experiment file (TOML) → Experiment and back. Every problem found is reported at once, with its key,
// its line and for an unknown key or word the nearest known one.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/error.h"
#include "engine/core/nearest.h"
#include "engine/experiment/experiment.h"

namespace laptime {

/// `overrides`: (dotted key, TOML value or bare word), as from --set speed.precision=float32; one of
/// train.epochs, train.steps, train.minutes replaces the other two. Throws InvalidExperiment.
Experiment parse_experiment(std::string_view toml,
                            const std::vector<std::pair<std::string, std::string>>& overrides = {});

/// The same from a file; throws InvalidInput when the file cannot be read. Relative data paths stay relative
/// to it.
Experiment read_experiment(const std::string& path,
                           const std::vector<std::pair<std::string, std::string>>& overrides = {});

/// The canonical file of an experiment: parse_experiment(write_experiment(e)) == e.
std::string write_experiment(const Experiment& experiment);

/// What is wrong with the values themselves (impossible numbers, what this version cannot do); empty when
/// fine. Data and devices are not opened here.
std::vector<Problem> problems_of(const Experiment& experiment);

} // namespace laptime
