// SPDX-License-Identifier: Apache-2.0
// `laptime predict`: what a run's model says of files, and how it goes on with a text.
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <numeric>
#include <optional>
#include <sstream>

#include "app/cli/interrupts.h"
#include "app/cli/output.h"
#include "app/cli/trained_run.h"
#include "engine/core/error.h"
#include "engine/data/predict_input.h"
#include "engine/train/generate_text.h"

namespace laptime::cli {

namespace {

struct Options {
    std::string run;
    std::vector<std::string> files;
    std::int64_t top = 1;
    bool last = false, json = false;
    std::optional<std::string> prompt;
    std::optional<std::int64_t> length;
    std::optional<double> temperature;
    std::optional<std::uint64_t> seed;
};

constexpr std::size_t items_at_once = 512;

/// The numbers of the classes, the most likely first.
std::vector<std::int64_t> ranked(std::span<const double> probabilities, std::int64_t count) {
    std::vector<std::int64_t> classes(probabilities.size());
    std::iota(classes.begin(), classes.end(), 0);
    std::ranges::stable_sort(classes, [&](std::int64_t a, std::int64_t b) {
        return probabilities[static_cast<std::size_t>(a)] > probabilities[static_cast<std::size_t>(b)];
    });
    classes.resize(std::min(classes.size(), static_cast<std::size_t>(count)));
    return classes;
}

/// Tells what the model says of each item, a line each.
class Teller {
public:
    Teller(const Preprocessing& learned, const Options& options)
        : learned_(learned), options_(options), table_(columns()) {}

    /// False once nobody reads it any more.
    bool tell(const std::string& name, std::span<const double> output) {
        const bool classes = learned_.target.kind == TargetKind::class_label;
        if (options_.json)
            return print_json(classes ? class_json(name, output) : value_json(name, output));
        std::vector<std::string> cells{name};
        if (classes) {
            for (const std::int64_t number : ranked(output, options_.top)) {
                cells.push_back(class_name(learned_, number));
                cells.push_back(significant(output[static_cast<std::size_t>(number)], 4));
            }
        } else {
            for (const double value : output)
                cells.push_back(significant(value, 6));
        }
        table_.add(std::move(cells), Tone::strong, 1);
        return true;
    }

    void finish() {
        if (!options_.json)
            print(table_.text());
    }

private:
    std::vector<std::string> columns() const {
        std::vector<std::string> names{"what"};
        if (learned_.target.kind == TargetKind::class_label) {
            const std::int64_t shown = std::min<std::int64_t>(options_.top, learned_.target.classes);
            for (std::int64_t i = 0; i < shown; ++i) {
                names.emplace_back("class");
                names.emplace_back("probability");
            }
        } else {
            for (std::int64_t i = 0; i < learned_.target.width; ++i)
                names.push_back(learned_.target.width == 1 ? ">value" : ">value " + std::to_string(i + 1));
        }
        return names;
    }

    Json class_json(const std::string& name, std::span<const double> output) const {
        Json top = Json::array();
        for (const std::int64_t number : ranked(output, options_.top))
            top.push_back({{"class", class_name(learned_, number)},
                           {"number", number},
                           {"probability", json_number_of(output[static_cast<std::size_t>(number)])}});
        return {{"what", name},
                {"class", top.front()["class"]},
                {"number", top.front()["number"]},
                {"probability", top.front()["probability"]},
                {"top", top}};
    }

    Json value_json(const std::string& name, std::span<const double> output) const {
        Json values = Json::array();
        for (const double value : output)
            values.push_back(json_number_of(value));
        return {{"what", name}, {"values", values}};
    }

    const Preprocessing& learned_;
    const Options& options_;
    TextTable table_;
};

int predict_files(TrainedRun& run, const Options& options) {
    if (options.prompt || options.length || options.temperature || options.seed)
        throw InvalidInput("--prompt, --length, --temperature and --seed are for models of texts; run " +
                           std::to_string(run.id) + " was trained on " + run.model.experiment().data.dataset +
                           ": name the files to look at");
    if (options.files.empty())
        throw InvalidInput("name the files to look at: laptime predict RUN FILE…");
    const PredictInput input = open_predict_input(run.model.preprocessing(), options.files);
    for (const std::string& warning : input.warnings)
        note(warning);
    Teller teller(run.model.preprocessing(), options);
    const auto outputs = static_cast<std::size_t>(run.model.outputs_per_sample());
    std::vector<std::uint32_t> indices;
    std::vector<unsigned char> samples;
    for (std::size_t first = 0; first < input.names.size(); first += indices.size()) {
        indices.resize(std::min(items_at_once, input.names.size() - first));
        std::iota(indices.begin(), indices.end(), static_cast<std::uint32_t>(first));
        samples.resize(indices.size() * input.data->sample().bytes());
        input.data->read(indices, {}, samples.data(), nullptr);
        const std::vector<double> output =
            run.model.predict(samples, static_cast<std::int64_t>(indices.size()));
        for (std::size_t i = 0; i < indices.size(); ++i)
            if (!teller.tell(input.names[first + i], std::span(output).subspan(i * outputs, outputs)))
                return done;
    }
    teller.finish();
    return input.warnings.empty() ? done : wrong_request;
}

std::string text_of_file(const std::string& path) {
    std::ostringstream text;
    if (path == "-") {
        text << std::cin.rdbuf();
        return text.str();
    }
    std::error_code error;
    if (std::filesystem::is_directory(path, error))
        throw DataError("cannot read " + path + ": it is a folder; name a file with the text to go on with");
    std::ifstream file(path, std::ios::binary);
    if (!file)
        throw DataError("cannot read " + path + ": " + std::strerror(errno));
    text << file.rdbuf();
    return text.str();
}

std::string prompt_of(const Options& options) {
    if (options.prompt && !options.files.empty())
        throw InvalidInput("give the text to go on with either as --prompt or in a FILE, not both");
    if (options.prompt)
        return *options.prompt;
    if (options.files.empty())
        throw InvalidInput("give the model a text to go on with: --prompt TEXT, a FILE, or - to read it from "
                           "standard input");
    if (options.files.size() > 1)
        throw InvalidInput("a model of texts goes on with one text; name one FILE");
    return text_of_file(options.files.front());
}

/// Bytes that could drive a terminal, as a model of bytes may well make, as "?".
std::string for_terminal(std::string text) {
    for (char& c : text)
        if (c != '\n' && c != '\t' && (static_cast<unsigned char>(c) < 0x20 || c == 0x7f))
            c = '?';
    return text;
}

/// The most likely tokens behind the prompt, of which the model sees as much as it has room for.
Json next_tokens(TrainedModel& model, const std::string& prompt, std::int64_t top) {
    const Preprocessing& learned = model.preprocessing();
    const std::vector<std::int32_t> tokens = prompt_tokens(learned, prompt);
    const auto context = static_cast<std::size_t>(learned.target.width);
    const std::size_t length = std::min(context, tokens.size());
    Json next = Json::array();
    if (length == 0)
        return next;
    std::vector<std::int32_t> sample(context, 0);
    std::copy(tokens.end() - static_cast<std::ptrdiff_t>(length), tokens.end(), sample.begin());
    const std::vector<double> output = model.predict(
        {reinterpret_cast<const unsigned char*>(sample.data()), sample.size() * sizeof(sample[0])}, 1);
    const std::size_t vocabulary = output.size() / context;
    const auto row = std::span(output).subspan((length - 1) * vocabulary, vocabulary);
    for (const std::int64_t number : ranked(row, top)) {
        const auto token = static_cast<std::int32_t>(number);
        next.push_back({{"token", token_text(learned, {&token, 1})},
                        {"number", number},
                        {"probability", json_number_of(row[static_cast<std::size_t>(number)])}});
    }
    return next;
}

int go_on_with_text(TrainedRun& run, const Options& options) {
    GenerateOptions generate;
    generate.tokens = options.length.value_or(generate.tokens);
    generate.temperature = options.temperature.value_or(generate.temperature);
    generate.seed = options.seed.value_or(generate.seed);
    const std::string prompt = prompt_of(options);
    if (options.json) {
        const std::string text = generate_text(run.model, prompt, generate);
        print_json({{"prompt", prompt},
                    {"text", text},
                    {"tokens", generate.tokens},
                    {"temperature", generate.temperature},
                    {"seed", generate.seed},
                    {"next", next_tokens(run.model, prompt, options.top)}});
        return done;
    }
    const bool live = is_terminal(1);
    bool started = false;
    const std::string text = generate_text(run.model, prompt, generate, [&](const std::string& piece) {
        if (live && !started)
            print(toned(for_terminal(prompt), Tone::quiet));
        started = true;
        return print(live ? for_terminal(piece) : piece);
    });
    if (text.empty() || text.back() != '\n')
        print("\n");
    return done;
}

int predict(const Globals& globals, const Options& options) {
    if (options.top < 1)
        throw InvalidInput("--top " + std::to_string(options.top) + ": must be 1 or more");
    if (options.length && *options.length < 1)
        throw InvalidInput("--length " + std::to_string(*options.length) + ": must be 1 or more");
    if (options.temperature && !(*options.temperature >= 0 && std::isfinite(*options.temperature)))
        throw InvalidInput("--temperature " + significant(*options.temperature, 3) +
                           ": must be 0 (always the most likely) or more");
    end_at_signals();
    TrainedRun run = open_trained_run(globals, options.run, options.last);
    return run.model.preprocessing().target.kind == TargetKind::tokens ? go_on_with_text(run, options)
                                                                       : predict_files(run, options);
}

} // namespace

void add_predict(CLI::App& app, Globals& globals) {
    CLI::App* command = app.add_subcommand(
        "predict", "Asks a run's model about files, or lets a model of texts go on with one");
    const auto options = std::make_shared<Options>();
    add_trained_run_options(*command, options->run, options->last);
    command
        ->add_option(
            "files", options->files,
            "Pictures, folders of them, .npy arrays, IDX files or CSV tables, as the model takes; for a "
            "model of texts a file with the text to go on with, or - for standard input")
        ->type_name("FILE");
    command
        ->add_option("--top", options->top,
                     "So many of the most likely classes, or with --json of the next tokens (1)")
        ->type_name("K");
    command->add_option("--prompt", options->prompt, "The text that a model of texts goes on with")
        ->type_name("TEXT");
    command->add_option("--length", options->length, "So many tokens: characters or bytes (200)")
        ->type_name("N");
    command
        ->add_option("--temperature", options->temperature,
                     "0: always the most likely token; 1: as the model says (0.8)")
        ->type_name("T");
    command->add_option("--seed", options->seed, "Another seed, another text (1)")->type_name("S");
    command->add_flag("--json", options->json, "One JSON object a file");
    command->footer("Examples:\n  laptime predict flowers photos/*.jpg --top 3\n"
                    "  laptime predict shakespeare --prompt 'ROMEO:' --length 500");
    command->callback(
        [&globals, options] { globals.action = [&globals, options] { return predict(globals, *options); }; });
}

} // namespace laptime::cli
