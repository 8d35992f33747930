// SPDX-License-Identifier: Apache-2.0
// The parts of a run that are stored as JSON text: they are read as a whole, and a later version may add
// fields to them without a change of the schema. Numbers that JSON lacks are the strings "nan", "inf" and
// "-inf".
#pragma once

#include <string>
#include <vector>

#include "engine/core/machine.h"
#include "engine/experiment/run_events.h"

namespace laptime::history {

std::string write_list(const std::vector<std::string>& words);
std::string write_facts(const MachineFacts& facts);
std::string write_start(const RunStart& start);
std::string write_end(const RunEnd& end);
std::string write_metrics(const std::vector<MetricValue>& metrics);

// Fields that are missing or of another type keep their defaults: what a damaged text still tells is kept.
std::vector<std::string> read_list(const std::string& text);
MachineFacts read_facts(const std::string& text);
RunStart read_start(const std::string& text);
RunEnd read_end(const std::string& text);
std::vector<MetricValue> read_metrics(const std::string& text); ///< unknown names are left out

} // namespace laptime::history
