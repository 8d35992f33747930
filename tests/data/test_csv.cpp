// SPDX-License-Identifier: Apache-2.0
// Tables as data sets: what columns become, what is learnt from the training part alone, what the target
// means, and what is said about rows and columns that cannot be used.
#include <QTest>
#include <cmath>
#include <cstring>
#include <map>
#include <set>

#include "engine/core/error.h"
#include "engine/data/dataset.h"
#include "engine/data/preprocessing.h"
#include "tests/data/all_items.h"
#include "tests/data/idx_writer.h"
#include "tests/data/message_of.h"

using namespace laptime;
using namespace laptime::tests;

namespace {

DataOptions options(const std::string& path, const std::string& target = {}, const std::string& task = {}) {
    DataOptions o = options_of("csv:" + path, 0.25);
    o.target = target;
    o.task = task;
    return o;
}

QString error_of(const DataOptions& o) {
    return message_of<DataError>([&] { open_dataset(o); });
}

QString warnings_of(const DataSplit& split) {
    QString all;
    for (const std::string& warning : split.warnings)
        all += QString::fromStdString(warning) + "\n";
    return all;
}

struct Rows {
    std::vector<std::vector<float>> features;
    std::vector<std::int32_t> labels;
    std::vector<float> values;
};

Rows rows_of(const Dataset& data) {
    const Items items = all_of(data);
    const auto width = static_cast<std::size_t>(data.sample().count());
    Rows rows;
    rows.labels = items.labels;
    rows.values.resize(items.labels.size());
    std::memcpy(rows.values.data(), items.labels.data(), items.labels.size() * sizeof(float));
    for (std::size_t i = 0; i < items.labels.size(); ++i) {
        rows.features.emplace_back(width);
        std::memcpy(rows.features[i].data(), items.samples.data() + i * width * sizeof(float),
                    width * sizeof(float));
    }
    return rows;
}

std::size_t place_of(const DataSplit& split, const std::string& feature) {
    const auto at = std::find(split.feature_names.begin(), split.feature_names.end(), feature);
    if (at == split.feature_names.end())
        qFatal("no feature %s", feature.c_str());
    return static_cast<std::size_t>(at - split.feature_names.begin());
}

bool close(double a, double b, double tolerance = 1e-5) {
    return std::abs(a - b) <= tolerance * std::max(1.0, std::abs(b));
}

/// `rows` rows: id (its number), size (3 times it plus 1000), colour (of three), label.
std::string table(int rows, const char* line_end = "\n") {
    const char* colours[] = {"red", "green", "blue"};
    std::string text = std::string("id,size,colour,label") + line_end;
    for (int i = 0; i < rows; ++i)
        text += std::to_string(i) + "," + std::to_string(3 * i + 1000) + "," + colours[i % 3] + "," +
                (i % 2 ? "odd" : "even") + line_end;
    return text;
}

} // namespace

class TestCsv : public QObject {
    Q_OBJECT

private slots:
    void numbers_categories_and_classes() {
        const Folder folder;
        const DataSplit split = open_dataset(options(folder.write("t.csv", table(40, "\r\n"))));
        QCOMPARE(split.train->size(), 30);
        QCOMPARE(split.validation->size(), 10);
        QCOMPARE(split.feature_names, (std::vector<std::string>{"id", "size", "colour=blue", "colour=green",
                                                                "colour=red", "colour=?"}));
        QCOMPARE(split.class_names, (std::vector<std::string>{"even", "odd"}));
        QCOMPARE(split.class_counts, (std::vector<std::int64_t>{15, 15}));
        QVERIFY((split.train->sample() == SampleType{{6}, ElementType::f32}));
        QVERIFY((split.train->target() == TargetType{TargetKind::class_label, 1, 2}));
        QVERIFY(split.warnings.empty());

        // Mean 0 and deviation 1 over the training part alone, and every row back by its preprocessing.
        const Preprocessing learned = preprocessing_of(split.preprocessing);
        const TableColumn& id = learned.table->columns[0];
        const Rows train = rows_of(*split.train), validation = rows_of(*split.validation);
        double sum = 0, squares = 0;
        std::set<int> seen;
        for (const Rows* part : {&train, &validation})
            for (std::size_t i = 0; i < part->labels.size(); ++i) {
                const std::vector<float>& row = part->features[i];
                const double number = row[0] * id.deviation + id.mean;
                const int n = static_cast<int>(std::lround(number));
                QVERIFY(close(number, n));
                seen.insert(n);
                QCOMPARE(part->labels[i], n % 2);
                QVERIFY(close(row[1], row[0]));
                for (int c = 0; c < 4; ++c)
                    QCOMPARE(row[static_cast<std::size_t>(2 + c)], c == 2 - n % 3 ? 1.0f : 0.0f);
                if (part == &train) {
                    sum += row[0];
                    squares += row[0] * row[0];
                }
            }
        QCOMPARE(seen.size(), std::size_t{40});
        QVERIFY(std::abs(sum / 30) < 1e-6);
        QVERIFY(close(squares / 30, 1));
        QCOMPARE(learned.table->target, std::string("label"));
        QVERIFY(learned.table->header && !learned.table->decimal_comma);

        const DataSummary summary = summarize_dataset(options(folder.file("t.csv")));
        QCOMPARE(summary.train_size, 30);
        QVERIFY(summary.sample == split.train->sample());
        QCOMPARE(summary.class_names, split.class_names);
    }

    void split_is_stratified_and_reproducible() {
        const Folder folder;
        DataOptions o = options(folder.write("t.csv", table(40)));
        const Rows first = rows_of(*open_dataset(o).validation);
        QCOMPARE(std::count(first.labels.begin(), first.labels.end(), 1), 5);
        QVERIFY(rows_of(*open_dataset(o).validation).features == first.features);
        const std::string print = open_dataset(o).fingerprint;
        o.seed = 2;
        QVERIFY(rows_of(*open_dataset(o).validation).features != first.features);
        QCOMPARE(open_dataset(o).fingerprint, print);
        o.task = "classification";
        QVERIFY(open_dataset(o).fingerprint != print);
    }

    void a_chosen_target() {
        const Folder folder;
        const std::string file = folder.write("t.csv", table(40));
        for (const char* target : {"size", "2"}) {
            const DataSplit split = open_dataset(options(file, target));
            QVERIFY((split.train->target() == TargetType{TargetKind::values, 1, 0}));
            QCOMPARE(split.feature_names.size(), std::size_t{1 + 4 + 3});
            QVERIFY(split.class_counts.empty());
            const Preprocessing learned = preprocessing_of(split.preprocessing);
            const Rows rows = rows_of(*split.validation);
            for (std::size_t i = 0; i < rows.values.size(); ++i) {
                const double id = rows.features[i][0] * learned.table->columns[0].deviation +
                                  learned.table->columns[0].mean;
                QVERIFY(close(rows.values[i], 3 * id + 1000)); // as it stands in the file
            }
        }
        QCOMPARE(open_dataset(options(file, "colour")).class_names,
                 (std::vector<std::string>{"blue", "green", "red"}));
        VERIFY_CONTAINS(
            error_of(options(file, "colr")),
            "has no column 'colr' to be learnt (data.target); its columns are 'id', 'size', 'colour'");
        VERIFY_CONTAINS(error_of(options(file, "5")), "has no column '5'");
    }

    void what_the_target_means_data() {
        QTest::addColumn<QString>("values"); // taken in turn, 60 rows
        QTest::addColumn<QString>("task");
        QTest::addColumn<QString>("classes"); // empty: values
        QTest::newRow("whole") << "2,10,1"
                               << ""
                               << "1,2,10";
        QTest::newRow("whole, as values") << "2,10,1"
                                          << "regression"
                                          << "";
        QTest::newRow("fractions") << "0.5,1"
                                   << ""
                                   << "";
        QTest::newRow("fractions, as classes") << "0.5,1.0,1"
                                               << "classification"
                                               << "0.5,1.0";
        QTest::newRow("texts") << "b,a"
                               << ""
                               << "a,b";
        QTest::newRow("truth") << "True,False,True"
                               << ""
                               << "False,True";
        QTest::newRow("negative") << "-1,1"
                                  << ""
                                  << "-1,1";
        QTest::newRow("too many for classes") << "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22"
                                              << ""
                                              << "";
    }
    void what_the_target_means() {
        QFETCH(QString, values);
        QFETCH(QString, task);
        QFETCH(QString, classes);
        const QStringList list = values.split(',');
        std::string text = "x,y\n";
        for (int i = 0; i < 60; ++i)
            text += std::to_string(i) + "," + list[i % list.size()].toStdString() + "\n";
        const Folder folder;
        const DataSplit split = open_dataset(options(folder.write("t.csv", text), "", task.toStdString()));
        QStringList names;
        for (const std::string& name : split.class_names)
            names += QString::fromStdString(name);
        QCOMPARE(names.join(','), classes);
        QCOMPARE(split.train->target().kind == TargetKind::values, classes.isEmpty());
        QCOMPARE(split.train->classes(), static_cast<int>(names.size()));
        const Rows rows = rows_of(*split.train);
        const TableColumn x = preprocessing_of(split.preprocessing).table->columns[0];
        for (std::size_t i = 0; i < rows.labels.size(); ++i) {
            const auto n = std::lround(rows.features[i][0] * x.deviation + x.mean);
            const QString written = list[n % list.size()];
            if (classes.isEmpty())
                QCOMPARE(rows.values[i], written.toFloat());
            else if (task.isEmpty())
                QCOMPARE(names[rows.labels[i]], written);
            else
                QCOMPARE(names[rows.labels[i]].toDouble(), written.toDouble());
        }
    }

    void missing_values_get_the_mean() {
        const Folder folder;
        std::string text = "a,b,c,y\n";
        for (int i = 0; i < 80; ++i)
            text += (i % 8 == 3 ? std::string(i % 16 == 3 ? "NA" : "") : std::to_string(i)) + "," +
                    (i % 10 == 7 ? "?"
                     : i % 2     ? "u"
                                 : "v") +
                    ",," + std::to_string(i % 4) + "\n";
        const DataSplit split = open_dataset(options(folder.write("t.csv", text)));
        QCOMPARE(split.feature_names, (std::vector<std::string>{"a", "b=u", "b=v", "b=?"}));
        const QString warnings = warnings_of(split);
        VERIFY_CONTAINS(warnings, "the training part's mean takes the place of missing numbers in 'a' (10)");
        VERIFY_CONTAINS(warnings, "missing texts count as unknown categories in 'b' (8)");
        VERIFY_CONTAINS(warnings, "columns without any value are left out: 'c'");
        int at_mean = 0, unknown = 0;
        for (const auto& part : {split.train, split.validation})
            for (const std::vector<float>& row : rows_of(*part).features) {
                at_mean += row[0] == 0;
                unknown += row[3] == 1;
                QCOMPARE(row[1] + row[2] + row[3], 1.0f);
            }
        QCOMPARE(at_mean, 10);
        QCOMPARE(unknown, 8);
        // The mean is of the values that are there, in the training part.
        const TableColumn a = preprocessing_of(split.preprocessing).table->columns[0];
        double sum = 0, count = 0;
        for (const std::vector<float>& row : rows_of(*split.train).features)
            if (row[0] != 0) {
                sum += row[0] * a.deviation + a.mean;
                ++count;
            }
        QVERIFY(close(sum / count, a.mean));
    }

    void categories_unknown_to_training() {
        // The one row of a category, wherever it falls: in the validation part it is unknown.
        const Folder folder;
        bool validated = false;
        for (std::uint64_t seed = 1; seed < 30 && !validated; ++seed) {
            std::string text = table(40);
            text.replace(text.find("blue"), 4, "pink");
            DataOptions o = options(folder.write("t.csv", text));
            o.seed = seed;
            const DataSplit split = open_dataset(o);
            const bool known = split.feature_names.size() == 7;
            if (known)
                continue;
            validated = true;
            int unknown = 0;
            for (const std::vector<float>& row : rows_of(*split.validation).features)
                unknown += row[place_of(split, "colour=?")] == 1;
            QCOMPARE(unknown, 1);
        }
        QVERIFY(validated);
    }

    void large_numbers_keep_their_precision() {
        // Seconds since 1970: as floats they would be 128 s apart. The first value is an outlier.
        const Folder folder;
        std::string text = "t,y\n5,0\n";
        for (int i = 0; i < 200; ++i)
            text += std::to_string(1700000000LL + i) + "," + std::to_string(i % 2) + "\n";
        // Where the outlier is in the training part it sets the scale, and floats cannot tell seconds apart;
        // so a seed that leaves it to the validation part.
        DataOptions o = options(folder.write("t.csv", text));
        for (o.seed = 1; o.seed < 30; ++o.seed) {
            const DataSplit split = open_dataset(o);
            const TableColumn t = preprocessing_of(split.preprocessing).table->columns[0];
            if (t.deviation > 1000)
                continue;
            std::set<float> different;
            for (const auto& part : {split.train, split.validation})
                for (const std::vector<float>& row : rows_of(*part).features)
                    different.insert(row[0]);
            QCOMPARE(different.size(), std::size_t{201});
            return;
        }
        QFAIL("the outlier is never in the validation part");
    }

    void without_a_header() {
        const Folder folder;
        std::string text;
        for (int i = 0; i < 40; ++i)
            text +=
                std::to_string(i) + ";" + (i % 2 ? "1,5" : "-2.000,25") + ";" + (i % 2 ? "j" : "n") + "\n";
        DataOptions o = options(folder.write("t.csv", text));
        o.header = false;
        const DataSplit split = open_dataset(o);
        QCOMPARE(split.train->size() + split.validation->size(), 40);
        QCOMPARE(split.feature_names, (std::vector<std::string>{"column 1", "column 2"}));
        const Preprocessing learned = preprocessing_of(split.preprocessing);
        QVERIFY(learned.table->decimal_comma && !learned.table->header);
        QVERIFY(close(learned.table->columns[1].mean, (1.5 - 2000.25) / 2));
        o.header = true;
        o.target = "1";
        o.task = "regression";
        folder.write("t.csv", std::string("1,2\n3,4\n5,6\n7,8\n"));
        VERIFY_CONTAINS(warnings_of(open_dataset(o)), "set data.header = false");
    }

    void commas_are_decimal_only_with_semicolons() {
        const Folder folder;
        std::string tabs = "a\tb\ty\n";
        for (int i = 0; i < 40; ++i)
            tabs += std::to_string(i) + "\t" + (i % 2 ? "1,5" : "2,5") + "\t" + std::to_string(i % 2) + "\n";
        QCOMPARE(open_dataset(options(folder.write("t.csv", tabs))).feature_names,
                 (std::vector<std::string>{"a", "b=1,5", "b=2,5", "b=?"}));
    }

    void damaged_rows() {
        const Folder folder;
        std::string text = table(400);
        const auto after_line = [&](int line) {
            std::size_t at = 0;
            for (int i = 0; i < line; ++i)
                at = text.find('\n', at) + 1;
            return at;
        };
        text.insert(after_line(300), "1,2,red\n");
        text.insert(after_line(200), "1,2,red,\n");
        text.insert(after_line(100), "1,two,red,odd\n");
        text.insert(after_line(50), ",,,\n\n"); // blank, as spreadsheets leave them
        const DataSplit split = open_dataset(options(folder.write("t.csv", text)));
        QCOMPARE(split.train->size() + split.validation->size(), 400);
        const QString warnings = warnings_of(split);
        VERIFY_CONTAINS(warnings, "3 of 403 rows cannot be used and are left out: line");
        VERIFY_CONTAINS(warnings, "line 103 has 'two' in 'size', where the others are numbers");
        VERIFY_CONTAINS(warnings, "line 204 has nothing in 'label', which is to be learnt");
        VERIFY_CONTAINS(warnings, "line 305 has 3 fields instead of 4");
        for (int i = 0; i < 2; ++i)
            text.insert(after_line(60), "1,2\n");
        VERIFY_CONTAINS(error_of(options(folder.write("t.csv", text))),
                        "5 of 405 rows cannot be used, more than 1 %");
    }

    void text_that_comes_late() {
        // The first 10,000 rows say numbers; the rest says they are codes.
        const Folder folder;
        std::string text = "code,y\n";
        for (int i = 0; i < 12000; ++i)
            text += (i < 11000 ? std::to_string(i % 50) : "K" + std::to_string(i % 7)) + "," +
                    std::to_string(i % 2) + "\n";
        const DataSplit split = open_dataset(options(folder.write("t.csv", text)));
        QCOMPARE(split.feature_names.size(), std::size_t{50 + 7 + 1});
        QCOMPARE(split.train->size() + split.validation->size(), 12000);
        // But a few are damage.
        text = "x,y\n";
        for (int i = 0; i < 12000; ++i)
            text += (i % 1000 == 999 ? "n.n." : std::to_string(i)) + "," + std::to_string(i % 2) + "\n";
        const DataSplit few = open_dataset(options(folder.write("t.csv", text)));
        QCOMPARE(few.feature_names, std::vector<std::string>{"x"});
        VERIFY_CONTAINS(warnings_of(few), "12 of 12000 rows cannot be used");
    }

    void names_and_keys_are_left_out() {
        const Folder folder;
        std::string text = "name,x,y\n";
        for (int i = 0; i < 100; ++i)
            text += "\"Doe, J" + std::to_string(i) + "\"," + std::to_string(i) + "," + std::to_string(i % 2) +
                    "\n";
        const DataSplit split = open_dataset(options(folder.write("t.csv", text)));
        QCOMPARE(split.feature_names, std::vector<std::string>{"x"});
        VERIFY_CONTAINS(warnings_of(split), "are left out: 'name' (100, as 'Doe, J0')");
        VERIFY_CONTAINS(error_of(options(folder.file("t.csv"), "name")),
                        "a text of its own in nearly every row");
        text = "name,y\n";
        for (int i = 0; i < 100; ++i)
            text += "n" + std::to_string(i) + "," + std::to_string(i % 2) + "\n";
        VERIFY_CONTAINS(error_of(options(folder.write("t.csv", text))), "has no column beside 'y'");
    }

    void other_encodings() {
        const Folder folder;
        std::string text = "Gr\xF6\xDF"
                           "e,y\n";
        for (int i = 0; i < 40; ++i)
            text += std::string(i % 2 ? "gro\xDF" : "klein") + "," + (i % 2 ? "\xE4" : "b") + "\n";
        const DataSplit split = open_dataset(options(folder.write("t.csv", text)));
        QCOMPARE(split.feature_names, (std::vector<std::string>{"Größe=groß", "Größe=klein", "Größe=?"}));
        QCOMPARE(split.class_names, (std::vector<std::string>{"b", "ä"}));
        QCOMPARE(rows_of(*split.train).features[0][2], 0.0f);
        QCOMPARE(preprocessing_of(split.preprocessing).table->columns[0].categories,
                 (std::vector<std::string>{"groß", "klein"}));
    }

    void files_that_are_no_tables() {
        const Folder folder;
        const auto error_with = [&](const std::string& text, const std::string& task = {}) {
            return error_of(options(folder.write("t.csv", text), "", task));
        };
        VERIFY_CONTAINS(error_with(""), "t.csv is empty");
        VERIFY_CONTAINS(error_with("hello\nworld\n"), "has one column only");
        VERIFY_CONTAINS(error_with("a,b\n"), "has 0 rows that can be used");
        VERIFY_CONTAINS(error_with("a,b\n1,2\n"), "has 1 rows that can be used");
        VERIFY_CONTAINS(error_with("a,b\n1,x\n2,x\n3,x\n"), "the same value in every row");
        VERIFY_CONTAINS(error_with("a,b\n1,x\n2,y\n", "regression"), "holds text in line 2");
        VERIFY_CONTAINS(error_with("a,b\n1,x\n2,y\n", "ranking"), "data.task is \"ranking\"");
        VERIFY_CONTAINS(error_of(options("/nowhere.csv")), "cannot read the data file /nowhere.csv");
        // One stray text among number targets.
        std::string text = "a,b\n";
        for (int i = 0; i < 200; ++i)
            text += std::to_string(i) + "," + (i == 77 ? "n.a." : std::to_string(i % 3)) + "\n";
        const DataSplit split = open_dataset(options(folder.write("t.csv", text)));
        QCOMPARE(split.train->classes(), 3);
        QCOMPARE(split.train->size() + split.validation->size(), 199);
        VERIFY_CONTAINS(warnings_of(split),
                        "1 of 200 rows cannot be used and are left out: line 79 has text in 'b'");
    }
};

QTEST_GUILESS_MAIN(TestCsv)
#include "test_csv.moc"
