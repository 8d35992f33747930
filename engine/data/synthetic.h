// SPDX-License-Identifier: Apache-2.0
// Data that is made up as it is read: every class has a smooth pattern, and every sample is its class's
// pattern under noise. It can be learnt, needs no files, and is the same on every machine.
#pragma once

#include "engine/data/dataset.h"

namespace laptime {

/// The part behind "synthetic:", as "28x28x1/10" or "28x28x1/10/60000".
struct SyntheticSpec {
    SampleType sample;
    int classes = 0;
    std::int64_t train = 10000, test = 2000;
};

/// Throws DataError that shows the form, for text that does not have it or sizes that make no sense.
SyntheticSpec parse_synthetic(const std::string& text);

DataSplit open_synthetic(const SyntheticSpec& spec);

} // namespace laptime
