// SPDX-License-Identifier: Apache-2.0
// Reports of made-up runs in every format: what must be in them, that nothing in a name breaks out of its
// place, and that files appear whole or not at all. And the export of a run's points, read back to the last
// bit.
#include <QtTest/QtTest>

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QXmlStreamReader>

#include <clocale>
#include <cmath>

#include "engine/report/chart.h"
#include "engine/report/report.h"
#include "tests/compare/fake_history.h"

using namespace laptime;
using namespace laptime::test;

namespace {

constexpr const char* nasty = "<b>\"x\" & 'y'</b> | a,b `c` </svg>";

/// Three repeats in float32 and three in bfloat16, twice as fast; one bfloat16 run never reaches the target.
struct Scene {
    FakeHistory history;
    std::vector<RunId> base, other;
    Scene() {
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            MadeUp a, b;
            a.experiment = an_experiment("plain", Precision::float32, seed);
            b.experiment = an_experiment(nasty, Precision::mixed_bfloat16, seed);
            a.experiment.train.target = b.experiment.train.target =
                Target{Target::Metric::val_accuracy, 0.88};
            const double wobble = 1 + 0.004 * static_cast<double>(seed);
            a.step_ms = [=](int step) { return (step == 1 ? 300 : 10 + step % 3) * wobble; };
            b.step_ms = [=](int step) { return (step == 1 ? 300 : 5 + 0.5 * (step % 3)) * wobble; };
            a.time_to_target_s = 2.6 * wobble;
            b.time_to_target_s = seed == 2 ? not_measured : 1.4 * wobble;
            a.val_accuracy = 0.910 + 0.0002 * static_cast<double>(seed);
            b.val_accuracy = 0.911 + 0.0002 * static_cast<double>(seed);
            base.push_back(add(history, a));
            other.push_back(add(history, b));
        }
        history.points(other[0])[20].loss = std::nan("");
        history.points(other[0])[21].loss = INFINITY;
    }
    Report report() { return make_report(history, base, {other}); }
};

QByteArray read(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

std::string in(const QTemporaryDir& folder, const char* name) {
    return folder.filePath(name).toStdString();
}

} // namespace

class TestReport : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8"})
            if (std::setlocale(LC_ALL, name))
                break;
    }

    void html() {
        Scene scene;
        QTemporaryDir folder;
        write_report(scene.report(), in(folder, "r.html"));
        const QString text = QString::fromUtf8(read(folder.filePath("r.html")));
        // Verdict first, then curves, then the tables.
        const QStringList order = {
            "class=\"verdict", "faster",         "How much faster",          "Curves",        "<svg",
            "Quality",         "Time to target", "Where the time goes",      "class=\"bar\"", "Runs",
            "Settings",        "Machines",       "How the numbers were made"};
        qsizetype at = 0;
        for (const QString& part : order) {
            const qsizetype found = text.indexOf(part, at);
            QVERIFY2(found >= 0, qPrintable("missing or out of order: " + part));
            at = found;
        }
        QVERIFY(text.contains("2 of 3")); // the run that never reached the target
        QVERIFY(text.contains("prefers-color-scheme: dark"));
        QVERIFY(!text.contains("<b>\"x\"") && !text.contains("</svg> ")); // the name stays text
        QVERIFY(text.contains("&lt;b&gt;&quot;x&quot; &amp; &#39;y&#39;&lt;/b&gt;"));
        // Self-contained: nothing is loaded, nothing runs.
        for (const char* loaded : {"http:", "https:", "src=", "<script", "@import", "url("})
            QVERIFY2(!text.contains(loaded), loaded);
        // The curves are well-formed XML without a number that is none.
        qsizetype from = 0;
        int charts = 0;
        while ((from = text.indexOf("<svg viewBox=\"0 0 640", from)) >= 0) {
            const qsizetype end = text.indexOf("</svg>", from) + 6;
            const QString svg = text.mid(from, end - from);
            QXmlStreamReader xml(svg);
            while (!xml.atEnd())
                xml.readNext();
            QVERIFY2(!xml.hasError(), qPrintable(xml.errorString() + svg.left(400)));
            QVERIFY(!svg.contains("nan") && !svg.contains("inf") && !svg.contains("–\"") &&
                    !svg.contains("∞"));
            ++charts;
            from = end;
        }
        QCOMPARE(charts, 5);
        QVERIFY(text.contains("l6 6m0 -6l-6 6")); // the steps whose loss was not a number are marked
    }

    void html_names_confounders() {
        Scene scene;
        for (const RunId id : scene.other)
            scene.history.details(id).machine["cpu"] = "Another <CPU>";
        QTemporaryDir folder;
        const Report report = scene.report();
        for (const char* name : {"r.html", "r.md", "r.json", "r.csv"})
            write_report(report, in(folder, name));
        const QString html = read(folder.filePath("r.html")), markdown = read(folder.filePath("r.md"));
        QVERIFY(html.contains("verdict warn") && html.contains("Confounded"));
        QVERIFY(html.contains("machine.cpu: Test CPU → Another &lt;CPU&gt;"));
        QVERIFY(markdown.contains("confounded by machine.cpu: Test CPU → Another &lt;CPU&gt;"));
        QVERIFY(QJsonDocument::fromJson(read(folder.filePath("r.json")))["comparisons"][0]["confounded"]
                    .toBool());
        QVERIFY(read(folder.filePath("r.csv")).contains("machine.cpu: Test CPU -> Another <CPU>"));
    }

    void markdown_tables_keep_their_columns() {
        Scene scene;
        QTemporaryDir folder;
        write_report(scene.report(), in(folder, "r.md"));
        const QString text = QString::fromUtf8(read(folder.filePath("r.md")));
        int tables = 0;
        qsizetype columns = 0;
        for (const QString& line : text.split('\n')) {
            if (!line.startsWith('|')) {
                columns = 0;
                continue;
            }
            const qsizetype bars = line.count('|') - line.count("\\|"); // a bar in a name is escaped
            if (columns == 0) {
                columns = bars;
                ++tables;
            }
            QCOMPARE(bars, columns);
        }
        QVERIFY(tables >= 6);
    }

    void json() {
        Scene scene;
        QTemporaryDir folder;
        write_report(scene.report(), in(folder, "r.json"));
        QJsonParseError error;
        const auto document = QJsonDocument::fromJson(read(folder.filePath("r.json")), &error);
        QCOMPARE(error.error, QJsonParseError::NoError);
        const QJsonValue c = document["comparisons"][0];
        QVERIFY(std::fabs(c["speed_up"].toDouble() - 2) < 0.01);
        QCOMPARE(c["verdict"].toString(), QString("faster"));
        QCOMPARE(c["quality"]["verdict"].toString(), QString("kept"));
        QVERIFY(c["interval"][0].toDouble() < c["interval"][1].toDouble());
        QCOMPARE(c["time_to_target"]["other_reached"].toInt(), 2);
        QCOMPARE(c["other"]["runs"][0]["name"].toString(), QString(nasty));
        QCOMPARE(document["runs"].toArray().size(), 6);
    }

    void one_line_of_json() {
        Scene scene;
        scene.history.details(scene.other[0]).row.name = "broken \xff utf-8\nline";
        const std::string line = comparison_json(scene.report().comparisons[0]);
        QVERIFY(line.find('\n') == std::string::npos);
        QVERIFY(QJsonDocument::fromJson(QByteArray::fromStdString(line)).isObject());
        const Comparison alone =
            make_report(scene.history, {scene.base[0]}, {{scene.other[1]}}).comparisons[0];
        const auto object =
            QJsonDocument::fromJson(QByteArray::fromStdString(comparison_json(alone))).object();
        QVERIFY(object["within_one_run"].toBool());
        QVERIFY(object["quality"].toObject()["bound"].isNull()); // a number that is none is null
    }

    void csv() {
        Scene scene;
        QTemporaryDir folder;
        write_report(scene.report(), in(folder, "r.csv"));
        const QList<QByteArray> lines = read(folder.filePath("r.csv")).trimmed().split('\n');
        QCOMPARE(lines.size(), 2);
        QVERIFY(lines[0].startsWith("baseline,run,speed_up,low,high"));
        QVERIFY(lines[1].contains("\"<b>\"\"x\"\" & 'y'</b> | a,b `c` </svg> (#2, #4, #6)\""));
        // Count the cells as RFC 4180 reads them.
        int cells = 1;
        bool quoted = false;
        for (const char c : lines[1]) {
            quoted ^= c == '"';
            cells += c == ',' && !quoted;
        }
        QCOMPARE(cells, lines[0].count(',') + 1);
    }

    void text_for_the_terminal() {
        Scene scene;
        const QString text = QString::fromStdString(comparison_text(scene.report().comparisons[0]));
        for (const char* part : {"against", "2.00×", "faster", "samples/s", "kept", "reached by 2 of 3",
                                 "laps a day", "speed.precision: float32 → mixed_bfloat16"})
            QVERIFY2(text.contains(part), qPrintable(QString(part) + "\n" + text));
    }

    void refuses_and_leaves_nothing_behind() {
        Scene scene;
        QTemporaryDir folder;
        const Report report = scene.report();
        QVERIFY_THROWS_EXCEPTION(InvalidInput, write_report(report, in(folder, "r.pdf")));
        QVERIFY_THROWS_EXCEPTION(InvalidInput, write_report(report, in(folder, "html")));
        QVERIFY_THROWS_EXCEPTION(InvalidInput, write_report(report, in(folder, "no/such/folder/r.html")));
        QVERIFY(QDir(folder.path()).mkdir("dir.html"));
        QVERIFY_THROWS_EXCEPTION(InvalidInput, write_report(report, in(folder, "dir.html")));
        QVERIFY_THROWS_EXCEPTION(InvalidInput, export_run(scene.history, 1, in(folder, "r.txt")));
        QVERIFY_THROWS_EXCEPTION(InvalidInput, export_run(scene.history, 99, in(folder, "r.csv")));
        QVERIFY_THROWS_EXCEPTION(InvalidInput, make_report(scene.history, scene.base, {}));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList());
        write_report(report, in(folder, "R.HTML"));
        write_report(report, in(folder, "R.HTML")); // over an older one
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList("R.HTML"));
        try {
            write_report(report, "/dev/full.html");
        } catch (const InvalidInput& error) {
            QVERIFY2(std::string(error.what()).find("/dev/full.html") != std::string::npos, error.what());
        }
    }

    void export_csv_reads_back_exactly() {
        Scene scene;
        auto& points = scene.history.points(1);
        points[3].loss = 0.1 + 0.2;
        points[4].loss = 1e-310;
        points[5].loss = std::nan("");
        points[6].loss = -INFINITY;
        QTemporaryDir folder;
        export_run(scene.history, 1, in(folder, "e.csv"));
        const QList<QByteArray> lines = read(folder.filePath("e.csv")).trimmed().split('\n');
        QCOMPARE(lines[0],
                 QByteArray("step,epoch,samples,wall_s,loss,learning_rate,step_ms,data_ms,collective_ms,"
                            "val_loss,val_accuracy"));
        QCOMPARE(lines.size(), 201);
        for (int i = 1; i < lines.size(); ++i) {
            const QList<QByteArray> cells = lines[i].split(',');
            QCOMPARE(cells.size(), 11);
            const StepPoint& point = points[static_cast<std::size_t>(i - 1)];
            QCOMPARE(cells[0].toLongLong(), qlonglong(point.step));
            QCOMPARE(cells[1].toLongLong(), qlonglong(point.epoch));
            QCOMPARE(cells[2].toLongLong(), qlonglong(point.samples));
            QVERIFY(cells[3].toDouble() == point.wall_s);
            QVERIFY(cells[4].toDouble() == point.loss || (std::isnan(point.loss) && cells[4] == "nan"));
            QVERIFY(cells[6].toDouble() == point.step_ms);
            QCOMPARE(cells[9].isEmpty(), i % 50 != 0); // validation stands at the last step of its epoch
        }
        const QList<QByteArray> last = lines[200].split(',');
        QVERIFY(last[10].toDouble() == scene.history.details(1).epochs.back().val_accuracy);
    }

    void export_jsonl() {
        Scene scene;
        QTemporaryDir folder;
        export_run(scene.history, scene.other[0], in(folder, "e.jsonl"));
        const QList<QByteArray> lines = read(folder.filePath("e.jsonl")).trimmed().split('\n');
        QCOMPARE(lines.size(), 200);
        for (int i = 0; i < lines.size(); ++i) {
            const auto object = QJsonDocument::fromJson(lines[i]).object();
            QCOMPARE(object["step"].toInt(), i + 1);
            QCOMPARE(object["loss"].isNull(), i == 20 || i == 21);
            QCOMPARE(object.contains("val_accuracy"), (i + 1) % 50 == 0);
        }
    }

    void charts_thin_out() {
        ChartSeries series{"many", 0, false, {}, {}};
        for (int i = 0; i < 200000; ++i) {
            series.x.push_back(i);
            series.y.push_back(i == 77777 ? 50.0 : 1.0 + (i % 7));
        }
        const std::string svg = svg_of({"t", "samples", "loss", {series}, false});
        QVERIFY(svg.size() < 60000);
        QVERIFY(svg.find("class=\"band c0\"") != std::string::npos); // where the peak is kept
        QVERIFY(svg_of({"t", "s", "loss", {}, false}).empty());
        QVERIFY(svg_of({"t", "s", "loss", {{"none", 0, false, {1, 2}, {std::nan(""), std::nan("")}}}, false})
                    .empty());
        QVERIFY(!svg_of({"t", "s", "loss", {{"one", 0, false, {1}, {2}}}, true}).empty());
    }

    void ticks_are_round() {
        QCOMPARE(round_ticks(0, 10, 5), (std::vector<double>{0, 2, 4, 6, 8, 10}));
        QCOMPARE(round_ticks(5, 5, 5), (std::vector<double>{5}));
        QCOMPARE(round_ticks(0, 1e9, 2).size(), std::size_t{3});
    }
};

QTEST_GUILESS_MAIN(TestReport)
#include "test_report.moc"
