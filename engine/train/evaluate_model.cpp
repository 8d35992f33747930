// SPDX-License-Identifier: Apache-2.0
#include "engine/train/evaluate_model.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/core/error.h"
#include "engine/data/predict_input.h"
#include "engine/experiment/data_options.h"

namespace laptime {

namespace {

constexpr std::int64_t items_at_once = 512;
/// A probability of 0 would make the mean loss infinite; this is about the least that float32 can tell.
constexpr double least_probability = 1e-37;

double cross_entropy(double probability) {
    return -std::log(std::max(probability, least_probability));
}

void check_fits(const TrainedModel& model, const Dataset& data) {
    const Preprocessing& wanted = model.preprocessing();
    if (data.sample() != wanted.sample)
        throw InvalidInput("the model takes samples of " + text_of(wanted.sample) + ", but the data has " +
                           text_of(data.sample()));
    if (data.target() != wanted.target)
        throw InvalidInput("the model was trained for " + std::to_string(wanted.target.classes) +
                           " classes, but the data has " + std::to_string(data.target().classes));
}

class Pass {
public:
    Pass(TrainedModel& model, const Dataset& data, std::size_t keep_worst)
        : model_(model), data_(data), target_(data.target()), keep_worst_(keep_worst),
          outputs_(model.outputs_per_sample()) {
        if (target_.kind == TargetKind::class_label)
            evaluation_.confusion.emplace(target_.classes);
    }

    Evaluation run(const std::function<bool(std::int64_t)>& progress) {
        for (std::int64_t done = 0; done < data_.size();) {
            const std::int64_t count = std::min(items_at_once, data_.size() - done);
            look_at(done, count);
            done += count;
            evaluation_.items = done;
            if (progress && !progress(done))
                break;
        }
        finish();
        return std::move(evaluation_);
    }

private:
    void look_at(std::int64_t first, std::int64_t count) {
        std::vector<std::uint32_t> indices(static_cast<std::size_t>(count));
        std::iota(indices.begin(), indices.end(), static_cast<std::uint32_t>(first));
        std::vector<unsigned char> samples(indices.size() * data_.sample().bytes());
        std::vector<std::int32_t> labels(indices.size() * static_cast<std::size_t>(target_.width));
        data_.read(indices, {}, samples.data(), labels.data());
        const std::vector<double> outputs = model_.predict(samples, count);
        for (std::size_t i = 0; i < indices.size(); ++i) {
            const double* output = outputs.data() + static_cast<std::int64_t>(i) * outputs_;
            const std::int32_t* label = labels.data() + i * static_cast<std::size_t>(target_.width);
            switch (target_.kind) {
            case TargetKind::class_label:
                look_at_class(indices[i], output, *label);
                break;
            case TargetKind::tokens:
                look_at_tokens(indices[i], output, label);
                break;
            case TargetKind::values:
                look_at_values(indices[i], output, reinterpret_cast<const float*>(label));
                break;
            }
        }
    }

    void look_at_class(std::uint32_t index, const double* output, std::int32_t label) {
        // Two classes under binary cross-entropy have one output: the probability of the second.
        const bool single = outputs_ == 1;
        const auto classes = single ? 2 : outputs_;
        const auto probability = [&](std::int64_t c) {
            return single ? (c == 1 ? *output : 1 - *output) : output[c];
        };
        std::int32_t predicted = 0;
        for (std::int64_t c = 1; c < classes; ++c)
            if (probability(c) > probability(predicted))
                predicted = static_cast<std::int32_t>(c);
        const double own = probability(label);
        std::int64_t better = 0;
        for (std::int64_t c = 0; c < classes; ++c)
            better += probability(c) > own;
        top5_ += better < 5;
        evaluation_.confusion->add(label, predicted);
        keep({index, label, predicted, own, cross_entropy(own)});
    }

    void look_at_tokens(std::uint32_t index, const double* output, const std::int32_t* labels) {
        double loss = 0;
        const std::int64_t vocabulary = outputs_ / target_.width;
        for (std::int64_t t = 0; t < target_.width; ++t) {
            const double* row = output + t * vocabulary;
            loss += cross_entropy(row[labels[t]]);
            right_ += std::max_element(row, row + vocabulary) - row == labels[t];
        }
        loss /= static_cast<double>(target_.width);
        keep({index, 0, 0, std::exp(-loss), loss});
    }

    void look_at_values(std::uint32_t index, const double* output, const float* wanted) {
        double loss = 0;
        for (std::int64_t w = 0; w < target_.width; ++w) {
            errors_.add(output[w], static_cast<double>(wanted[w]));
            loss += std::pow(output[w] - static_cast<double>(wanted[w]), 2);
        }
        keep({index, 0, 0, 0, loss / static_cast<double>(target_.width)});
    }

    void keep(const Evaluation::Sample& sample) {
        loss_ += sample.loss;
        const auto larger = [](const Evaluation::Sample& a, const Evaluation::Sample& b) {
            return a.loss > b.loss || (a.loss == b.loss && a.index < b.index);
        };
        std::vector<Evaluation::Sample>& worst = evaluation_.worst;
        if (worst.size() == keep_worst_ && (worst.empty() || !larger(sample, worst.back())))
            return;
        worst.insert(std::ranges::upper_bound(worst, sample, larger), sample);
        if (worst.size() > keep_worst_)
            worst.pop_back();
    }

    void finish() {
        if (evaluation_.items == 0)
            return;
        const auto items = static_cast<double>(evaluation_.items);
        evaluation_.loss = loss_ / items;
        std::vector<MetricValue>& metrics = evaluation_.metrics;
        switch (target_.kind) {
        case TargetKind::class_label:
            evaluation_.accuracy = evaluation_.confusion->accuracy();
            if (target_.classes > 5)
                metrics.push_back({Metric::val_top5, static_cast<double>(top5_) / items});
            metrics.push_back({Metric::val_f1, evaluation_.confusion->macro_f1()});
            break;
        case TargetKind::tokens:
            evaluation_.accuracy = static_cast<double>(right_) / (items * static_cast<double>(target_.width));
            metrics.push_back({Metric::val_perplexity, std::exp(evaluation_.loss)});
            break;
        case TargetKind::values:
            metrics.push_back({Metric::val_mse, errors_.mse()});
            metrics.push_back({Metric::val_mae, errors_.mae()});
            metrics.push_back({Metric::val_r2, errors_.r2()});
            break;
        }
    }

    TrainedModel& model_;
    const Dataset& data_;
    const TargetType target_;
    const std::size_t keep_worst_;
    const std::int64_t outputs_;
    Evaluation evaluation_;
    RegressionSums errors_;
    double loss_ = 0;
    std::int64_t right_ = 0, top5_ = 0;
};

} // namespace

std::shared_ptr<const Dataset> evaluation_data(const TrainedModel& model, const std::string& dataset,
                                               std::vector<std::string>& warnings) {
    DataOptions options = data_options(model.experiment());
    if (dataset.empty()) {
        DataSplit split = open_dataset(options);
        warnings = std::move(split.warnings);
        return split.validation;
    }
    options.dataset = dataset;
    LabelledInput input = open_labelled_input(model.preprocessing(), options);
    warnings = std::move(input.warnings);
    return input.data;
}

Evaluation evaluate_model(TrainedModel& model, const Dataset& data, std::size_t keep_worst,
                          const std::function<bool(std::int64_t)>& progress) {
    check_fits(model, data);
    return Pass(model, data, keep_worst).run(progress);
}

} // namespace laptime
