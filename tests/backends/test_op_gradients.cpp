// SPDX-License-Identifier: Apache-2.0
// Every gradient rule against central finite differences, in float64 on the reference device: the loss is a
// weighted sum of an operation's first output, differentiated with respect to every operand of a floating
// type.
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <set>

#include "engine/backends/reference/reference_device.h"
#include "engine/core/random.h"
#include "engine/passes/differentiate.h"
#include "tests/backends/op_harness.h"

using namespace laptime;
using namespace laptime::test;

namespace {

ValueId weighted_sum(Graph& graph, ValueId y) {
    const std::int64_t count = graph.value(y).type.shape.count();
    const ValueId weights = graph.add_variable("weights", {DType::f64, {count, 1}});
    const ValueId row = graph.apply1("reshape", {y}, {{"shape", std::vector<std::int64_t>{1, count}}});
    const ValueId product = graph.apply1("matmul", {row, weights});
    return graph.apply1("reshape", {product}, {{"shape", std::vector<std::int64_t>{}}});
}

/// The loss of a case as a function of its operands, and its derivative by the gradient rules.
class Loss {
public:
    explicit Loss(const OpCase& c) : session_(make_reference_device()->open_session(1)) {
        std::vector<ValueId> inputs;
        for (std::size_t i = 0; i < c.operands.size(); ++i) {
            const Operand& operand = c.operands[i];
            const std::string name = "operand " + std::to_string(i);
            if (is_floating(operand.type.dtype)) {
                inputs.push_back(graph_.add_variable(name, operand.type));
                variables_.push_back(inputs.back());
            } else {
                inputs.push_back(graph_.add_input(name, operand.type));
                data_.push_back(host_data(operand.type, operand.values, operand.integers));
            }
        }
        loss_ = weighted_sum(graph_, graph_.apply(c.op, inputs, c.attrs, "tested").front());
        const Graph forward = [&] {
            Graph g = graph_;
            g.add_result("loss", loss_);
            return g;
        }();
        forward_ = session_->compile(forward);
        gradients_ = differentiate(graph_, loss_, variables_);
        for (std::size_t i = 0; i < variables_.size(); ++i)
            if (gradients_[i] != no_value) {
                const Value value = graph_.value(variables_[i]);
                graph_.apply("accumulate",
                             {graph_.add_state("gradient of " + value.name, value.type), gradients_[i]});
            }
        backward_ = session_->compile(graph_);
        for (std::size_t i = 0; i < c.operands.size(); ++i)
            if (is_floating(c.operands[i].type.dtype))
                session_->write("operand " + std::to_string(i), c.operands[i].values);
        const auto count = static_cast<std::size_t>(graph_.value(graph_.find("weights")).type.shape.count());
        session_->write("weights", random_uniform(5, RandomUse::synthetic, 1, count, 0.5, 1.5));
        run(*backward_, nullptr);
    }

    std::size_t variable_count() const { return variables_.size(); }
    std::string name(std::size_t variable) const { return graph_.value(variables_[variable]).name; }
    bool has_gradient(std::size_t variable) const { return gradients_[variable] != no_value; }
    std::vector<double> gradient(std::size_t variable) const {
        return session_->read("gradient of " + name(variable));
    }

    double slope(std::size_t variable, std::size_t element) {
        const std::vector<double> values = session_->read(name(variable));
        std::vector<double> moved = values;
        moved[element] = values[element] + h;
        const double above = at(name(variable), moved);
        moved[element] = values[element] - h;
        const double below = at(name(variable), moved);
        session_->write(name(variable), values);
        return (above - below) / (2 * h);
    }
    /// What rounding of the loss, a sum of terms about as large as itself, may do to a slope.
    double noise() { return 1e-15 * (1 + std::abs(value())) / h; }

private:
    static constexpr double h = 1e-5;

    double value() {
        double loss = 0;
        run(*forward_, &loss);
        return loss;
    }

    void run(Program& program, double* results) {
        Call call;
        call.program = &program;
        for (const std::vector<char>& data : data_)
            call.inputs.push_back(data.data());
        call.results = results;
        session_->execute({&call, 1});
    }

    double at(const std::string& variable, const std::vector<double>& values) {
        session_->write(variable, values);
        return value();
    }

    Graph graph_;
    std::vector<ValueId> variables_, gradients_;
    ValueId loss_ = no_value;
    std::vector<std::vector<char>> data_;
    std::unique_ptr<Session> session_;
    std::unique_ptr<Program> forward_, backward_;
};

/// Labels, targets and scale factors that are given, never learnt.
bool is_constant_operand(const OpCase& c, const std::string& operand) {
    const bool is_loss =
        c.op == "softmax_cross_entropy" || c.op == "binary_cross_entropy" || c.op == "regression_loss";
    return is_loss && operand != "operand 0";
}

} // namespace

class TestOpGradients : public QObject {
    Q_OBJECT

private slots:
    void agreeWithFiniteDifferences_data() {
        QTest::addColumn<QString>("op");
        for (const Op* op : all_ops())
            if (op->gradient)
                QTest::newRow(std::string(op->name).c_str()) << QString::fromStdString(std::string(op->name));
    }

    void agreeWithFiniteDifferences() {
        QFETCH(QString, op);
        std::set<std::string> compared;
        for (const OpCase& c : op_cases(op.toStdString(), DType::f64)) {
            if (!c.smooth || c.attrs.text("dtype", "float64") != "float64")
                continue; // rounding to a shorter type has no useful slope
            Loss loss(c);
            for (std::size_t v = 0; v < loss.variable_count(); ++v) {
                if (is_constant_operand(c, loss.name(v)))
                    continue;
                QVERIFY2(loss.has_gradient(v), (c.name + ": no gradient for " + loss.name(v)).c_str());
                compare(c, loss, v);
                if (QTest::currentTestFailed())
                    return;
                compared.insert(loss.name(v));
            }
        }
        QVERIFY2(!compared.empty(), "no case was compared");
    }

    void nobodyComputesTheGradientOfTheImage() {
        Graph graph;
        const ValueId x = graph.add_input("x", {DType::f32, {2, 8, 8, 1}});
        const ValueId first = graph.add_variable("first", {DType::f32, {4, 3, 3, 1}});
        const ValueId second = graph.add_variable("second", {DType::f32, {6, 3, 3, 4}});
        const ValueId y = graph.apply1("conv2d", {graph.apply1("conv2d", {x, first}), second});
        const ValueId labels = graph.add_input("labels", {DType::i32, {2}});
        const ValueId scale = graph.add_input("scale", {DType::f32, {}});
        const ValueId logits = graph.apply1("reshape", {y}, {{"shape", std::vector<std::int64_t>{2, -1}}});
        const ValueId loss = graph.apply("softmax_cross_entropy", {logits, labels, scale}).front();
        differentiate(graph, loss, {first, second});
        const auto count = [&](std::string_view op) {
            return std::ranges::count(graph.nodes(), op, [](const Node& node) { return node.op->name; });
        };
        QCOMPARE(count("conv2d_grad_input"), 1); // of the second convolution
        QCOMPARE(count("conv2d_grad_kernel"), 2);
    }

private:
    static void compare(const OpCase& c, Loss& loss, std::size_t variable) {
        const std::vector<double> gradient = loss.gradient(variable);
        double largest = 1e-3;
        for (const double g : gradient)
            largest = std::max(largest, std::abs(g));
        const double noise = loss.noise();
        // All elements of small operands, a spread of 12 of larger ones (a prime stride meets every axis).
        const std::size_t count = std::min<std::size_t>(gradient.size(), 12);
        for (std::size_t k = 0; k < count; ++k) {
            const std::size_t element = count == gradient.size() ? k : k * 7919 % gradient.size();
            const double slope = loss.slope(variable, element);
            const double error = std::abs(gradient[element] - slope);
            QVERIFY2(error <= 1e-7 * largest + noise,
                     (c.name + ", " + loss.name(variable) + "[" + std::to_string(element) + "]: gradient " +
                      std::to_string(gradient[element]) + ", finite differences give " +
                      std::to_string(slope) + ", error " + std::to_string(error / largest) +
                      " of the largest")
                         .c_str());
        }
    }
};

QTEST_GUILESS_MAIN(TestOpGradients)
#include "test_op_gradients.moc"
