// SPDX-License-Identifier: Apache-2.0
// Embedding and attention beyond their values: bad ids on every device, what the precision pass makes of a
// table, the same bits whatever the threads, and that a causal query never sees what comes later.
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
    void anyThreadsGiveTheSameBits_data() {
        QTest::addColumn<QString>("op");
        for (const char* op : {"embedding", "embedding_grad", "attention", "attention_grad", "transpose",
                               "concat", "upsample", "upsample_grad"})
            QTest::newRow(op) << op;
    }
    void anyThreadsGiveTheSameBits() {
        QFETCH(QString, op);
        const auto cpu = find_device("cpu:0");
        for (const DType type : {DType::f64, DType::f32, DType::bf16})
            for (const OpCase& c : op_cases(op.toStdString(), type)) {
                const std::vector<Outcome> one = run_case(*cpu, c, 1);
                for (const int threads : {2, 3})
                    for (std::size_t k = 0; k < one.size(); ++k)
                        QVERIFY2(run_case(*cpu, c, threads)[k].values == one[k].values, c.name.c_str());
            }
    }

    void aCausalQueryDoesNotSeeTheFuture() {
        const auto cpu = find_device("cpu:0");
        constexpr std::size_t length = 70, channels = 24, changed = 41;
        Values values(2);
        Operand qkv = values.uniform(DType::f32, {1, length, 3 * channels});
        const Attributes attrs = {{"heads", std::int64_t{2}}, {"causal", true}};
        const std::vector<double> before = run_case(*cpu, {"attention", "", {qkv}, attrs})[0].values;
        for (std::size_t i = changed * 3 * channels; i < qkv.values.size(); ++i)
            qkv.values[i] = 100; // larger than any score before
        const std::vector<double> after = run_case(*cpu, {"attention", "", {qkv}, attrs})[0].values;
        const auto same = static_cast<std::size_t>(std::ranges::mismatch(before, after).in1 - before.begin());
        QCOMPARE(same, changed * channels);
    }

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
