// SPDX-License-Identifier: GPL-3.0-or-later
// Metrics in the user's words.
#pragma once

#include <QString>

#include <vector>

#include "engine/experiment/metric.h"

namespace laptime::ui {

/// "accuracy", "loss", "perplexity".
QString metricName(Metric metric);
/// "accuracy ≥", "loss ≤": what a target says before its value.
QString targetName(Metric metric);
/// "91.20 %" of a share, "0.2871" of others.
QString metricText(Metric metric, double value);
/// Accuracy and loss first.
std::vector<Metric> allMetrics();

} // namespace laptime::ui
