// SPDX-License-Identifier: Apache-2.0
// Opening data sets by name: what is found, how it is split, and what is said about folders that cannot be
// used.
#include <QTest>
#include <algorithm>
#include <set>

#include "engine/core/error.h"
#include "engine/data/dataset.h"
#include "engine/data/idx_dataset.h"
#include "engine/data/split.h"
#include "tests/data/all_items.h"
#include "tests/data/idx_writer.h"
#include "tests/data/message_of.h"

using namespace laptime;
using namespace laptime::tests;

namespace {

Bytes cycling_labels(std::size_t count, int classes) {
    Bytes labels(count);
    for (std::size_t i = 0; i < count; ++i)
        labels[i] = static_cast<unsigned char>(i % static_cast<std::size_t>(classes));
    return labels;
}

/// A good folder of 60 training images of 4 × 3, and 20 test images where `test` names their spelling.
void fill(const Folder& folder, const std::string& test = "t10k", bool packed = false) {
    const auto put = [&](const std::string& name, const Bytes& bytes) {
        folder.write(name + (packed ? ".gz" : ""), packed ? gzipped(bytes) : bytes);
    };
    put("train-images-idx3-ubyte", idx_bytes({60, 4, 3}, pattern(720, 1)));
    put("train-labels-idx1-ubyte", idx_bytes({60}, cycling_labels(60, 5)));
    if (test.empty())
        return;
    put(test + "-images-idx3-ubyte", idx_bytes({20, 4, 3}, pattern(240, 2)));
    put(test + "-labels-idx1-ubyte", idx_bytes({20}, cycling_labels(20, 5)));
}

DataSplit open(const Folder& folder, double validation = 0.25, std::uint64_t seed = 1) {
    return open_dataset(options_of("idx:" + folder.path(), validation, seed));
}

QString open_error(const Folder& folder) {
    return message_of<DataError>([&] { open(folder); });
}

} // namespace

class TestOpenDataset : public QObject {
    Q_OBJECT

private slots:
    void reads_a_folder_data() {
        QTest::addColumn<QString>("test");
        QTest::addColumn<bool>("packed");
        QTest::newRow("t10k") << "t10k" << false;
        QTest::newRow("t10k packed") << "t10k" << true;
        QTest::newRow("test") << "test" << false;
        QTest::newRow("test packed") << "test" << true;
    }
    void reads_a_folder() {
        QFETCH(QString, test);
        QFETCH(bool, packed);
        const Folder folder;
        fill(folder, test.toStdString(), packed);
        const DataSplit split = open(folder);
        const SampleType sample = split.train->sample();
        QCOMPARE(sample.shape, (std::vector<std::int64_t>{4, 3, 1}));
        QVERIFY(sample.element == ElementType::u8);
        QCOMPARE(split.train->classes(), 5);
        QCOMPARE(split.validation->classes(), 5);
        QVERIFY(split.class_names.empty());
        QCOMPARE(all_of(*split.train).samples, pattern(720, 1));
        QCOMPARE(all_of(*split.validation).samples, pattern(240, 2));
        QCOMPARE(all_of(*split.validation).labels[7], 2);

        const DataSummary summary = summarize_dataset(options_of("idx:" + folder.path(), 0.25));
        QCOMPARE(summary.train_size, 60);
        QCOMPARE(summary.validation_size, 20);
        QCOMPARE(summary.target.classes, 5);
        QCOMPARE(summary.sample.count(), 12);
    }

    void other_spellings_and_ranks() {
        const Folder folder;
        folder.write("train-images.idx4-ubyte", idx_bytes({8, 2, 3, 3}, pattern(144, 9)));
        folder.write("train-labels.idx1-ubyte", idx_bytes({8}, cycling_labels(8, 2)));
        const DataSplit split = open(folder);
        QCOMPARE(split.train->sample().shape, (std::vector<std::int64_t>{2, 3, 3}));

        const Folder rows;
        rows.write("train-images-idx2-ubyte", idx_bytes({8, 13}, pattern(104, 9)));
        rows.write("train-labels-idx1-ubyte", idx_bytes({8}, cycling_labels(8, 2)));
        QCOMPARE(open(rows).train->sample().shape, std::vector<std::int64_t>{13});
    }

    void reads_items_in_the_order_asked_for() {
        const Folder folder;
        fill(folder);
        const DataSplit split = open(folder);
        const std::vector<std::uint32_t> wanted{59, 0, 17, 17};
        Bytes samples(4 * 12);
        std::vector<std::int32_t> labels(4);
        split.train->read(wanted, {}, samples.data(), labels.data());
        const Bytes source = pattern(720, 1);
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            QVERIFY(std::equal(&samples[i * 12], &samples[i * 12] + 12, &source[wanted[i] * 12]));
            QCOMPARE(labels[i], static_cast<std::int32_t>(wanted[i] % 5));
        }
        const std::vector<std::uint32_t> beyond{60};
        QVERIFY_THROWS_EXCEPTION(std::out_of_range,
                                 split.train->read(beyond, {}, samples.data(), labels.data()));
    }

    void splits_where_there_is_no_test_part() {
        const Folder folder;
        fill(folder, "");
        const DataSplit split = open(folder, 0.25, 1);
        QCOMPARE(split.train->size(), 45);
        QCOMPARE(split.validation->size(), 15);
        const DataSummary summary = summarize_dataset(options_of("idx:" + folder.path(), 0.25));
        QCOMPARE(summary.train_size, 45);
        QCOMPARE(summary.validation_size, 15);
        // Stratified: each of the five classes gives three of its twelve.
        const Items validation = all_of(*split.validation);
        for (std::int32_t label = 0; label < 5; ++label)
            QCOMPARE(std::count(validation.labels.begin(), validation.labels.end(), label), 3);
        // Together, every item once.
        std::multiset<Bytes> seen, source;
        const auto cut = [](const Bytes& bytes, std::multiset<Bytes>& into) {
            for (std::size_t i = 0; i < bytes.size(); i += 12)
                into.insert(Bytes(bytes.begin() + static_cast<std::ptrdiff_t>(i),
                                  bytes.begin() + static_cast<std::ptrdiff_t>(i + 12)));
        };
        cut(all_of(*split.train).samples, seen);
        cut(validation.samples, seen);
        cut(pattern(720, 1), source);
        QCOMPARE(seen, source);
        // Reproducible by seed.
        QCOMPARE(all_of(*open(folder, 0.25, 1).validation).samples, validation.samples);
        QVERIFY(all_of(*open(folder, 0.25, 2).validation).samples != validation.samples);
    }

    void split_keeps_both_parts_filled() {
        std::vector<std::int32_t> labels{0, 1, 2, 0, 1, 2, 0};
        for (const double fraction : {0.001, 0.3, 0.5, 0.999}) {
            const SplitIndices split = stratified_split(labels, 3, fraction, 1);
            QCOMPARE(static_cast<std::int64_t>(split.validation.size()), validation_count(7, fraction));
            QVERIFY(!split.train.empty() && !split.validation.empty());
            QCOMPARE(split.train.size() + split.validation.size(), labels.size());
        }
    }

    void fingerprint_follows_the_contents() {
        const Folder plain, packed, changed, untested;
        fill(plain);
        fill(packed, "t10k", true);
        fill(changed);
        Bytes labels = cycling_labels(20, 5);
        std::swap(labels[3], labels[4]);
        changed.write("t10k-labels-idx1-ubyte", idx_bytes({20}, labels));
        fill(untested, "");
        const std::string print = open(plain).fingerprint;
        QCOMPARE(print.size(), std::size_t{16});
        QCOMPARE(open(packed).fingerprint, print);
        QCOMPARE(open(plain, 0.5, 9).fingerprint, print);
        QVERIFY(open(changed).fingerprint != print);
        QVERIFY(open(untested).fingerprint != print);
    }

    void class_names_from_a_file() {
        const Folder folder;
        fill(folder);
        folder.write("classes.txt", std::string("apple\npear\r\nplum\nfig\nquince\nsloe\n"));
        const DataSplit split = open(folder);
        QCOMPARE(split.class_names,
                 (std::vector<std::string>{"apple", "pear", "plum", "fig", "quince", "sloe"}));
        QCOMPARE(split.train->classes(), 6);
        QCOMPARE(summarize_dataset(options_of("idx:" + folder.path(), 0.1)).target.classes, 6);
        folder.write("classes.txt", std::string("one\ntwo\n"));
        VERIFY_CONTAINS(open_error(folder),
                        "item 2 (counted from 0) has label 2, out of range: there are 2 classes");
    }

    void missing_folder_and_files() {
        const QString gone =
            message_of<DataError>([] { open_dataset(options_of("idx:/nowhere/at/all", 0.1, 1)); });
        VERIFY_CONTAINS(gone, "no data folder /nowhere/at/all");
        for (const char* name : {"train-images-idx3-ubyte", "train-labels-idx1-ubyte",
                                 "t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte"}) {
            const Folder folder;
            fill(folder);
            folder.remove(name);
            VERIFY_CONTAINS(open_error(folder), QString("has no file ") + name);
            VERIFY_CONTAINS(open_error(folder), QString::fromStdString(folder.path()));
            VERIFY_CONTAINS(
                message_of<DataError>([&] { summarize_dataset(options_of("idx:" + folder.path(), 0.1)); }),
                name);
        }
    }

    void a_known_folder_says_what_to_install() {
        const IdxFolder folder{"/nowhere", {"a", "b"}, "install the package dataset-nothing"};
        VERIFY_CONTAINS(message_of<DataError>([&] { open_idx(folder, {}); }),
                        "install the package dataset-nothing");
    }

    void files_that_do_not_belong_together() {
        const Folder counts;
        fill(counts);
        counts.write("train-labels-idx1-ubyte", idx_bytes({59}, cycling_labels(59, 5)));
        VERIFY_CONTAINS(open_error(counts), "holds 60 images, but");
        VERIFY_CONTAINS(open_error(counts), "holds 59 labels");
        VERIFY_CONTAINS(
            message_of<DataError>([&] { summarize_dataset(options_of("idx:" + counts.path(), 0.1)); }),
            "59 labels");

        const Folder test_counts;
        fill(test_counts);
        test_counts.write("t10k-images-idx3-ubyte", idx_bytes({21, 4, 3}, pattern(252, 2)));
        VERIFY_CONTAINS(open_error(test_counts), "t10k-images-idx3-ubyte holds 21 images");

        const Folder sizes;
        fill(sizes);
        sizes.write("t10k-images-idx3-ubyte", idx_bytes({20, 3, 4}, pattern(240, 2)));
        VERIFY_CONTAINS(open_error(sizes), "holds images of 3 x 4 x 1");

        const Folder swapped;
        fill(swapped);
        swapped.write("train-labels-idx1-ubyte", idx_bytes({60, 4, 3}, pattern(720, 1)));
        VERIFY_CONTAINS(open_error(swapped), "train-labels-idx1-ubyte has 3 dimensions; labels have one");

        const Folder flat;
        fill(flat);
        flat.write("train-images-idx3-ubyte", idx_bytes({60}, pattern(60, 1)));
        VERIFY_CONTAINS(open_error(flat), "train-images-idx3-ubyte has 1 dimensions; images have 3");

        const Folder single;
        single.write("train-images-idx3-ubyte", idx_bytes({1, 4, 3}, pattern(12, 1)));
        single.write("train-labels-idx1-ubyte", idx_bytes({1}, {0}));
        VERIFY_CONTAINS(open_error(single), "nothing can be split off");
    }

    void damage_in_any_file_names_it() {
        for (const std::string name : {"train-images-idx3-ubyte", "train-labels-idx1-ubyte",
                                       "t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte"}) {
            const Folder folder;
            fill(folder);
            folder.write(name, Bytes{0, 0, 8, 1, 0, 0, 0, 9, 1});
            VERIFY_CONTAINS(open_error(folder), QString::fromStdString(name) + " is truncated");
        }
    }

    void labels_out_of_range() {
        const Folder test;
        fill(test);
        Bytes labels = cycling_labels(20, 5);
        labels[13] = 5;
        test.write("t10k-labels-idx1-ubyte", idx_bytes({20}, labels));
        VERIFY_CONTAINS(open_error(test),
                        "t10k-labels-idx1-ubyte: item 13 (counted from 0) has label 5, out of range");

        // One byte must not make 200 classes.
        const Folder train;
        train.write("train-images-idx3-ubyte", idx_bytes({500, 2, 2}, pattern(2000, 1)));
        Bytes many = cycling_labels(500, 5);
        many[321] = 200;
        train.write("train-labels-idx1-ubyte", idx_bytes({500}, many));
        VERIFY_CONTAINS(open_error(train),
                        "train-labels-idx1-ubyte: item 321 (counted from 0) has label 200");
        VERIFY_CONTAINS(open_error(train), "at most 4");
        VERIFY_CONTAINS(open_error(train), "classes.txt");
        // But a class that is really there may have gaps below it.
        for (std::size_t i = 0; i < 500; i += 10)
            many[i] = 30;
        many[321] = 1;
        train.write("train-labels-idx1-ubyte", idx_bytes({500}, many));
        QCOMPARE(open(train).train->classes(), 31);
    }

    void fashion_mnist() {
        if (!QDir("/usr/share/datasets/fashion-mnist").exists())
            QSKIP("the package dataset-fashion-mnist is not installed");
        const DataSplit split = open_dataset(options_of("fashion-mnist", 0.1, 1));
        QCOMPARE(split.train->size(), 60000);
        QCOMPARE(split.validation->size(), 10000);
        QCOMPARE(split.train->classes(), 10);
        QCOMPARE(split.class_names.size(), std::size_t{10});
        QCOMPARE(split.class_names[9], std::string("Ankle boot"));
        // The first training image is known to be an ankle boot.
        QCOMPARE(all_of(*split.train).labels.front(), 9);
        const DataSummary summary = summarize_dataset(options_of("fashion-mnist", 0.1));
        QCOMPARE(summary.train_size, 60000);
        QCOMPARE(summary.validation_size, 10000);
        QCOMPARE(summary.target.classes, 10);
        QCOMPARE(summary.sample.shape.front(), 28);
    }
};

QTEST_GUILESS_MAIN(TestOpenDataset)
#include "test_open_dataset.moc"
