// SPDX-License-Identifier: GPL-3.0-or-later
// Draws every plot in every state, light and dark, into PNG files, for people to look at:
// laptime_plot_gallery FOLDER [HISTORY]. With a history its newest runs are drawn instead of made-up ones.
#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QStyleFactory>
#include <QTest>
#include <QTextStream>
#include <QVBoxLayout>

#include "tests/ui_plots/sample_curves.h"
#include "ui/plots/plot_controls.h"
#include "ui/plots/plot_grid.h"

using namespace laptime;
using namespace laptime::ui;

namespace {

QPalette paletteOf(bool dark) {
    QPalette palette;
    const QColor window = dark ? QColor(0x1f, 0x22, 0x26) : QColor(0xf0, 0xf1, 0xf3);
    const QColor base = dark ? QColor(0x17, 0x19, 0x1c) : QColor(Qt::white);
    const QColor text = dark ? QColor(0xe4, 0xe7, 0xea) : QColor(0x1c, 0x20, 0x24);
    for (const auto role : {QPalette::Window, QPalette::Button, QPalette::AlternateBase})
        palette.setColor(role, window);
    palette.setColor(QPalette::Base, base);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(role, text);
    palette.setColor(QPalette::Highlight, QColor(0x2a, 0x78, 0xb5));
    return palette;
}

struct Stage {
    explicit Stage(const QString& historyPath) : store(nullptr, nullptr) {
        if (!historyPath.isEmpty()) {
            history = std::make_unique<HistoryService>(historyPath);
            stored = std::make_unique<CurveStore>(history.get(), nullptr);
            history->start();
            loaded = QTest::qWaitFor([this] { return !history->rows()->empty(); }, 10'000);
            for (const RunRow& row : *history->rows())
                if (runs.size() < 6 && row.steps > 0)
                    runs.append({row.id, QString::fromStdString(row.name), row.color, runs.isEmpty()});
            QList<RunId> ids;
            for (const PlotRun& run : runs)
                ids.append(run.run);
            stored->want(ids);
            loaded = loaded && QTest::qWaitFor(
                                   [&] {
                                       return std::all_of(ids.begin(), ids.end(),
                                                          [this](RunId id) { return stored->curve(id); });
                                   },
                                   30'000);
            return;
        }
        const struct {
            const char* name;
            SampleSpec spec;
        } samples[] = {
            {"fashion-cnn float32", {1, 2345, 469, 128, 14.2, 0.20, 0, true}},
            {"fashion-cnn mixed_bfloat16", {2, 2345, 469, 128, 8.1, 0.205, 0, true}},
            {"fashion-cnn float32 b512", {3, 590, 118, 512, 47.0, 0.27, 0, true}},
            {"rate 0.3, too high", {4, 1400, 469, 128, 14.5, 0.5, 900, true}},
            {"fashion-cnn mixed_float16 (running)", {5, 1200, 469, 128, 15.8, 0.21, 0, false}},
        };
        int color = 0;
        for (const auto& sample : samples) {
            store.put(sampleCurve(sample.spec));
            runs.append({sample.spec.run, QString::fromUtf8(sample.name), color++, sample.spec.run == 1});
        }
    }
    CurveStore* curves() { return stored ? stored.get() : &store; }

    CurveStore store;
    std::unique_ptr<HistoryService> history;
    std::unique_ptr<CurveStore> stored;
    QList<PlotRun> runs;
    bool loaded = true;
};

void settle() {
    QTest::qWait(150);
}

} // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QTextStream out(stdout);
    if (argc < 2) {
        out << "laptime_plot_gallery FOLDER [HISTORY]: draws every plot into PNG files\n";
        return 2;
    }
    const QDir folder(QString::fromLocal8Bit(argv[1]));
    QDir().mkpath(folder.path());
    Stage stage(argc > 2 ? QString::fromLocal8Bit(argv[2]) : QString());

    if (!stage.loaded) {
        out << "the history could not be read\n";
        return 1;
    }
    for (const bool dark : {false, true}) {
        QApplication::setPalette(paletteOf(dark));
        const auto file = [&](const char* name) {
            return folder.filePath(
                QStringLiteral("%1-%2.png").arg(QLatin1String(name), QLatin1String(dark ? "dark" : "light")));
        };
        QWidget window;
        auto* layout = new QVBoxLayout(&window);
        layout->setContentsMargins(8, 8, 8, 8);
        auto* grid = new PlotGrid(stage.curves());
        grid->setEmptyText(
            QStringLiteral("No runs are shown.\nLaunch an experiment, or tick runs in the table."));
        layout->addWidget(new PlotControls(grid));
        layout->addWidget(grid, 1);
        window.resize(1040, 680);
        window.show();
        grid->setRuns({});
        settle();
        window.grab().save(file("empty"));

        grid->setRuns(stage.runs);
        settle();
        window.grab().save(file("grid"));
        grid->loss()->setCursor(700);
        grid->accuracy()->setCursor(1000);
        grid->throughput()->setCursor(700);
        settle();
        window.grab().save(file("crosshair"));
        grid->setHighlighted(stage.runs[1].run);
        PlotOptions options = grid->options();
        options.x = XAxis::time;
        options.logY = true;
        options.timeAsShare = false;
        options.smoothing = 0.97;
        grid->setOptions(options);
        grid->loss()->setCursor(9);
        settle();
        window.grab().save(file("time-log-highlighted"));
        grid->setHighlighted(0);
        options = PlotOptions();
        options.x = XAxis::epoch;
        options.logX = true;
        options.smoothing = 0;
        grid->setOptions(options);
        settle();
        window.grab().save(file("epoch-logx-unsmoothed"));
        grid->setOptions(PlotOptions());
        settle();
        grid->loss()->showRange(300, 900, 0.1, 0.9);
        settle();
        window.grab().save(file("zoomed"));
        grid->follow();
        grid->loss()->picture(2).save(file("export-loss"));
        grid->picture(2).save(file("export-grid"));
        grid->setMaximised(grid->loss());
        settle();
        window.grab().save(file("alone"));
        grid->setMaximised(nullptr);
        window.resize(560, 420);
        settle();
        window.grab().save(file("small"));
    }
    return 0;
}
