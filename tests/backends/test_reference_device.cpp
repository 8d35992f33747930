// SPDX-License-Identifier: Apache-2.0
// The reference device as a device: what a session stores, when it allocates, how executions stop, what it
// says of bad values and bad requests. The values of its kernels are checked in test_reference_values and
// test_op_gradients.
#include <QtTest>

#include <cmath>
#include <limits>

#include "engine/backends/reference/reference_device.h"
#include "tests/backends/op_harness.h"

using namespace laptime;
using namespace laptime::test;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// sum += x; result: x / 1 (a scalar).
Graph counting_graph() {
    Graph graph;
    const ValueId x = graph.add_input("x", {DType::f32, {}});
    const ValueId sum = graph.add_state("sum", {DType::f32, {}});
    graph.apply("accumulate", {sum, x}, {}, "count");
    graph.add_result("inverse", graph.apply1("reciprocal", {x}, {}, "count"));
    return graph;
}

Call call_of(Program& program, const float& x, double* result, int halt = -1) {
    return {&program, {&x}, result, halt};
}

} // namespace

class TestReferenceDevice : public QObject {
    Q_OBJECT

private slots:
    void keepsWhatIsWritten() {
        const auto session = make_reference_device()->open_session(1);
        Graph graph;
        graph.add_variable("w", {DType::f32, {2, 2}});
        graph.add_state("half", {DType::bf16, {2}});
        graph.add_state("steps", {DType::i64, {}});
        const auto program = session->compile(graph);
        session->write("w", std::vector<double>{1, 0.1, -3, 1e-50});
        QCOMPARE(session->read("w"), (std::vector<double>{1, static_cast<double>(0.1f), -3, 0}));
        session->write("half", std::vector<double>{1.00390625, 3});
        QCOMPARE(session->read("half"), (std::vector<double>{1, 3})); // the tie goes to even
        session->write("steps", std::vector<double>{1e15});
        QCOMPARE(session->read("steps"), std::vector<double>{1e15});
        const auto stored = session->stored();
        QCOMPARE(stored.size(), std::size_t{3});
        QCOMPARE(stored[1].first, std::string("half"));
        QCOMPARE(stored[1].second.text(), std::string("bfloat16[2]"));
    }

    void startsFromZeroAndKnowsItsMemory() {
        const auto session = make_reference_device()->open_session(1);
        Graph graph;
        const ValueId x = graph.add_input("x", {DType::f32, {10, 4}});
        const ValueId w = graph.add_variable("w", {DType::f32, {4, 3}});
        const ValueId y = graph.apply1("matmul", {x, w});
        const ValueId z = graph.apply1("relu", {y});
        graph.apply("accumulate", {graph.add_state("s", {DType::f32, {10, 3}}), z});
        const auto program = session->compile(graph);
        const SessionMemory memory = session->memory();
        QCOMPARE(memory.variables, 8 * 12);
        QCOMPARE(memory.state, 8 * 30);
        QCOMPARE(memory.arena, 8 * (40 + 30)); // x and y, and then y and z
        QCOMPARE(session->read("w"), std::vector<double>(12, 0.0));
    }

    void runsCallsInOrderAndStopsAtABadResult() {
        const auto session = make_reference_device()->open_session(1);
        const auto program = session->compile(counting_graph());
        const float x[] = {1, 2, 0, 4};
        double results[4] = {-1, -1, -1, -1};
        std::vector<Call> calls;
        for (int i = 0; i < 4; ++i)
            calls.push_back(call_of(*program, x[i], &results[i], 0));
        QCOMPARE(session->execute(calls), std::size_t{3});
        QCOMPARE(session->read("sum"), std::vector<double>{3});
        QCOMPARE(results[1], 0.5);
        QCOMPARE(results[2], infinity);
        QCOMPARE(results[3], -1.0);
        for (Call& call : calls)
            call.halt_result = -1;
        QCOMPARE(session->execute(calls), std::size_t{4});
        QCOMPARE(results[3], 0.25);
    }

    void programsShareVariables() {
        const auto session = make_reference_device()->open_session(1);
        const auto count = session->compile(counting_graph());
        Graph clearing;
        clearing.apply("clear", {clearing.add_state("sum", {DType::f32, {}})});
        const auto clear = session->compile(clearing);
        const float x = 5;
        double result = 0;
        const std::vector<Call> calls = {call_of(*count, x, &result), call_of(*count, x, &result)};
        session->execute(calls);
        QCOMPARE(session->read("sum"), std::vector<double>{10});
        const Call clear_call = {clear.get(), {}, nullptr, -1};
        session->execute({&clear_call, 1});
        QCOMPARE(session->read("sum"), std::vector<double>{0});
    }

    void namesTheFirstBadValueAndChangesNothing() {
        const auto session = make_reference_device()->open_session(1);
        const auto program = session->compile(counting_graph());
        float x = 2;
        QVERIFY(!session->first_non_finite(call_of(*program, x, nullptr)));
        x = 0;
        QCOMPARE(session->first_non_finite(call_of(*program, x, nullptr)).value(),
                 std::string("count/reciprocal"));
        x = std::numeric_limits<float>::infinity();
        QCOMPARE(session->first_non_finite(call_of(*program, x, nullptr)).value(), std::string("x"));
        QCOMPARE(session->read("sum"), std::vector<double>{0});
        session->write("sum", std::vector<double>{-infinity});
        QCOMPARE(session->first_non_finite(call_of(*program, x, nullptr)).value(), std::string("sum"));
        // An update that goes wrong is named after what it updates.
        session->write("sum", std::vector<double>{3e38});
        x = 3e38f;
        QCOMPARE(session->first_non_finite(call_of(*program, x, nullptr)).value(), std::string("sum"));
        QCOMPARE(session->read("sum"), std::vector<double>{static_cast<double>(3e38f)});
    }

    void refusesMisuse() {
        const auto session = make_reference_device()->open_session(1);
        const auto program = session->compile(counting_graph());
        QVERIFY_EXCEPTION_THROWN(session->write("w", std::vector<double>{1}), std::logic_error);
        QVERIFY_EXCEPTION_THROWN(session->write("sum", std::vector<double>{1, 2}), std::logic_error);
        QVERIFY_EXCEPTION_THROWN(session->read("w"), std::logic_error);
        Graph other;
        other.add_state("sum", {DType::f64, {}});
        QVERIFY_EXCEPTION_THROWN(session->compile(other), std::logic_error);
        const Call no_input = {program.get(), {}, nullptr, -1};
        QVERIFY_EXCEPTION_THROWN(session->execute({&no_input, 1}), std::logic_error);
        const auto stranger = make_reference_device()->open_session(1);
        const float x = 1;
        const Call foreign = call_of(*program, x, nullptr);
        QVERIFY_EXCEPTION_THROWN(stranger->execute({&foreign, 1}), std::logic_error);
    }

    void computesEveryCaseOfEveryOperation() {
        const auto device = make_reference_device();
        for (const Op* op : all_ops())
            for (const DType type : {DType::f64, DType::f32, DType::f16, DType::bf16})
                for (const OpCase& c : op_cases(op->name, type))
                    for (const Outcome& outcome : run_case(*device, c))
                        QCOMPARE(outcome.values.size(), static_cast<std::size_t>(outcome.type.shape.count()));
    }
};

QTEST_GUILESS_MAIN(TestReferenceDevice)
#include "test_reference_device.moc"
