// SPDX-License-Identifier: Apache-2.0
// Records of CSV files: as Python's csv module wrote them (files/make_csv_files.py), and by hand where the
// format is bent or broken; and numbers as tables write them.
#include <QTest>
#include <clocale>
#include <cmath>
#include <limits>

#include "engine/core/error.h"
#include "engine/data/csv_file.h"
#include "engine/data/number_text.h"
#include "tests/data/idx_writer.h"
#include "tests/data/message_of.h"

using namespace laptime;
using namespace laptime::tests;

namespace {

using Rows = std::vector<std::vector<std::string>>;

Rows rows_of(const std::string& path, const std::string& delimiter = {},
             std::vector<std::int64_t>* lines = nullptr) {
    CsvReader reader(path, delimiter);
    Rows rows;
    for (CsvRecord record; reader.next(record);) {
        rows.emplace_back();
        for (std::size_t i = 0; i < record.size(); ++i)
            rows.back().emplace_back(record[i]);
        if (lines)
            lines->push_back(record.line);
    }
    return rows;
}

std::string made(const char* name) {
    return QFINDTESTDATA(QString("files/") + name).toStdString();
}

const std::vector<std::string> texts{"plain",       "two words",  "a \"quoted\" word", "comma, inside",
                                     "line\nbreak", "semi;colon", "tab\tinside",       "Größe 日本 \"\n,;"};

} // namespace

class TestCsvFile : public QObject {
    Q_OBJECT

private slots:
    void files_of_the_csv_module_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<char>("delimiter");
        QTest::newRow("excel") << "excel.csv" << ',';
        QTest::newRow("unix") << "unix.csv" << ',';
        QTest::newRow("tab") << "tab.csv" << '\t';
        QTest::newRow("semicolon") << "semicolon.csv.gz" << ';';
    }
    void files_of_the_csv_module() {
        QFETCH(QString, file);
        QFETCH(char, delimiter);
        const std::string path = made(qPrintable(file));
        QCOMPARE(CsvReader(path, "").delimiter(), delimiter);
        const Rows rows = rows_of(path);
        QCOMPARE(rows.size(), std::size_t{41});
        QCOMPARE(rows[0], (std::vector<std::string>{"number", "text", "real \"x\"", "both,\nof them"}));
        for (std::size_t r = 0; r < 40; ++r) {
            const auto& row = rows[r + 1];
            QCOMPARE(row.size(), std::size_t{4});
            QCOMPARE(row[0], std::to_string(r));
            QCOMPARE(row[1], texts[r % 8]);
            QCOMPARE(number_of(row[2], false).value(), static_cast<double>(r) / 4 - 3);
            QCOMPARE(row[3], texts[r / 8 % 8] + texts[r % 3]);
        }
        QCOMPARE(rows_of(path, delimiter == '\t' ? "tab" : std::string(1, delimiter)), rows);
    }

    void bent_forms_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("rows");
        QTest::addColumn<QString>("joined"); // fields of all rows with | between them, rows with /
        const auto row = [](const char* name, const char* text, int rows, const char* joined) {
            QTest::newRow(name) << QByteArray(text) << rows << joined;
        };
        row("no line end at the end", "a,b\n1,2", 2, "a|b/1|2");
        row("lone carriage returns", "a,b\r1,2\r", 2, "a|b/1|2");
        row("empty lines", "\n\na,b\n\r\n\n1,2\n\n", 2, "a|b/1|2");
        row("empty fields", "a,,\n,,b\n", 2, "a||/||b");
        row("quoted empty field", "a,\"\"\n", 1, "a|");
        row("blanks around", " a , b\t\n\" a \", b c \n", 2, "a|b/ a |b c");
        row("quote in the middle", "a\"b,5\"\n", 1, "a\"b|5\"");
        row("text behind a quote", "\"a\"b,\"c\" \n", 1, "ab|c");
        row("only doubled quotes", "\"\"\"\",\"\"\"\"\"\"\n", 1, "\"|\"\"");
        row("quoted carriage return", "\"a\r\nb\",c\r\n", 1, "a\r\nb|c");
        row("byte-order mark",
            "\xEF\xBB\xBF"
            "a,b\n",
            1, "a|b");
        row("mark and quote", "\xEF\xBB\xBF\"a\",b\n", 1, "a|b");
    }
    void bent_forms() {
        QFETCH(QByteArray, text);
        QFETCH(int, rows);
        QFETCH(QString, joined);
        const Folder folder;
        const Rows got = rows_of(folder.write("t.csv", text.toStdString()), ",");
        QString all;
        for (std::size_t r = 0; r < got.size(); ++r)
            for (std::size_t i = 0; i < got[r].size(); ++i)
                all += (i ? "|" : r ? "/" : "") + QString::fromStdString(got[r][i]);
        QCOMPARE(all, joined);
        QCOMPARE(static_cast<int>(got.size()), rows);
    }

    void lines_are_counted_through_quotes() {
        const Folder folder;
        std::vector<std::int64_t> lines;
        rows_of(folder.write("t.csv", std::string("a,b\n\n\"x\ny\r\nz\",1\r\nc,d\re,f\n")), ",", &lines);
        QCOMPARE(lines, (std::vector<std::int64_t>{1, 3, 6, 7}));
    }

    void finds_the_delimiter_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<char>("delimiter");
        QTest::newRow("comma") << QByteArray("a,b,c\n1,2,3\n") << ',';
        QTest::newRow("semicolon, decimal commas") << QByteArray("a;b\n1,5;2,5\n3,5;4,5\n") << ';';
        QTest::newRow("semicolon, commas in quotes") << QByteArray("a;b\n\"1,2,3\";2\n\"4,5,6\";3\n") << ';';
        QTest::newRow("tab") << QByteArray("a b\tc, d\n1 2\t3\n") << '\t';
        QTest::newRow("bar") << QByteArray("a|b|c\n1|2|3\n") << '|';
        QTest::newRow("one damaged row") << QByteArray("a,b,c\n1,2,3\n4,5\n1,2,3\n1,2,3\n") << ',';
        QTest::newRow("one column") << QByteArray("a\n1\n2\n") << ',';
        QTest::newRow("nothing") << QByteArray("") << ',';
    }
    void finds_the_delimiter() {
        QFETCH(QByteArray, text);
        QFETCH(char, delimiter);
        const Folder folder;
        QCOMPARE(CsvReader(folder.write("t.csv", text.toStdString()), "").delimiter(), delimiter);
    }

    void records_that_cross_pieces() {
        // Longer than the reader's buffer, with every kind of field at its end.
        const Folder folder;
        std::string text;
        for (int r = 0; r < 60000; ++r)
            text += std::to_string(r) + ",\"x\"\"\n" + std::string(static_cast<std::size_t>(r % 37), 'y') +
                    "\",z\r\n";
        const Rows rows = rows_of(folder.write("t.csv", text), ",");
        QCOMPARE(rows.size(), std::size_t{60000});
        for (std::size_t r = 0; r < rows.size(); ++r)
            if (rows[r] !=
                std::vector<std::string>{std::to_string(r), "x\"\n" + std::string(r % 37, 'y'), "z"})
                QFAIL(qPrintable(QString("record %1").arg(r)));
        const std::string packed = folder.write("t.gz", gzipped(Bytes(text.begin(), text.end())));
        QVERIFY(rows_of(packed, ",") == rows);
        // A record of several pieces.
        const std::string large(5 << 20, 'w');
        QCOMPARE(rows_of(folder.write("l.csv", "a,b\n\"" + large + "\",2\n"), ",")[1][0].size(),
                 large.size());
    }

    void broken_files() {
        const Folder folder;
        const auto error_of = [&](const std::string& text, const std::string& delimiter = ",") {
            return message_of<DataError>([&] { rows_of(folder.write("t.csv", text), delimiter); });
        };
        VERIFY_CONTAINS(error_of("a,b\n1,2\n3,\"x\ny\n"), "t.csv: line 3 opens a quote that is never closed");
        VERIFY_CONTAINS(error_of("a,b\n\"1\n2\",\"x\ny\n"), "t.csv: line 3 opens a quote");
        VERIFY_CONTAINS(error_of("a,b\n\"" + std::string(18 << 20, 'x')), "line 2 opens a quote");
        VERIFY_CONTAINS(error_of("a,b\n" + std::string(18 << 20, 'x')), "line 2 is longer than 16 MiB");
        VERIFY_CONTAINS(error_of(std::string("\xFF\xFE"
                                             "a\0,\0",
                                             6)),
                        "is UTF-16");
        VERIFY_CONTAINS(error_of(std::string("ab\0cd", 5)), "is not a CSV file");
        VERIFY_CONTAINS(error_of("a,b\n", ",,"), "must be one character");
        VERIFY_CONTAINS(error_of("a,b\n", "\""), "cannot be a quote");
        VERIFY_CONTAINS(message_of<DataError>([] { rows_of("/nowhere.csv"); }), "cannot read the data file");
    }

    void numbers_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("comma");
        QTest::addColumn<double>("value"); // NaN: no number
        const double none = std::numeric_limits<double>::quiet_NaN();
        const auto row = [](const char* text, bool comma, double value) {
            QTest::addRow("%s%s", text, comma ? " with a decimal comma" : "") << text << comma << value;
        };
        for (const bool comma : {false, true}) {
            row("0", comma, 0);
            row("-12", comma, -12);
            row("+7", comma, 7);
            row("1.5", comma, 1.5);
            row(".5", comma, 0.5);
            row("5.", comma, 5);
            row("1e3", comma, 1000);
            row("-2.5E-2", comma, -0.025);
            row("1e-400", comma, 0);
            for (const char* text :
                 {"",     "-",     "+",   ".",   "abc",   "1 2",   "1x",  "0x10", "inf", "nan",
                  "-inf", "1e400", "--1", "+-1", "1.2.3", "1,2,3", "12,", ",",    "1e",  "10%"})
                if (!(comma && QString(text) == "12,"))
                    row(text, comma, none);
        }
        row("1,5", false, none);
        row("1.234.567", false, none);
        row("1,5", true, 1.5);
        row("12,", true, 12);
        row("-,5", true, -0.5);
        row("1.234", true, 1234);
        row("-1.234.567,25", true, -1234567.25);
        row("12.34,5", true, none);
        row("1234.567", true, 1234.567);
        row("1,5e2", true, 150);
        row("1,234.5", true, none);
    }
    void numbers() {
        QFETCH(QString, text);
        QFETCH(bool, comma);
        QFETCH(double, value);
        const std::string t = text.toStdString();
        for (const char* locale : {"C", "de_DE.UTF-8"}) {
            std::setlocale(LC_ALL, locale); // fails where it is not installed, which is no matter
            const auto number = number_of(t, comma);
            QCOMPARE(number.has_value(), !std::isnan(value));
            if (number)
                QCOMPARE(*number, value);
        }
        std::setlocale(LC_ALL, "C");
    }

    void missing_values() {
        for (const char* text : {"", "?", "NA", "na", "N/A", "NaN", "nan", "null", "NULL"})
            QVERIFY(is_missing(text));
        for (const char* text : {"0", "none", "-", "n", "nano", "??"})
            QVERIFY(!is_missing(text));
    }
};

QTEST_GUILESS_MAIN(TestCsvFile)
#include "test_csv_file.moc"
