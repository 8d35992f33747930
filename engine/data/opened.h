// SPDX-License-Identifier: Apache-2.0
// Formats that cannot be summarised without reading them whole: what was read for a summary is kept for the
// opening that follows, so that a form, a check and a run together read a file once.
#pragma once

#include <functional>

#include "engine/data/dataset.h"

namespace laptime {

using Opener = std::function<DataSplit(const std::string& place, const DataOptions& options)>;

/// The split of options.dataset, whose file or folder is `place`. Of the last data set asked for, a summary
/// keeps the samples in memory until it is opened; while an opened one is in use, it is given out again. Both
/// only as long as no file has changed. Thread-safe; one at a time opens.
DataSplit open_once(const std::string& place, const DataOptions& options, const Opener& open);
DataSummary summarize_once(const std::string& place, const DataOptions& options, const Opener& open);

} // namespace laptime
