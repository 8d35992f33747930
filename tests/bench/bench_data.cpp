// SPDX-License-Identifier: Apache-2.0
// How quickly data comes: opening, the loader alone, and the memory that it takes.
//   bench_data [DATASET] [BATCH] [--seconds S] [--context N] [--consumer-ms MS]
// Prints one JSON line: seconds to summarise and to open, samples a second that the loader delivers to a
// consumer that does nothing, and the time that one waits who takes MS for every batch, as training does.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/resource.h>
#include <thread>

#include "engine/core/clock.h"
#include "engine/data/loader.h"

using namespace laptime;

namespace {

double peak_mib() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// Samples a second; `waited`: the share of the time that was spent waiting.
double take_batches(const std::shared_ptr<const Dataset>& data, std::int64_t batch_size, double seconds,
                    double consumer_ms, double& waited) {
    Loader loader(data, 1, batch_size);
    loader.recycle(loader.next()); // the first waits for the shuffling
    const double start = monotonic_seconds();
    double waiting = 0;
    std::int64_t samples = 0;
    double now = start;
    while (now - start < seconds) {
        const double before = monotonic_seconds();
        auto batch = loader.next();
        const double got = monotonic_seconds();
        waiting += got - before;
        samples += batch->items;
        if (consumer_ms > 0)
            while (monotonic_seconds() - got < consumer_ms / 1e3) {
            }
        loader.recycle(std::move(batch));
        now = monotonic_seconds();
    }
    waited = waiting / (now - start);
    return static_cast<double>(samples) / (now - start);
}

} // namespace

int main(int argc, char** argv) {
    DataOptions options;
    options.dataset = "fashion-mnist";
    std::int64_t batch = 128;
    double seconds = 3, consumer_ms = 0;
    int words = 0;
    for (int i = 1; i < argc; ++i) {
        const bool more = i + 1 < argc;
        if (more && !std::strcmp(argv[i], "--seconds"))
            seconds = std::atof(argv[++i]);
        else if (more && !std::strcmp(argv[i], "--context"))
            options.context = std::atoll(argv[++i]);
        else if (more && !std::strcmp(argv[i], "--consumer-ms"))
            consumer_ms = std::atof(argv[++i]);
        else if (words++ == 0)
            options.dataset = argv[i];
        else
            batch = std::atoll(argv[i]);
    }
    try {
        const double before = monotonic_seconds();
        const DataSummary summary = summarize_dataset(options);
        const double summarised = monotonic_seconds();
        const DataSplit split = open_dataset(options);
        const double opened = monotonic_seconds();
        const double open_peak = peak_mib();
        double waited = 0, waited_with_consumer = 0;
        const double rate = take_batches(split.train, batch, seconds, 0, waited);
        if (consumer_ms > 0)
            take_batches(split.train, batch, seconds, consumer_ms, waited_with_consumer);
        std::printf(
            "{\"dataset\": \"%s\", \"batch\": %lld, \"train\": %lld, \"validation\": %lld, \"sample\": "
            "\"%s\", "
            "\"summarise_s\": %.4f, \"open_s\": %.4f, \"open_peak_mib\": %.1f, \"samples_per_second\": %.0f, "
            "\"mib_per_second\": %.0f, \"consumer_ms\": %.3f, \"waiting_share\": %.5f, \"peak_mib\": %.1f}\n",
            options.dataset.c_str(), static_cast<long long>(batch),
            static_cast<long long>(split.train->size()), static_cast<long long>(summary.validation_size),
            text_of(summary.sample).c_str(), summarised - before, opened - summarised, open_peak, rate,
            rate * static_cast<double>(summary.sample.bytes()) / (1 << 20), consumer_ms, waited_with_consumer,
            peak_mib());
        for (const std::string& warning : split.warnings)
            std::fprintf(stderr, "%s\n", warning.c_str());
    } catch (const std::exception& error) {
        std::fprintf(stderr, "bench_data: %s\n", error.what());
        return 2;
    }
    return 0;
}
