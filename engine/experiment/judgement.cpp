// SPDX-License-Identifier: Apache-2.0
#include "engine/experiment/judgement.h"

#include <set>

#include "engine/experiment/message_text.h"
#include "engine/experiment/words.h"

namespace laptime {

namespace {

constexpr int fewest_classes_for_top5 = 6;

const char* name_of(TargetKind kind) {
    return kind == TargetKind::values ? "numbers" : kind == TargetKind::tokens ? "a text" : "classes";
}

} // namespace

bool can_measure(Metric metric, const TargetType& target) {
    switch (metric) {
    case Metric::val_loss:
        return true;
    case Metric::val_accuracy:
        return target.kind != TargetKind::values;
    case Metric::val_top5:
        return target.kind == TargetKind::class_label &&
               (target.classes == 0 || target.classes >= fewest_classes_for_top5);
    case Metric::val_f1:
        return target.kind == TargetKind::class_label;
    case Metric::val_perplexity:
        return target.kind == TargetKind::tokens;
    case Metric::val_mse:
    case Metric::val_mae:
    case Metric::val_r2:
        return target.kind == TargetKind::values;
    }
    return false;
}

std::vector<Metric> measured_metrics(const Experiment& experiment, const TargetType& target) {
    const Experiment::Train& train = experiment.train;
    std::set<Metric> wanted(train.metrics.begin(), train.metrics.end());
    if (target.kind == TargetKind::tokens)
        wanted.insert(Metric::val_perplexity);
    if (target.kind == TargetKind::values)
        wanted.insert({Metric::val_mae, Metric::val_r2});
    if (train.monitor)
        wanted.insert(*train.monitor);
    if (train.target)
        wanted.insert(train.target->metric);
    wanted.erase(Metric::val_loss);
    wanted.erase(Metric::val_accuracy);
    return {wanted.begin(), wanted.end()};
}

Metric monitor_of(const Experiment& experiment, const TargetType& target) {
    if (experiment.train.monitor)
        return *experiment.train.monitor;
    return target.kind == TargetKind::class_label ? Metric::val_accuracy : Metric::val_loss;
}

std::vector<Problem> problems_with_metrics(const Experiment& experiment, const TargetType& target) {
    const Experiment::Train& train = experiment.train;
    std::vector<Problem> problems;
    const auto check = [&](const char* field, Metric metric) {
        if (can_measure(metric, target))
            return;
        std::vector<std::string> possible;
        for (const auto& [known, word] : metric_words)
            if (can_measure(known, target))
                possible.emplace_back(word);
        problems.push_back({field, 0,
                            std::string(word_of(metric)) + " cannot be measured of " + name_of(target.kind) +
                                " like these; there are " + listed(possible)});
    };
    for (const Metric metric : train.metrics)
        check("train.metrics", metric);
    if (train.monitor)
        check("train.monitor", *train.monitor);
    if (train.target)
        check("train.target", train.target->metric);
    return problems;
}

} // namespace laptime
