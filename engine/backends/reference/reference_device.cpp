// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/reference/reference_device.h"

#include "engine/backends/reference/session.h"
#include "engine/core/machine.h"

namespace laptime {

namespace {

class ReferenceDevice : public Device {
public:
    DeviceInfo info() const override {
        const PrecisionSupport rounded = {Support::emulated,
                                          "computed in float64, rounded after every operation"};
        return {"reference:0",
                "plain double-precision loops, the oracle of the tests",
                installed_memory(),
                1,
                {{"float64", {Support::native, "float64 loops"}},
                 {"float32", rounded},
                 {"mixed_float16", rounded},
                 {"mixed_bfloat16", rounded}}};
    }

    std::unique_ptr<Session> open_session(int /*threads*/) const override {
        return std::make_unique<reference::Session>();
    }
};

} // namespace

std::unique_ptr<Device> make_reference_device() {
    return std::make_unique<ReferenceDevice>();
}

} // namespace laptime
