// SPDX-License-Identifier: Apache-2.0
// The two faces of a training run: `--json` events, and lines for people with one live line on a terminal.
#pragma once

#include <memory>

#include "app/cli/run_feed.h"

namespace laptime::cli {

/// The events of DESIGN §5, an object a line.
std::unique_ptr<EventPrinter> json_printer(RunId run);

/// A line an epoch. On a terminal also a line that is written over as the run goes; elsewhere a plain line of
/// progress every ten seconds. `monitor`: the metric that the run is judged by.
std::unique_ptr<EventPrinter> text_printer(RunId run, const Experiment& experiment, Metric monitor);

} // namespace laptime::cli
