// SPDX-License-Identifier: Apache-2.0
// `laptime evaluate`: how good a run's model is, class by class, and what it gets most wrong.
#include <algorithm>
#include <cmath>

#include "app/cli/evaluation_printers.h"
#include "app/cli/interrupts.h"
#include "app/cli/output.h"
#include "engine/train/evaluate_model.h"

namespace laptime::cli {

namespace {

struct Options {
    std::string run, dataset;
    bool last = false, json = false;
};

int evaluate(const Globals& globals, const Options& options) {
    end_at_signals();
    TrainedRun run = open_trained_run(globals, options.run, options.last);
    show_progress("reading the data");
    EvaluatedData data;
    data.is_validation_part = options.dataset.empty();
    data.dataset = options.dataset.empty() ? run.model.experiment().data.dataset : options.dataset;
    data.data = evaluation_data(run.model, options.dataset, data.warnings);
    const std::string all = std::to_string(data.data->size());
    constexpr std::size_t worst = 16;
    const Evaluation evaluation = evaluate_model(run.model, *data.data, worst, [&](std::int64_t items) {
        show_progress("evaluated " + std::to_string(items) + " of " + all);
        return true;
    });
    show_progress("");
    for (std::string& warning : data.data->take_warnings())
        data.warnings.push_back(std::move(warning));
    if (options.json) {
        print_json(evaluation_json(run, data, evaluation));
        return done;
    }
    for (const std::string& warning : data.warnings)
        note(warning);
    print(evaluation_text(run, data, evaluation));
    return done;
}

} // namespace

void add_evaluate(CLI::App& app, Globals& globals) {
    CLI::App* command = app.add_subcommand(
        "evaluate", "Shows how good a run's model is: figures for each class, confusions, worst samples");
    const auto options = std::make_shared<Options>();
    add_trained_run_options(*command, options->run, options->last);
    command
        ->add_option("--data", options->dataset,
                     "Another data set than the part that the run validated on, as idx:DIR or csv:FILE")
        ->type_name("NAME");
    command->add_flag("--json", options->json, "One JSON object");
    command->footer("Examples:\n  laptime evaluate bf16\n  laptime evaluate bf16 --data images:new-photos\n\n"
                    "The loss is without label smoothing and class weights.");
    command->callback([&globals, options] {
        globals.action = [&globals, options] { return evaluate(globals, *options); };
    });
}

} // namespace laptime::cli
