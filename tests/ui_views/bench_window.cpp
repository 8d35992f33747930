// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of the window, printed one a line: from the start of the process until the window shows a history
// of 1,000 runs, and the longest time that its thread was busy without a pause, while opening and while a run
// goes on. Not a test: run it by itself, on a quiet machine, as a release build.
#include <QApplication>
#include <QElapsedTimer>
#include <QTableView>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>

#include "engine/core/clock.h"
#include "engine/experiment/read_experiment.h"
#include "tests/history/made_runs.h"
#include "ui/settings/language.h"
#include "ui/settings/theme.h"
#include "ui/views/experiment_form.h"
#include "ui/views/main_window.h"
#include "ui/views/runs_panel.h"
#include "ui/views/runs_table_proxy.h"

using namespace laptime;
using namespace laptime::ui;

namespace {

constexpr int runs = 1000;

void makeHistory(const std::string& path) {
    const auto history = History::open(path);
    for (int n = 0; n < runs; ++n) {
        const Experiment experiment = made::experiment(n);
        const made::Run run = made::run(experiment, 200);
        const RunId id = history->add_run(experiment, machine_facts());
        history->begin(id, run.start, machine_facts(), "made", "", "");
        history->append(id, run.steps, run.epochs, {});
        history->end(id, run.end);
    }
}

/// The longest gap between two turns of the event loop, seen by a timer that is due all the time.
class Pulse : public QObject {
public:
    Pulse() {
        m_clock.start();
        startTimer(1, Qt::PreciseTimer);
    }
    double longestMs() const { return m_longest; }
    void restart() {
        m_longest = 0;
        m_clock.restart();
    }

protected:
    void timerEvent(QTimerEvent*) override {
        m_longest = std::max(m_longest, double(m_clock.nsecsElapsed()) / 1e6);
        m_clock.restart();
    }

private:
    QElapsedTimer m_clock;
    double m_longest = 0;
};

void waitUntil(const std::function<bool()>& condition, int ms) {
    QElapsedTimer clock;
    clock.start();
    while (!condition() && clock.elapsed() < ms)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::AllEvents);
}

} // namespace

/// bench_window make FILE: writes the history. bench_window FILE [SECONDS]: the figures, training for
/// SECONDS.
int main(int argc, char** argv) {
    if (argc == 3 && std::strcmp(argv[1], "make") == 0) {
        makeHistory(argv[2]);
        return 0;
    }
    if (argc < 2) {
        std::fputs("bench_window make FILE | bench_window FILE [SECONDS]\n", stderr);
        return 2;
    }
    const int seconds = argc > 2 ? std::atoi(argv[2]) : 10;
    QApplication application(argc, argv);
    QApplication::setQuitOnLastWindowClosed(false);
    installLanguage(application, QStringLiteral("en"));
    applyTheme(application, false);
    const QTemporaryDir folder;
    Services services(
        std::make_unique<QSettings>(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat),
        QString::fromLocal8Bit(argv[1]));
    MainWindow window(services, nullptr);
    window.show();
    QTimer::singleShot(0, &window, &MainWindow::start);
    QCoreApplication::processEvents();
    std::printf("window on screen: %.3f s after the process started\n",
                monotonic_seconds() - process_start_seconds());
    Pulse pulse;
    waitUntil([&] { return window.parts().runs->proxy()->rowCount() >= runs; }, 30000);
    window.parts().runs->table()->viewport()->repaint();
    std::printf("%d runs in the table: %.3f s after the process started\n",
                window.parts().runs->proxy()->rowCount(), monotonic_seconds() - process_start_seconds());
    waitUntil([&] { return services.scheduler.isReady() && window.parts().form->launchReason().isEmpty(); },
              30000);
    QElapsedTimer settled;
    settled.start();
    waitUntil([&] { return settled.elapsed() > 1500; }, 5000);
    std::printf("longest pause of the window's thread while opening: %.1f ms\n", pulse.longestMs());

    Experiment experiment = firstExperiment();
    experiment.name = "bench";
    window.parts().form->setExperiment(experiment);
    std::vector<RunId> launched;
    services.scheduler.launch(
        experiment, &window, [&](const std::vector<RunId>& ids) { launched = ids; },
        [](const std::vector<Problem>& problems) { std::printf("%s\n", problems.front().message.c_str()); });
    waitUntil([&] { return !launched.empty() && services.hub.live(launched.front()); }, 60000);
    pulse.restart();
    QElapsedTimer training;
    training.start();
    waitUntil([&] { return training.elapsed() > seconds * 1000; }, seconds * 1000 + 1000);
    std::printf("longest pause of the window's thread in %d s of training: %.1f ms\n", seconds,
                pulse.longestMs());
    QObject::connect(&window, &MainWindow::closed, &application, &QApplication::quit);
    window.closeNow();
    QTimer::singleShot(0, &application, [] {});
    const int status = QApplication::exec();
    for (RunId run : launched)
        services.history.remove({run});
    return status;
}
