// SPDX-License-Identifier: Apache-2.0
// How fast the history is: bench_history [RUNS] [POINTS]. Prints one JSON line a figure, with the median of
// several tries where a figure is short:
//   append          points a second that the writer takes to the disk, handed over as a fast run does
//   end             packing at a run's end, after POINTS points
//   curve           POINTS points drawn as 2000, 1000 and 200 buckets; fresh: with a new connection
//   steps           reading every point
//   open_and_list   opening a history of RUNS runs and listing them, as the window does at its start; list
//   alone bytes_a_point   size of the file after the packing
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <unistd.h>
#include <vector>

#include "engine/core/clock.h"
#include "engine/history/history_writer.h"
#include "tests/history/made_runs.h"

using namespace laptime;

namespace {

double median_seconds(int tries, const std::function<void()>& work) {
    std::vector<double> times;
    for (int i = 0; i < tries; ++i) {
        const double start = monotonic_seconds();
        work();
        times.push_back(monotonic_seconds() - start);
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

void print(const std::string& what, double value, const char* unit) {
    std::printf("{\"bench\": \"history\", \"what\": \"%s\", \"value\": %.6g, \"unit\": \"%s\"}\n",
                what.c_str(), value, unit);
    std::fflush(stdout);
}

void one_long_run(const std::string& path, std::int64_t points) {
    const Experiment experiment = made::experiment(0);
    const made::Run run = made::run(experiment, points);
    const RunId id = History::open(path)->add_run(experiment, {});
    {
        HistoryWriter writer(path);
        writer.begin(id, run.start, {}, "", "", "");
        writer.flush();
        constexpr std::int64_t at_once = 50; // steps of one execution
        const double append_s = median_seconds(1, [&] {
            for (std::int64_t at = 0; at < points; at += at_once)
                writer.append_steps(id, run.steps.data() + at,
                                    static_cast<std::size_t>(std::min(at_once, points - at)));
            writer.flush();
        });
        print("append", static_cast<double>(points) / append_s, "points/s");
        print("end",
              1e3 * median_seconds(1,
                                   [&] {
                                       writer.end(id, run.end);
                                       writer.flush();
                                   }),
              "ms");
    }
    print("bytes_a_point",
          static_cast<double>(std::filesystem::file_size(path)) / static_cast<double>(points), "bytes");
    const auto history = History::open(path);
    for (const int buckets : {2000, 1000, 200}) {
        std::size_t size = 0;
        const double curve_s = median_seconds(11, [&] { size = history->curve(id, buckets).size(); });
        print("curve_" + std::to_string(buckets), 1e3 * curve_s, "ms");
        if (size == 0)
            std::abort();
    }
    print("open_and_curve_1000_fresh", 1e3 * median_seconds(5, [&] { History::open(path)->curve(id, 1000); }),
          "ms");
    print("steps", 1e3 * median_seconds(3, [&] { history->steps(id); }), "ms");
}

void many_runs(const std::string& path, int runs) {
    {
        const auto history = History::open(path);
        for (int n = 0; n < runs; ++n) {
            const Experiment experiment = made::experiment(n);
            const made::Run run = made::run(experiment, 2345);
            const RunId id = history->add_run(experiment, {{"cpu", "x"}});
            history->begin(id, run.start, {{"cpu", "x"}}, "", "", "");
            history->append(id, run.steps, run.epochs, {});
            history->end(id, run.end);
        }
    }
    print("file_of_runs", static_cast<double>(std::filesystem::file_size(path)) / 1e6, "MB");
    print("open_and_list", 1e3 * median_seconds(11, [&] { History::open(path)->runs(); }), "ms");
    const auto history = History::open(path);
    print("list", 1e3 * median_seconds(11, [&] { history->runs(); }), "ms");
}

} // namespace

int main(int count, char** arguments) {
    const int runs = count > 1 ? std::atoi(arguments[1]) : 1000;
    const std::int64_t points = count > 2 ? std::atoll(arguments[2]) : 1'000'000;
    std::string folder = (std::filesystem::temp_directory_path() / "laptime-bench-XXXXXX").string();
    if (!mkdtemp(folder.data()))
        return 1;
    try {
        one_long_run(folder + "/long.db", points);
        many_runs(folder + "/many.db", runs);
    } catch (const Error& error) {
        std::fprintf(stderr, "bench_history: %s\n", error.what());
        return 1;
    }
    std::filesystem::remove_all(folder);
    return 0;
}
