// SPDX-License-Identifier: Apache-2.0
// Every operation on cpu:0 against the reference device, in every precision.
#include <QtTest>

#include "engine/backends/find_device.h"
#include "tests/backends/op_harness.h"

using namespace laptime;
using namespace laptime::test;

class TestCpuOps : public QObject {
    Q_OBJECT

private slots:
    void everyOperationHasCases() {
        for (const Op* op : all_ops())
            for (const DType type : {DType::f64, DType::f32, DType::f16, DType::bf16}) {
                const bool no_half =
                    op->precision == PrecisionClass::float32_only || op->name == "learning_rate";
                if (is_half(type) && no_half)
                    continue;
                QVERIFY2(!op_cases(op->name, type).empty(),
                         (std::string(op->name) + " has no case in " + std::string(name_of(type))).c_str());
            }
    }

    void agreesWithReference_data() {
        QTest::addColumn<QString>("op");
        QTest::addColumn<int>("type");
        for (const Op* op : all_ops())
            for (const DType type : {DType::f64, DType::f32, DType::f16, DType::bf16})
                if (!op_cases(op->name, type).empty())
                    QTest::addRow("%s in %s", std::string(op->name).c_str(),
                                  std::string(name_of(type)).c_str())
                        << QString::fromStdString(std::string(op->name)) << static_cast<int>(type);
    }

    void agreesWithReference() {
        QFETCH(QString, op);
        QFETCH(int, type);
        const auto reference = find_device("reference:0"), cpu = find_device("cpu:0");
        QStringList wrong;
        for (const OpCase& c : op_cases(op.toStdString(), static_cast<DType>(type))) {
            QString text;
            try {
                text = QString::fromStdString(difference(run_case(*reference, c), run_case(*cpu, c)));
            } catch (const std::exception& error) {
                text = QString::fromUtf8(error.what());
            }
            if (!text.isEmpty())
                wrong += QString::fromStdString(c.name) + ": " + text;
        }
        QVERIFY2(wrong.isEmpty(), ("\n  " + wrong.join("\n  ")).toUtf8().constData());
    }
};

QTEST_GUILESS_MAIN(TestCpuOps)
#include "test_cpu_ops.moc"
