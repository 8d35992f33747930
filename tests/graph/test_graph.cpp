// SPDX-License-Identifier: Apache-2.0
// The graph itself: its text form, names, roles, counts of FLOPs, rewriting, and what it says of things that
// do not fit. And the list of operations.
#include <QtTest>

#include <functional>
#include <set>

#include "engine/core/error.h"
#include "engine/graph/op.h"

using namespace laptime;

namespace {

Graph small_graph() {
    Graph graph;
    const ValueId x = graph.add_input("x", {DType::f32, {4, 6}});
    const ValueId kernel = graph.add_variable("dense/kernel", {DType::f32, {6, 3}});
    const ValueId seen = graph.add_state("seen", {DType::f32, {4, 3}});
    const ValueId y = graph.apply1("matmul", {x, kernel}, {{"transpose_b", false}}, "dense");
    const ValueId z = graph.apply1("relu", {y}, {}, "dense");
    graph.apply("accumulate", {seen, z});
    graph.add_result("ok", graph.apply1("all_finite", {z}));
    return graph;
}

QString what_is_said(const std::function<void()>& action) {
    try {
        action();
    } catch (const ShapeError& error) {
        return QString::fromUtf8(error.what());
    }
    return "nothing";
}

} // namespace

class TestGraph : public QObject {
    Q_OBJECT

private slots:
    void printsAsText() {
        QCOMPARE(QString::fromStdString(small_graph().text()),
                 QString("input x: float32[4, 6]\n"
                         "variable dense/kernel: float32[6, 3]\n"
                         "state seen: float32[4, 3]\n"
                         "%3: float32[4, 3] = matmul(x, dense/kernel) {transpose_b=false} @dense\n"
                         "%4: float32[4, 3] = relu(%3) @dense\n"
                         "accumulate(seen, %4)\n"
                         "%5: float32[] = all_finite(%4)\n"
                         "result ok = %5\n"));
    }

    void printsEveryKindOfAttribute() {
        Graph graph;
        const ValueId x = graph.add_input("x", {DType::u8, {2, 8, 8, 1}});
        const ValueId y = graph.apply1(
            "rescale", {x},
            {{"scale", 0.5}, {"dtype", std::string("bfloat16")}, {"numbers", std::vector<double>{0.25, 2}}});
        graph.apply("max_pool", {y}, {{"window", std::vector<std::int64_t>{2, 2}}, {"n", std::int64_t{7}}});
        const QString text = QString::fromStdString(graph.text());
        QVERIFY2(text.contains("rescale(x) {dtype=\"bfloat16\", numbers=[0.25, 2], scale=0.5}"),
                 qPrintable(text));
        QVERIFY2(text.contains(
                     "%2: bfloat16[2, 4, 4, 1], %3: uint8[2, 4, 4, 1] = max_pool(%1) {n=7, window=[2, 2]}"),
                 qPrintable(text));
    }

    void findsByNameAndRole() {
        const Graph graph = small_graph();
        QCOMPARE(graph.find("dense/kernel"), 1);
        QCOMPARE(graph.find("nothing"), no_value);
        QCOMPARE(graph.inputs(), std::vector<ValueId>{0});
        QCOMPARE(graph.with_role(Role::state), std::vector<ValueId>{2});
        QCOMPARE(graph.result("ok"), 5);
        QCOMPARE(graph.result("loss"), no_value);
        QCOMPARE(graph.value(3).producer, 0);
        QCOMPARE(graph.value(0).producer, -1);
    }

    void countsFlops() {
        QCOMPARE(small_graph().flops(), 2.0 * 4 * 6 * 3);
        Graph graph;
        const ValueId x = graph.add_input("x", {DType::f32, {2, 8, 8, 6}});
        const ValueId kernel = graph.add_variable("k", {DType::f32, {9, 3, 3, 2}});
        graph.apply1("conv2d", {x, kernel}, {{"groups", std::int64_t{3}}, {"padding", std::string("same")}});
        QCOMPARE(graph.flops(), 2.0 * (2 * 8 * 8 * 9) * (3 * 3 * 2));
    }

    void rewritesToTheSameGraph() {
        const Graph graph = small_graph();
        GraphRewriter rewrite(graph);
        for (const Node& node : graph.nodes())
            rewrite.copy(node);
        QCOMPARE(rewrite.finish().text(), graph.text());
    }

    void rewriterKnowsWhatIsMissing() {
        const Graph graph = small_graph();
        GraphRewriter rewrite(graph);
        QVERIFY_EXCEPTION_THROWN(rewrite.copy(graph.nodes()[1]), std::logic_error);
        QVERIFY_EXCEPTION_THROWN(rewrite.finish(), std::logic_error);
    }

    void saysWhereAndWhatDoesNotFit() {
        Graph graph;
        const ValueId x = graph.add_input("x", {DType::f32, {4, 6}});
        const ValueId kernel = graph.add_variable("dense/kernel", {DType::f32, {5, 3}});
        const QString text = what_is_said([&] { graph.apply1("matmul", {x, kernel}, {}, "dense"); });
        QCOMPARE(
            text,
            QString(
                "layer 'dense': matmul cannot take float32[4, 6] and float32[5, 3]: the inner sizes 6 and "
                "5 must be equal"));
        QCOMPARE(graph.nodes().size(), std::size_t{0}); // nothing half-made is left
    }

    void refusesNamesTwiceAndUnknownOperations() {
        Graph graph;
        graph.add_input("x", {DType::f32, {4}});
        QVERIFY_EXCEPTION_THROWN(graph.add_variable("x", {DType::f32, {4}}), std::logic_error);
        QVERIFY_EXCEPTION_THROWN(graph.apply1("softplus", {0}), std::logic_error);
        const ValueId image = graph.add_input("image", {DType::f32, {1, 2, 2, 1}});
        QVERIFY_EXCEPTION_THROWN(
            graph.apply1("max_pool", {image}, {{"window", std::vector<std::int64_t>{2, 2}}}),
            std::logic_error); // two outputs
    }

    void everyOperationIsListedOnceAndComplete() {
        std::set<std::string_view> names;
        for (const Op* op : all_ops()) {
            QVERIFY(names.insert(op->name).second);
            QCOMPARE(&find_op(op->name), op);
            QVERIFY(op->infer != nullptr);
        }
        QVERIFY(names.size() >= 35);
        QVERIFY_EXCEPTION_THROWN(find_op("conv3d"), std::logic_error);
    }
};

QTEST_GUILESS_MAIN(TestGraph)
#include "test_graph.moc"
