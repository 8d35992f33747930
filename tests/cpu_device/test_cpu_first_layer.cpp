// SPDX-License-Identifier: Apache-2.0
// The cpu device's own fusion of a network's first layer (convolution, bias, relu, pooling, and backwards)
// against the reference device, which does the same graph node by node.
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <random>

#include "engine/backends/cpu/cpu_device.h"
#include "engine/backends/cpu/program.h"
#include "engine/backends/reference/reference_device.h"

using namespace laptime;

namespace {

struct Case {
    std::int64_t height, width, channels, filters;
    const char* padding;
    bool bias, relu, half;
};

/// Under bfloat16 small whole numbers, so that every sum is exact there and the maxima of windows, many of
/// them equal, are the same ones whenever they are rounded.
std::vector<double> numbers(std::int64_t count, unsigned seed, bool half) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> uniform(-1, 1);
    std::vector<double> values(static_cast<std::size_t>(count));
    for (double& value : values)
        value = half ? std::round(uniform(random) * 1.5) : uniform(random);
    return values;
}

/// States "x", "kernel", "bias", "dy" go in; "pooled", "dk", "db" come out (sums that start at zero).
Graph graph_of(const Case& c, std::int64_t batch) {
    Graph graph;
    const Shape image = {batch, c.height, c.width, c.channels};
    const bool same = std::string(c.padding) == "same";
    const std::int64_t h = c.height - (same ? 0 : 2), w = c.width - (same ? 0 : 2);
    const Shape pooled_shape = {batch, h / 2, w / 2, c.filters}, kernel_shape = {c.filters, 3, 3, c.channels};
    const auto state = [&](const char* name, Shape shape) {
        return graph.add_state(name, {DType::f32, shape});
    };
    const auto narrow = [&](ValueId id) {
        return c.half ? graph.apply1("cast", {id}, {{"dtype", std::string("bfloat16")}}) : id;
    };
    const ValueId x = narrow(state("x", image)), kernel = narrow(state("kernel", kernel_shape));
    const ValueId dy = narrow(state("dy", pooled_shape));
    const Attributes conv = {{"padding", std::string(c.padding)}};
    std::vector<ValueId> inputs = {x, kernel};
    if (c.bias)
        inputs.push_back(narrow(state("bias", {c.filters})));
    Attributes forward = conv;
    forward.set("activation", std::string(c.relu ? "relu" : ""));
    const ValueId y = graph.apply1("conv2d", inputs, forward, "conv");
    Attributes pool = {{"window", std::vector<std::int64_t>{2, 2}}};
    const auto pooled = graph.apply("max_pool", {y}, pool, "pool");
    pool.set("input_shape", graph.value(y).type.shape.dims());
    std::vector<ValueId> back = {dy, pooled[1]};
    if (c.relu)
        back.push_back(pooled[0]);
    const ValueId gradient = graph.apply1("max_pool_grad", back, pool, "pool");
    Attributes backward = conv;
    backward.set("kernel_shape", kernel_shape.dims());
    backward.set("with_bias", c.bias);
    const auto weights = graph.apply("conv2d_grad_kernel", {x, gradient}, backward, "conv");
    const auto add_to = [&](const char* name, ValueId id, Shape shape) {
        const ValueId wide = c.half && graph.value(id).type.dtype == DType::bf16
                                 ? graph.apply1("cast", {id}, {{"dtype", std::string("float32")}})
                                 : id;
        graph.apply("accumulate", {state(name, shape), wide});
    };
    add_to("pooled", pooled[0], pooled_shape);
    add_to("dk", weights[0], kernel_shape);
    if (c.bias)
        add_to("db", weights[1], {c.filters});
    return graph;
}

} // namespace

class TestCpuFirstLayer : public QObject {
    Q_OBJECT

private slots:
    void agreesWithReference_data() {
        QTest::addColumn<int>("index");
        for (int i = 0; i < static_cast<int>(cases().size()); ++i) {
            const Case& c = cases()[static_cast<std::size_t>(i)];
            QTest::addRow("%dx%dx%d to %d %s%s%s%s", static_cast<int>(c.height), static_cast<int>(c.width),
                          static_cast<int>(c.channels), static_cast<int>(c.filters), c.padding,
                          c.bias ? " bias" : "", c.relu ? " relu" : "", c.half ? " bfloat16" : "")
                << i;
        }
    }

    void agreesWithReference() {
        QFETCH(int, index);
        const Case& c = cases()[static_cast<std::size_t>(index)];
        const Graph graph = graph_of(c, 5);
        std::map<std::string, std::vector<double>> expected, got;
        for (const bool is_cpu : {false, true}) {
            const auto device = is_cpu ? make_cpu_device(0) : make_reference_device();
            const auto session = device->open_session(2);
            const auto program = session->compile(graph);
            if (is_cpu) {
                const auto& steps = dynamic_cast<cpu::CpuProgram&>(*program).steps();
                const bool emulated =
                    c.half && device->info().precisions.at("mixed_bfloat16").support != Support::native;
                QCOMPARE(std::ranges::count_if(
                             steps, [](const cpu::Step& s) { return s.name.find('+') != std::string::npos; }),
                         emulated ? 0 : 2);
            }
            unsigned seed = 1;
            for (const char* name : {"x", "kernel", "bias", "dy"})
                for (const auto& [stored, type] : session->stored())
                    if (stored == name)
                        session->write(name, numbers(type.shape.count(), seed++, c.half));
            std::vector<double> results;
            const Call call = {program.get(), {}, results.data()};
            QCOMPARE(session->execute({&call, 1}), std::size_t{1});
            for (const char* name : {"pooled", "dk", "db"})
                if (c.bias || std::string(name) != "db")
                    (is_cpu ? got : expected)[name] = session->read(name);
        }
        for (const auto& [name, values] : expected) {
            double largest = 0, error = 0;
            for (std::size_t i = 0; i < values.size(); ++i) {
                largest = std::max(largest, std::abs(values[i]));
                error = std::max(error, std::abs(values[i] - got[name][i]));
            }
            QVERIFY(largest > 0.1);
            const double tolerance = 2e-6;
            QVERIFY2(error <= tolerance * largest,
                     (name + ": off by " + std::to_string(error) + " of " + std::to_string(largest)).c_str());
        }
    }

private:
    static const std::vector<Case>& cases() {
        static const std::vector<Case> list = {
            {28, 28, 1, 32, "same", true, true, false},  {28, 28, 1, 32, "same", true, true, true},
            {8, 10, 1, 16, "same", true, true, false},   {10, 8, 3, 32, "same", true, true, false},
            {10, 12, 4, 48, "valid", true, true, false}, {10, 12, 2, 16, "valid", false, true, false},
            {8, 8, 3, 64, "same", true, false, false},   {6, 4, 3, 16, "same", false, false, true},
            {10, 12, 4, 48, "valid", true, true, true},
        };
        return list;
    }
};

QTEST_GUILESS_MAIN(TestCpuFirstLayer)
#include "test_cpu_first_layer.moc"
