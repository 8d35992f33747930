// SPDX-License-Identifier: Apache-2.0
// What the tests of opening and of damage share.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/history/history_file.h"
#include "tests/history/history_support.h"
#include "tests/history/made_runs.h"

namespace laptime::test {

inline bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

inline std::vector<std::string> files_like(const std::string& folder, const std::string& part) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (contains(entry.path().filename().string(), part))
            names.push_back(entry.path().string());
    return names;
}

/// A closed history with `runs` finished runs of `steps` steps, and no free pages, so that all damage
/// matters.
inline void fill(const std::string& path, int runs, std::int64_t steps) {
    const auto history = history::open_history_file(path);
    for (int n = 0; n < runs; ++n) {
        const Experiment experiment = made::experiment(n);
        const made::Run run = made::run(experiment, steps);
        const RunId id = history->add_run(experiment, {{"cpu", "x"}});
        history->begin(id, run.start, {{"cpu", "x"}}, "f", "c", "");
        history->append(id, run.steps, run.epochs, {{"w", "t"}});
        history->end(id, run.end);
    }
    history->set_setting("baseline", "1");
    history->database().execute("VACUUM");
}

/// The message of a refused opening; "" when it opens.
inline std::string try_open(const std::string& path) {
    return error_of<HistoryError>([&] {
        history::OpenOptions options;
        options.busy_timeout_ms = 50;
        history::open_history_file(path, options);
    });
}

} // namespace laptime::test
