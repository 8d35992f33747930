// SPDX-License-Identifier: Apache-2.0
// How long one training step takes on cpu:0, and where the time goes.
//   bench_step [MODEL] [PRECISION] [BATCH] [OPTIMIZER] [--image HxWxC] [--threads N] [--seconds S] [--nodes]
//   [--text]
// Images are 28x28x1 where not said. Prints one JSON line (median and best of all steps); --nodes adds the
// time of every step of the program, and of each operation in all, --text the compiled graph.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "engine/backends/cpu/cpu_device.h"
#include "engine/backends/cpu/session.h"
#include "engine/core/clock.h"
#include "engine/model/library.h"
#include "engine/train/step_graph.h"

using namespace laptime;

namespace {

struct Options {
    std::string model = "cnn", precision = "float32", optimizer = "adam";
    std::int64_t batch = 128;
    Shape image = {28, 28, 1};
    int threads = 0;
    double seconds = 3;
    bool nodes = false, text = false;
};

template <typename Enum>
Enum named(const std::string& name, std::initializer_list<std::pair<const char*, Enum>> list) {
    for (const auto& [text, value] : list)
        if (name == text)
            return value;
    std::fprintf(stderr, "bench_step: unknown name '%s'\n", name.c_str());
    std::exit(2);
}

Shape parse_image(const char* text) {
    long long height = 0, width = 0, channels = 0;
    if (std::sscanf(text, "%lldx%lldx%lld", &height, &width, &channels) != 3) {
        std::fprintf(stderr, "bench_step: '%s' is not HxWxC\n", text);
        std::exit(2);
    }
    return {height, width, channels};
}

Options parse(int argc, char** argv) {
    Options options;
    std::vector<std::string> words;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        if (word == "--nodes")
            options.nodes = true;
        else if (word == "--text")
            options.text = true;
        else if (word == "--image" && i + 1 < argc)
            options.image = parse_image(argv[++i]);
        else if (word == "--threads" && i + 1 < argc)
            options.threads = std::atoi(argv[++i]);
        else if (word == "--seconds" && i + 1 < argc)
            options.seconds = std::atof(argv[++i]);
        else
            words.push_back(word);
    }
    if (words.size() > 0)
        options.model = words[0];
    if (words.size() > 1)
        options.precision = words[1];
    if (words.size() > 2)
        options.batch = std::atoll(words[2].c_str());
    if (words.size() > 3)
        options.optimizer = words[3];
    return options;
}

struct Batch {
    std::vector<std::uint8_t> x;
    std::vector<std::int32_t> labels;
    float scale32;
    double scale64;
    std::int64_t rng[4] = {1, 0, 0, 0};
};

void write_initial(Session& session, const StagedGraph& staged) {
    std::size_t position = 0;
    for (const Parameter& parameter : staged.parameters)
        session.write(parameter.name, initial_values(parameter, position++, 1));
    for (const auto& [name, value] : initial_state())
        for (const auto& [stored, type] : session.stored())
            if (stored == name)
                session.write(name, std::vector<double>(static_cast<std::size_t>(type.shape.count()), value));
}

void print_nodes(cpu::CpuSession& session, cpu::CpuProgram& program, const Call& call) {
    std::vector<std::vector<double>> seconds(program.steps().size());
    for (int repeat = 0; repeat < 20; ++repeat) {
        const std::vector<double> once = session.profile(call);
        for (std::size_t i = 0; i < once.size(); ++i)
            seconds[i].push_back(once[i]);
    }
    std::map<std::string, double> of_operation;
    for (std::size_t i = 0; i < seconds.size(); ++i) {
        std::ranges::sort(seconds[i]);
        std::string types;
        for (const ValueId id : program.steps()[i].outputs)
            types += " " + program.graph().value(id).type.text();
        const std::string& name = program.steps()[i].name;
        const double median = seconds[i][seconds[i].size() / 2] * 1e3;
        of_operation[name.substr(name.rfind('/') + 1)] += median;
        std::printf("%9.4f ms median %9.4f best  %-40s%s\n", median, seconds[i][0] * 1e3, name.c_str(),
                    types.c_str());
    }
    for (const auto& [operation, median] : of_operation)
        std::printf("%9.4f ms in all  %s\n", median, operation.c_str());
}

} // namespace

int main(int argc, char** argv) {
    const Options options = parse(argc, argv);
    const double begin = monotonic_seconds();
    StepOptions step;
    step.precision = named<Precision>(options.precision, {{"float64", Precision::float64},
                                                          {"float32", Precision::float32},
                                                          {"mixed_float16", Precision::mixed_float16},
                                                          {"mixed_bfloat16", Precision::mixed_bfloat16}});
    step.optimizer = named<OptimizerKind>(options.optimizer, {{"sgd", OptimizerKind::sgd},
                                                              {"momentum", OptimizerKind::momentum},
                                                              {"rmsprop", OptimizerKind::rmsprop},
                                                              {"adam", OptimizerKind::adam},
                                                              {"adamw", OptimizerKind::adamw}});
    step.total_steps = 1000;
    const Model model = make_model(options.model, {}, {options.image}, Task::of_classes(10));
    const StagedGraph staged = build_program(ProgramKind::step, model, options.batch, step);
    const double built = monotonic_seconds();
    const auto device = make_cpu_device(0);
    const auto session = device->open_session(options.threads);
    const auto program = session->compile(staged.finished());
    const double compiled = monotonic_seconds();
    write_initial(*session, staged);

    Batch batch;
    std::mt19937 random(1);
    batch.x.resize(static_cast<std::size_t>(options.batch * options.image.count()));
    for (auto& pixel : batch.x)
        pixel = static_cast<std::uint8_t>(random());
    batch.labels.resize(static_cast<std::size_t>(options.batch));
    for (auto& label : batch.labels)
        label = static_cast<std::int32_t>(random() % 10);
    batch.scale64 = 1.0 / static_cast<double>(options.batch);
    batch.scale32 = static_cast<float>(batch.scale64);
    const bool is_64 = step.precision == Precision::float64;
    std::vector<double> results(program->graph().results().size());
    const Call call = {
        program.get(),
        {batch.x.data(), batch.labels.data(),
         is_64 ? static_cast<const void*>(&batch.scale64) : static_cast<const void*>(&batch.scale32),
         batch.rng},
        results.data()};
    const double filled = monotonic_seconds();
    session->execute({&call, 1});
    const double first = monotonic_seconds();
    std::vector<double> times;
    double before = monotonic_seconds();
    while (before - first < options.seconds || times.size() < 20) {
        session->execute({&call, 1});
        const double now = monotonic_seconds();
        times.push_back(now - before);
        before = now;
    }
    std::ranges::sort(times);
    const double median = times[times.size() / 2];
    const SessionMemory memory = session->memory();
    std::printf(
        "{\"model\": \"%s\", \"precision\": \"%s\", \"batch\": %lld, \"steps\": %zu, \"step_ms\": %.4f, "
        "\"best_step_ms\": %.4f, \"samples_per_second\": %.1f, \"build_ms\": %.2f, \"compile_ms\": %.2f, "
        "\"first_step_ms\": %.2f, \"loss\": %.9g, \"variables\": %lld, \"state\": %lld, \"arena\": %lld}\n",
        options.model.c_str(), options.precision.c_str(), static_cast<long long>(options.batch), times.size(),
        median * 1e3, times[0] * 1e3, static_cast<double>(options.batch) / median, (built - begin) * 1e3,
        (compiled - built) * 1e3, (first - filled) * 1e3, results[0],
        static_cast<long long>(memory.variables), static_cast<long long>(memory.state),
        static_cast<long long>(memory.arena));
    if (options.text)
        std::printf("%s", program->graph().text().c_str());
    if (options.nodes)
        print_nodes(dynamic_cast<cpu::CpuSession&>(*session), dynamic_cast<cpu::CpuProgram&>(*program), call);
    return 0;
}
