// SPDX-License-Identifier: Apache-2.0
// Devices by name, and what is said of names that are none.
#include <QtTest>

#include "engine/backends/find_device.h"
#include "engine/core/error.h"

using namespace laptime;

namespace {

std::string complaint(const std::string& name) {
    try {
        find_device(name);
    } catch (const DeviceError& error) {
        return error.what();
    }
    return "";
}

} // namespace

class TestFindDevice : public QObject {
    Q_OBJECT

private slots:
    void findsCpusAndTheReference() {
        QCOMPARE(find_device("cpu:0")->info().name, std::string("cpu:0"));
        QCOMPARE(find_device("cpu:17")->info().name, std::string("cpu:17"));
        QCOMPARE(find_device("reference:0")->info().name, std::string("reference:0"));
    }

    void listsOneCpu() {
        const std::vector<DeviceInfo> devices = list_devices();
        QCOMPARE(devices.size(), std::size_t{1});
        QCOMPARE(devices[0].name, std::string("cpu:0"));
        QVERIFY(devices[0].memory_bytes > 0);
        QVERIFY(devices[0].cores > 0);
        for (const char* mode : {"float64", "float32", "mixed_float16", "mixed_bfloat16"})
            QVERIFY2(devices[0].precisions.contains(mode), mode);
    }

    void saysWhatIsWrongAndWhatThereIs_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("says");
        QTest::newRow("cuda") << "cuda:0"
                              << "no CUDA backend yet";
        QTest::newRow("xla") << "xla:1"
                             << "no XLA backend yet";
        QTest::newRow("unknown") << "gpu:0"
                                 << "there is no device 'gpu:0'";
        QTest::newRow("second reference") << "reference:1"
                                          << "there is no device 'reference:1'";
        QTest::newRow("no number") << "cpu"
                                   << "not the name of a device";
        QTest::newRow("not a number") << "cpu:x"
                                      << "not the name of a device";
        QTest::newRow("trailing") << "cpu:0 "
                                  << "not the name of a device";
        QTest::newRow("negative") << "cpu:-1"
                                  << "not the name of a device";
        QTest::newRow("huge") << "cpu:99999999999"
                              << "not the name of a device";
        QTest::newRow("empty") << ""
                               << "not the name of a device";
    }

    void saysWhatIsWrongAndWhatThereIs() {
        QFETCH(QString, name);
        QFETCH(QString, says);
        const QString text = QString::fromStdString(complaint(name.toStdString()));
        QVERIFY2(text.contains(says), qPrintable(text));
        QVERIFY2(text.contains("this machine has cpu:0"), qPrintable(text));
    }
};

QTEST_GUILESS_MAIN(TestFindDevice)
#include "test_find_device.moc"
