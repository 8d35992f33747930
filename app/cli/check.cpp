// SPDX-License-Identifier: Apache-2.0
// `laptime check`: what a run would need, before it starts. Trains nothing and touches no history.
#include <algorithm>

#include "app/cli/command.h"
#include "app/cli/output.h"
#include "engine/compare/numbers.h"
#include "engine/experiment/read_experiment.h"
#include "engine/train/trainer.h"

namespace laptime::cli {

namespace {

struct Options {
    std::string file, dump;
    std::vector<std::string> settings;
    bool json = false;
};

const char* word_of(Support support) {
    return support == Support::native ? "native" : support == Support::emulated ? "emulated" : "unavailable";
}

const char* word_of(TargetKind kind) {
    return kind == TargetKind::values ? "values" : kind == TargetKind::tokens ? "tokens" : "classes";
}

const char* word_of(ElementType element) {
    return element == ElementType::u8 ? "uint8" : element == ElementType::f32 ? "float32" : "int32";
}

const char* word_of(LossKind loss) {
    switch (loss) {
    case LossKind::cross_entropy:
        return "cross_entropy";
    case LossKind::binary_cross_entropy:
        return "binary_cross_entropy";
    case LossKind::mse:
        return "mse";
    case LossKind::mae:
        return "mae";
    case LossKind::huber:
        return "huber";
    }
    return "?";
}

/// Loss and accuracy, and what is measured besides.
std::vector<std::string> metrics_of(const RunPlan& plan) {
    std::vector<std::string> words{laptime::word_of(Metric::val_loss)};
    if (plan.data.target.kind != TargetKind::values)
        words.emplace_back(laptime::word_of(Metric::val_accuracy));
    for (const Metric metric : plan.metrics)
        words.emplace_back(laptime::word_of(metric));
    return words;
}

Json data_json(const Experiment& experiment, const RunPlan& plan) {
    const DataSummary& data = plan.data;
    Json json = {{"dataset", experiment.data.dataset},      {"train_size", data.train_size},
                 {"validation_size", data.validation_size}, {"shape", data.sample.shape},
                 {"dtype", word_of(data.sample.element)},   {"target", word_of(data.target.kind)}};
    if (data.target.kind == TargetKind::values)
        json["values"] = data.target.width;
    else
        json[data.target.kind == TargetKind::tokens ? "vocabulary" : "classes"] = data.target.classes;
    if (!data.class_names.empty())
        json["class_names"] = data.class_names;
    if (!data.class_counts.empty())
        json["class_counts"] = data.class_counts;
    if (data.memory_bound > 0)
        json["memory_bound_bytes"] = data.memory_bound;
    return json;
}

Json json_of(const Experiment& experiment, const RunPlan& plan) {
    Json layers = Json::array(), warnings = Json::array();
    for (const RunPlan::Row& row : plan.layers)
        layers.push_back({{"layer", row.layer},
                          {"kind", row.kind},
                          {"output", row.output},
                          {"dtype", row.dtype},
                          {"parameters", row.parameters},
                          {"flops_per_sample", json_number_of(row.flops_per_sample)}});
    for (const RunWarning& warning : plan.warnings)
        warnings.push_back({{"code", warning.code}, {"text", warning.text}});
    return {
        {"name", experiment.name},
        {"data", data_json(experiment, plan)},
        {"loss", word_of(plan.task.loss)},
        {"metrics", metrics_of(plan)},
        {"monitor", laptime::word_of(plan.monitor)},
        {"layers", layers},
        {"parameters", plan.parameters},
        {"flops_per_sample", json_number_of(plan.flops_per_sample)},
        {"train_size", plan.train_size},
        {"validation_size", plan.validation_size},
        {"steps_per_epoch", plan.steps_per_epoch},
        {"total_steps", plan.total_steps},
        {"predicted_memory_bytes", plan.memory.total()},
        {"memory",
         {{"variables", plan.memory.variables}, {"state", plan.memory.state}, {"arena", plan.memory.arena}}},
        {"device_memory_bytes", plan.device_memory_bytes},
        {"precision",
         {{"name", laptime::word_of(experiment.speed.precision)},
          {"support", word_of(plan.precision.support)},
          {"why", plan.precision.why}}},
        {"casts", plan.casts},
        {"warnings", warnings}};
}

/// "10 classes: cat 5000, dog 5000, … (12 more)"
std::string classes_text(const DataSummary& data) {
    constexpr std::size_t most = 12;
    std::string text = std::to_string(data.target.classes) + " classes";
    const std::size_t known = std::max(data.class_names.size(), data.class_counts.size());
    for (std::size_t i = 0; i < std::min(known, most); ++i) {
        text += (i ? ", " : ": ") + (i < data.class_names.size() ? data.class_names[i] : std::to_string(i));
        if (i < data.class_counts.size())
            text += " " + std::to_string(data.class_counts[i]);
    }
    return text + (known > most ? ", … (" + std::to_string(known - most) + " more)" : "");
}

std::string target_text(const DataSummary& data) {
    switch (data.target.kind) {
    case TargetKind::class_label:
        return classes_text(data);
    case TargetKind::tokens:
        return "the next token, of a vocabulary of " + std::to_string(data.target.classes);
    case TargetKind::values:
        return data.target.width == 1 ? "a number" : std::to_string(data.target.width) + " numbers";
    }
    return "";
}

std::string text_of(const Experiment& experiment, const RunPlan& plan) {
    TextTable table({"layer", "kind", "output", "type", ">parameters", ">FLOP a sample"});
    for (const RunPlan::Row& row : plan.layers)
        table.add({row.layer, row.kind, row.output, row.dtype, std::to_string(row.parameters),
                   with_prefix(row.flops_per_sample, "")});
    const auto bytes = [](std::int64_t count) { return bytes_text(static_cast<double>(count)); };
    std::string text = table.text() + "\n";
    text += "parameters   " + std::to_string(plan.parameters) + "\n";
    text += "FLOP         " + with_prefix(plan.flops_per_sample, "") + " a sample, forward and backward\n";
    text += "data         " + safe(experiment.data.dataset) + ": " + std::to_string(plan.train_size) +
            " to train, " + std::to_string(plan.validation_size) + " to validate, " +
            laptime::text_of(plan.data.sample) + " " + word_of(plan.data.sample.element) + " each\n";
    text += "to be learnt " + safe(target_text(plan.data)) + "\n";
    text += std::string("loss         ") + word_of(plan.task.loss) + "\n";
    std::string metrics;
    for (const std::string& word : metrics_of(plan))
        metrics += (metrics.empty() ? "" : ", ") + word;
    text +=
        "metrics      " + metrics + "; the best checkpoint is by " + laptime::word_of(plan.monitor) + "\n";
    text += "steps        " + std::to_string(plan.steps_per_epoch) + " an epoch" +
            (plan.total_steps > 0 ? ", " + std::to_string(plan.total_steps) + " in all" : "") + "\n";
    text += "memory       " + bytes(plan.memory.total()) + " predicted: weights " +
            bytes(plan.memory.variables) + ", state " + bytes(plan.memory.state) +
            ", activations and work space " + bytes(plan.memory.arena) + "; the device has " +
            bytes(plan.device_memory_bytes) + "\n";
    if (plan.data.memory_bound > 0)
        text += "             besides at most " + bytes(static_cast<std::int64_t>(plan.data.memory_bound)) +
                " for decoded samples (data.cache_mb); the rest is decoded again\n";
    text += std::string("precision    ") + laptime::word_of(experiment.speed.precision) + ": " +
            word_of(plan.precision.support) +
            (plan.precision.why.empty() ? "" : " (" + plan.precision.why + ")") +
            (plan.precision.support == Support::emulated ? ", no speed-up expected here" : "") + "\n";
    text += plan.casts.empty() ? "casts        none\n" : "casts\n";
    for (const std::string& cast : plan.casts)
        text += "  " + safe(cast) + "\n";
    for (const RunWarning& warning : plan.warnings)
        text += "warning      " + safe(warning.text) + "\n";
    return text;
}

int run(const Options& options) {
    const Experiment experiment = read_experiment(options.file, overrides_of(options.settings));
    if (!options.dump.empty()) {
        const std::string graph = dump_graph(experiment, options.dump);
        options.json ? print_json({{"pass", options.dump}, {"graph", graph}}) : print(graph);
        return done;
    }
    const RunPlan plan = plan_run(experiment);
    options.json ? print_json(json_of(experiment, plan)) : print(text_of(experiment, plan));
    return done;
}

} // namespace

void add_check(CLI::App& app, Globals& globals) {
    CLI::App* command = app.add_subcommand(
        "check", "Validates an experiment and shows layers, casts and predicted memory; trains nothing");
    const auto options = std::make_shared<Options>();
    command->add_option("file", options->file, "The experiment")->required()->type_name("FILE");
    std::string passes;
    for (const std::string& pass : pass_names())
        passes += (passes.empty() ? "" : ", ") + pass;
    command->add_option("--dump", options->dump, "Print the graph of a training step after a pass: " + passes)
        ->type_name("PASS");
    add_settings_option(*command, options->settings);
    command->add_flag("--json", options->json, "One JSON object");
    command->footer("Examples:\n  laptime check first.toml\n  laptime check first.toml --set "
                    "speed.precision=mixed_float16 "
                    "--dump precision");
    command->callback([&globals, options] { globals.action = [options] { return run(*options); }; });
}

} // namespace laptime::cli
