// SPDX-License-Identifier: Apache-2.0
// CIFAR-10's binary version: planes become pixels, files come in the order of their numbers, and damage is
// named, counted and bounded.
#include <QTest>

#include "engine/core/error.h"
#include "engine/data/dataset.h"
#include "tests/data/all_items.h"
#include "tests/data/idx_writer.h"
#include "tests/data/message_of.h"

using namespace laptime;
using namespace laptime::tests;

namespace {

constexpr std::size_t plane = 1024, record = 3073;

/// `count` records: labels 0…9 in turn from `first` on, planes from pattern().
Bytes records(std::size_t count, std::size_t first, unsigned seed) {
    Bytes bytes = pattern(count * record, seed);
    for (std::size_t i = 0; i < count; ++i)
        bytes[i * record] = static_cast<unsigned char>((first + i) % 10);
    return bytes;
}

const std::string ten_names = "airplane\nautomobile\nbird\ncat\ndeer\ndog\nfrog\nhorse\nship\ntruck\n\n";

DataSplit open(const Folder& folder, std::uint64_t seed = 1) {
    return open_dataset(options_of("cifar10:" + folder.path(), 0.2, seed));
}

QString open_error(const Folder& folder) {
    return message_of<DataError>([&] { open(folder); });
}

} // namespace

class TestCifar10 : public QObject {
    Q_OBJECT

private slots:
    void reads_a_folder() {
        const Folder folder;
        const Bytes one = records(20, 0, 1), two = records(10, 0, 2), ten = records(10, 3, 3),
                    test = records(10, 5, 4);
        folder.write("data_batch_10.bin", ten);
        folder.write("data_batch_1.bin", one);
        folder.write("data_batch_2.bin.gz", gzipped(two));
        folder.write("test_batch.bin", test);
        folder.write("batches.meta.txt", ten_names);
        folder.write("readme.html", std::string("not data"));
        const DataSplit split = open(folder);
        QCOMPARE(split.train->size(), 40);
        QCOMPARE(split.validation->size(), 10);
        QCOMPARE(split.train->sample().shape, (std::vector<std::int64_t>{32, 32, 3}));
        QVERIFY(split.train->sample().element == ElementType::u8);
        QCOMPARE(split.train->classes(), 10);
        QCOMPARE(split.class_names[9], std::string("truck"));
        QCOMPARE(split.class_names.size(), std::size_t{10});
        QCOMPARE(split.class_counts, std::vector<std::int64_t>(10, 4));
        QVERIFY(split.warnings.empty());
        const Items train = all_of(*split.train), validation = all_of(*split.validation);
        // Item 30 is the first of data_batch_10, which comes last.
        QCOMPARE(train.labels[30], 3);
        QCOMPARE(validation.labels[0], 5);
        for (const std::size_t pixel : {0u, 1u, 33u, 1023u})
            for (std::size_t channel = 0; channel < 3; ++channel) {
                const std::size_t in_record = 1 + channel * plane + pixel, in_image = pixel * 3 + channel;
                QCOMPARE(train.samples[7 * 3072 + in_image], one[7 * record + in_record]);
                QCOMPARE(train.samples[22 * 3072 + in_image], two[2 * record + in_record]);
                QCOMPARE(train.samples[39 * 3072 + in_image], ten[9 * record + in_record]);
                QCOMPARE(validation.samples[4 * 3072 + in_image], test[4 * record + in_record]);
            }
        const DataSummary summary = summarize_dataset(options_of("cifar10:" + folder.path(), 0.2));
        QCOMPARE(summary.train_size, 40);
        QCOMPARE(summary.validation_size, 10);
        QCOMPARE(summary.target.classes, 10);
        QCOMPARE(summary.class_names, split.class_names);
    }

    void splits_where_there_is_no_test_file() {
        const Folder folder;
        folder.write("data_batch_1.bin", records(50, 0, 1));
        const DataSplit split = open(folder);
        QCOMPARE(split.train->size(), 40);
        QCOMPARE(split.validation->size(), 10);
        QCOMPARE(split.class_counts, std::vector<std::int64_t>(10, 4));
        QCOMPARE(split.class_names[3], std::string("cat"));
        QVERIFY(all_of(*open(folder, 2).validation).samples != all_of(*split.validation).samples);
        QCOMPARE(open(folder, 2).fingerprint, split.fingerprint);
    }

    void changes_are_seen_at_once() {
        const Folder folder;
        folder.write("data_batch_1.bin", records(20, 0, 1));
        const DataSplit before = open(folder);
        folder.write("data_batch_1.bin", records(30, 0, 1));
        const DataSplit after = open(folder);
        QCOMPARE(after.train->size(), 24);
        QVERIFY(after.fingerprint != before.fingerprint);
    }

    void few_bad_labels_are_left_out() {
        const Folder folder;
        Bytes bytes = records(200, 0, 1);
        bytes[17 * record] = 10;
        bytes[90 * record] = 255;
        folder.write("data_batch_1.bin", bytes);
        folder.write("test_batch.bin", records(10, 0, 2));
        const DataSplit split = open(folder);
        QCOMPARE(split.train->size(), 198);
        QCOMPARE(all_of(*split.train).labels[17], 8);
        QCOMPARE(split.warnings.size(), std::size_t{1});
        const QString warning = QString::fromStdString(split.warnings.front());
        VERIFY_CONTAINS(warning, "2 of 200 pictures cannot be used and are left out");
        VERIFY_CONTAINS(warning, "data_batch_1.bin: item 17 (counted from 0) has label 10, but there are 10");
        QCOMPARE(summarize_dataset(options_of("cifar10:" + folder.path())).train_size, 198);

        bytes[5 * record] = 77;
        folder.write("data_batch_1.bin", bytes);
        VERIFY_CONTAINS(open_error(folder), "3 of 200 pictures cannot be used, more than 1 %");
        VERIFY_CONTAINS(open_error(folder), "item 5 (counted from 0) has label 77");
    }

    void damaged_folders() {
        const Folder folder;
        VERIFY_CONTAINS(open_error(folder), "has no file data_batch_1.bin");
        VERIFY_CONTAINS(open_error(folder), "cifar-10-binary.tar.gz");
        VERIFY_CONTAINS(message_of<DataError>([] { open_dataset(options_of("cifar10:/nowhere")); }),
                        "no data folder /nowhere");
        folder.write("data_batch_1.bin", Bytes{});
        VERIFY_CONTAINS(open_error(folder), "data_batch_1.bin is empty");
        Bytes bytes = records(3, 0, 1);
        bytes.resize(bytes.size() - 5);
        folder.write("data_batch_1.bin", bytes);
        VERIFY_CONTAINS(open_error(folder), "9214 bytes, 3068 more than 2 records of 3073 bytes");
        folder.write("data_batch_1.bin", records(1, 0, 1));
        VERIFY_CONTAINS(open_error(folder), "nothing can be split off");
    }
};

QTEST_GUILESS_MAIN(TestCifar10)
#include "test_cifar10.moc"
