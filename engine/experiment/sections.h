// SPDX-License-Identifier: Apache-2.0
// The readers of the experiment file's larger sections. Each takes the keys that it knows; a table within the
// section is added to `sections`, so that its unknown keys are complained about as well.
#pragma once

#include <array>
#include <vector>

#include "engine/experiment/experiment.h"
#include "engine/experiment/section_reader.h"

namespace laptime {

/// Keys of [train] of which only one may be given.
inline constexpr std::array<const char*, 3> length_keys = {"epochs", "steps", "minutes"};

void read_data_section(SectionReader& section, Experiment::Data& data, std::vector<SectionReader>& sections,
                       ReadingNotes& notes);
void read_train_section(SectionReader& section, Experiment::Train& train,
                        std::vector<SectionReader>& sections, ReadingNotes& notes);

} // namespace laptime
