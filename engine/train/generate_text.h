// SPDX-License-Identifier: Apache-2.0
// Continuations of a text by a model of tokens.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "engine/train/trained_model.h"

namespace laptime {

struct GenerateOptions {
    std::int64_t tokens = 200;
    double temperature = 0.8; ///< 0: always the most likely token; 1: as likely as the model says
    std::uint64_t seed = 1;
};

/// What follows the prompt. `on_text` is given each piece as it comes (whole characters) and ends it by
/// returning false. Throws InvalidInput where the model is not one of tokens; DataError for a character that
/// its training text did not have.
std::string generate_text(TrainedModel& model, const std::string& prompt, const GenerateOptions& options,
                          const std::function<bool(const std::string&)>& on_text = {});

} // namespace laptime
