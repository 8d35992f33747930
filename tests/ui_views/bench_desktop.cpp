// SPDX-License-Identifier: GPL-3.0-or-later
// Does the open window cost throughput? Each round trains the same experiment once in the window and once in
// the command line; the ratio is the median over the rounds. (bench_window has the window's other figures.)
//
//     bench_desktop HISTORY LAPTIME EXPERIMENT [ROUNDS] [STEPS]
#include <QApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <atomic>
#include <cstdio>

#include "engine/experiment/read_experiment.h"
#include "ui/views/main_window.h"
#include "ui/views/services.h"

using namespace laptime;
using namespace laptime::ui;

namespace {

double median(std::vector<double> values) {
    std::ranges::sort(values);
    return values[values.size() / 2];
}

/// samples/s of one run of the command line; NaN where it failed.
double command_line(const QString& laptime, const QString& experiment, const QString& steps) {
    const QTemporaryDir folder;
    QProcess process;
    process.start(laptime, {"train", experiment, "--json", "--set", "train.steps=" + steps, "--history",
                            folder.filePath("history.db")});
    // The window's own loop stands still meanwhile: this is the command line alone.
    process.waitForFinished(-1);
    for (const QByteArray& line : process.readAllStandardOutput().split('\n')) {
        const QJsonObject event = QJsonDocument::fromJson(line).object();
        if (event["event"].toString() == "end")
            return event["samples_per_second"].toDouble();
    }
    return not_measured;
}

/// samples/s of one run in the window, which goes on living meanwhile.
double in_window(Services& services, const Experiment& experiment) {
    std::atomic<RunId> id = 0;
    services.scheduler.launch(
        experiment, &services.history, [&](const std::vector<RunId>& ids) { id = ids.front(); },
        [](const std::vector<Problem>& problems) {
            std::fprintf(stderr, "%s\n", problems.front().message.c_str());
            std::exit(2);
        });
    for (;;) {
        QApplication::processEvents(QEventLoop::WaitForMoreEvents);
        const RunRow* row = id ? services.history.row(id) : nullptr;
        if (row && is_ended(row->status))
            return row->samples_per_second;
    }
}

} // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    if (argc < 4) {
        std::fprintf(stderr, "usage: bench_desktop HISTORY LAPTIME EXPERIMENT [ROUNDS] [STEPS]\n");
        return 2;
    }
    const int rounds = argc > 4 ? std::atoi(argv[4]) : 3;
    const char* steps = argc > 5 ? argv[5] : "600";
    const QTemporaryDir folder;
    Services services(std::make_unique<QSettings>(folder.filePath("settings.ini"), QSettings::IniFormat),
                      QString::fromLocal8Bit(argv[1]));
    MainWindow window(services, nullptr);
    window.show();
    QTimer::singleShot(0, &window, &MainWindow::start);
    while (!services.scheduler.isReady())
        QApplication::processEvents(QEventLoop::WaitForMoreEvents);

    const Experiment experiment = read_experiment(argv[3], {{"train.steps", steps}});
    std::vector<double> ratios;
    for (int round = 0; round < rounds; ++round) {
        const double outside =
            command_line(QString::fromLocal8Bit(argv[2]), QString::fromLocal8Bit(argv[3]), steps);
        const double inside = in_window(services, experiment);
        ratios.push_back(inside / outside);
        std::printf("command line %.0f samples/s, window %.0f samples/s\n", outside, inside);
        std::fflush(stdout);
    }
    std::printf("throughput in the window / command line: %.3f (median of %d)\n", median(ratios), rounds);
    QObject::connect(&window, &MainWindow::closed, &application, &QApplication::quit);
    window.closeNow();
    return QApplication::exec();
}
