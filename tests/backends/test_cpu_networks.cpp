// SPDX-License-Identifier: Apache-2.0
// Training steps on cpu:0 against the reference device: what single operations cannot show, such as layouts
// kept between operations, memory that is used again, and fused forms. In float64 and float32 three steps are
// done, and the reference runs the graph before the fuse pass. In the mixed modes both run the fused graph
// for one step: weights that differ in their last bit round to different half values in a later one, some of
// which move over the edge of a relu.
#include <QtTest>

#include <cmath>

#include "engine/backends/find_device.h"
#include "engine/core/random.h"
#include "engine/passes/differentiate.h"
#include "engine/passes/fuse.h"
#include "engine/passes/precision.h"
#include "tests/backends/op_harness.h"

using namespace laptime;
using namespace laptime::test;

namespace {

/// Layers as nodes, with the parameters named after them.
class Network {
public:
    Network(DType type, std::int64_t batch) : type_(type), batch_(batch) {
        const ValueId x = graph.add_input("x", {DType::u8, {batch, 11, 9, 2}});
        const ValueId labels = graph.add_input("labels", {DType::i32, {batch}});
        const ValueId rng = graph.add_input("rng", {DType::i64, {4}});
        const ValueId counter = graph.add_state("counter", {DType::i64, {}});
        ValueId y = graph.apply1(
            "rescale", {x}, {{"scale", 1.0 / 128}, {"offset", -1.0}, {"dtype", std::string(name_of(type))}},
            "input");
        y = pool(relu(conv("conv1", y, 8, 3, {1, 1}), "conv1"));
        y = relu(norm("norm", conv("conv2", y, 20, 3, {1, 1}, false)), "norm");
        const ValueId branch = relu(conv("conv3", y, 20, 3, {1, 1}), "conv3");
        y = graph.apply1("add", {y, branch}, {}, "residual");
        y = relu(conv("stride", y, 7, 3, {2, 2}), "stride");
        y = graph.apply1("reshape", {y}, {{"shape", std::vector<std::int64_t>{batch, -1}}}, "flatten");
        y = graph.apply1("dropout", {relu(dense("dense1", y, 33), "dense1"), rng},
                         {{"rate", 0.3}, {"stream", std::int64_t{2}}}, "dropout");
        y = dense("dense2", y, 10);
        const ValueId scale = constant(1.0 / static_cast<double>(batch));
        const ValueId loss = graph.apply("softmax_cross_entropy", {y, labels, scale}, {}, "loss").front();
        graph.add_result("loss", loss);
        graph.add_result("correct", graph.apply1("correct_count", {y, labels}, {}, "loss"));
        const std::vector<ValueId> variables = graph.with_role(Role::variable);
        const std::vector<ValueId> gradients = differentiate(graph, loss, variables);
        const ValueId ok = graph.apply1("all_finite", gradients, {}, "update");
        for (std::size_t i = 0; i < variables.size(); ++i) {
            const Value variable = graph.value(variables[i]);
            const ValueId velocity = graph.add_state(variable.name + "/velocity", variable.type);
            graph.apply("momentum", {variables[i], gradients[i], velocity, constant(0.05), ok},
                        {{"momentum", 0.9}, {"nesterov", true}, {"weight_decay", 1e-3}}, "update");
        }
        graph.apply("increment", {counter, ok}, {}, "update");
    }

    Graph graph;

private:
    ValueId constant(double value) {
        return graph.apply1("constant", {},
                            {{"value", value},
                             {"dtype", std::string(name_of(type_))},
                             {"shape", std::vector<std::int64_t>{}}});
    }
    ValueId variable(const std::string& name, Shape shape) {
        return graph.add_variable(name, {type_, std::move(shape)});
    }
    /// Without a bias in front of a norm, which takes it out again: its gradient would be nothing but
    /// rounding.
    ValueId conv(const std::string& name, ValueId x, std::int64_t filters, std::int64_t size,
                 std::vector<std::int64_t> stride, bool with_bias = true) {
        const ValueId kernel =
            variable(name + "/kernel", {filters, size, size, graph.value(x).type.shape[3]});
        const ValueId y = graph.apply1(
            "conv2d", {x, kernel}, {{"padding", std::string("same")}, {"stride", std::move(stride)}}, name);
        return with_bias ? graph.apply1("bias_add", {y, variable(name + "/bias", {filters})}, {}, name) : y;
    }
    ValueId norm(const std::string& name, ValueId x) {
        const Shape channels = {graph.value(x).type.shape[3]};
        const std::vector<ValueId> outputs = graph.apply(
            "batch_norm", {x, variable(name + "/gamma", channels), variable(name + "/beta", channels)}, {},
            name);
        const TensorType statistic = {type_, channels};
        graph.apply("moving_average", {graph.add_state(name + "/mean", statistic), outputs[1]}, {}, name);
        graph.apply("moving_average", {graph.add_state(name + "/variance", statistic), outputs[2]}, {}, name);
        return outputs[0];
    }
    ValueId dense(const std::string& name, ValueId x, std::int64_t units) {
        const ValueId kernel = variable(name + "/kernel", {graph.value(x).type.shape[1], units});
        return graph.apply1(
            "bias_add", {graph.apply1("matmul", {x, kernel}, {}, name), variable(name + "/bias", {units})},
            {}, name);
    }
    ValueId relu(ValueId x, const std::string& layer) { return graph.apply1("relu", {x}, {}, layer); }
    ValueId pool(ValueId x) {
        return graph.apply("max_pool", {x}, {{"window", std::vector<std::int64_t>{2, 2}}}, "pool").front();
    }

    DType type_;
    std::int64_t batch_;
};

struct Training {
    std::vector<double> results; ///< loss and correct of each step
    std::map<std::string, std::vector<double>> stored;
};

Training train(const Device& device, const Graph& graph, std::int64_t batch, int steps, int threads) {
    const std::unique_ptr<Session> session = device.open_session(threads);
    const std::unique_ptr<Program> program = session->compile(graph);
    std::uint32_t stream = 0;
    for (const auto& [name, type] : session->stored()) {
        const auto count = static_cast<std::size_t>(type.shape.count());
        if (name.find("/gamma") != std::string::npos)
            session->write(name, std::vector<double>(count, 1.0));
        else if (graph.value(graph.find(name)).role == Role::variable)
            session->write(name, random_uniform(3, RandomUse::initial_weights, stream++, count, -0.2, 0.2));
    }
    Values values(9);
    std::vector<std::vector<char>> data;
    std::vector<Call> calls;
    Training training;
    training.results.resize(2 * static_cast<std::size_t>(steps));
    for (int step = 0; step < steps; ++step) {
        const Operand x = values.below(DType::u8, {batch, 11, 9, 2}, 256),
                      labels = values.below(DType::i32, {batch}, 10);
        data.push_back(host_data(x.type, x.values));
        data.push_back(host_data(labels.type, labels.values));
        data.push_back(host_data({DType::i64, {4}}, {}, {1, 0, step, 5}));
    }
    for (std::size_t step = 0; step < static_cast<std::size_t>(steps); ++step)
        calls.push_back({program.get(),
                         {data[3 * step].data(), data[3 * step + 1].data(), data[3 * step + 2].data()},
                         &training.results[2 * step],
                         0});
    session->execute(calls);
    for (const auto& stored : session->stored())
        training.stored[stored.first] = session->read(stored.first);
    return training;
}

/// Euclidean length of a - b, as a share of that of a.
double distance(const std::vector<double>& a, const std::vector<double>& b) {
    double length = 1e-12, difference = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        length += a[i] * a[i];
        difference += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return std::sqrt(difference / length);
}

} // namespace

class TestCpuNetworks : public QObject {
    Q_OBJECT

private slots:
    void trainAsTheReference_data() {
        QTest::addColumn<int>("compute");
        QTest::addColumn<int>("batch");
        QTest::addColumn<double>("tolerance");
        for (const int batch : {1, 7, 32}) {
            QTest::addRow("float64, batch %d", batch) << static_cast<int>(DType::f64) << batch << 1e-10;
            QTest::addRow("float32, batch %d", batch) << static_cast<int>(DType::f32) << batch << 1e-4;
            QTest::addRow("mixed_float16, batch %d", batch) << static_cast<int>(DType::f16) << batch << 1e-3;
            QTest::addRow("mixed_bfloat16, batch %d", batch)
                << static_cast<int>(DType::bf16) << batch << 1e-3;
        }
    }

    void trainAsTheReference() {
        QFETCH(int, compute);
        QFETCH(int, batch);
        QFETCH(double, tolerance);
        const auto type = static_cast<DType>(compute);
        const int steps = is_half(type) ? 1 : 3;
        Graph graph = Network(accumulation_type(type), batch).graph;
        if (is_half(type))
            graph = apply_precision(graph, type, {});
        const Training expected =
            train(*find_device("reference:0"), is_half(type) ? fuse(graph) : graph, batch, steps, 1);
        const Training got = train(*find_device("cpu:0"), fuse(graph), batch, steps, 2);
        QStringList wrong;
        const auto check = [&](const std::string& name, const std::vector<double>& e,
                               const std::vector<double>& g) {
            if (const double d = distance(e, g); !(d <= tolerance))
                wrong += QString::fromStdString(name) + ": " + QString::number(d);
        };
        for (std::size_t i = 0; i < expected.results.size(); i += 2)
            check("loss", {expected.results[i]}, {got.results[i]});
        for (const auto& [name, values] : expected.stored)
            check(name, values, got.stored.at(name));
        QVERIFY2(wrong.isEmpty(), qPrintable("\n  " + wrong.join("\n  ")));
        QCOMPARE(got.stored.at("counter"), std::vector<double>{static_cast<double>(steps)});
    }

    void sameThreadsSameBits() {
        const Graph graph = fuse(apply_precision(Network(DType::f32, 7).graph, DType::bf16, {}));
        const auto cpu = find_device("cpu:0");
        const Training first = train(*cpu, graph, 7, 4, 2), second = train(*cpu, graph, 7, 4, 2);
        QCOMPARE(first.results, second.results);
        QVERIFY(first.stored == second.stored);
    }
};

QTEST_GUILESS_MAIN(TestCpuNetworks)
#include "test_cpu_networks.moc"
