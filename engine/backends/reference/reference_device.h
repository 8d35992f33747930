// SPDX-License-Identifier: Apache-2.0
// The oracle of all tests: every operation in plain double-precision loops. A value of a shorter type is
// computed in double and rounded to that type once, after the operation, so mixed precision can be followed
// as well.
#pragma once

#include <memory>

#include "engine/backends/device.h"

namespace laptime {

/// "reference:0"
std::unique_ptr<Device> make_reference_device();

} // namespace laptime
