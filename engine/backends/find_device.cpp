// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/find_device.h"

#include <charconv>
#include <optional>

#include "engine/backends/cpu/cpu_device.h"
#include "engine/backends/reference/reference_device.h"
#include "engine/core/error.h"

namespace laptime {

namespace {

struct DeviceName {
    std::string kind;
    int index;
};

/// "cpu:3" → {"cpu", 3}
std::optional<DeviceName> parse(const std::string& name) {
    const std::size_t colon = name.find(':');
    if (colon == std::string::npos)
        return std::nullopt;
    const char *first = name.data() + colon + 1, *last = name.data() + name.size();
    int index = 0;
    const auto [end, error] = std::from_chars(first, last, index);
    if (error != std::errc() || end != last || index < 0)
        return std::nullopt;
    return DeviceName{name.substr(0, colon), index};
}

std::string existing_devices() {
    std::string text;
    for (const DeviceInfo& info : list_devices())
        text += (text.empty() ? "" : ", ") + info.name;
    return text;
}

} // namespace

std::unique_ptr<Device> find_device(const std::string& name) {
    const std::optional<DeviceName> parsed = parse(name);
    const std::string there_is = "; this machine has " + existing_devices();
    if (!parsed)
        throw DeviceError("'" + name + "' is not the name of a device, which looks like cpu:0" + there_is);
    if (parsed->kind == "cpu")
        return make_cpu_device(parsed->index);
    if (name == "reference:0")
        return make_reference_device();
    if (parsed->kind == "cuda")
        throw DeviceError("device '" + name + "' cannot be used: this build has no CUDA backend yet" +
                          there_is);
    if (parsed->kind == "xla")
        throw DeviceError("device '" + name + "' cannot be used: this build has no XLA backend yet" +
                          there_is);
    throw DeviceError("there is no device '" + name + "'" + there_is);
}

std::vector<DeviceInfo> list_devices() {
    return {make_cpu_device(0)->info()};
}

std::map<std::string, std::string> library_facts() {
    return cpu_backend_facts();
}

} // namespace laptime
