// SPDX-License-Identifier: GPL-3.0-or-later
// The curve plot as a user meets it: it follows until zoomed, reads values, marks NaN, keeps still, gives
// pictures.
#include <QApplication>
#include <QClipboard>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include <cmath>

#include "tests/ui_plots/sample_curves.h"
#include "ui/models/run_colors.h"
#include "ui/plots/plot_controls.h"
#include "ui/plots/plot_grid.h"

using namespace laptime;
using namespace laptime::ui;

namespace {

/// How many pixels have about that colour.
int pixelsLike(const QImage& image, const QColor& color) {
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
            const QColor pixel = image.pixelColor(x, y);
            count += std::abs(pixel.red() - color.red()) + std::abs(pixel.green() - color.green()) +
                         std::abs(pixel.blue() - color.blue()) <
                     40;
        }
    return count;
}

/// The widget that draws the curves and takes the mouse.
QWidget* canvas(CurvePlot& plot) {
    return plot.focusProxy();
}

void wheel(QWidget* on, const QPointF& at, int notches) {
    QWheelEvent event(at, on->mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(on, &event);
}

} // namespace

class TestCurvePlot : public QObject {
    Q_OBJECT
    std::unique_ptr<CurveStore> m_store;
    const QList<PlotRun> m_two = {{1, QStringLiteral("first"), 0, true},
                                  {2, QStringLiteral("second"), 1, false}};

private slots:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
    void init() {
        m_store = std::make_unique<CurveStore>(nullptr, nullptr);
        SampleSpec spec;
        spec.steps = 1000;
        spec.stepsPerEpoch = 250;
        m_store->put(sampleCurve(spec));
        spec.run = 2;
        spec.floor = 0.4;
        spec.diverges = 600;
        m_store->put(sampleCurve(spec));
    }

    void drawsEveryRunInItsColour() {
        CurvePlot plot(m_store.get(), Quantity::loss);
        plot.resize(500, 300);
        plot.setRuns(m_two);
        plot.show();
        plot.refresh();
        const QImage image = plot.picture(1);
        QVERIFY(pixelsLike(image, runColor(0, false)) > 100);
        QVERIFY(pixelsLike(image, runColor(1, false)) > 100);
        plot.setRuns({m_two[0]});
        plot.refresh();
        QCOMPARE(pixelsLike(plot.picture(1), runColor(1, false)), 0);
    }

    void followsUntilZoomedAndAgainWhenAsked() {
        RunCurve growing = sampleCurve({});
        const std::vector<StepPoint> all = growing.points;
        growing.points.resize(500);
        growing.epochs.resize(1);
        m_store->put(growing);
        CurvePlot plot(m_store.get(), Quantity::loss);
        plot.resize(500, 300);
        plot.setRuns({m_two[0]});
        plot.show();
        plot.refresh();
        QVERIFY(plot.isFollowing());
        const double before = plot.range().x1;
        QVERIFY(before >= 500 && before < 700);

        QSignalSpy following(&plot, &CurvePlot::followingChanged);
        wheel(canvas(plot), {250, 120}, 2);
        QVERIFY(!plot.isFollowing());
        QCOMPARE(following.size(), 1);
        const CurvePlot::Range zoomed = plot.range();
        QVERIFY(zoomed.x1 - zoomed.x0 < before);
        growing.points = all;
        m_store->put(growing);
        plot.refresh();
        QCOMPARE(plot.range().x1, zoomed.x1); // new points do not move what is looked at

        QTest::keyClick(canvas(plot), Qt::Key_Home);
        QVERIFY(plot.isFollowing());
        QVERIFY(plot.range().x1 >= 2345);
        auto* button = plot.findChild<QToolButton*>();
        QVERIFY(button && button->isHidden());
        QTest::keyClick(canvas(plot), Qt::Key_Plus);
        QVERIFY(!button->isHidden());
        button->click();
        QVERIFY(plot.isFollowing());
    }

    void dragZoomsAndAClickDoesNot() {
        CurvePlot plot(m_store.get(), Quantity::loss);
        plot.resize(500, 300);
        plot.setRuns(m_two);
        plot.show();
        plot.refresh();
        QVERIFY(QTest::qWaitForWindowExposed(&plot));
        const CurvePlot::Range whole = plot.range();
        QWidget* on = canvas(plot);
        const auto drag = [&](const QPoint& from, const QPoint& to) {
            QTest::mousePress(on, Qt::LeftButton, {}, from);
            QTest::mouseMove(on, to);
            QTest::mouseRelease(on, Qt::LeftButton, {}, to);
        };
        drag({150, 80}, {152, 81});
        QVERIFY(plot.isFollowing());
        drag({150, 80}, {300, 83}); // flat: x only
        QVERIFY(!plot.isFollowing());
        QVERIFY(plot.range().x1 - plot.range().x0 < 0.5 * (whole.x1 - whole.x0));
        QCOMPARE(plot.range().y1, whole.y1);
        plot.follow();
        drag({150, 60}, {300, 160});
        QVERIFY(plot.range().y1 - plot.range().y0 < 0.7 * (whole.y1 - whole.y0));
        QTest::mouseDClick(on, Qt::LeftButton, {}, {200, 100});
        QVERIFY(plot.isFollowing());
    }

    void zoomingOutEnds() {
        CurvePlot plot(m_store.get(), Quantity::loss);
        plot.resize(500, 300);
        plot.setRuns(m_two);
        plot.show();
        plot.refresh();
        for (int i = 0; i < 40; ++i)
            wheel(canvas(plot), {250, 120}, -1);
        QVERIFY(plot.range().x1 - plot.range().x0 < 2500);
    }

    void readsValuesTopmostFirst() {
        CurvePlot plot(m_store.get(), Quantity::loss);
        plot.setRuns(m_two);
        PlotOptions options;
        options.smoothing = 0;
        plot.setOptions(options);
        plot.refresh();
        const QStringList values = plot.valuesAt(500);
        QCOMPARE(values.size(), 2);
        const double first = m_store->curve(1)->points[499].loss,
                     second = m_store->curve(2)->points[499].loss;
        QVERIFY(second > first);
        QVERIFY(values[0].startsWith(QLatin1String("second: ")));
        QVERIFY(values[1].startsWith(QLatin1String("first: ")));
        QVERIFY(std::abs(values[1].section(QLatin1Char(' '), 1).toDouble() - first) < 1e-4);
        QCOMPARE(plot.valuesAt(800).size(), 1); // the second ended in NaN at 600
        QVERIFY(plot.valuesAt(5000).isEmpty());
    }

    void readsEpochMetrics() {
        CurvePlot plot(m_store.get(), Quantity::accuracy);
        plot.setRuns({m_two[0]});
        plot.refresh();
        QVERIFY(plot.valuesAt(100).isEmpty());
        const QString expected = QString::number(m_store->curve(1)->epochs[1].val_accuracy * 100, 'f', 2);
        QVERIFY2(plot.valuesAt(600).value(0).contains(expected),
                 qPrintable(plot.valuesAt(600).join(QLatin1Char('|'))));
        QVERIFY(plot.range().y1 <= 100.5);
    }

    void anotherAxisStartsAfresh() {
        CurvePlot plot(m_store.get(), Quantity::loss);
        plot.setRuns(m_two);
        plot.refresh();
        plot.showRange(100, 200, 0, 1);
        PlotOptions options;
        options.x = XAxis::epoch;
        plot.setOptions(options);
        plot.refresh();
        QVERIFY(plot.isFollowing());
        QVERIFY(plot.range().x1 >= 4 && plot.range().x1 <= 5);
        options.logX = options.logY = true;
        plot.setOptions(options);
        plot.refresh();
        QVERIFY(plot.range().x0 > 0 && plot.range().y0 > 0);
        options.x = XAxis::time;
        plot.setOptions(options);
        plot.refresh();
        QVERIFY(plot.range().x1 >= m_store->curve(1)->points.back().wall_s);
    }

    void longCurvesAreDrawnFromWhatIsVisible() {
        SampleSpec spec;
        spec.run = 3;
        spec.steps = 150'000;
        spec.stepsPerEpoch = 10'000;
        m_store->put(sampleCurve(spec));
        CurvePlot plot(m_store.get(), Quantity::loss);
        plot.resize(500, 300);
        plot.setRuns({{3, QStringLiteral("long"), 2, false}});
        plot.show();
        plot.refresh();
        QVERIFY(pixelsLike(plot.picture(1), runColor(2, false)) > 100);
        plot.showRange(70'000, 70'100, 0, 0.5);
        QVERIFY(pixelsLike(plot.picture(1), runColor(2, false)) > 100);
        QCOMPARE(plot.valuesAt(70'050).size(), 1);
    }

    void emptyStatesSayWhatToDo() {
        CurvePlot plot(m_store.get(), Quantity::loss);
        plot.resize(400, 250);
        plot.show();
        plot.refresh();
        const QImage without = plot.grab().toImage();
        plot.setRuns(m_two);
        plot.refresh();
        QVERIFY(without != plot.grab().toImage());
        QVERIFY(pixelsLike(without, PlotColors::from(plot.palette()).muted) > 20); // a sentence
    }

    void picturesHaveTwiceThePixels() {
        CurvePlot plot(m_store.get(), Quantity::loss);
        plot.resize(500, 300);
        plot.setRuns(m_two);
        plot.show();
        plot.refresh();
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("loss.png"));
        QString error;
        QVERIFY2(plot.exportPng(file, &error), qPrintable(error));
        const QImage image(file);
        QVERIFY(image.width() >= 2 * canvas(plot)->width());
        QVERIFY(pixelsLike(image, runColor(0, false)) > 400);
        QVERIFY(!plot.exportPng(folder.filePath(QStringLiteral("no/such/folder/loss.png")), &error));
        QVERIFY(error.contains(QLatin1String("folder")));
        plot.copyPicture();
        QCOMPARE(QApplication::clipboard()->image().size(), image.size());
    }

    void followsThePalette() {
        CurvePlot plot(m_store.get(), Quantity::loss);
        plot.resize(400, 250);
        plot.setRuns(m_two);
        plot.show();
        plot.refresh();
        QPalette dark;
        dark.setColor(QPalette::Base, QColor(0x17, 0x19, 0x1c));
        dark.setColor(QPalette::Text, QColor(0xe4, 0xe7, 0xea));
        plot.setPalette(dark);
        const QImage image = plot.picture(1);
        QCOMPARE(image.pixelColor(1, 1), QColor(0x17, 0x19, 0x1c));
        QVERIFY(pixelsLike(image, runColor(0, true)) > 100);
    }

    void gridRedrawsOnlyWhatIsVisible() {
        PlotGrid grid(m_store.get());
        grid.resize(800, 600);
        grid.setDrawingShare(1);
        grid.setRuns(m_two);
        grid.show();
        const auto clean = [](PlotPanel* panel) { return !panel->isDirty(); };
        QTRY_VERIFY(std::all_of(grid.panels().begin(), grid.panels().end(), clean));
        grid.setMaximised(grid.loss());
        QTRY_VERIFY(clean(grid.loss()));
        m_store->put(*std::make_unique<RunCurve>(sampleCurve({})));
        QTRY_VERIFY(clean(grid.loss()));
        QVERIFY(grid.accuracy()->isDirty() && grid.time()->isDirty());
        grid.setMaximised(nullptr);
        QTRY_VERIFY(std::all_of(grid.panels().begin(), grid.panels().end(), clean));
    }

    void gridSharesCursorAndOptions() {
        PlotGrid grid(m_store.get());
        PlotControls controls(&grid);
        grid.setRuns(m_two);
        QSignalSpy options(&grid, &PlotGrid::optionsChanged);
        PlotOptions wanted = grid.options();
        wanted.x = XAxis::samples;
        wanted.smoothing = 0.95;
        wanted.logY = true;
        grid.setOptions(wanted);
        QCOMPARE(options.size(), 1); // the controls show it and do not answer back
        QCOMPARE(grid.options(), wanted);
        auto* second = controls.findChildren<QToolButton*>().value(1);
        QVERIFY(second->isChecked());
        second->toggle();
        QVERIFY(!grid.options().logY);
        QCOMPARE(grid.options().smoothing, 0.95);
        QSignalSpy following(&grid, &PlotGrid::followingChanged);
        grid.loss()->showRange(1, 2, 0, 1);
        QCOMPARE(following.size(), 1);
        QVERIFY(!grid.isFollowing());
        grid.follow();
        QVERIFY(grid.isFollowing());
        QVERIFY(grid.picture(2).width() > 1000 || grid.picture(2).width() > 2 * 320);
    }

    void timePlotTellsShares() {
        TimePlot plot(m_store.get());
        plot.resize(500, 200);
        plot.setRuns(m_two);
        plot.show();
        plot.refresh();
        const QImage shares = plot.grab().toImage();
        QVERIFY(pixelsLike(shares, timePartColor(TimePart::compute, false)) > 1000);
        QVERIFY(pixelsLike(shares, timePartColor(TimePart::collective, false)) < 20); // there was none
        PlotOptions options;
        options.timeAsShare = false;
        plot.setOptions(options);
        plot.refresh();
        QVERIFY(plot.grab().toImage() != shares);
    }
};

QTEST_MAIN(TestCurvePlot)
#include "test_curve_plot.moc"
