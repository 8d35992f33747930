// SPDX-License-Identifier: Apache-2.0
#include "engine/train/throughput.h"

#include <algorithm>

#include "engine/experiment/run_events.h"

namespace laptime {

double Throughput::samples_per_second() const {
    std::size_t warmup = std::max<std::size_t>(first_execution_, 5);
    if (rates_.size() < warmup + 5)
        warmup = 1;
    if (rates_.size() <= warmup)
        return not_measured;
    std::vector<double> steady(rates_.begin() + static_cast<std::ptrdiff_t>(warmup), rates_.end());
    const auto middle = steady.begin() + static_cast<std::ptrdiff_t>(steady.size() / 2);
    std::nth_element(steady.begin(), middle, steady.end());
    if (steady.size() % 2 == 1)
        return *middle;
    return (*middle + *std::max_element(steady.begin(), middle)) / 2;
}

} // namespace laptime
