// SPDX-License-Identifier: Apache-2.0
// A training run for people: who starts, one live line, a line an epoch, how it ended.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <unistd.h>

#include "app/cli/event_printers.h"
#include "app/cli/output.h"
#include "engine/compare/numbers.h"

namespace laptime::cli {

namespace {

constexpr double seconds_between_plain_lines = 10;
constexpr int bar_cells = 16;

std::string bar(double share) {
    const int full = static_cast<int>(std::clamp(share, 0.0, 1.0) * bar_cells);
    std::string text;
    for (int i = 0; i < bar_cells; ++i)
        text += i < full ? "█" : "░";
    return text;
}

/// "  val_r2 0.8312"; nothing where it was not measured.
std::string part(const std::string& word, double value) {
    return std::isnan(value) ? "" : "  " + word + " " + figure(value);
}

class TextPrinter : public EventPrinter {
public:
    TextPrinter(RunId run, const Experiment& experiment, Metric monitor)
        : run_(run), experiment_(experiment), monitor_(monitor), live_(is_terminal(STDOUT_FILENO)) {}

    bool print(const RunEvent& event) override {
        return std::visit([this](const auto& e) { return on(e); }, event);
    }

private:
    /// A line that stays; the live line is wiped first.
    bool say(const std::string& text) {
        const std::string wipe = line_shown_ ? "\r\033[K" : "";
        line_shown_ = false;
        return cli::print(wipe + text + "\n");
    }

    bool on(const RunStart& start) {
        start_ = start;
        const std::string model =
            experiment_.model.library.empty() ? experiment_.model.file : experiment_.model.library;
        std::string text = "run " + std::to_string(run_) + "  " + toned(safe(start.name), Tone::strong) +
                           ": " + safe(model) + " on " + safe(experiment_.data.dataset) + ", " +
                           start.precision + " on ";
        for (std::size_t i = 0; i < start.devices.size(); ++i)
            text += (i ? ", " : "") + start.devices[i];
        text += ", batch " + std::to_string(start.global_batch) + ", " +
                with_prefix(static_cast<double>(start.parameters), "") + " parameters, " +
                bytes_text(static_cast<double>(start.predicted_memory_bytes)) + " predicted";
        if (start.first_step > 0)
            text += ", going on after step " + std::to_string(start.first_step);
        return say(text);
    }

    std::string epoch_of(std::int64_t epoch) const {
        return "epoch " + std::to_string(epoch) +
               (start_.total_epochs > 0 ? "/" + std::to_string(start_.total_epochs) : "");
    }

    /// Share of the whole run that is done; NaN where it is not known.
    double share_of(const StepPoint& point) const {
        if (start_.total_steps > 0)
            return static_cast<double>(point.step) / static_cast<double>(start_.total_steps);
        return experiment_.train.minutes ? point.wall_s / (60 * *experiment_.train.minutes) : not_measured;
    }

    double seconds_left(const StepPoint& point) const {
        if (start_.total_steps <= 0)
            return experiment_.train.minutes ? 60 * *experiment_.train.minutes - point.wall_s : not_measured;
        const auto steps = static_cast<double>(start_.total_steps - point.step);
        double left = steps * seconds_a_step_;
        if (start_.steps_per_epoch > 0 &&
            std::isfinite(evaluation_s_)) // each epoch to come ends with an evaluation
            left += std::ceil(steps / static_cast<double>(start_.steps_per_epoch)) * evaluation_s_;
        return left;
    }

    bool on(const Progress& progress) {
        if (progress.seconds > 0) {
            const double rate = progress.samples / progress.seconds;
            rate_ = std::isnan(rate_) ? rate : 0.8 * rate_ + 0.2 * rate;
            seconds_a_step_ = static_cast<double>(start_.global_batch) / rate_;
        }
        const StepPoint& point = progress.last;
        const auto now = std::chrono::steady_clock::now();
        if (!live_ && std::chrono::duration<double>(now - last_line_).count() < seconds_between_plain_lines)
            return true;
        last_line_ = now;
        const double share = share_of(point), left = seconds_left(point);
        std::string text = epoch_of(point.epoch) + "  ";
        if (live_ && std::isfinite(share))
            text += bar(share) + " ";
        if (std::isfinite(share))
            text += digits(100 * std::min(share, 1.0), 0) + " %  ";
        text += "loss " + figure(point.loss) + part(word_of(monitor_), monitored_);
        if (std::isfinite(rate_))
            text += "  " + with_prefix(rate_, "samples/s");
        if (std::isfinite(left) && left >= 0)
            text +=
                "  " + duration_text(left < 9.5 ? std::round(left * 10) / 10 : std::round(left)) + " left";
        if (!live_)
            return say(text);
        line_shown_ = true;
        return cli::print("\r\033[K" +
                          cut(text, static_cast<std::size_t>(std::max(20, terminal_width() - 1))));
    }

    bool on(const EpochPoint& epoch) {
        monitored_ = value_of(epoch, monitor_);
        evaluation_s_ = epoch.eval_s;
        last_line_ = std::chrono::steady_clock::now();
        std::string text = epoch_of(epoch.epoch) + "  loss " + figure(epoch.loss) +
                           part("accuracy", epoch.accuracy) + part("val_loss", epoch.val_loss) +
                           part("val_accuracy", epoch.val_accuracy);
        for (const MetricValue& metric : epoch.metrics)
            text += part(word_of(metric.metric), metric.value);
        return say(text + "  " + with_prefix(epoch.samples_per_second, "samples/s") + "  " +
                   duration_text(epoch.wall_s));
    }

    bool on(const RunWarning& warning) { return say("warning: " + safe(warning.text)); }

    double monitored_at(const RunEnd& end) const {
        return monitor_ == Metric::val_loss       ? end.val_loss
               : monitor_ == Metric::val_accuracy ? end.val_accuracy
                                                  : monitored_;
    }

    bool on(const RunEnd& end) {
        std::string text = toned(word_of(end.status), tone_of(end.status)) + " after " +
                           duration_text(end.wall_s) + " and " + std::to_string(end.steps) + " steps";
        if (const double value = monitored_at(end); std::isfinite(value))
            text += std::string(": ") + word_of(monitor_) + " " + figure(value) + " (best " +
                    figure(end.best) + ")";
        if (std::isfinite(end.samples_per_second))
            text += ", " + with_prefix(end.samples_per_second, "samples/s");
        text += ", start-up " + duration_text(end.startup_s);
        if (end.skipped_steps > 0)
            text += ", " + std::to_string(end.skipped_steps) + " steps skipped by the loss scale";
        if (std::isfinite(end.time_to_target_s))
            text += ", target reached after " + duration_text(end.time_to_target_s);
        else if (experiment_.train.target && is_ended(end.status) && end.status == RunStatus::finished)
            text += ", target not reached";
        return say(text);
    }

    RunId run_;
    const Experiment experiment_;
    const Metric monitor_;
    bool live_, line_shown_ = false;
    RunStart start_;
    double rate_ = not_measured, seconds_a_step_ = not_measured, monitored_ = not_measured,
           evaluation_s_ = not_measured;
    std::chrono::steady_clock::time_point last_line_ = std::chrono::steady_clock::now();
};

} // namespace

std::unique_ptr<EventPrinter> text_printer(RunId run, const Experiment& experiment, Metric monitor) {
    return std::make_unique<TextPrinter>(run, experiment, monitor);
}

} // namespace laptime::cli
