// SPDX-License-Identifier: Apache-2.0
#include "app/cli/evaluation_printers.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "app/cli/output.h"
#include "engine/compare/numbers.h"
#include "engine/data/predict_input.h"

namespace laptime::cli {

namespace {

constexpr int most_classes_drawn = 20;
constexpr std::size_t most_confusions_listed = 20;
constexpr std::size_t snippet_columns = 40;

/// "top5": without what says that it is of a run's validation part.
std::string short_word_of(Metric metric) {
    const std::string word = laptime::word_of(metric);
    return word.starts_with("val_") ? word.substr(4) : word;
}

/// An empty cell where there was nothing to divide by.
std::string share(double value) {
    return std::isnan(value) ? "" : digits(value, 4);
}

std::string class_table(const Preprocessing& learned, const ConfusionMatrix& confusion) {
    TextTable table({"class", ">items", ">precision", ">recall", ">F1"});
    for (int label = 0; label < confusion.classes(); ++label) {
        const ConfusionMatrix::ClassFigures figures = confusion.of(label);
        table.add({class_name(learned, label), std::to_string(figures.items), share(figures.precision),
                   share(figures.recall), share(figures.f1)});
    }
    return table.text();
}

/// A row a true class; the columns are numbered, for names would be too wide.
std::string drawn_matrix(const Preprocessing& learned, const ConfusionMatrix& confusion) {
    std::vector<std::string> columns{">", "is \\ taken for"};
    for (int predicted = 0; predicted < confusion.classes(); ++predicted)
        columns.push_back(">" + std::to_string(predicted));
    TextTable table(std::move(columns));
    for (int label = 0; label < confusion.classes(); ++label) {
        std::vector<std::string> cells{std::to_string(label), class_name(learned, label)};
        for (int predicted = 0; predicted < confusion.classes(); ++predicted) {
            const std::int64_t count = confusion.count(label, predicted);
            cells.push_back(count ? std::to_string(count) : "·");
        }
        table.add(std::move(cells), Tone::strong, static_cast<std::size_t>(label) + 2);
    }
    return table.text();
}

std::string most_frequent_confusions(const Preprocessing& learned, const ConfusionMatrix& confusion) {
    struct Pair {
        std::int64_t count;
        int label, predicted;
    };
    std::vector<Pair> pairs;
    for (int label = 0; label < confusion.classes(); ++label)
        for (int predicted = 0; predicted < confusion.classes(); ++predicted)
            if (label != predicted && confusion.count(label, predicted) > 0)
                pairs.push_back({confusion.count(label, predicted), label, predicted});
    std::ranges::stable_sort(pairs, std::greater<>(), &Pair::count);
    pairs.resize(std::min(pairs.size(), most_confusions_listed));
    TextTable table({">times", "is", "taken for"});
    for (const Pair& pair : pairs)
        table.add({std::to_string(pair.count), class_name(learned, pair.label),
                   class_name(learned, pair.predicted)});
    return table.text();
}

std::string worst_classes(const Preprocessing& learned, const std::vector<Evaluation::Sample>& worst) {
    TextTable table({">sample", "is", "taken for", ">probability of what it is", ">loss"});
    for (const Evaluation::Sample& sample : worst)
        table.add({std::to_string(sample.index), class_name(learned, sample.label),
                   class_name(learned, sample.predicted), significant(sample.probability, 3),
                   digits(sample.loss, 3)});
    return table.text();
}

std::string worst_texts(const Preprocessing& learned, const Dataset& data,
                        const std::vector<Evaluation::Sample>& worst) {
    TextTable table({">sample", ">loss", "begins with"});
    std::vector<std::int32_t> tokens(static_cast<std::size_t>(data.sample().count()));
    for (const Evaluation::Sample& sample : worst) {
        data.read({&sample.index, 1}, {}, tokens.data(), nullptr);
        table.add({std::to_string(sample.index), digits(sample.loss, 3),
                   cut(safe(token_text(learned, tokens)), snippet_columns)});
    }
    return table.text();
}

std::string worst_values(TrainedModel& model, const Dataset& data,
                         const std::vector<Evaluation::Sample>& worst) {
    TextTable table({">sample", ">is", ">predicted", ">squared error"});
    std::vector<unsigned char> bytes(data.sample().bytes());
    std::vector<float> wanted(static_cast<std::size_t>(data.target().width));
    for (const Evaluation::Sample& sample : worst) {
        data.read({&sample.index, 1}, {}, bytes.data(), wanted.data());
        const std::vector<double> predicted = model.predict(bytes, 1);
        const bool one = wanted.size() == 1; // of several, the columns would not say which
        table.add({std::to_string(sample.index),
                   one ? significant(static_cast<double>(wanted[0]), 5) : std::string(),
                   one ? significant(predicted[0], 5) : std::string(), significant(sample.loss, 4)});
    }
    return table.text();
}

std::string line(const std::string& label, const std::string& text) {
    return label + std::string(label.size() < 13 ? 13 - label.size() : 1, ' ') + text + "\n";
}

} // namespace

Json evaluation_json(const TrainedRun& run, const EvaluatedData& data, const Evaluation& evaluation) {
    const Preprocessing& learned = run.model.preprocessing();
    Json json = {{"run", run.id},
                 {"name", run.name},
                 {"checkpoint", run.checkpoint},
                 {"step", run.model.progress().step},
                 {"dataset", data.dataset},
                 {"validation_part", data.is_validation_part},
                 {"items", evaluation.items},
                 {"loss", json_number_of(evaluation.loss)},
                 {"accuracy", json_number_of(evaluation.accuracy)}};
    for (const MetricValue& metric : evaluation.metrics)
        json[short_word_of(metric.metric)] = json_number_of(metric.value);
    if (const auto& confusion = evaluation.confusion) {
        Json classes = Json::array(), matrix = Json::array();
        for (int label = 0; label < confusion->classes(); ++label) {
            const ConfusionMatrix::ClassFigures figures = confusion->of(label);
            classes.push_back({{"class", class_name(learned, label)},
                               {"items", figures.items},
                               {"predicted", figures.predicted},
                               {"precision", json_number_of(figures.precision)},
                               {"recall", json_number_of(figures.recall)},
                               {"f1", json_number_of(figures.f1)}});
            Json row = Json::array();
            for (int predicted = 0; predicted < confusion->classes(); ++predicted)
                row.push_back(confusion->count(label, predicted));
            matrix.push_back(std::move(row));
        }
        json["classes"] = std::move(classes);
        json["confusion"] = std::move(matrix);
    }
    Json worst = Json::array();
    for (const Evaluation::Sample& sample : evaluation.worst) {
        Json one = {{"sample", sample.index}, {"loss", json_number_of(sample.loss)}};
        if (evaluation.confusion) {
            one["class"] = class_name(learned, sample.label);
            one["predicted"] = class_name(learned, sample.predicted);
            one["probability"] = json_number_of(sample.probability);
        }
        worst.push_back(std::move(one));
    }
    json["worst"] = std::move(worst);
    json["warnings"] = data.warnings;
    return json;
}

std::string evaluation_text(TrainedRun& run, const EvaluatedData& data, const Evaluation& evaluation) {
    const Preprocessing& learned = run.model.preprocessing();
    std::string text = toned(safe(run.title()), Tone::strong) + "\n";
    text += line("data", safe(data.dataset) + (data.is_validation_part ? ", the part to validate on" : "") +
                             ": " + std::to_string(evaluation.items) + " samples");
    text += line("loss", figure(evaluation.loss));
    if (!std::isnan(evaluation.accuracy))
        text += line("accuracy", digits(evaluation.accuracy, 4));
    for (const MetricValue& metric : evaluation.metrics)
        text += line(short_word_of(metric.metric), figure(metric.value));
    if (const auto& confusion = evaluation.confusion) {
        text += "\n" + class_table(learned, *confusion);
        text += "\n" + (confusion->classes() <= most_classes_drawn
                            ? drawn_matrix(learned, *confusion)
                            : most_frequent_confusions(learned, *confusion));
    }
    if (evaluation.worst.empty())
        return text;
    text += "\nThe samples with the largest loss, counted from 0:\n";
    switch (learned.target.kind) {
    case TargetKind::class_label:
        return text + worst_classes(learned, evaluation.worst);
    case TargetKind::tokens:
        return text + worst_texts(learned, *data.data, evaluation.worst);
    case TargetKind::values:
        return text + worst_values(run.model, *data.data, evaluation.worst);
    }
    return text;
}

} // namespace laptime::cli
