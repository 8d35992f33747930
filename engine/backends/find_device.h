// SPDX-License-Identifier: Apache-2.0
// The devices of this machine by name: "cpu:0", "reference:0".
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/backends/device.h"

namespace laptime {

/// The device of that name. Throws DeviceError that lists the devices there are.
/// "reference:0" (double-precision loops, the tests' oracle) is found but not listed.
std::unique_ptr<Device> find_device(const std::string& name);

/// What `laptime devices` shows.
std::vector<DeviceInfo> list_devices();

/// Versions of the libraries that compute, for a run's machine facts: "onednn" = "2.6.3", "openblas" =
/// "0.3.21".
std::map<std::string, std::string> library_facts();

} // namespace laptime
