// SPDX-License-Identifier: Apache-2.0
#include "engine/core/error.h"

namespace laptime {

std::string InvalidExperiment::text_of(const std::vector<Problem>& problems) {
    std::string text;
    for (const Problem& problem : problems) {
        if (!text.empty())
            text += '\n';
        if (problem.line > 0)
            text += "line " + std::to_string(problem.line) + ": ";
        if (!problem.field.empty())
            text += problem.field + ": ";
        text += problem.message;
    }
    return text;
}

} // namespace laptime
