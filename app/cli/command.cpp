// SPDX-License-Identifier: Apache-2.0
// What the commands share.
#include "app/cli/command.h"

#include "app/cli/output.h"

namespace laptime::cli {

std::unique_ptr<History> Globals::open_history() const {
    std::unique_ptr<History> opened = History::open(history_path());
    if (const std::string text = opened->open_report().text(); !text.empty())
        note(text);
    return opened;
}

void add_settings_option(CLI::App& command, std::vector<std::string>& settings) {
    command
        .add_option("--set", settings,
                    "Change one setting of the file, as --set speed.precision=float32 (may be given again)")
        ->type_name("SECTION.KEY=VALUE")
        ->allow_extra_args(false);
}

std::vector<std::pair<std::string, std::string>> overrides_of(const std::vector<std::string>& settings) {
    std::vector<std::pair<std::string, std::string>> pairs;
    for (const std::string& setting : settings) {
        const std::size_t equals = setting.find('=');
        if (equals == std::string::npos || equals == 0)
            throw InvalidInput("--set " + setting +
                               ": write it as section.key=value, such as speed.precision=float32");
        pairs.emplace_back(setting.substr(0, equals), setting.substr(equals + 1));
    }
    return pairs;
}

} // namespace laptime::cli
