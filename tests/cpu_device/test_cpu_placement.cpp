// SPDX-License-Identifier: Apache-2.0
// Where values live on the cpu device: element-wise operations take over the memory of either operand that
// nobody needs later, and reshapes take none. What is needed later stays as it was.
#include <QtTest>

#include <cmath>

#include "engine/backends/cpu/cpu_device.h"
#include "engine/graph/op.h"

using namespace laptime;

namespace {

using List = std::vector<std::int64_t>;
constexpr std::int64_t rows = 50, columns = 64, bytes = rows * columns * 4; // whole cache lines

struct Outcome {
    std::int64_t arena;
    std::vector<double> results;
};

Outcome run(const Graph& graph) {
    const auto session = make_cpu_device(0)->open_session(2);
    const auto program = session->compile(graph);
    std::vector<float> x(static_cast<std::size_t>(rows * columns));
    for (std::size_t i = 0; i < x.size(); ++i)
        x[i] = static_cast<float>(i % 17) - 8;
    Outcome outcome{session->memory().arena,
                    std::vector<double>(program->graph().result_offset(program->graph().results().size()))};
    const Call call = {program.get(), {x.data()}, outcome.results.data(), -1};
    session->execute({&call, 1});
    return outcome;
}

/// x, and relu(x) and x² of it.
struct Operands {
    Graph graph;
    ValueId x = graph.add_input("x", {DType::f32, {rows, columns}});
    ValueId relu = graph.apply1("relu", {x}), square = graph.apply1("mul", {x, x});

    static double relu_of(std::size_t i) { return std::max(0.0, static_cast<double>(i % 17) - 8); }
    static double square_of(std::size_t i) { return std::pow(static_cast<double>(i % 17) - 8, 2); }
};

} // namespace

class TestCpuPlacement : public QObject {
    Q_OBJECT

private slots:
    void aSumStandsOnWhatIsNotNeededLater_data() {
        QTest::addColumn<bool>("reluFirst");
        QTest::addColumn<bool>("reshaped");
        for (const bool first : {true, false})
            for (const bool reshaped : {true, false})
                QTest::addRow("the kept one is %s%s", first ? "first" : "second",
                              reshaped ? ", reshaped" : "")
                    << first << reshaped;
    }
    void aSumStandsOnWhatIsNotNeededLater() {
        QFETCH(bool, reluFirst);
        QFETCH(bool, reshaped);
        Operands o;
        ValueId kept = o.relu, lost = o.square;
        if (reshaped) {
            kept = o.graph.apply1("reshape", {kept}, {{"shape", List{columns, rows}}});
            lost = o.graph.apply1("reshape", {lost}, {{"shape", List{columns, rows}}});
        }
        const ValueId sum =
            reluFirst ? o.graph.apply1("add", {kept, lost}) : o.graph.apply1("add", {lost, kept});
        o.graph.add_result("sum", o.graph.apply1("reshape", {sum}, {{"shape", List{-1}}}));
        o.graph.add_result("kept", o.relu);
        const Outcome outcome = run(o.graph);
        QCOMPARE(outcome.arena, 2 * bytes);
        for (std::size_t i = 0; i < rows * columns; ++i) {
            QCOMPARE(outcome.results[i], Operands::relu_of(i) + Operands::square_of(i));
            QCOMPARE(outcome.results[rows * columns + i], Operands::relu_of(i));
        }
    }

    void aSumOfWhatIsKeptHasItsOwnPlace() {
        Operands o;
        o.graph.add_result("sum", o.graph.apply1("add", {o.relu, o.square}));
        o.graph.add_result("relu", o.relu);
        o.graph.add_result("square", o.square);
        const Outcome outcome = run(o.graph);
        QCOMPARE(outcome.arena, 3 * bytes);
        for (std::size_t i = 0; i < rows * columns; ++i)
            QCOMPARE(outcome.results[i],
                     outcome.results[rows * columns + i] + outcome.results[2 * rows * columns + i]);
    }
};

QTEST_GUILESS_MAIN(TestCpuPlacement)
#include "test_cpu_placement.moc"
