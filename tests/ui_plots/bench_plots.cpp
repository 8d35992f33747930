// SPDX-License-Identifier: GPL-3.0-or-later
// What drawing costs: laptime_bench_plots prints the processor time of one refresh of each plot with 20
// curves of 10,000 points, of a zoom step, and of taking in live points. Numbers, not pass or fail: they
// depend on the machine.
#include <QApplication>
#include <QTextStream>

#include <algorithm>
#include <ctime>
#include <functional>

#include "tests/ui_plots/sample_curves.h"
#include "ui/plots/plot_grid.h"

using namespace laptime;
using namespace laptime::ui;

namespace {

/// Processor time of this thread: what a busy machine does meanwhile does not count.
double threadMs() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

struct Timing {
    double median, longest;
};

Timing timed(int times, const std::function<void(int)>& job) {
    std::vector<double> ms;
    for (int i = 0; i < times; ++i) {
        const double before = threadMs();
        job(i);
        ms.push_back(threadMs() - before);
    }
    std::sort(ms.begin(), ms.end());
    return {ms[ms.size() / 2], ms.back()};
}

} // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    QTextStream out(stdout);
    const auto print = [&](const char* what, Timing timing) {
        out << QString::fromUtf8(what).leftJustified(52)
            << QString::number(timing.median, 'f', 2).rightJustified(8) << " ms"
            << QString::number(timing.longest, 'f', 2).rightJustified(10) << " ms longest\n";
        out.flush();
    };
    for (const int points : {10'000, 150'000}) {
        CurveStore store(nullptr, nullptr);
        QList<PlotRun> runs;
        std::vector<RunCurve> curves;
        for (int i = 1; i <= 20; ++i) {
            SampleSpec spec;
            spec.run = i;
            spec.steps = points;
            spec.stepsPerEpoch = points / 5;
            spec.floor = 0.2 + 0.01 * i;
            spec.ended = false;
            curves.push_back(sampleCurve(spec));
            store.put(curves.back());
            runs.append({i, QStringLiteral("run %1").arg(i), i - 1, false});
        }
        out << "20 curves of " << points << " points, plots of 500 x 300 pixels\n";
        for (const Quantity quantity : {Quantity::loss, Quantity::accuracy, Quantity::throughput}) {
            CurvePlot plot(&store, quantity);
            plot.resize(500, 300);
            plot.setRuns(runs);
            plot.show();
            QApplication::processEvents();
            const double before = threadMs();
            plot.refresh();
            out << nameOf(quantity) << ": first drawing " << threadMs() - before << " ms\n";
            print("  refresh, nothing new", timed(30, [&](int) { plot.refresh(); }));
            RunCurve live = curves[0];
            print("  refresh with 200 live points", timed(30, [&](int) {
                      for (int k = 0; k < 200; ++k) {
                          StepPoint point = live.points.back();
                          ++point.step;
                          point.samples += 128;
                          live.points.push_back(point);
                      }
                      store.put(live);
                      plot.refresh();
                  }));
            print("  to the screen", timed(30, [&](int) { plot.repaint(); }));
            print("  one zoom step", timed(30, [&](int i) {
                      plot.showRange(points * 0.01 * i, points * (1 - 0.01 * i), 0, 2);
                      QApplication::processEvents();
                  }));
            print("  crosshair", timed(30, [&](int i) {
                      plot.setCursor(points * 0.02 * i);
                      plot.repaint();
                  }));
        }
        TimePlot time(&store);
        time.resize(500, 300);
        time.setRuns(runs);
        time.show();
        QApplication::processEvents();
        print("Where the time goes: refresh", timed(30, [&](int) {
                  time.refresh();
                  time.repaint();
              }));
    }
    return 0;
}
