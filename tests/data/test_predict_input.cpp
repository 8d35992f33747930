// SPDX-License-Identifier: Apache-2.0
// What a trained model is asked about becomes samples as in training, and labelled data keeps training's
// numbers.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <cstring>

#include "engine/core/error.h"
#include "engine/data/predict_input.h"
#include "tests/data/all_items.h"
#include "tests/data/message_of.h"
#include "tests/data/npy_writer.h"
#include "tests/data/png_writer.h"

using namespace laptime;
using namespace laptime::tests;

namespace {

DataOptions csv(const std::string& file, const std::string& task = {}) {
    DataOptions o = options_of("csv:" + file, 0.25);
    o.task = task;
    return o;
}

std::vector<float> floats_of(const Dataset& data) {
    const Items items = all_of(data);
    std::vector<float> values(items.samples.size() / sizeof(float));
    std::memcpy(values.data(), items.samples.data(), items.samples.size());
    return values;
}

QString joined(const std::vector<std::string>& texts) {
    QString all;
    for (const std::string& text : texts)
        all += QString::fromStdString(text) + "\n";
    return all;
}

Preprocessing pictures(std::vector<std::int64_t> shape) {
    return {{std::move(shape)}, {TargetKind::class_label, 1, 2}, {"a", "b"}};
}

QString error_of(const Preprocessing& learned, const std::vector<std::string>& files) {
    return message_of<DataError>([&] { open_predict_input(learned, files); });
}

/// x 0…39, colour of three, y.
std::string table() {
    std::string text = "x,colour,y\n";
    for (int i = 0; i < 40; ++i)
        text += std::to_string(i) + "," + (i % 3 ? i % 3 == 1 ? "red" : "blue" : "green") + "," +
                (i % 2 ? "yes" : "no") + "\n";
    return text;
}

} // namespace

class TestPredictInput : public QObject {
    Q_OBJECT

private slots:
    void rows_without_target_as_in_training() {
        const Folder folder;
        const DataSplit split = open_dataset(csv(folder.write("t.csv", table())));
        const Preprocessing learned = preprocessing_of(split.preprocessing);
        // Other order, another column, other delimiter, no target; one unknown colour, one missing number.
        const std::string file =
            folder.write("p.csv", std::string("note;colour;x\nn;red;0\n;pink;39\n\n;;\n;blue;NA\n"));
        const PredictInput input = open_predict_input(learned, {file});
        QCOMPARE(joined(input.names),
                 QString::fromStdString(file + ": line 2\n" + file + ": line 3\n" + file + ": line 6\n"));
        QVERIFY(input.warnings.empty());
        QVERIFY(input.data->sample() == split.train->sample());
        const TableColumn& x = learned.table->columns[0];
        const std::vector<float> rows = floats_of(*input.data);
        // x, blue, green, red, ?
        const auto normal = [&](double value) { return static_cast<float>((value - x.mean) / x.deviation); };
        QCOMPARE(rows, (std::vector<float>{normal(0), 0, 0, 1, 0, normal(39), 0, 0, 0, 1, 0, 1, 0, 0, 0}));

        // The training file itself gives the very samples that were trained on.
        const PredictInput again = open_predict_input(learned, {folder.file("t.csv")});
        QCOMPARE(again.data->size(), 40);
        const std::vector<float> all = floats_of(*again.data);
        int found = 0;
        for (const auto& part : {split.train, split.validation}) {
            const std::vector<float> trained = floats_of(*part);
            for (std::size_t i = 0; i < trained.size(); i += 5)
                for (std::size_t k = 0; k < all.size(); k += 5)
                    found += std::abs(all[k] - trained[i]) < 1e-6f &&
                             std::equal(&all[k] + 1, &all[k] + 5, &trained[i] + 1);
        }
        QCOMPARE(found, 40);
    }

    void rows_that_do_not_fit() {
        const Folder folder;
        const Preprocessing learned =
            preprocessing_of(open_dataset(csv(folder.write("t.csv", table()))).preprocessing);
        VERIFY_CONTAINS(error_of(learned, {folder.write("p.csv", std::string("x,y\n1,2\n"))}),
                        "has no column 'colour', which the model was trained with");
        VERIFY_CONTAINS(error_of(learned, {folder.write("p.csv", std::string("x,colour\none,red\n"))}),
                        "line 2 has 'one' in 'x', which must be a number");
        VERIFY_CONTAINS(error_of(learned, {folder.write("p.csv", std::string("x,colour\n"))}), "has no rows");
        std::string text = "x,colour\n";
        for (int i = 0; i < 200; ++i)
            text += i == 50 ? "1,red,2\n" : "1,red\n";
        const PredictInput input = open_predict_input(learned, {folder.write("p.csv", text)});
        QCOMPARE(input.data->size(), 199);
        VERIFY_CONTAINS(joined(input.warnings), "line 52 has 3 fields instead of 2");
    }

    void labelled_tables_keep_their_numbers() {
        const Folder folder;
        const Preprocessing learned =
            preprocessing_of(open_dataset(csv(folder.write("t.csv", table()))).preprocessing);
        // Only one class here, and a mean far from training's.
        const LabelledInput input = open_labelled_input(
            learned, csv(folder.write("e.csv", std::string("y,colour,x\nyes,red,1000\nyes,blue,1001\n"))));
        QCOMPARE(input.data->size(), 2);
        QVERIFY(input.data->target() == learned.target);
        QCOMPARE(all_of(*input.data).labels, (std::vector<std::int32_t>{1, 1}));
        const TableColumn& x = learned.table->columns[0];
        QCOMPARE(floats_of(*input.data)[0], static_cast<float>((1000 - x.mean) / x.deviation));
        VERIFY_CONTAINS(message_of<DataError>([&] {
                            open_labelled_input(
                                learned,
                                csv(folder.write("e.csv", std::string("y,colour,x\nmaybe,red,1\n"))));
                        }),
                        "line 2 has 'maybe' in 'y', which is no class");
        VERIFY_CONTAINS(
            message_of<DataError>([&] { open_labelled_input(learned, options_of("synthetic:8x8x1/2")); }),
            "use csv:FILE");

        const Preprocessing values = preprocessing_of(
            open_dataset(csv(folder.write("r.csv", std::string("a,b\n1,0.5\n2,1.5\n3,2.5\n4,3.5\n"))))
                .preprocessing);
        const LabelledInput regression =
            open_labelled_input(values, csv(folder.write("e.csv", std::string("a,b\n1,-7.25\n"))));
        float value = 0;
        const Items items = all_of(*regression.data);
        std::memcpy(&value, items.labels.data(), sizeof value);
        QCOMPARE(value, -7.25f);
    }

    void labelled_texts_keep_their_numbers() {
        const Folder folder;
        DataOptions o =
            options_of("text:" + folder.write("t.txt", std::string("abcdefghijklmnopqrstuvwxyz\n")));
        o.context = 4;
        const Preprocessing learned = preprocessing_of(open_dataset(o).preprocessing);
        o.dataset = "text:" + folder.write("e.txt", std::string("zzzzyyyyx"));
        o.context = 99; // the model's counts
        const LabelledInput input = open_labelled_input(learned, o);
        QCOMPARE(input.data->size(), 2);
        QVERIFY(input.data->target() == learned.target);
        const Items items = all_of(*input.data);
        QCOMPARE(token_text(learned, std::span(items.labels).first(4)), std::string("zzzy"));
        QCOMPARE(token_text(learned, std::span(items.labels).last(4)), std::string("yyyx"));
        folder.write("e.txt", "é" + std::string(300, 'q'));
        VERIFY_CONTAINS(joined(open_labelled_input(learned, o).warnings),
                        "the character 'é' (U+e9) does not occur in the training text");
    }

    void labelled_arrays_by_class_name() {
        const Folder folder;
        const auto array = [&](const std::vector<char>& y) {
            const std::size_t items = y.size();
            folder.write("x.npy", npy_bytes("<f4", "(" + std::to_string(items) + ", 2)",
                                            std::vector<float>(items * 2, 1)));
            folder.write("y.npy", npy_bytes("|S1", "(" + std::to_string(items) + ",)", y));
            return options_of("npz:" + folder.path(), 0.25);
        };
        const Preprocessing learned =
            preprocessing_of(open_dataset(array({'a', 'b', 'c', 'a', 'b', 'c', 'a', 'b'})).preprocessing);
        // All of it, for nothing says which part is to validate on; "c" is class 2 although it is the second
        // here.
        const LabelledInput input = open_labelled_input(learned, array({'c', 'a', 'c', 'a'}));
        QCOMPARE(input.data->size(), 4);
        QCOMPARE(input.data->classes(), 3);
        std::vector<std::int32_t> labels = all_of(*input.data).labels;
        std::sort(labels.begin(), labels.end());
        QCOMPARE(labels, (std::vector<std::int32_t>{0, 0, 2, 2}));
        VERIFY_CONTAINS(message_of<DataError>([&] {
                            open_labelled_input(learned, array({'d', 'a', 'd', 'a'}));
                        }),
                        "has the class 'd', which the model was not trained on");
        VERIFY_CONTAINS(
            message_of<DataError>([&] { open_labelled_input(learned, options_of("synthetic:8x8x1/2")); }),
            "the model takes samples of 2, but synthetic:8x8x1/2 has 8 x 8 x 1");
        // A part of its own is taken alone.
        const Preprocessing made{{{4, 4, 1}}, {TargetKind::class_label, 1, 3}};
        QCOMPARE(open_labelled_input(made, options_of("synthetic:4x4x1/3/100")).data->size(), 20);
        VERIFY_CONTAINS(
            message_of<DataError>([&] { open_labelled_input(made, options_of("synthetic:4x4x1/4")); }),
            "has 4 classes, but the model knows 3");
    }

    void arrays() {
        const Folder folder;
        const Bytes bytes = pattern(24, 1);
        const std::vector<unsigned char> pixels(bytes.begin(), bytes.end());
        folder.write("many.npy", npy_bytes("|u1", "(2, 4, 3)", pixels));
        folder.write("one.npy", npy_bytes("|u1", "(4, 3, 1)",
                                          std::vector<unsigned char>(pixels.begin(), pixels.begin() + 12)));
        folder.write("images.idx", gzipped(idx_bytes({2, 4, 3}, bytes)));
        const Preprocessing learned = pictures({4, 3, 1});
        const PredictInput input = open_predict_input(
            learned, {folder.file("many.npy"), folder.file("one.npy"), folder.file("images.idx")});
        QCOMPARE(input.data->size(), 5);
        QVERIFY(QString::fromStdString(input.names[1]).endsWith("many.npy [1]"));
        QVERIFY(QString::fromStdString(input.names[2]).endsWith("one.npy"));
        QVERIFY(QString::fromStdString(input.names[3]).endsWith("images.idx [0]"));
        Bytes expected(bytes);
        expected.insert(expected.end(), bytes.begin(), bytes.begin() + 12);
        expected.insert(expected.end(), bytes.begin(), bytes.end());
        QCOMPARE(all_of(*input.data).samples, expected);

        VERIFY_CONTAINS(error_of(pictures({3, 4, 1}), {folder.file("many.npy")}),
                        "has the shape 2 x 4 x 3, but the model takes samples of 3 x 4 x 1");
        folder.write("f.npy", npy_bytes("<f4", "(4, 3)", std::vector<float>(12, 0.5f)));
        VERIFY_CONTAINS(error_of(learned, {folder.file("f.npy")}),
                        "the model takes uint8 (0 to 255) numbers");
        Preprocessing reals = learned;
        reals.sample.element = ElementType::f32;
        QCOMPARE(floats_of(*open_predict_input(reals, {folder.file("f.npy")}).data),
                 std::vector<float>(12, 0.5f));
        QCOMPARE(floats_of(*open_predict_input(reals, {folder.file("many.npy")}).data)[5],
                 static_cast<float>(pixels[5]));
        VERIFY_CONTAINS(error_of(reals, {folder.file("images.idx")}),
                        "holds bytes, and this model takes none");
    }

    void pictures_and_folders() {
        const Folder folder;
        const Bytes pixels = pattern(4 * 3 * 3, 5);
        folder.write("b.png", png_bytes(3, 4, 3, pixels));
        folder.write("a.bin", png_bytes(6, 8, 3, Bytes(6 * 8 * 3, 77))); // what it is tells its beginning
        folder.write(".hidden", std::string("x"));
        const PredictInput input = open_predict_input(pictures({4, 3, 3}), {folder.path()});
        QCOMPARE(joined(input.names),
                 QString::fromStdString(folder.file("a.bin") + "\n" + folder.file("b.png") + "\n"));
        Bytes expected(36, 77);
        expected.insert(expected.end(), pixels.begin(), pixels.end());
        QCOMPARE(all_of(*input.data).samples, expected);
        // As a grey model sees it, and cut as it was trained.
        Preprocessing grey = pictures({2, 2, 1});
        grey.resize = "crop";
        QCOMPARE(all_of(*open_predict_input(grey, {folder.file("a.bin")}).data).samples, Bytes(4, 77));
    }

    void other_files() {
        const Folder folder;
        const Preprocessing learned = pictures({4, 3, 1});
        VERIFY_CONTAINS(
            error_of(learned, {folder.write("a.txt", std::string("hello"))}),
            "is of a kind that this model does not take; it takes pictures (JPEG, PNG), .npy arrays");
        VERIFY_CONTAINS(error_of(learned, {}), "name at least one file");
        const Folder empty;
        VERIFY_CONTAINS(error_of(learned, {empty.path()}), "has no files");
        VERIFY_CONTAINS(error_of(learned, {"/nowhere.png"}), "cannot read the data file /nowhere.png");
        // A damaged picture among good ones is told and left out.
        folder.write("bad.png", Bytes{0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0});
        folder.write("good.npy", npy_bytes("|u1", "(4, 3)", std::vector<unsigned char>(12)));
        const PredictInput input =
            open_predict_input(learned, {folder.file("bad.png"), folder.file("good.npy")});
        QCOMPARE(input.data->size(), 1);
        VERIFY_CONTAINS(joined(input.warnings), "bad.png");
        VERIFY_CONTAINS(error_of(learned, {folder.file("bad.png")}), "bad.png");
        Preprocessing reals = learned;
        reals.sample.element = ElementType::f32;
        VERIFY_CONTAINS(error_of(reals, {folder.file("bad.png")}), "is a picture, and this model takes none");
    }

    void prompts() {
        const Folder folder;
        DataOptions o = options_of("text:" + folder.write("t.txt", std::string("aé€𝄞\naé€𝄞\naé€𝄞\n")));
        o.context = 4;
        const Preprocessing learned = preprocessing_of(open_dataset(o).preprocessing);
        const std::vector<std::int32_t> tokens = prompt_tokens(learned, "€a\n𝄞");
        QCOMPARE(tokens, (std::vector<std::int32_t>{3, 1, 0, 4}));
        QCOMPARE(token_text(learned, tokens), std::string("€a\n𝄞"));
        QVERIFY(prompt_tokens(learned, "").empty());
        VERIFY_CONTAINS(message_of<DataError>([&] { prompt_tokens(learned, "aß"); }),
                        "has the character 'ß'");
        VERIFY_CONTAINS(message_of<DataError>([&] { prompt_tokens(learned, "a\xFF"); }),
                        "not UTF-8 at byte 1");
        VERIFY_CONTAINS(message_of<DataError>([&] {
                            prompt_tokens(pictures({4, 3, 1}), "a");
                        }),
                        "was not trained on text");
        VERIFY_CONTAINS(error_of(learned, {folder.file("t.txt")}), "give it one to begin with");
        o.tokens = "bytes";
        const Preprocessing bytes = preprocessing_of(open_dataset(o).preprocessing);
        QCOMPARE(prompt_tokens(bytes, "é"), (std::vector<std::int32_t>{0xC3, 0xA9}));
        QCOMPARE(token_text(bytes, prompt_tokens(bytes, "\xFFzß")), std::string("\xFFzß"));
    }
};

QTEST_GUILESS_MAIN(TestPredictInput)
#include "test_predict_input.moc"
