// SPDX-License-Identifier: Apache-2.0
// The small language that picks runs: `laptime runs list --filter` and the filter box of the runs table.
//
//   word              somewhere in the name, model, data set, tags or note (letter case does not matter)
//   "two words"       the same for a text with blanks or colons in it
//   key:value         a field: name, note, model, dataset, optimizer, precision, strategy, device, status,
//   tag, error key>number        a number: > >= < <= = (or :) with id, seed, batch, steps,
//   samples_per_second, val_accuracy,
//                     val_loss, best, wall_s, startup_s, time_to_target_s; a run without that number never
//                     matches
//   -term             not that
//
// Terms are separated by blanks and all of them must hold: `tag:paper -status:failed val_accuracy>0.9`.
#pragma once

#include <string>
#include <vector>

#include "engine/history/history.h"

namespace laptime {

class RunFilter {
public:
    /// Throws InvalidInput that names the term which cannot be understood. An empty expression matches every
    /// run.
    explicit RunFilter(const std::string& expression);
    bool matches(const RunRow& row) const;
    bool empty() const { return terms_.empty(); }

    struct Term {
        enum class Kind { word, text, number } kind = Kind::word;
        bool negated = false;
        std::string key;       ///< empty for a word
        std::string value;     ///< lower case
        std::string operation; ///< ">", ">=", "<", "<=" or "="
        double number = 0;
    };

private:
    std::vector<Term> terms_;
};

} // namespace laptime
