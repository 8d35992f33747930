// SPDX-License-Identifier: Apache-2.0
// history_appender FILE NAME STEPS: a process that writes a run, for the tests of killed and of concurrent
// writers. Prints "step N T STALL" each time the writer has been given step N, T being utc_microseconds() and
// STALL the longest time in microseconds by which the machine has kept this process waiting; and "done" at
// the end.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <thread>

#include "engine/core/clock.h"
#include "engine/core/machine.h"
#include "engine/history/history_writer.h"
#include "tests/history/history_support.h"

int main(int count, char** arguments) {
    using namespace laptime;
    if (count != 4)
        return 2;
    try {
        const std::string path = arguments[1];
        Experiment experiment;
        experiment.name = arguments[2];
        const RunId run = History::open(path)->add_run(experiment, machine_facts());
        HistoryWriter writer(path);
        RunStart start;
        start.name = experiment.name;
        writer.begin(run, start, machine_facts(), "f", "c", "");
        const long steps = std::atol(arguments[3]);
        constexpr std::int64_t pause_us = 2000;
        std::int64_t last = utc_microseconds(), stall = 0;
        for (std::int64_t step = 1; step <= steps; ++step) {
            const StepPoint point = test::hard_point(step);
            writer.append_steps(run, &point, 1);
            if (step % 50 == 0) {
                // After the hand-over: at this moment the writer has this step.
                const std::int64_t now = utc_microseconds();
                stall = std::max(stall, now - last - pause_us);
                last = now;
                std::printf("step %lld %lld %lld\n", static_cast<long long>(step),
                            static_cast<long long>(now), static_cast<long long>(stall));
                std::fflush(stdout);
                std::this_thread::sleep_for(std::chrono::microseconds(pause_us));
            }
        }
        RunEnd end;
        end.steps = steps;
        writer.end(run, end);
        writer.flush();
        std::puts("done");
    } catch (const Error& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
    return 0;
}
