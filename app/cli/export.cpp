// SPDX-License-Identifier: Apache-2.0
// `laptime export`: every point of a run, or its trained model, as a file.
#include "app/cli/output.h"
#include "app/cli/trained_run.h"
#include "engine/compare/numbers.h"
#include "engine/core/atomic_file.h"
#include "engine/core/error.h"
#include "engine/experiment/read_experiment.h"
#include "engine/export/onnx.h"
#include "engine/report/report.h"

namespace laptime::cli {

namespace {

struct Options {
    std::string run, out;
    bool last = false;
};

/// What a reader of the file needs to know about the model in it.
std::map<std::string, std::string> metadata_of(const TrainedRun& run) {
    std::map<std::string, std::string> metadata{{"name", run.name},
                                                {"model", run.model.model().name},
                                                {"experiment", write_experiment(run.model.experiment())},
                                                {"preprocessing", to_json(run.model.preprocessing())}};
    if (const auto& names = run.model.preprocessing().class_names; !names.empty())
        metadata["classes"] = dumped(Json(names));
    return metadata;
}

void export_model(const Globals& globals, const Options& options, const std::string& ending) {
    const TrainedRun run = open_trained_run(globals, options.run, options.last);
    const std::vector<StoredTensor> weights = run.model.weights();
    std::size_t bytes = 0;
    for (const StoredTensor& tensor : weights)
        bytes += tensor.bytes.size();
    if (ending == "onnx")
        write_onnx(options.out, run.model.model(), weights, metadata_of(run));
    else
        write_safetensors(options.out, {metadata_of(run), weights});
    print("wrote " + options.out + ": " + run.title() + ", " + std::to_string(weights.size()) + " tensors, " +
          bytes_text(static_cast<double>(bytes)) + "\n");
}

int export_to_file(const Globals& globals, const Options& options) {
    const std::string ending = ending_of(options.out);
    if (ending == "onnx" || ending == "safetensors") {
        export_model(globals, options, ending);
        return done;
    }
    if (ending != "csv" && ending != "jsonl")
        throw InvalidInput("cannot export to " + options.out +
                           ": the file's name must end in .csv or .jsonl for the run's points, in "
                           ".safetensors or .onnx for its trained model");
    if (options.last)
        throw InvalidInput("--last is for .safetensors and .onnx, which hold one checkpoint; " + options.out +
                           " gets every point of the run");
    const auto history = globals.open_history();
    export_run(*history, history->find_run(options.run), options.out);
    print("wrote " + options.out + "\n");
    return done;
}

} // namespace

void add_export(CLI::App& app, Globals& globals) {
    CLI::App* command = app.add_subcommand("export", "Writes every point of a run as .csv or .jsonl, or its "
                                                     "trained model as .safetensors or .onnx");
    const auto options = std::make_shared<Options>();
    add_trained_run_options(*command, options->run, options->last);
    command->add_option("--out", options->out, "The file; its ending says the format")
        ->required()
        ->type_name("FILE");
    command->footer(
        "Examples:\n  laptime export bf16 --out bf16.csv\n  laptime export bf16 --out bf16.onnx\n\n"
        "The .onnx file (operator set 17, float32) takes x as the data has it: pictures as\n"
        "uint8 [batch, height, width, channels], tables as normalised float32, texts as int64 ids.");
    command->callback([&globals, options] {
        globals.action = [&globals, options] { return export_to_file(globals, *options); };
    });
}

} // namespace laptime::cli
