// SPDX-License-Identifier: Apache-2.0
// Impossible values, and what this version cannot do yet. Each check names its field; lines are added by the
// parser.
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "engine/experiment/check_sections.h"
#include "engine/experiment/message_text.h"
#include "engine/experiment/read_experiment.h"
#include "engine/experiment/words.h"
#include "engine/model/library.h"

namespace laptime {

namespace {

constexpr std::int64_t most_items = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t most_threads = 1024, most_steps_per_execution = 10000, most_repeats = 1000;
constexpr std::int64_t most_steps = 1'000'000'000'000;
constexpr std::size_t longest_name = 200;
constexpr auto largest_seed = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());

class Checker : private ProblemList {
public:
    explicit Checker(const Experiment& experiment) : e_(experiment) {}

    std::vector<Problem> run() {
        check_name();
        check_data_section(e_.data, *this);
        check_model();
        check_speed();
        check_devices();
        check_train();
        check_training(e_, *this);
        check_learning_rate();
        check_length();
        check_target();
        return take();
    }

private:
    void check_name() {
        if (e_.name.size() > longest_name)
            wrong("name", "is longer than " + std::to_string(longest_name) + " bytes");
        if (std::any_of(e_.name.begin(), e_.name.end(),
                        [](unsigned char c) { return c < 0x20 || c == 0x7f; }))
            wrong("name", "must not hold line breaks or control characters");
    }

    void check_model() {
        if (!e_.model.file.empty())
            return; // what is in the file is checked with the data, whose shape it must fit
        const std::string& library = e_.model.library;
        const auto names = model_names();
        if (std::find(names.begin(), names.end(), library) == names.end()) {
            const std::string close = nearest(library, names);
            wrong("model.library",
                  "there is no model '" + library + "'; " +
                      (close.empty() ? "there are " + listed(names) : "did you mean '" + close + "'?"));
        } else {
            add(model_option_problems(library, e_.model.options));
        }
    }

    void check_speed() {
        if (e_.speed.strategy != Strategy::single)
            wrong("speed.strategy",
                  std::string("'") + word_of(e_.speed.strategy) +
                      "' is not in this version yet; what works today is 'single', on one device");
        whole("speed.threads_per_device", e_.speed.threads_per_device, 0, most_threads);
        whole("speed.global_batch", e_.speed.global_batch, 1, most_items);
        whole("speed.accumulate", e_.speed.accumulate, 1, most_items);
        whole("speed.steps_per_execution", e_.speed.steps_per_execution, 1, most_steps_per_execution);
        if (e_.speed.accumulate > e_.speed.global_batch && e_.speed.global_batch >= 1)
            wrong("speed.accumulate",
                  "is " + std::to_string(e_.speed.accumulate) + ", more than the global batch of " +
                      std::to_string(e_.speed.global_batch) + ": every part needs at least one item");
    }

    void check_devices() {
        const std::vector<std::string>& devices = e_.speed.devices;
        if (devices.empty()) {
            wrong("speed.devices", "names no device; name one, as [\"cpu:0\"]");
            return;
        }
        std::set<std::string> seen;
        for (const std::string& device : devices) {
            check_device(device);
            if (!seen.insert(device).second)
                wrong("speed.devices", "names '" + device + "' twice");
        }
        if (devices.size() > 1 && e_.speed.strategy == Strategy::single)
            wrong("speed.devices",
                  "names " + std::to_string(devices.size()) +
                      " devices, but the strategy 'single' uses one; strategies for several are not "
                      "in this version yet");
    }

    void check_device(const std::string& device) {
        const std::size_t colon = device.find(':');
        const std::string kind = device.substr(0, colon);
        const std::string number = colon == std::string::npos ? "" : device.substr(colon + 1);
        const bool is_number =
            !number.empty() && number.size() <= 4 &&
            std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; });
        if (kind == "cuda" || kind == "xla")
            wrong("speed.devices",
                  "'" + device + "': " + kind + " devices are not in this version yet; use cpu:0");
        else if (kind != "cpu" && kind != "reference")
            wrong("speed.devices",
                  "there is no device '" + device + "'" + suggestion(kind, {"cpu", "cuda", "xla"}));
        else if (!is_number)
            wrong("speed.devices", "'" + device + "' needs a number behind it, as " + kind + ":0");
    }

    void check_train() {
        not_negative("train.weight_decay", e_.train.weight_decay);
        whole("train.repeats", e_.train.repeats, 1, most_repeats);
        if (e_.train.seed > largest_seed)
            wrong("train.seed", "is " + std::to_string(e_.train.seed) + ", must be at most " +
                                    std::to_string(largest_seed));
        else if (e_.train.repeats > 1 &&
                 e_.train.seed > largest_seed - static_cast<std::uint64_t>(e_.train.repeats - 1))
            wrong("train.seed",
                  "is too large: the seeds of the repeats would go beyond " + std::to_string(largest_seed));
    }

    /// A value that its schedule never looks at is a misunderstanding, not a setting.
    void unused(const std::string& key, bool is_default) {
        if (!is_default)
            wrong("train.learning_rate." + key, std::string("means nothing for the schedule '") +
                                                    word_of(e_.train.learning_rate.kind) + "'");
    }

    void check_learning_rate() {
        using Kind = LearningRate::Kind;
        const LearningRate& rate = e_.train.learning_rate;
        const LearningRate standard;
        const std::string at = "train.learning_rate.";
        positive("train.learning_rate", rate.rate);
        if (rate.kind == Kind::one_cycle)
            unused("warmup_steps", rate.warmup_steps == standard.warmup_steps);
        else
            whole(at + "warmup_steps", rate.warmup_steps, 0, most_steps);
        if (rate.kind == Kind::cosine || rate.kind == Kind::one_cycle)
            not_negative(at + "final_rate", rate.final_rate);
        else
            unused("final_rate", rate.final_rate == standard.final_rate);
        if (rate.kind == Kind::step) {
            positive(at + "factor", rate.factor);
            whole(at + "every_steps", rate.every_steps, 1, most_steps);
        } else {
            unused("factor", rate.factor == standard.factor);
            unused("every_steps", rate.every_steps == standard.every_steps);
        }
        if (rate.kind == Kind::one_cycle)
            share(at + "peak_at", rate.peak_at);
        else
            unused("peak_at", rate.peak_at == standard.peak_at);
        if ((rate.kind == Kind::cosine || rate.kind == Kind::one_cycle) && e_.train.minutes)
            wrong(at + "schedule",
                  std::string("'") + word_of(rate.kind) +
                      "' must know the number of steps; give train.epochs or train.steps instead of "
                      "train.minutes");
    }

    void check_length() {
        const int given =
            e_.train.epochs.has_value() + e_.train.steps.has_value() + e_.train.minutes.has_value();
        if (given != 1)
            wrong("train.epochs", "exactly one of epochs, steps and minutes must be given");
        if (e_.train.epochs)
            whole("train.epochs", *e_.train.epochs, 1, most_items);
        if (e_.train.steps)
            whole("train.steps", *e_.train.steps, 1, most_steps);
        if (e_.train.minutes)
            positive("train.minutes", *e_.train.minutes);
    }

    void check_target() {
        if (!e_.train.target)
            return;
        const double value = e_.train.target->value;
        const Metric metric = e_.train.target->metric;
        if (is_share(metric) && !(value > 0 && value <= 1))
            wrong("train.target", "asks for " + number_text(value) + "; an accuracy lies between 0 and 1");
        else if (!std::isfinite(value) || (!higher_is_better(metric) && !(value > 0)))
            wrong("train.target", "asks for " + number_text(value) + "; a loss is more than 0");
    }

    const Experiment& e_;
};

} // namespace

std::vector<Problem> problems_of(const Experiment& experiment) {
    return Checker(experiment).run();
}

} // namespace laptime
