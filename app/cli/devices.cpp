// SPDX-License-Identifier: Apache-2.0
// `laptime devices`: the devices of this machine, and what each precision is worth on them.
#include "app/cli/command.h"
#include "app/cli/output.h"
#include "engine/backends/find_device.h"
#include "engine/compare/numbers.h"

namespace laptime::cli {

namespace {

const char* word_of(Support support) {
    switch (support) {
    case Support::native:
        return "native";
    case Support::emulated:
        return "emulated";
    case Support::unavailable:
        break;
    }
    return "unavailable";
}

Json json_of(const DeviceInfo& device) {
    Json precisions = Json::object();
    for (const auto& [name, precision] : device.precisions)
        precisions[name] = {{"support", word_of(precision.support)}, {"why", precision.why}};
    return {{"name", device.name},
            {"description", device.description},
            {"memory_bytes", device.memory_bytes},
            {"cores", device.cores},
            {"precisions", precisions}};
}

std::string text_of(const DeviceInfo& device) {
    std::string text = toned(device.name, Tone::strong) + "  " + device.description + ", " +
                       bytes_text(static_cast<double>(device.memory_bytes)) + "\n";
    TextTable table({"  precision", "support", "why"});
    for (const auto& [name, precision] : device.precisions)
        table.add({"  " + name, word_of(precision.support), precision.why},
                  precision.support == Support::native ? Tone::good : Tone::plain, 1);
    return text + table.text();
}

} // namespace

void add_devices(CLI::App& app, Globals& globals) {
    CLI::App* command = app.add_subcommand("devices", "The devices of this machine and what they can do");
    const auto json = std::make_shared<bool>(false);
    command->add_flag("--json", *json, "One JSON object a device");
    command->callback([&globals, json] {
        globals.action = [json] {
            for (const DeviceInfo& device : list_devices())
                *json ? print_json(json_of(device)) : print(text_of(device));
            return done;
        };
    });
}

} // namespace laptime::cli
