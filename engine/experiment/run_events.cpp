// SPDX-License-Identifier: Apache-2.0
// The words of a run's status, as the history stores them and `runs list --json` prints them.
#include "engine/experiment/run_events.h"

#include <stdexcept>

#include "engine/experiment/words.h"

namespace laptime {

namespace {

constexpr WordTable<RunStatus, 8> status_words = {{{RunStatus::queued, "queued"},
                                                   {RunStatus::running, "running"},
                                                   {RunStatus::paused, "paused"},
                                                   {RunStatus::finished, "finished"},
                                                   {RunStatus::stopped, "stopped"},
                                                   {RunStatus::diverged, "diverged"},
                                                   {RunStatus::failed, "failed"},
                                                   {RunStatus::interrupted, "interrupted"}}};

} // namespace

const char* word_of(RunStatus status) {
    return word_in(status_words, status);
}

RunStatus run_status(const std::string& word) {
    if (const auto status = value_in(status_words, word))
        return *status;
    throw std::logic_error("'" + word + "' is not a run's status");
}

double value_of(const EpochPoint& epoch, Metric metric) {
    if (metric == Metric::val_loss)
        return epoch.val_loss;
    if (metric == Metric::val_accuracy)
        return epoch.val_accuracy;
    for (const MetricValue& one : epoch.metrics)
        if (one.metric == metric)
            return one.value;
    return not_measured;
}

bool is_ended(RunStatus status) {
    return status != RunStatus::queued && status != RunStatus::running && status != RunStatus::paused;
}

} // namespace laptime
