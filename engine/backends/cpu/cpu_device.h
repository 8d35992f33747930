// SPDX-License-Identifier: Apache-2.0
// The fast device for CPUs: oneDNN for convolutions and matrix products, own vector loops for everything
// else.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "engine/backends/device.h"

namespace laptime {

/// "cpu:0", "cpu:1", …: virtual devices that share the machine's cores.
std::unique_ptr<Device> make_cpu_device(int index);

/// Facts of the libraries, for MachineFacts: "onednn" = "2.6.3", "openblas" = "0.3.21", "instructions" =
/// "AVX512-BF16".
std::map<std::string, std::string> cpu_backend_facts();

} // namespace laptime
