// SPDX-License-Identifier: Apache-2.0
// NumPy's files, written by NumPy (files/make_numpy_files.py): every type, order and header version; what
// arrays become of a data set; and files that are damaged or mean nothing to us.
#include <QTest>
#include <cmath>
#include <cstring>
#include <limits>

#include "engine/core/error.h"
#include "engine/data/array_set.h"
#include "engine/data/dataset.h"
#include "tests/data/all_items.h"
#include "tests/data/message_of.h"
#include "tests/data/npy_writer.h"

using namespace laptime;
using namespace laptime::tests;

namespace {

std::string made(const char* name) {
    return QFINDTESTDATA(QString("files/") + name).toStdString();
}

std::vector<double> numbers_of(const ArraySet& arrays, const std::string& name) {
    const auto source = arrays.open(name);
    const NpyHeader header = read_npy_header(*source);
    std::vector<double> numbers(static_cast<std::size_t>(header.count()));
    read_npy(*source, header, numbers.data());
    return numbers;
}

std::vector<float> floats_of(const Items& items) {
    std::vector<float> values(items.samples.size() / sizeof(float));
    std::memcpy(values.data(), items.samples.data(), items.samples.size());
    return values;
}

DataOptions options(const std::string& place, const std::string& task = {}) {
    DataOptions o = options_of("npz:" + place, 0.25);
    o.task = task;
    return o;
}

QString error_of(const DataOptions& o) {
    return message_of<DataError>([&] { open_dataset(o); });
}

/// x.npy of four features (item i: i, i + 0.5, …) and the y given, in a folder.
void fill(const Folder& folder, const Bytes& y, std::size_t items = 12) {
    std::vector<float> x;
    for (std::size_t i = 0; i < items * 4; ++i)
        x.push_back(static_cast<float>(i / 4) + static_cast<float>(i % 4) / 2);
    folder.write("x.npy", npy_bytes("<f4", "(" + std::to_string(items) + ", 4)", x));
    folder.write("y.npy", y);
}

} // namespace

class TestNpz : public QObject {
    Q_OBJECT

private slots:
    void every_type_order_and_byte_order_data() {
        QTest::addColumn<QString>("name");
        for (const char* type : {"bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32",
                                 "uint64", "float16", "float32", "float64"})
            for (const char* form : {"", "_big", "_fortran"})
                QTest::addRow("%s%s", type, form) << QString(type) + form;
    }
    void every_type_order_and_byte_order() {
        QFETCH(QString, name);
        const ArraySet arrays(made("types.npz"));
        const std::vector<double> numbers = numbers_of(arrays, name.toStdString());
        QCOMPARE(numbers.size(), std::size_t{12});
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 4; ++j) {
                const int n = 10 * i + j;
                const double expected = name.startsWith("bool")    ? (i + j) % 2
                                        : name.startsWith("float") ? n / 4.0 - 2
                                        : name.startsWith("int")   ? n - 7
                                                                   : n;
                QCOMPARE(numbers[static_cast<std::size_t>(4 * i + j)], expected);
            }
        // As float32 the same, for all these numbers are small.
        const auto source = arrays.open(name.toStdString());
        const NpyHeader header = read_npy_header(*source);
        QCOMPARE(header.fortran, name.endsWith("_fortran"));
        std::vector<float> floats(12);
        read_npy(*source, header, floats.data());
        QVERIFY(std::equal(floats.begin(), floats.end(), numbers.begin()));
    }

    void other_arrays() {
        const ArraySet arrays(made("types.npz"));
        const std::vector<double> wide = numbers_of(arrays, "wide");
        for (std::size_t i = 0; i < 120; ++i)
            QCOMPARE(wide[i], static_cast<double>(i));
        QCOMPARE(numbers_of(arrays, "scalar"), std::vector<double>{2.5});
        QVERIFY(numbers_of(arrays, "empty").empty());
        const auto texts_of = [&](const char* name) {
            const auto source = arrays.open(name);
            const NpyHeader header = read_npy_header(*source);
            return read_npy_texts(*source, header);
        };
        QCOMPARE(texts_of("texts"), (std::vector<std::string>{"Äpfel", "Birnen", "", "日本"}));
        QCOMPARE(texts_of("bytes"), (std::vector<std::string>{"one", "three"}));
        VERIFY_CONTAINS(message_of<DataError>([&] { numbers_of(arrays, "complex"); }), "'<c8' are not read");
        VERIFY_CONTAINS(message_of<DataError>([&] { numbers_of(arrays, "records"); }), "are records");
        VERIFY_CONTAINS(message_of<DataError>([&] { numbers_of(arrays, "objects"); }), "never unpickled");
        VERIFY_CONTAINS(QString::fromStdString(arrays.listing()), "bool_big bool [3, 4], ");
    }

    void header_versions() {
        const ArraySet arrays(made("version2.npy"));
        QCOMPARE(numbers_of(arrays, "version2"), numbers_of(ArraySet(made("types.npz")), "int16"));
        QCOMPARE(numbers_of(arrays, "version3"), numbers_of(arrays, "version2"));
    }

    void half_precision() {
        const Folder folder;
        folder.write("h.npy",
                     npy_bytes<std::uint16_t>(
                         "<f2", "(8,)", {0x0001, 0x03ff, 0x0400, 0x3c00, 0xc000, 0x7bff, 0xfc00, 0x7e00}));
        const std::vector<double> h = numbers_of(ArraySet(folder.path()), "h");
        QCOMPARE(h[0], 0x1p-24);
        QCOMPARE(h[1], 1023 * 0x1p-24);
        QCOMPARE(h[2], 0x1p-14);
        QCOMPARE(h[3], 1.0);
        QCOMPARE(h[4], -2.0);
        QCOMPARE(h[5], 65504.0);
        QCOMPARE(h[6], -std::numeric_limits<double>::infinity());
        QVERIFY(std::isnan(h[7]));
    }

    void compressed_archive_as_a_data_set() {
        const DataSplit split = open_dataset(options(made("packed.npz")));
        QCOMPARE(split.train->size(), 30);
        QCOMPARE(split.validation->size(), 10);
        QCOMPARE(split.train->sample().shape, (std::vector<std::int64_t>{2, 3, 1}));
        QVERIFY(split.train->sample().element == ElementType::f32);
        QVERIFY((split.train->target() == TargetType{TargetKind::class_label, 1, 3}));
        QVERIFY(split.class_names.empty());
        const Items items = all_of(*split.train);
        const std::vector<float> x = floats_of(items);
        std::vector<std::int64_t> counts(3);
        for (std::size_t i = 0; i < 30; ++i) {
            // x = (1000 n + j) mod 997 and y = n mod 3: the label follows from the first number.
            const int n = static_cast<int>(x[i * 6]) / 3;
            QCOMPARE(x[i * 6], static_cast<float>(1000 * n % 997));
            QCOMPARE(x[i * 6 + 5], x[i * 6] + 5);
            QCOMPARE(items.labels[i], n % 3);
            ++counts[static_cast<std::size_t>(n % 3)];
        }
        QCOMPARE(split.class_counts, counts);
        const DataSummary summary = summarize_dataset(options(made("packed.npz")));
        QCOMPARE(summary.train_size, 30);
        QCOMPARE(summary.target.classes, 3);
    }

    void parts_of_their_own() {
        const DataSplit split = open_dataset(options(made("parts.npz")));
        QCOMPARE(split.train->size(), 20);
        QCOMPARE(split.validation->size(), 10);
        QVERIFY(split.train->sample().element == ElementType::u8);
        QCOMPARE(split.train->sample().shape, (std::vector<std::int64_t>{5, 4, 3}));
        QCOMPARE(split.class_names, (std::vector<std::string>{"1", "2", "3", "4"}));
        QCOMPARE(all_of(*split.validation).labels[5], 1);
        QCOMPARE(split.class_counts, std::vector<std::int64_t>(4, 5));
    }

    void what_y_means_data() {
        QTest::addColumn<QByteArray>("y");
        QTest::addColumn<QString>("task");
        QTest::addColumn<int>("classes"); // 0: values
        QTest::addColumn<int>("width");
        QTest::addColumn<double>("second"); // target of item 1
        const auto row = [](const char* name, const Bytes& y, const char* task, int classes, int width,
                            double second) {
            QTest::newRow(name) << QByteArray(reinterpret_cast<const char*>(y.data()), qsizetype(y.size()))
                                << QString(task) << classes << width << second;
        };
        std::vector<std::int64_t> few(12), many(12);
        std::vector<float> reals(12), whole(12), hot(36), pairs(24);
        for (std::size_t i = 0; i < 12; ++i) {
            few[i] = i % 3 == 0 ? -1 : 1;
            many[i] = static_cast<std::int64_t>(100 - i * 7);
            reals[i] = static_cast<float>(i) * 1.5f;
            whole[i] = static_cast<float>(i % 2 * 5);
            hot[i * 3 + i % 3] = 1;
            pairs[2 * i] = static_cast<float>(i);
            pairs[2 * i + 1] = -1;
        }
        row("few integers", npy_bytes("<i8", "(12,)", few), "", 2, 1, 1);
        row("few integers as values", npy_bytes("<i8", "(12,)", few), "regression", 0, 1, 1);
        row("a column of them", npy_bytes("<i8", "(12, 1)", few), "", 2, 1, 1);
        row("many integers", npy_bytes("<i8", "(12,)", many), "", 0, 1, 93);
        row("floats", npy_bytes("<f4", "(12,)", reals), "", 0, 1, 1.5);
        row("whole floats", npy_bytes("<f4", "(12,)", whole), "", 0, 1, 5);
        row("whole floats as classes", npy_bytes("<f4", "(12,)", whole), "classification", 2, 1, 1);
        row("one hot", npy_bytes("<f4", "(12, 3)", hot), "", 3, 1, 1);
        row("one hot as values", npy_bytes("<f4", "(12, 3)", hot), "regression", 0, 3, 0);
        row("pairs", npy_bytes("<f4", "(12, 2)", pairs), "", 0, 2, 1);
        row("texts", npy_bytes<char>("|S2", "(12,)", {'b', 'b', 'a', 0, 'b', 'b', 'a', 0, 'b', 'b', 'a', 0,
                                                      'b', 'b', 'a', 0, 'b', 'b', 'a', 0, 'b', 'b', 'a', 0}),
            "", 2, 1, 0);
    }
    void what_y_means() {
        QFETCH(QByteArray, y);
        QFETCH(QString, task);
        QFETCH(int, classes);
        QFETCH(int, width);
        QFETCH(double, second);
        const Folder folder;
        fill(folder, Bytes(y.begin(), y.end()));
        const DataSplit split = open_dataset(options(folder.path(), task.toStdString()));
        const TargetType target = split.train->target();
        QCOMPARE(target.kind == TargetKind::values, classes == 0);
        QCOMPARE(target.classes, classes);
        QCOMPARE(target.width, width);
        // Item 1 is the one whose first feature is 1; it is in one of the two parts.
        bool found = false;
        for (const auto& part : {split.train, split.validation}) {
            const Items items = all_of(*part);
            const std::vector<float> x = floats_of(items);
            std::vector<float> values(items.labels.size());
            std::memcpy(values.data(), items.labels.data(), values.size() * sizeof(float));
            for (std::size_t i = 0; i < x.size() / 4; ++i)
                if (x[4 * i] == 1) {
                    const std::size_t at = i * static_cast<std::size_t>(width);
                    QCOMPARE(classes ? items.labels[at] : double(values[at]), second);
                    found = true;
                }
        }
        QVERIFY(found);
        QCOMPARE(split.class_counts.size(), static_cast<std::size_t>(classes));
    }

    void tasks_that_cannot_be() {
        const Folder folder;
        fill(folder, npy_bytes<float>("<f4", "(12,)", std::vector<float>(12, 0.5f)));
        VERIFY_CONTAINS(error_of(options(folder.path(), "classification")), "fractional numbers");
        fill(folder, npy_bytes<char>("|S1", "(12,)", std::vector<char>(12, 'a')));
        VERIFY_CONTAINS(error_of(options(folder.path(), "regression")), "texts can only be classes");
        VERIFY_CONTAINS(error_of(options(folder.path())), "the same class everywhere");
    }

    void names_that_do_not_fit() {
        VERIFY_CONTAINS(error_of(options(made("version2.npy"))),
                        "holds version2 int16 [3, 4], version3 int16 [3, 4]; expected are x and y");
        const Folder folder;
        VERIFY_CONTAINS(error_of(options(folder.path())), "holds no NumPy arrays");
        VERIFY_CONTAINS(error_of(options("/nowhere.npz")), "cannot read the data file /nowhere.npz");
        VERIFY_CONTAINS(error_of(options("/nowhere.npy")), "no data file /nowhere.npy");
        fill(folder, npy_bytes<float>("<f4", "(11,)", std::vector<float>(11)));
        VERIFY_CONTAINS(error_of(options(folder.path())), "has 12 items, but");
        // Capital letters and other usual names do.
        const Folder other;
        fill(other, npy_bytes<float>("<f4", "(12,)", std::vector<float>(12, 1)));
        QVERIFY(QFile::rename(QString::fromStdString(other.file("x.npy")),
                              QString::fromStdString(other.file("Data.npy"))));
        QVERIFY(QFile::rename(QString::fromStdString(other.file("y.npy")),
                              QString::fromStdString(other.file("TARGET.npy"))));
        QCOMPARE(open_dataset(options(other.path())).train->size(), 9);
        QCOMPARE(open_dataset(options(other.file("Data.npy"))).train->size(), 9);
    }

    void numbers_that_are_not_finite() {
        const auto with = [](std::size_t items, std::size_t bad) {
            std::vector<float> y(items);
            for (std::size_t i = 0; i < bad; ++i)
                y[7 + 3 * i] = i ? std::numeric_limits<float>::infinity() : std::nanf("");
            return npy_bytes("<f4", "(" + std::to_string(items) + ",)", y);
        };
        const Folder folder;
        fill(folder, with(200, 2), 200);
        const DataSplit split = open_dataset(options(folder.path()));
        QCOMPARE(split.train->size() + split.validation->size(), 198);
        QCOMPARE(split.warnings.size(), std::size_t{1});
        VERIFY_CONTAINS(
            QString::fromStdString(split.warnings[0]),
            "2 of 200 items cannot be used and are left out: item 7 (counted from 0) has a value");
        fill(folder, with(200, 3), 200);
        VERIFY_CONTAINS(error_of(options(folder.path())), "3 of 200 items cannot be used, more than 1 %");
        fill(folder, with(200, 0), 200);
        std::vector<float> x(800);
        x[41] = std::numeric_limits<float>::infinity();
        folder.write("x.npy", npy_bytes("<f4", "(200, 4)", x));
        VERIFY_CONTAINS(QString::fromStdString(open_dataset(options(folder.path())).warnings.front()),
                        "item 10 (counted from 0) has an infinite number at place 1");
    }

    void channels_first_is_warned_of() {
        const Folder folder;
        fill(folder, npy_bytes<float>("<f4", "(12,)", std::vector<float>(12)));
        folder.write("x.npy", npy_bytes("<f4", "(12, 3, 8, 8)", std::vector<float>(12 * 192)));
        VERIFY_CONTAINS(QString::fromStdString(open_dataset(options(folder.path())).warnings.front()),
                        "x.transpose(0, 2, 3, 1)");
    }

    void damaged_arrays_data() {
        QTest::addColumn<QByteArray>("header");
        QTest::addColumn<QString>("says");
        QTest::newRow("no dictionary") << QByteArray("'descr'") << "its header makes no sense";
        QTest::newRow("missing key") << QByteArray("{'descr': '<f4', 'shape': (12,)}") << "makes no sense";
        QTest::newRow("unknown key") << QByteArray("{'descr': '<f4', 'x': 1}") << "makes no sense";
        QTest::newRow("negative") << QByteArray("{'descr': '<f4', 'fortran_order': False, 'shape': (-12,)}")
                                  << "makes no sense";
        QTest::newRow("unclosed") << QByteArray("{'descr': '<f4', 'fortran_order': False, 'shape': (12,")
                                  << "makes no sense";
        QTest::newRow("too long") << QByteArray("{'descr': '<f4', 'fortran_order': False, 'shape': (13,)}")
                                  << "is truncated: its header promises 13 elements, 12 are there";
        QTest::newRow("far too long")
            << QByteArray("{'descr': '<f4', 'fortran_order': False, 'shape': (99999999, 99999999, 9999999)}")
            << "promises more than a file of this size can hold";
        QTest::newRow("too short") << QByteArray("{'descr': '<f4', 'fortran_order': False, 'shape': (11,)}")
                                   << "is longer than its header says";
        QTest::newRow("type") << QByteArray("{'descr': '<f3', 'fortran_order': False, 'shape': (12,)}")
                              << "'<f3' are not read";
        QTest::newRow("long double") << QByteArray(
                                            "{'descr': '<f16', 'fortran_order': False, 'shape': (12,)}")
                                     << "'<f16' are not read";
        QTest::newRow("dates") << QByteArray("{'descr': '<M8[ns]', 'fortran_order': False, 'shape': (12,)}")
                               << "are not read";
        QTest::newRow("empty type") << QByteArray("{'descr': '', 'fortran_order': False, 'shape': (12,)}")
                                    << "makes no sense";
    }
    void damaged_arrays() {
        QFETCH(QByteArray, header);
        QFETCH(QString, says);
        const Folder folder;
        fill(folder, npy_with_header(header.toStdString(), Bytes(48)));
        VERIFY_CONTAINS(error_of(options(folder.path())), says);
        VERIFY_CONTAINS(error_of(options(folder.path())), "y.npy");
    }

    void other_damage() {
        const Folder folder;
        fill(folder, Bytes{1, 2, 3});
        VERIFY_CONTAINS(error_of(options(folder.path())), "does not begin with the magic number");
        Bytes bytes = npy_bytes<float>("<f4", "(12,)", std::vector<float>(12));
        bytes[6] = 9;
        fill(folder, bytes);
        VERIFY_CONTAINS(error_of(options(folder.path())), "it is of version 9");
        bytes[6] = 1;
        bytes.resize(60);
        fill(folder, bytes);
        VERIFY_CONTAINS(error_of(options(folder.path())), "ends inside its header");
    }

    void damaged_archives() {
        QFile file(QString::fromStdString(made("packed.npz")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray good = file.readAll();
        const Folder folder;
        const auto error_with = [&](QByteArray bytes) {
            folder.write("a.npz", Bytes(bytes.begin(), bytes.end()));
            return error_of(options(folder.file("a.npz")));
        };
        VERIFY_CONTAINS(error_with({}), "is not a whole ZIP archive");
        VERIFY_CONTAINS(error_with(good.first(good.size() - 1)),
                        "its directory, which is at the end, is missing");
        VERIFY_CONTAINS(error_with("hello, this is text and no archive at all"),
                        "is not a whole ZIP archive");
        // Every cut and every changed byte is either harmless or a DataError, nothing else.
        int errors = 0;
        for (qsizetype at = 0; at < good.size(); ++at) {
            QByteArray changed = good;
            changed[at] = static_cast<char>(changed[at] ^ 0x55);
            errors += error_with(changed) != "(no error)";
        }
        // Dates, versions, and what the entries repeat of the directory do not matter.
        QVERIFY2(errors > good.size() * 3 / 4, qPrintable(QString::number(errors)));
        for (qsizetype size = 0; size < good.size(); size += 7)
            QVERIFY(error_with(good.first(size)) != "(no error)");
    }
};

QTEST_GUILESS_MAIN(TestNpz)
#include "test_npz.moc"
