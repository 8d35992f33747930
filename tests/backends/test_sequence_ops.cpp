// SPDX-License-Identifier: Apache-2.0
// Embedding beyond its values: bad ids on every device, and what the precision pass makes of a table.
#include <QtTest>

#include <algorithm>

#include "engine/backends/find_device.h"
#include "engine/core/error.h"
#include "engine/passes/precision.h"
#include "tests/backends/op_harness.h"

using namespace laptime;
using namespace laptime::test;

class TestSequenceOps : public QObject {
    Q_OBJECT

private slots:
    void badIdsStopTheRun_data() {
        QTest::addColumn<QString>("device");
        QTest::newRow("cpu") << "cpu:0";
        QTest::newRow("reference") << "reference:0";
    }
    void badIdsStopTheRun() {
        QFETCH(QString, device);
        Values values(1);
        for (const double id : {-1.0, 5.0}) {
            const Operand ids = Values::of(DType::i32, {2, 2}, {0, 4, id, 1});
            const OpCase cases[] = {{"embedding", "", {ids, values.uniform(DType::f32, {5, 3})}, {}},
                                    {"embedding_grad",
                                     "",
                                     {values.uniform(DType::f32, {2, 2, 3}), ids},
                                     {{"rows", std::int64_t{5}}}}};
            for (const OpCase& c : cases) {
                QString text = "nothing";
                try {
                    run_case(*find_device(device.toStdString()), c);
                } catch (const RunError& error) {
                    text = error.what();
                }
                const QString wanted = QString("the id %1 at place 2 of the batch is outside 0 to 4").arg(id);
                QVERIFY2(text.contains(wanted), qPrintable("it said: " + text));
            }
        }
    }

    void aMixedProgramReadsTheTableAsItIs() {
        Graph graph;
        const ValueId ids = graph.add_input("ids", {DType::i32, {4, 6}});
        const ValueId table = graph.add_variable("table", {DType::f32, {65, 8}});
        graph.add_result("y", graph.apply1("embedding", {ids, table}, {}, "tokens"));
        std::vector<CastRecord> casts;
        const Graph mixed = apply_precision(graph, DType::bf16, {}, &casts);
        QVERIFY(casts.empty());
        QCOMPARE(mixed.value(mixed.result("y")).type.text(), std::string("bfloat16[4, 6, 8]"));
        const Graph kept = apply_precision(graph, DType::bf16, {{"tokens", DType::f32}}, &casts);
        QCOMPARE(kept.value(kept.result("y")).type.text(), std::string("float32[4, 6, 8]"));
    }
};

QTEST_GUILESS_MAIN(TestSequenceOps)
#include "test_sequence_ops.moc"
