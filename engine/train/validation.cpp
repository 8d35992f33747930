// SPDX-License-Identifier: Apache-2.0
// Several batches are executed at once, so that the device does not wait for the host; a stop is looked for
// in between.
#include "engine/train/validation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "engine/train/figures.h"

namespace laptime {

namespace {

constexpr std::int64_t batches_an_execution = 8;

/// One batch's scalars and results; they must not move while a call points at them.
struct CallData {
    double scale64 = 0;
    float scale32 = 0;
    std::array<std::int64_t, 4> rng{};
    std::vector<double> results;
    std::int64_t first = 0, items = 0;
};

class Pass {
public:
    explicit Pass(RunSetup& setup)
        : setup_(setup), data_(*setup.data().validation),
          confusion_(std::max(setup.summary.target.classes, 1)) {}

    std::optional<ValidationFigures> run(const RunControl& control) {
        const std::int64_t size = data_.size();
        for (std::int64_t done = 0; done < size;) {
            if (control.requested_stop() != RunControl::Stop::none)
                return std::nullopt;
            const std::int64_t count = std::min(size - done, setup_.sizes.evaluate * batches_an_execution);
            execute(done, count);
            done += count;
        }
        return figures(size);
    }

private:
    void execute(std::int64_t first, std::int64_t count) {
        indices_.resize(static_cast<std::size_t>(count));
        std::iota(indices_.begin(), indices_.end(), static_cast<std::uint32_t>(first));
        const std::size_t sample_bytes = setup_.summary.sample.bytes(),
                          target_bytes = setup_.summary.target.bytes();
        samples_.resize(indices_.size() * sample_bytes);
        targets_.resize(indices_.size() * target_bytes);
        data_.read(indices_, {setup_.experiment.train.seed, 0}, samples_.data(), targets_.data());

        const double losses = static_cast<double>(data_.size() * setup_.losses_per_sample());
        std::vector<CallData> data(static_cast<std::size_t>(batches_an_execution));
        std::vector<Call> calls;
        for (std::int64_t begin = 0; begin < count; begin += setup_.sizes.evaluate) {
            CallData& call = data[calls.size()];
            call.first = begin;
            call.items = std::min(setup_.sizes.evaluate, count - begin);
            Program& program = setup_.programs->evaluate(call.items);
            call.scale64 = 1.0 / losses;
            call.scale32 = static_cast<float>(call.scale64);
            call.results.resize(program.graph().result_offset(program.graph().results().size()));
            const void* scale = setup_.options.precision == Precision::float64
                                    ? static_cast<const void*>(&call.scale64)
                                    : &call.scale32;
            const auto at = static_cast<std::size_t>(begin);
            calls.push_back({&program,
                             {samples_.data() + at * sample_bytes, targets_.data() + at * target_bytes, scale,
                              call.rng.data()},
                             call.results.data(),
                             -1});
        }
        setup_.session->execute(calls);
        for (std::size_t i = 0; i < calls.size(); ++i)
            take(calls[i].program->graph(), data[i]);
    }

    void take(const Graph& graph, const CallData& call) {
        for (std::size_t i = 0; i < graph.results().size(); ++i) {
            const std::string& name = graph.results()[i].name;
            const double* values = call.results.data() + graph.result_offset(i);
            if (name == result::predicted)
                count_predictions(values, call);
            else
                sums_[name] += *values;
        }
    }

    void count_predictions(const double* predicted, const CallData& call) {
        const auto* labels = reinterpret_cast<const std::int32_t*>(targets_.data()) + call.first;
        for (std::int64_t i = 0; i < call.items; ++i)
            confusion_.add(labels[i], static_cast<std::int32_t>(predicted[i]));
    }

    ValidationFigures figures(std::int64_t size) {
        ValidationFigures figures;
        if (size == 0)
            return figures;
        const auto items = static_cast<double>(size);
        figures.loss = sums_[result::loss];
        if (can_count_right(setup_.model.task))
            figures.accuracy =
                sums_[result::correct] / (items * static_cast<double>(setup_.losses_per_sample()));
        for (const Metric metric : setup_.metrics)
            figures.metrics.push_back({metric, value(metric, size)});
        return figures;
    }

    double value(Metric metric, std::int64_t size) {
        const RegressionSums errors{size * setup_.summary.target.width, sums_["sum_abs"], sums_["sum_square"],
                                    sums_["sum_target"], sums_["sum_target_square"]};
        switch (metric) {
        case Metric::val_top5:
            return sums_["top5"] / static_cast<double>(size);
        case Metric::val_f1:
            return confusion_.macro_f1();
        case Metric::val_perplexity:
            return std::exp(sums_[result::loss]);
        case Metric::val_mse:
            return errors.mse();
        case Metric::val_mae:
            return errors.mae();
        case Metric::val_r2:
            return errors.r2();
        case Metric::val_loss:
        case Metric::val_accuracy:
            break;
        }
        return not_measured;
    }

    RunSetup& setup_;
    const Dataset& data_;
    ConfusionMatrix confusion_;
    std::map<std::string, double> sums_; ///< of the scalars that the evaluation program gives, by name
    std::vector<std::uint32_t> indices_;
    std::vector<unsigned char> samples_, targets_;
};

} // namespace

bool can_count_right(const Task& task) {
    return task.kind != OutputKind::values || task.loss == LossKind::binary_cross_entropy;
}

std::optional<ValidationFigures> validate(RunSetup& setup, const RunControl& control) {
    return Pass(setup).run(control);
}

} // namespace laptime
