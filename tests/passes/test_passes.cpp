// SPDX-License-Identifier: Apache-2.0
// The passes on graphs: what each one writes, and that none changes the numbers.
#include <QtTest>

#include <array>
#include <set>

#include "engine/backends/find_device.h"
#include "engine/core/random.h"
#include "engine/graph/op.h"
#include "engine/model/library.h"
#include "engine/passes/emulate.h"
#include "engine/passes/fuse.h"
#include "engine/train/step_graph.h"

using namespace laptime;

namespace {

int count(const Graph& graph, std::string_view op) {
    int n = 0;
    for (const Node& node : graph.nodes())
        n += node.op->name == op;
    return n;
}

const Graph& stage(const StagedGraph& staged, std::string_view name) {
    for (const auto& [stage_name, graph] : staged.stages)
        if (stage_name == name)
            return graph;
    throw std::logic_error("no stage " + std::string(name));
}

Model small_cnn(bool norm = false, double dropout = 0) {
    return make_model("cnn",
                      {{"filters", std::vector<std::int64_t>{3, 5}},
                       {"dense", std::int64_t{7}},
                       {"batch_norm", norm},
                       {"dropout", dropout}},
                      {{9, 8, 2}}, Task::of_classes(4));
}

/// Batch norms with and without a relu behind them, and a relu behind a sum.
Model small_resnet() {
    return make_model("resnet20", {{"widths", std::vector<std::int64_t>{3, 5}}, {"blocks", std::int64_t{1}}},
                      {{9, 8, 2}}, Task::of_classes(4));
}

constexpr std::int64_t batch = 5;

/// All values stored after `steps` steps of a graph on the reference device, by name.
std::map<std::string, std::vector<double>> train(const Graph& graph, const std::vector<Parameter>& parameters,
                                                 int steps, double* loss) {
    const auto device = find_device("reference:0");
    const auto session = device->open_session(1);
    const auto program = session->compile(graph);
    for (std::size_t i = 0; i < parameters.size(); ++i)
        session->write(parameters[i].name, initial_values(parameters[i], i, 3));
    for (const auto& [name, value] : initial_state())
        for (const auto& [stored, type] : session->stored())
            if (stored == name)
                session->write(name, std::array{value});
    std::array<double, 4> results{};
    for (int step = 0; step < steps; ++step) {
        const auto noise = random_uniform(11, RandomUse::synthetic, static_cast<std::uint32_t>(step),
                                          batch * 9 * 8 * 2, 0, 256);
        std::vector<unsigned char> x(noise.begin(), noise.end());
        const std::array<std::int32_t, batch> labels{0, 3, 1, 2, 3};
        const double scale64 = 1.0 / batch;
        const float scale32 = 1.0f / batch;
        const std::array<std::int64_t, 4> rng{3, 1, step, 0};
        const bool is_double = graph.value(graph.find("scale")).type.dtype == DType::f64;
        Call call{
            program.get(),
            {x.data(), labels.data(), is_double ? static_cast<const void*>(&scale64) : &scale32, rng.data()},
            results.data(),
            -1};
        session->execute({&call, 1});
    }
    *loss = results[0];
    std::map<std::string, std::vector<double>> values;
    for (const auto& [name, type] : session->stored())
        values[name] = session->read(name);
    return values;
}

double largest_difference(const std::map<std::string, std::vector<double>>& a,
                          const std::map<std::string, std::vector<double>>& b) {
    double largest = a.size() == b.size() ? 0 : std::numeric_limits<double>::infinity();
    for (const auto& [name, values] : a)
        for (std::size_t i = 0; i < values.size(); ++i)
            largest = std::max(largest, std::abs(values[i] - b.at(name)[i]));
    return largest;
}

} // namespace

class TestPasses : public QObject {
    Q_OBJECT

private slots:
    void fuseJoinsWhatKernelsCanDo() {
        const StagedGraph staged = build_program(ProgramKind::step, small_cnn(), batch, {});
        const Graph& before = stage(staged, "precision");
        const Graph& after = staged.finished();
        QCOMPARE(count(before, "relu"), 3);
        QCOMPARE(count(before, "bias_add"), 4);
        QCOMPARE(count(after, "relu"), 0);
        QCOMPARE(count(after, "bias_add"), 0);
        QCOMPARE(count(before, "relu_grad"), 3);
        QCOMPARE(count(after, "relu_grad"), 1); // the dense one; those in front of the pools went into them
        QCOMPARE(count(before, "bias_grad"), 4);
        QCOMPARE(count(after, "bias_grad"), 2);         // the dense ones
        QCOMPARE(count(after, "conv2d_grad_input"), 1); // nobody needs the gradient of the images
    }

    void fuseJoinsActivationsWithWhatIsInFrontOfThem() {
        const StagedGraph staged = build_program(ProgramKind::step, small_resnet(), batch, {});
        const Graph& before = stage(staged, "precision");
        const Graph& after = staged.finished();
        // The first convolution and the first of each block have a norm with a relu, each block a sum with
        // one.
        QCOMPARE(count(before, "batch_norm"), count(after, "batch_norm"));
        QCOMPARE(count(before, "relu"), 5);
        QCOMPARE(count(after, "relu"), 0);
        QCOMPARE(count(before, "relu_grad"), 5);
        QCOMPARE(count(after, "relu_grad"), 2); // behind the sums: two gradients need them
        const StagedGraph evaluate = build_program(ProgramKind::evaluate, small_resnet(), batch, {});
        QCOMPARE(count(evaluate.finished(), "relu"), 0);
    }

    void fuseChangesNoNumbers_data() {
        QTest::addColumn<QString>("model");
        for (const char* model : {"plain", "batch norm and dropout", "residual"})
            QTest::newRow(model) << QString(model);
    }
    void fuseChangesNoNumbers() {
        QFETCH(QString, model);
        StepOptions options;
        options.precision = Precision::float64;
        const StagedGraph staged = build_program(ProgramKind::step,
                                                 model == "residual" ? small_resnet()
                                                 : model == "plain"  ? small_cnn()
                                                                     : small_cnn(true, 0.3),
                                                 batch, options);
        double loss = 0, fused_loss = 0;
        const auto plain = train(stage(staged, "differentiate"), staged.parameters, 4, &loss);
        const auto fused = train(staged.finished(), staged.parameters, 4, &fused_loss);
        QVERIFY(std::abs(loss - fused_loss) < 1e-13);
        QVERIFY(largest_difference(plain, fused) < 1e-12);
    }

    void precisionCastsByClass() {
        StepOptions options;
        options.precision = Precision::mixed_bfloat16;
        const StagedGraph staged = build_program(ProgramKind::step, small_cnn(true), batch, options);
        const Graph& graph = stage(staged, "precision");
        const std::set<std::string> wide{"softmax_cross_entropy", "softmax_cross_entropy_grad",
                                         "correct_count", "adam", "moving_average"};
        for (const Node& node : graph.nodes()) {
            for (const ValueId input : node.inputs) {
                const DType type = graph.value(input).type.dtype;
                if (wide.contains(std::string(node.op->name)))
                    QVERIFY2(!is_half(type), node.op->name.data());
                if (node.op->name == "conv2d" || node.op->name == "conv2d_grad_input")
                    QVERIFY2(type == DType::bf16, node.op->name.data());
            }
            if (node.op->name == "conv2d_grad_kernel") // sums over the batch are kept in float32
                QCOMPARE(graph.value(node.outputs[0]).type.dtype, DType::f32);
            if (node.op->name == "matmul" && graph.value(node.outputs[0]).type.shape == Shape{batch, 4})
                QCOMPARE(graph.value(node.inputs[0]).type.dtype,
                         DType::f32); // the logits' layer stays float32
        }
        for (const ValueId id : graph.with_role(Role::variable))
            QCOMPARE(graph.value(id).type.dtype, DType::f32);
        QVERIFY(!staged.casts.empty());
        for (const CastRecord& cast : staged.casts)
            QVERIFY(cast.from != cast.to && !cast.value.empty() && !cast.op.empty());
        QCOMPARE(static_cast<int>(staged.casts.size()), count(graph, "cast"));
    }

    void eachValueIsCastOnce() {
        StepOptions options;
        options.precision = Precision::mixed_float16;
        const StagedGraph staged = build_program(ProgramKind::step, small_cnn(), batch, options);
        std::set<std::pair<ValueId, DType>> seen;
        const Graph& graph = stage(staged, "precision");
        for (const Node& node : graph.nodes())
            if (node.op->name == "cast")
                QVERIFY(seen.insert({node.inputs[0], graph.value(node.outputs[0]).type.dtype}).second);
    }

    void float32HasNoCasts() {
        const StagedGraph staged = build_program(ProgramKind::step, small_cnn(), batch, {});
        QCOMPARE(count(staged.finished(), "cast"), 0);
        QVERIFY(staged.casts.empty());
    }

    void emulationStoresHalfAndComputesFloat32() {
        StepOptions options;
        options.precision = Precision::mixed_float16;
        const StagedGraph staged = build_program(ProgramKind::step, small_cnn(), batch, options);
        const Graph emulated = emulate(staged.finished(), DType::f16);
        for (const Node& node : emulated.nodes()) {
            if (node.op->name == "cast" || node.op->name == "reshape")
                continue;
            for (const ValueId id : node.inputs)
                QVERIFY(emulated.value(id).type.dtype != DType::f16);
            for (const ValueId id : node.outputs)
                QVERIFY(emulated.value(id).type.dtype != DType::f16);
        }
        // The reference rounds what it stores, so both graphs give the same numbers to the last bit.
        double loss = 0, emulated_loss = 0;
        const auto native = train(staged.finished(), staged.parameters, 3, &loss);
        const auto wrapped = train(emulated, staged.parameters, 3, &emulated_loss);
        QVERIFY(std::abs(loss - emulated_loss) < 1e-6);
        QVERIFY(largest_difference(native, wrapped) < 1e-4);
    }

    void deadNodesGo() {
        Graph graph;
        const ValueId x = graph.add_input("x", {DType::f32, {2, 2}});
        const ValueId used = graph.apply1("relu", {x});
        graph.apply1("add", {x, x});
        const ValueId sum = graph.add_state("sum", {DType::f32, {2, 2}});
        graph.apply("accumulate", {sum, used});
        const Graph live = eliminate_dead(graph);
        QCOMPARE(live.nodes().size(), std::size_t{2});
    }

    void evaluationHasNoUpdates() {
        const StagedGraph staged = build_program(ProgramKind::evaluate, small_cnn(true, 0.5), batch, {});
        for (const Node& node : staged.finished().nodes())
            QVERIFY(node.op->mutates.empty() && node.op->name != "dropout" && node.op->name != "batch_norm");
    }
};

QTEST_GUILESS_MAIN(TestPasses)
#include "test_passes.moc"
