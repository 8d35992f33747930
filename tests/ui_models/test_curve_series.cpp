// SPDX-License-Identifier: GPL-3.0-or-later
// From points to drawn series: axes, smoothing, marks, growing, thinning.
#include <QTest>

#include <cmath>

#include "ui/models/curve_series.h"

using namespace laptime;
using namespace laptime::ui;

namespace {

/// Two epochs of four steps, batch 10 with a last batch of 5, 2 ms a step.
RunCurve twoEpochs() {
    RunCurve curve;
    curve.run = 1;
    curve.globalBatch = 10;
    curve.stepsPerEpoch = 4;
    std::int64_t samples = 0;
    for (int i = 1; i <= 8; ++i) {
        StepPoint point;
        point.step = i;
        point.epoch = 1 + (i - 1) / 4;
        point.samples = samples += i % 4 == 0 ? 5 : 10;
        point.wall_s = 0.5 + 0.002 * i;
        point.step_ms = i % 4 == 0 ? 1 : 2;
        point.loss = 8 - i;
        curve.points.push_back(point);
        if (i % 4 == 0) {
            EpochPoint epoch;
            epoch.epoch = point.epoch;
            epoch.step = i;
            epoch.samples = samples;
            epoch.wall_s = point.wall_s + 0.1;
            epoch.accuracy = 0.5 + 0.1 * static_cast<double>(epoch.epoch);
            epoch.val_accuracy = 0.6 + 0.1 * static_cast<double>(epoch.epoch);
            epoch.val_loss = 2.0 / static_cast<double>(epoch.epoch);
            curve.epochs.push_back(epoch);
        }
    }
    return curve;
}

} // namespace

class TestCurveSeries : public QObject {
    Q_OBJECT
private slots:
    void axes() {
        const RunCurve curve = twoEpochs();
        const auto firstAndLast = [&](XAxis axis) {
            CurveSeries series(Quantity::loss, axis, 0);
            series.update(curve);
            return QPair<double, double>(series.x().first(), series.x().last());
        };
        QCOMPARE(firstAndLast(XAxis::step), qMakePair(1.0, 8.0));
        QCOMPARE(firstAndLast(XAxis::samples), qMakePair(10.0, 70.0));
        QCOMPARE(firstAndLast(XAxis::epoch), qMakePair(0.25, 2.0));
        QCOMPARE(firstAndLast(XAxis::time), qMakePair(0.502, 0.516));
    }

    void epochsLieWhereTheirStepsEnd() {
        const RunCurve curve = twoEpochs();
        CurveSeries byStep(Quantity::loss, XAxis::step, 0), byEpoch(Quantity::accuracy, XAxis::epoch, 0);
        byStep.update(curve);
        byEpoch.update(curve);
        QCOMPARE(byStep.epochX(), QVector<double>({4, 8}));
        QCOMPARE(byStep.epochY(), QVector<double>({2, 1}));
        QCOMPARE(byEpoch.epochX(), QVector<double>({1, 2}));
        QCOMPARE(byEpoch.epochY(), QVector<double>({70, 80}));
        QCOMPARE(byEpoch.raw(), QVector<double>({60, 70}));
        QCOMPARE(byEpoch.epochValueAt(1.9), 70.0);
        QVERIFY(std::isnan(byEpoch.epochValueAt(0.9)));
    }

    void epochLengthFromTheFirstEpochWhereNotTold() {
        RunCurve curve = twoEpochs();
        curve.stepsPerEpoch = 0;
        QCOMPARE(xOf(curve.points[1], curve, XAxis::epoch), 0.5);
    }

    void smoothingStartsUnbiased() {
        RunCurve curve;
        for (int i = 1; i <= 3; ++i) {
            StepPoint point;
            point.step = i;
            point.loss = i == 1 ? 4 : 0;
            curve.points.push_back(point);
        }
        CurveSeries series(Quantity::loss, XAxis::step, 0.5);
        series.update(curve);
        // Weights 1; 1/2 : 1; 1/4 : 1/2 : 1.
        QCOMPARE(series.smooth()[0], 4.0);
        QCOMPARE(series.smooth()[1], 4.0 * 0.5 / 1.5);
        QCOMPARE(series.smooth()[2], 4.0 * 0.25 / 1.75);
        QCOMPARE(series.raw(), QVector<double>({4, 0, 0}));
    }

    void notFiniteBecomesAMark() {
        RunCurve curve = twoEpochs();
        curve.points[2].loss = not_measured;
        curve.points[3].loss = INFINITY;
        curve.points[6].loss = -INFINITY;
        CurveSeries series(Quantity::loss, XAxis::step, 0);
        series.update(curve);
        QCOMPARE(series.x().size(), 5);
        QCOMPARE(series.markX(), QVector<double>({3, 7})); // one a stretch
        QCOMPARE(series.markY(), QVector<double>({6, 2}));
    }

    void throughputOfFullAndShortBatches() {
        CurveSeries series(Quantity::throughput, XAxis::step, 0);
        series.update(twoEpochs());
        QCOMPARE(series.x().first(), 2.0); // the first step compiles
        QCOMPARE(series.raw()[0], 5000.0);
        QCOMPARE(series.raw()[2], 5000.0); // 5 samples in 1 ms
    }

    void growingEqualsBuildingAtOnce() {
        const RunCurve whole = twoEpochs();
        CurveSeries grown(Quantity::loss, XAxis::samples, 0.9), atOnce(Quantity::loss, XAxis::samples, 0.9);
        RunCurve part = whole;
        part.points.clear();
        part.epochs.clear();
        for (std::size_t i = 0; i < whole.points.size(); ++i) {
            part.points.push_back(whole.points[i]);
            if (i == 3)
                part.epochs.push_back(whole.epochs[0]);
            if (i == 7)
                part.epochs.push_back(whole.epochs[1]);
            QCOMPARE(grown.update(part), CurveSeries::Update::appended);
        }
        QCOMPARE(grown.update(part), CurveSeries::Update::none);
        atOnce.update(whole);
        QCOMPARE(grown.x(), atOnce.x());
        QCOMPARE(grown.smooth(), atOnce.smooth());
        QCOMPARE(grown.epochX(), atOnce.epochX());
    }

    void aNewGenerationIsBuiltAfresh() {
        RunCurve curve = twoEpochs();
        CurveSeries series(Quantity::loss, XAxis::step, 0);
        series.update(curve);
        curve.points.resize(2); // resumed from step 2
        curve.epochs.clear();
        ++curve.generation;
        QCOMPARE(series.update(curve), CurveSeries::Update::rebuilt);
        QCOMPARE(series.x(), QVector<double>({1, 2}));
        QVERIFY(series.epochX().isEmpty());
    }

    void valueBetweenPoints() {
        CurveSeries series(Quantity::loss, XAxis::step, 0);
        series.update(twoEpochs());
        QCOMPARE(series.valueAt(1), 7.0);
        QCOMPARE(series.valueAt(2.5), 5.5);
        QCOMPARE(series.valueAt(8), 0.0);
        QVERIFY(std::isnan(series.valueAt(8.01)));
        QVERIFY(std::isnan(series.valueAt(0.5)));
    }

    void thinningKeepsExtremesAndEnds() {
        QVector<double> x, y, thinX, thinY;
        for (int i = 0; i < 100'000; ++i) {
            x.append(i);
            y.append(std::sin(i * 0.001));
        }
        y[31'415] = 50;
        y[77'777] = -50;
        thinToColumns(x, y, 500, thinX, thinY);
        QVERIFY(thinX.size() <= 2000);
        QCOMPARE(thinX.first(), 0.0);
        QCOMPARE(thinX.last(), 99'999.0);
        QVERIFY(std::is_sorted(thinX.begin(), thinX.end()));
        QCOMPARE(thinX[thinY.indexOf(50)], 31'415.0);
        QCOMPARE(thinX[thinY.indexOf(-50)], 77'777.0);
        thinToColumns(x.first(100), y.first(100), 500, thinX, thinY);
        QCOMPARE(thinX.size(), 100);
        thinToColumns({}, {}, 500, thinX, thinY);
        QVERIFY(thinX.isEmpty());
    }

    void keysOfAxes() {
        for (const XAxis axis : {XAxis::step, XAxis::samples, XAxis::epoch, XAxis::time})
            QCOMPARE(xAxisOf(keyOf(axis)), axis);
        QCOMPARE(xAxisOf(QStringLiteral("nonsense")), XAxis::step);
    }
};

QTEST_GUILESS_MAIN(TestCurveSeries)
#include "test_curve_series.moc"
