// SPDX-License-Identifier: Apache-2.0
// How long one training step of a small language model takes on cpu:0, and where the time goes; the graph is
// made here, so that a kernel can be timed without the model library.
//   bench_transformer [PRECISION] [BATCH] [--layers N] [--width N] [--heads N] [--context N] [--vocabulary N]
//                     [--both-ways] [--threads N] [--seconds S] [--nodes] [--text]
// Without options it is char-gpt: 4 layers, width 128, 4 heads, context 64, vocabulary 65. Prints one JSON
// line (median and best of all steps); --nodes adds the time of every step of the program, --text the
// compiled graph.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "engine/backends/cpu/cpu_device.h"
#include "engine/backends/cpu/session.h"
#include "engine/core/clock.h"
#include "engine/passes/differentiate.h"
#include "engine/passes/fuse.h"
#include "engine/passes/precision.h"

using namespace laptime;

namespace {

struct Options {
    std::string precision = "float32";
    std::int64_t batch = 64, layers = 4, width = 128, heads = 4, context = 64, vocabulary = 65;
    int threads = 0;
    double seconds = 3;
    bool causal = true, nodes = false, text = false;
};

Options parse(int argc, char** argv) {
    Options options;
    const std::map<std::string, std::int64_t*> numbers = {{"--layers", &options.layers},
                                                          {"--width", &options.width},
                                                          {"--heads", &options.heads},
                                                          {"--context", &options.context},
                                                          {"--vocabulary", &options.vocabulary}};
    std::vector<std::string> words;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        const bool has_value = i + 1 < argc;
        if (word == "--both-ways")
            options.causal = false;
        else if (word == "--nodes")
            options.nodes = true;
        else if (word == "--text")
            options.text = true;
        else if (word == "--threads" && has_value)
            options.threads = std::atoi(argv[++i]);
        else if (word == "--seconds" && has_value)
            options.seconds = std::atof(argv[++i]);
        else if (numbers.contains(word) && has_value)
            *numbers.at(word) = std::atoll(argv[++i]);
        else
            words.push_back(word);
    }
    if (words.size() > 0)
        options.precision = words[0];
    if (words.size() > 1)
        options.batch = std::atoll(words[1].c_str());
    return options;
}

/// Writes the graph of one step, as the model library would.
class Builder {
public:
    explicit Builder(const Options& options)
        : o_(options), type_(options.precision == "float64" ? DType::f64 : DType::f32) {}

    Graph step() {
        const ValueId ids = graph_.add_input("x", {DType::i32, {o_.batch, o_.context}});
        const ValueId labels = graph_.add_input("labels", {DType::i32, {o_.batch * o_.context}});
        const ValueId scale = graph_.add_input("scale", {type_, {}});
        ValueId h =
            graph_.apply1("embedding", {ids, variable("tokens", {o_.vocabulary, o_.width})}, {}, "tokens");
        const ValueId positions = reshape(variable("positions", {o_.context, o_.width}), {-1}, "positions");
        h = graph_.apply1("bias_add", {reshape(h, {o_.batch, -1}, "positions"), positions}, {}, "positions");
        h = reshape(h, {o_.batch, o_.context, o_.width}, "positions");
        for (std::int64_t i = 0; i < o_.layers; ++i)
            h = block(h, "block" + std::to_string(i + 1));
        const ValueId logits = product(norm(h, "norm"), o_.vocabulary, "logits", false);
        const ValueId rows = reshape(logits, {-1, o_.vocabulary}, "loss");
        const ValueId loss = graph_.apply("softmax_cross_entropy", {rows, labels, scale}, {}, "loss").front();
        graph_.add_result("loss", loss);
        graph_.add_result("correct", graph_.apply1("correct_count", {rows, labels}, {}, "loss"));
        return finished(update(loss));
    }

private:
    ValueId variable(const std::string& name, Shape shape) {
        const ValueId id = graph_.add_variable(name, {type_, std::move(shape)});
        variables_.push_back(id);
        return id;
    }
    ValueId reshape(ValueId x, std::vector<std::int64_t> shape, const std::string& layer) {
        return graph_.apply1("reshape", {x}, {{"shape", std::move(shape)}}, layer);
    }
    ValueId norm(ValueId x, const std::string& layer) {
        return graph_
            .apply("layer_norm",
                   {x, variable(layer + "/gamma", {o_.width}), variable(layer + "/beta", {o_.width})},
                   {{"epsilon", 1e-5}}, layer)
            .front();
    }
    ValueId product(ValueId x, std::int64_t units, const std::string& layer, bool gelu) {
        const Shape shape = graph_.value(x).type.shape;
        const ValueId kernel = variable(layer + "/kernel", {shape[-1], units});
        ValueId y = graph_.apply1("matmul", {reshape(x, {-1, shape[-1]}, layer), kernel}, {}, layer);
        y = graph_.apply1("bias_add", {y, variable(layer + "/bias", {units})}, {}, layer);
        if (gelu)
            y = graph_.apply1("gelu", {y}, {{"approximate", false}}, layer);
        return reshape(y, {shape[0], shape[1], units}, layer);
    }
    ValueId block(ValueId h, const std::string& name) {
        const ValueId qkv = product(norm(h, name + "/norm1"), 3 * o_.width, name + "/qkv", false);
        const ValueId seen =
            graph_
                .apply("attention", {qkv}, {{"heads", o_.heads}, {"causal", o_.causal}}, name + "/attention")
                .front();
        h = graph_.apply1("add", {h, product(seen, o_.width, name + "/out", false)}, {}, name);
        const ValueId wide = product(norm(h, name + "/norm2"), 4 * o_.width, name + "/up", true);
        return graph_.apply1("add", {h, product(wide, o_.width, name + "/down", false)}, {}, name);
    }
    Graph update(ValueId loss) {
        const std::vector<ValueId> gradients = differentiate(graph_, loss, variables_);
        const ValueId counter = graph_.add_state("counter", {DType::i64, {}});
        const ValueId ok = graph_.apply1("all_finite", {loss}, {}, "optimizer");
        const ValueId rate =
            graph_.apply1("learning_rate", {counter},
                          {{"rate", 1e-3}, {"dtype", std::string(name_of(type_))}}, "optimizer");
        for (std::size_t i = 0; i < variables_.size(); ++i) {
            const Value value = graph_.value(variables_[i]);
            const ValueId m = graph_.add_state("m/" + value.name, value.type),
                          v = graph_.add_state("v/" + value.name, value.type);
            graph_.apply("adam", {variables_[i], gradients[i], m, v, rate, counter, ok},
                         {{"weight_decay", 0.01}, {"decoupled", true}}, value.name);
        }
        graph_.apply("increment", {counter, ok}, {}, "optimizer");
        return graph_;
    }
    Graph finished(const Graph& graph) const {
        if (o_.precision == "mixed_bfloat16")
            return fuse(apply_precision(graph, DType::bf16, {{"logits", DType::f32}}));
        if (o_.precision == "mixed_float16")
            return fuse(apply_precision(graph, DType::f16, {{"logits", DType::f32}}));
        return fuse(graph);
    }

    const Options& o_;
    DType type_;
    Graph graph_;
    std::vector<ValueId> variables_;
};

void write_initial(Session& session) {
    std::mt19937 random(1);
    for (const auto& [name, type] : session.stored()) {
        if (name.starts_with("m/") || name.starts_with("v/") || type.dtype == DType::i64)
            continue;
        std::vector<double> values(static_cast<std::size_t>(type.shape.count()),
                                   name.ends_with("gamma") ? 1.0 : 0.0);
        if (type.shape.rank() > 1)
            for (double& value : values)
                value = std::normal_distribution<double>(0, 0.02)(random);
        session.write(name, values);
    }
}

void print_nodes(cpu::CpuSession& session, cpu::CpuProgram& program, const Call& call) {
    std::vector<std::vector<double>> seconds(program.steps().size());
    for (int repeat = 0; repeat < 40; ++repeat) {
        const std::vector<double> once = session.profile(call);
        for (std::size_t i = 0; i < once.size(); ++i)
            seconds[i].push_back(once[i]);
    }
    std::map<std::string, std::pair<double, double>>
        sums; // best and median, by operation and type of the result
    for (std::size_t i = 0; i < seconds.size(); ++i) {
        std::ranges::sort(seconds[i]);
        const double median = seconds[i][seconds[i].size() / 2];
        std::string types;
        for (const ValueId id : program.steps()[i].outputs)
            types += " " + program.graph().value(id).type.text();
        const std::string& name = program.steps()[i].name;
        auto& [best_sum, median_sum] = sums[name.substr(name.rfind('/') + 1) + types];
        best_sum += seconds[i][0];
        median_sum += median;
        std::printf("%9.4f ms median %9.4f best  %-40s%s\n", median * 1e3, seconds[i][0] * 1e3, name.c_str(),
                    types.c_str());
    }
    std::vector<std::pair<std::pair<double, double>, std::string>> sorted;
    for (const auto& [name, sum] : sums)
        sorted.emplace_back(sum, name);
    std::ranges::sort(sorted, std::greater());
    for (const auto& [sum, name] : sorted)
        std::printf("%9.4f ms best %9.4f median in all  %s\n", sum.first * 1e3, sum.second * 1e3,
                    name.c_str());
}

} // namespace

int main(int argc, char** argv) {
    const Options options = parse(argc, argv);
    const auto device = make_cpu_device(0);
    const auto session = device->open_session(options.threads);
    const auto program = session->compile(Builder(options).step());
    write_initial(*session);

    std::mt19937 random(2);
    std::vector<std::int32_t> x(static_cast<std::size_t>(options.batch * options.context)), labels(x.size());
    for (std::size_t i = 0; i < x.size(); ++i)
        x[i] = static_cast<std::int32_t>(random() % static_cast<std::uint64_t>(options.vocabulary));
    for (std::size_t i = 0; i < x.size(); ++i)
        labels[i] = x[(i + 1) % x.size()];
    const double scale64 = 1.0 / static_cast<double>(x.size());
    const float scale32 = static_cast<float>(scale64);
    const bool is_64 = options.precision == "float64";
    std::vector<double> results(program->graph().result_offset(program->graph().results().size()));
    const Call call = {program.get(),
                       {x.data(), labels.data(),
                        is_64 ? static_cast<const void*>(&scale64) : static_cast<const void*>(&scale32)},
                       results.data()};
    session->execute({&call, 1});
    const double first_loss = results[0];
    std::vector<double> times;
    const double begin = monotonic_seconds();
    double before = begin;
    while (before - begin < options.seconds || times.size() < 10) {
        session->execute({&call, 1});
        const double now = monotonic_seconds();
        times.push_back(now - before);
        before = now;
    }
    std::ranges::sort(times);
    const double median = times[times.size() / 2];
    std::printf("{\"workload\": \"chargpt\", \"precision\": \"%s\", \"batch\": %lld, \"steps\": %zu, "
                "\"step_ms\": %.4f, "
                "\"best_step_ms\": %.4f, \"samples_per_second\": %.1f, \"first_loss\": %.6f, \"loss\": %.6f, "
                "\"arena\": %lld}\n",
                options.precision.c_str(), static_cast<long long>(options.batch), times.size(), median * 1e3,
                times[0] * 1e3, static_cast<double>(x.size()) / median, first_loss, results[0],
                static_cast<long long>(session->memory().arena));
    if (options.text)
        std::printf("%s", program->graph().text().c_str());
    if (options.nodes)
        print_nodes(dynamic_cast<cpu::CpuSession&>(*session), dynamic_cast<cpu::CpuProgram&>(*program), call);
    return 0;
}
