// SPDX-License-Identifier: Apache-2.0
// Folders of pictures: how they are found and split, what becomes of damaged files, what is kept in memory.
#include <QDir>
#include <QTest>
#include <algorithm>
#include <atomic>
#include <numeric>
#include <set>
#include <thread>

#include "engine/core/error.h"
#include "engine/data/dataset.h"
#include "engine/data/helpers.h"
#include "engine/data/read_image.h"
#include "tests/data/all_items.h"
#include "tests/data/message_of.h"
#include "tests/data/pictures.h"
#include "tests/data/png_writer.h"

using namespace laptime;
using namespace laptime::tests;

namespace {

void put(const Folder& folder, const std::string& name, const Bytes& bytes) {
    QDir().mkpath(QString::fromStdString(folder.file(name)).section('/', 0, -2));
    folder.write(name, bytes);
}

Bytes picture(unsigned seed, std::size_t width = 4, std::size_t height = 4, std::size_t channels = 3) {
    return png_bytes(width, height, channels, pattern(width * height * channels, seed));
}

/// Ends as it should, but its pixels do not unpack.
Bytes damaged_picture(unsigned seed) {
    Bytes png = picture(seed);
    png[png.size() - 30] ^= 0x55;
    return png;
}

/// `count` different pictures for each class.
void fill(const Folder& folder, const std::vector<std::string>& classes, int count,
          const std::string& part = "") {
    unsigned seed = static_cast<unsigned>(100 * part.size());
    for (const std::string& name : classes)
        for (int i = 0; i < count; ++i)
            put(folder, part + name + "/" + std::to_string(1000 + i) + ".png", picture(++seed));
}

DataOptions options_for(const Folder& folder) {
    return options_of("images:" + folder.path(), 0.25);
}

DataSplit open(const Folder& folder) {
    return open_dataset(options_for(folder));
}

QString open_error(const Folder& folder) {
    return message_of<DataError>([&] { open(folder); });
}

Bytes item(const Dataset& data, std::uint32_t index) {
    Bytes sample(data.sample().bytes());
    data.read(std::span(&index, 1), {}, sample.data(), nullptr);
    return sample;
}

QString all_warnings(const std::vector<std::string>& warnings) {
    QString text;
    for (const std::string& warning : warnings)
        text += QString::fromStdString(warning) + "\n";
    return text;
}

} // namespace

class TestImages : public QObject {
    Q_OBJECT

private slots:
    void a_folder_a_class() {
        const Folder folder;
        fill(folder, {"dog", "cat", "Ape"}, 8);
        put(folder, "cat/more/deep/9.PNG", picture(500));
        put(folder, "cat/.hidden.png", Bytes{1});
        put(folder, ".git/x.png", Bytes{1});
        put(folder, "dog/notes.txt", Bytes{1});
        put(folder, "readme.md", Bytes{1});
        put(folder, "empty/readme", Bytes{1});
        const DataSplit split = open(folder);
        QCOMPARE(split.class_names, (std::vector<std::string>{"Ape", "cat", "dog"}));
        QCOMPARE(split.train->size() + split.validation->size(), 25);
        QCOMPARE(split.validation->size(), 6);
        QCOMPARE(split.class_counts, (std::vector<std::int64_t>{6, 7, 6}));
        QCOMPARE(split.train->sample(), (SampleType{{4, 4, 3}, ElementType::u8}));
        QCOMPARE(split.train->target(), (TargetType{TargetKind::class_label, 1, 3}));
        VERIFY_CONTAINS(all_warnings(split.warnings), "the folder empty holds no pictures");
        VERIFY_CONTAINS(all_warnings(split.warnings),
                        "2 files that are not .jpg or .png are left out (without an ending, .txt)");
        // Every picture once, with its label.
        std::set<Bytes> seen;
        for (const auto& part : {split.train, split.validation}) {
            const Items items = all_of(*part);
            for (std::size_t i = 0; i < items.labels.size(); ++i)
                seen.insert(Bytes(items.samples.begin() + static_cast<std::ptrdiff_t>(48 * i),
                                  items.samples.begin() + static_cast<std::ptrdiff_t>(48 * (i + 1))));
        }
        QCOMPARE(seen.size(), std::size_t{25});
        QVERIFY(seen.count(pattern(48, 500)));
        const DataSummary summary = summarize_dataset(options_for(folder));
        QCOMPARE(summary.train_size, split.train->size());
        QCOMPARE(summary.validation_size, split.validation->size());
        QCOMPARE(summary.sample, split.train->sample());
        QCOMPARE(summary.target, split.train->target());
        QCOMPARE(summary.class_names, split.class_names);
    }

    void parts_of_their_own_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"val", "valid", "validation", "test"})
            QTest::newRow(name) << name;
    }
    void parts_of_their_own() {
        QFETCH(QString, name);
        const Folder folder;
        fill(folder, {"a", "b", "c"}, 4, "train/");
        put(folder, (name + "/a/1.png").toStdString(), picture(900));
        put(folder, (name + "/c/1.png").toStdString(), picture(901));
        const DataSplit split = open(folder);
        QCOMPARE(split.train->size(), 12);
        QCOMPARE(split.validation->size(), 2);
        QCOMPARE(split.class_names, (std::vector<std::string>{"a", "b", "c"}));
        QCOMPARE(all_of(*split.validation).labels, (std::vector<std::int32_t>{0, 2}));
        QCOMPARE(item(*split.validation, 1), pattern(48, 901));
        QCOMPARE(summarize_dataset(options_for(folder)).validation_size, 2);
        put(folder, (name + "/d/1.png").toStdString(), picture(902));
        VERIFY_CONTAINS(open_error(folder), name + "/d has no folder with pictures in the training part");
    }

    void a_train_folder_alone_and_a_class_called_train() {
        const Folder alone;
        fill(alone, {"a", "b"}, 4, "train/");
        QCOMPARE(open(alone).validation->size(), 2);
        const Folder vehicles;
        fill(vehicles, {"car", "plane", "train"}, 4);
        QCOMPARE(open(vehicles).class_names, (std::vector<std::string>{"car", "plane", "train"}));
    }

    void folders_that_are_no_data_set() {
        const Folder folder;
        VERIFY_CONTAINS(open_error(folder), "has no folder with pictures");
        put(folder, "1.png", picture(1));
        VERIFY_CONTAINS(open_error(folder), "holds 1 pictures, but no folders of classes");
        put(folder, "cat/1.png", picture(1));
        VERIFY_CONTAINS(open_error(folder), "has one class only (cat)");
        VERIFY_CONTAINS(message_of<DataError>([] { open_dataset(options_of("images:/nowhere")); }),
                        "no data folder /nowhere");
    }

    void sizes_are_found_or_asked_for() {
        const Folder folder;
        fill(folder, {"a", "b"}, 4);
        DataOptions options = options_for(folder);
        options.image_size = {6, 10};
        options.channels = 1;
        const DataSplit grey = open_dataset(options);
        QCOMPARE(grey.train->sample(), (SampleType{{6, 10, 1}, ElementType::u8}));
        const Image expected = decode_image(picture(1), "p", ImageTarget{{6, 10}, Fit::stretch, 1});
        const Items items = all_of(*grey.train), rest = all_of(*grey.validation);
        const auto holds = [&](const Items& part) {
            return std::search(part.samples.begin(), part.samples.end(), expected.pixels.begin(),
                               expected.pixels.end()) != part.samples.end();
        };
        QVERIFY(holds(items) || holds(rest));
        QVERIFY(grey.warnings.empty());

        put(folder, "a/wide.png", picture(50, 9, 5));
        const DataSplit mixed = open(folder);
        QCOMPARE(mixed.train->sample(), (SampleType{{224, 224, 3}, ElementType::u8}));
        VERIFY_CONTAINS(all_warnings(mixed.warnings), "different sizes and are resized to 224 x 224");

        const Folder large;
        for (const char* name : {"a/1.png", "a/2.png", "b/1.png", "b/2.png"})
            put(large, name, picture(1, 600, 3));
        VERIFY_CONTAINS(all_warnings(open(large).warnings), "large (600 x 3) and are resized to 224 x 224");

        options.image_size = {0, 5};
        VERIFY_CONTAINS(message_of<DataError>([&] { open_dataset(options); }), "a height and a width");
        options.image_size = {5, 5};
        options.channels = 2;
        VERIFY_CONTAINS(message_of<DataError>([&] { open_dataset(options); }), "not 2");
        options.channels = 3;
        options.resize = "squeeze";
        VERIFY_CONTAINS(message_of<InvalidInput>([&] { open_dataset(options); }), "stretch, crop or pad");
    }

    void orientation_counts_for_the_size() {
        // 24 x 16 when upright, stored as 16 x 24.
        const Folder folder;
        for (const StoredPicture& stored : stored_pictures)
            if (QString name = stored.name; name.contains("orientation")) {
                const QByteArray bytes = QByteArray::fromBase64(stored.base64);
                for (const char* label : {"a/", "b/"})
                    put(folder, label + name.replace(' ', '_').toStdString() + ".jpg",
                        Bytes(bytes.begin(), bytes.end()));
            }
        QCOMPARE(open(folder).train->sample().shape, (std::vector<std::int64_t>{16, 24, 3}));
    }

    void a_few_damaged_files_are_left_out() {
        const Folder folder;
        fill(folder, {"a", "b"}, 150);
        put(folder, "a/1007.png", Bytes{});
        Bytes cut = picture(3);
        cut.resize(cut.size() - 20);
        put(folder, "a/1008.png", cut);
        put(folder, "b/1009.png", damaged_picture(4));
        const DataSplit split = open(folder);
        QCOMPARE(split.train->size() + split.validation->size(), 297);
        const QString warning = all_warnings(split.warnings);
        VERIFY_CONTAINS(warning, "3 of 300 pictures cannot be used and are left out");
        for (const char* part : {"a/1007.png is empty", "a/1008.png is damaged", "b/1009.png is damaged"})
            VERIFY_CONTAINS(warning, part);
        put(folder, "b/1010.png", Bytes{'n', 'o'});
        VERIFY_CONTAINS(open_error(folder), "4 of 300 pictures cannot be used, more than 1 %");
    }

    void damage_that_turns_up_later_is_replaced() {
        const Folder folder;
        fill(folder, {"a", "b"}, 300);
        // Of 600 files every second is decoded beforehand; this one is not, and it ends well.
        put(folder, "a/1007.png", damaged_picture(8));
        const DataSplit split = open(folder);
        QVERIFY(!all_warnings(split.warnings).contains("cannot be used"));
        QCOMPARE(split.train->size() + split.validation->size(), 600);
        const Items train = all_of(*split.train), validation = all_of(*split.validation);
        const auto first = split.train->take_warnings(), second = split.validation->take_warnings();
        QCOMPARE(first.size() + second.size(), std::size_t{1});
        VERIFY_CONTAINS(all_warnings(first) + all_warnings(second), "a/1007.png is damaged");
        VERIFY_CONTAINS(all_warnings(first) + all_warnings(second), "1 more pictures cannot be used");
        // All bytes are those of good pictures of the class, and the same when they are read again.
        std::set<Bytes> good;
        for (unsigned seed = 1; seed <= 300; ++seed)
            good.insert(pattern(48, seed));
        for (const Items* items : {&train, &validation})
            for (std::size_t i = 0; i < items->labels.size(); ++i)
                if (items->labels[i] == 0)
                    QVERIFY(good.count(
                        Bytes(items->samples.begin() + static_cast<std::ptrdiff_t>(48 * i),
                              items->samples.begin() + static_cast<std::ptrdiff_t>(48 * (i + 1)))));
        QCOMPARE(all_of(*split.train).samples, train.samples);
        QVERIFY(split.train->take_warnings().empty());
    }

    void files_that_vanish_are_replaced_up_to_a_hundredth() {
        const Folder folder;
        fill(folder, {"a", "b"}, 150);
        const DataSplit split = open(folder);
        for (const char* name : {"a/1000.png", "a/1001.png", "b/1149.png"})
            folder.remove(name);
        const Items items = all_of(*split.train);
        all_of(*split.validation);
        VERIFY_CONTAINS(all_warnings(split.train->take_warnings()), "3 more pictures cannot be used");
        QCOMPARE(all_of(*split.train).samples, items.samples);

        const DataSplit again = open(folder);
        for (int i = 20; i < 24; ++i)
            folder.remove("b/" + std::to_string(1000 + i) + ".png");
        VERIFY_CONTAINS(message_of<DataError>([&] {
                            all_of(*again.train);
                            all_of(*again.validation);
                        }),
                        "more than 1 %");
    }

    void keeps_what_fits() {
        const Folder folder;
        fill(folder, {"a", "b"}, 60);
        DataOptions options = options_for(folder);
        options.image_size = {64, 64}; // 12 KiB each, 1.4 MiB together
        const DataSplit roomy = open_dataset(options);
        options.cache_mb = 1;
        const DataSplit tight = open_dataset(options);
        QVERIFY(tight.train->memory_bound() < (1u << 20) + 20000);
        QVERIFY(roomy.train->memory_bound() > tight.train->memory_bound());
        const Items expected = all_of(*roomy.train);
        for (int epoch = 0; epoch < 2; ++epoch) {
            QCOMPARE(all_of(*tight.train).samples, expected.samples);
            QCOMPARE(all_of(*roomy.train).samples, expected.samples);
        }
        // What is kept is not read again: without files, 85 of the 120 are still there.
        QDir(QString::fromStdString(folder.file("a"))).removeRecursively();
        QDir(QString::fromStdString(folder.file("b"))).removeRecursively();
        QCOMPARE(all_of(*roomy.train).samples, expected.samples);
        QVERIFY_THROWS_EXCEPTION(DataError, all_of(*tight.train));
    }

    void many_threads_read_the_same() {
        const Folder folder;
        fill(folder, {"a", "b"}, 60);
        const DataSplit split = open(folder), other = open(folder);
        const Items expected = all_of(*other.train);
        std::vector<Items> got(4);
        std::vector<std::thread> threads;
        for (Items& items : got)
            threads.emplace_back([&] { items = all_of(*split.train); });
        for (std::thread& thread : threads)
            thread.join();
        for (const Items& items : got) {
            QCOMPARE(items.samples, expected.samples);
            QCOMPARE(items.labels, expected.labels);
        }
        const std::uint32_t beyond = static_cast<std::uint32_t>(split.train->size());
        Bytes sample(48);
        QVERIFY_THROWS_EXCEPTION(std::out_of_range,
                                 split.train->read(std::span(&beyond, 1), {}, sample.data(), nullptr));
    }

    void fingerprint_follows_the_contents() {
        const Folder one, same, other;
        fill(one, {"a", "b"}, 6);
        fill(same, {"a", "b"}, 6);
        fill(other, {"a", "b"}, 6);
        put(other, "b/1003.png", picture(77));
        const std::string print = open(one).fingerprint;
        QCOMPARE(open(same).fingerprint, print);
        QVERIFY(open(other).fingerprint != print);
        DataOptions options = options_for(one);
        options.seed = 5;
        QCOMPARE(open_dataset(options).fingerprint, print);
        options.image_size = {5, 5};
        QVERIFY(open_dataset(options).fingerprint != print);
    }

    void helpers_share_a_loop() {
        for (const int count : {0, 1, 3}) {
            Helpers helpers(count);
            for (const std::size_t rounds : {0u, 1u, 2u, 1000u}) {
                std::vector<std::atomic<int>> done(rounds);
                helpers.run(rounds, [&](std::size_t i) { ++done[i]; });
                QVERIFY(std::all_of(done.begin(), done.end(), [](const auto& times) { return times == 1; }));
            }
            const auto fails = [&] {
                helpers.run(100, [](std::size_t i) {
                    if (i == 7)
                        throw DataError("round 7");
                });
            };
            QCOMPARE(message_of<DataError>(fails), "round 7");
            // Several loops at once.
            std::atomic<int> total = 0;
            std::vector<std::thread> callers;
            for (int caller = 0; caller < 3; ++caller)
                callers.emplace_back([&] { helpers.run(200, [&](std::size_t) { ++total; }); });
            for (std::thread& caller : callers)
                caller.join();
            QCOMPARE(total, 600);
        }
    }
};

QTEST_GUILESS_MAIN(TestImages)
#include "test_images.moc"
