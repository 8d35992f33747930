// SPDX-License-Identifier: Apache-2.0
// The names of data sets as the experiment file writes them.
#include <QTest>
#include <limits>

#include "engine/core/error.h"
#include "engine/data/dataset.h"
#include "tests/data/all_items.h"
#include "tests/data/message_of.h"

using namespace laptime;
using namespace laptime::tests;

class TestDatasetNames : public QObject {
    Q_OBJECT

private slots:
    void names_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("says");
        QTest::newRow("unknown") << "mnist"
                                 << "there is no data set 'mnist'; use fashion-mnist, idx:DIR";
        QTest::newRow("empty") << ""
                               << "there is no data set ''";
        QTest::newRow("unknown kind") << "zip:a"
                                      << "there is no data set 'zip:a'";
        QTest::newRow("fashion with path") << "fashion-mnist:/x"
                                           << "there is no data set";
        QTest::newRow("idx alone") << "idx"
                                   << "idx:DIR";
        QTest::newRow("idx empty") << "idx:"
                                   << "idx:DIR";
        QTest::newRow("synthetic alone") << "synthetic"
                                         << "the form is synthetic:HEIGHTxWIDTHxCHANNELS";
        QTest::newRow("no classes") << "synthetic:28x28x1"
                                    << "'/' is missing before ''";
        QTest::newRow("two sizes") << "synthetic:28x28/10"
                                   << "'x' is missing before '/10'";
        QTest::newRow("no number") << "synthetic:axbxc/10"
                                   << "a number is missing for the height";
        QTest::newRow("zero") << "synthetic:28x0x1/10"
                              << "the width must be from 1";
        QTest::newRow("negative") << "synthetic:28x28x-1/10"
                                  << "the number of channels must be from 1";
        QTest::newRow("one class") << "synthetic:28x28x1/1"
                                   << "the number of classes must be from 2";
        QTest::newRow("huge number") << "synthetic:99999999999999999999x1x1/2"
                                     << "the height must be from 1";
        QTest::newRow("huge sample") << "synthetic:65536x65536x10/2"
                                     << "too large";
        QTest::newRow("no items") << "synthetic:2x2x1/2/0"
                                  << "the number of items must be from 1";
        QTest::newRow("too much") << "synthetic:2x2x1/2/5/6"
                                  << "'/6' is too much";
    }
    void names() {
        QFETCH(QString, name);
        QFETCH(QString, says);
        const std::string text = name.toStdString();
        VERIFY_CONTAINS(QString::fromStdString(dataset_name_problem(text)), says);
        VERIFY_CONTAINS(message_of<DataError>([&] { open_dataset(options_of(text, 0.1, 1)); }), says);
        VERIFY_CONTAINS(message_of<DataError>([&] { summarize_dataset(options_of(text, 0.1)); }), says);
    }

    void good_names() {
        for (const char* name : {"fashion-mnist", "idx:/x", "idx:a b", "cifar10:x", "images:x", "csv:a.csv",
                                 "npz:a.npz", "text:a.txt", "synthetic:1x1x1/2", "synthetic:28x28x1/10/5"})
            QCOMPARE(dataset_name_problem(name), std::string());
        QVERIFY(!dataset_names().empty());
        for (const std::string& name : dataset_names())
            QCOMPARE(dataset_name_problem(name), std::string());
    }

    void relative_paths() {
        QCOMPARE(dataset_relative_to("idx:mnist", "/srv/sets"), std::string("idx:/srv/sets/mnist"));
        QCOMPARE(dataset_relative_to("idx:../mnist", "/srv/sets"), std::string("idx:/srv/mnist"));
        QCOMPARE(dataset_relative_to("idx:/data/mnist", "/srv/sets"), std::string("idx:/data/mnist"));
        for (const std::string kind : {"cifar10", "images", "csv", "npz", "text"})
            QCOMPARE(dataset_relative_to(kind + ":a/b:c.x", "/srv"), kind + ":/srv/a/b:c.x");
        QCOMPARE(dataset_relative_to("fashion-mnist", "/srv/sets"), std::string("fashion-mnist"));
        QCOMPARE(dataset_relative_to("synthetic:1x1x1/2", "/srv/sets"), std::string("synthetic:1x1x1/2"));
    }

    void impossible_fractions() {
        for (const double fraction : {0.0, 1.0, -0.5, 2.0, std::numeric_limits<double>::quiet_NaN()})
            VERIFY_CONTAINS(
                message_of<DataError>([&] { open_dataset(options_of("synthetic:2x2x1/2", fraction, 1)); }),
                "more than 0 and less than 1");
    }
};

QTEST_GUILESS_MAIN(TestDatasetNames)
#include "test_dataset_names.moc"
