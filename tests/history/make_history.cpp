// SPDX-License-Identifier: Apache-2.0
// laptime_make_history FILE RUNS STEPS: fills a history with made-up finished runs, for work on the screen
// and for benchmarks. Not installed.
#include <cstdlib>
#include <iostream>

#include "engine/core/machine.h"
#include "engine/history/history.h"
#include "tests/history/made_runs.h"

int main(int count, char** arguments) {
    using namespace laptime;
    if (count != 4) {
        std::cerr << "usage: laptime_make_history FILE RUNS STEPS\n";
        return 2;
    }
    const long runs = std::atol(arguments[2]), steps = std::atol(arguments[3]);
    if (runs < 1 || steps < 1) {
        std::cerr << "laptime_make_history: RUNS and STEPS are whole numbers from 1\n";
        return 2;
    }
    try {
        const auto history = History::open(arguments[1]);
        const MachineFacts machine = machine_facts();
        for (int n = 0; n < runs; ++n) {
            const Experiment experiment = made::experiment(n);
            const made::Run run = made::run(experiment, steps);
            const RunId id = history->add_run(experiment, machine);
            history->begin(id, run.start, machine, "made-up", "", "");
            history->append(id, run.steps, run.epochs, {});
            history->end(id, run.end);
            if (n % 3 == 0)
                history->set_tags(id, {"paper"});
        }
    } catch (const Error& error) {
        std::cerr << "laptime_make_history: " << error.what() << '\n';
        return 1;
    }
    return 0;
}
