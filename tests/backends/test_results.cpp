// SPDX-License-Identifier: Apache-2.0
// Results of any shape and type on every device: each is written as its elements, one behind the other, and
// the result that stops an execution is found among them.
#include <QtTest>

#include <cmath>
#include <limits>

#include "engine/backends/find_device.h"
#include "engine/graph/op.h"

using namespace laptime;

namespace {

using List = std::vector<std::int64_t>;

/// x [2, 3] and ids int32 [4] give: x in bfloat16, 1 / pivot, ids as they are, x · x as [3, 2], and a
/// variable.
Graph graph_of_results() {
    Graph graph;
    const ValueId x = graph.add_input("x", {DType::f32, {2, 3}});
    const ValueId ids = graph.add_input("ids", {DType::i32, {4}});
    const ValueId pivot = graph.add_input("pivot", {DType::f32, {}});
    graph.add_result("short", graph.apply1("cast", {x}, {{"dtype", std::string("bfloat16")}}));
    graph.add_result("inverse", graph.apply1("reciprocal", {pivot}));
    graph.add_result("ids", graph.apply1("reshape", {ids}, {{"shape", List{2, 2}}}));
    graph.add_result("square",
                     graph.apply1("reshape", {graph.apply1("mul", {x, x})}, {{"shape", List{3, 2}}}));
    graph.add_result("w", graph.add_variable("w", {DType::f64, {2}}));
    return graph;
}

struct Feed {
    std::vector<float> x = {1, -2, 3.0078125f, 0.5f, 5, 6};
    std::vector<std::int32_t> ids = {7, -1, 2147483647, 0};
    float pivot = 4;
    std::vector<double> results = std::vector<double>(20, -7.0);
    Call call(Program& program) { return {&program, {x.data(), ids.data(), &pivot}, results.data(), -1}; }
};

} // namespace

class TestResults : public QObject {
    Q_OBJECT

private slots:
    void areAllElementsInOrder_data() {
        QTest::addColumn<QString>("device");
        QTest::newRow("cpu") << "cpu:0";
        QTest::newRow("reference") << "reference:0";
    }
    void areAllElementsInOrder() {
        QFETCH(QString, device);
        const auto session = find_device(device.toStdString())->open_session(2);
        const auto program = session->compile(graph_of_results());
        const std::vector<std::size_t> offsets = {0, 6, 7, 11, 17, 19};
        for (std::size_t i = 0; i < offsets.size(); ++i)
            QCOMPARE(program->graph().result_offset(i), offsets[i]);
        session->write("w", std::vector<double>{0.1, 1e300});
        Feed feed;
        const Call call = feed.call(*program);
        QCOMPARE(session->execute({&call, 1}), std::size_t{1});
        QCOMPARE(feed.results,
                 (std::vector<double>{
                     1,    -2, 3,          0.5, 5,     6, 0.25,
                     7,    -1, 2147483647, 0,   1,     4, static_cast<double>(3.0078125f * 3.0078125f),
                     0.25, 25, 36,         0.1, 1e300, -7}));
    }

    void oneOfThemStopsAnExecution_data() { areAllElementsInOrder_data(); }
    void oneOfThemStopsAnExecution() {
        QFETCH(QString, device);
        const auto session = find_device(device.toStdString())->open_session(1);
        const auto program = session->compile(graph_of_results());
        Feed good, bad;
        bad.pivot = 0;
        std::vector<Call> calls = {good.call(*program), bad.call(*program), good.call(*program)};
        for (Call& call : calls)
            call.halt_result = 1;
        QCOMPARE(session->execute(calls), std::size_t{2});
        QVERIFY(std::isinf(bad.results[6]));
        for (Call& call : calls)
            call.halt_result = 2; // ids are always finite
        QCOMPARE(session->execute(calls), std::size_t{3});
    }

    void needNotBeRead_data() { areAllElementsInOrder_data(); }
    void needNotBeRead() {
        QFETCH(QString, device);
        const auto session = find_device(device.toStdString())->open_session(1);
        const auto program = session->compile(graph_of_results());
        Feed feed;
        feed.x[4] = std::numeric_limits<float>::quiet_NaN();
        Call call = feed.call(*program);
        call.results = nullptr;
        QCOMPARE(session->execute({&call, 1}), std::size_t{1});
        QCOMPARE(session->first_non_finite(call).value(), std::string("x"));
    }
};

QTEST_GUILESS_MAIN(TestResults)
#include "test_results.moc"
