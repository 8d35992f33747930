// SPDX-License-Identifier: GPL-3.0-or-later
// Axes grow in steps: they hold still while data grow inside them, and end at round numbers.
#include <QTest>

#include <cmath>

#include "ui/plots/axis_keeper.h"

using namespace laptime::ui;

class TestAxisKeeper : public QObject {
    Q_OBJECT
private slots:
    void niceSteps() {
        QCOMPARE(niceStep(0.9), 1.0);
        QCOMPARE(niceStep(1.0), 1.0);
        QCOMPARE(niceStep(1.2), 2.0);
        QCOMPARE(niceStep(3.0), 5.0);
        QCOMPARE(niceStep(7.0), 10.0);
        QCOMPARE(niceStep(0.013), 0.02);
    }

    void growsRarely() {
        AxisKeeper keeper(AxisKeeper::Anchor::zero);
        int changes = 0;
        AxisRange last = keeper.update(1, 1, false);
        for (int step = 2; step <= 10'000; ++step) {
            const AxisRange range = keeper.update(1, step, false);
            QCOMPARE(range.low, 0.0);
            QVERIFY(range.high >= step);
            if (step > 20)
                QVERIFY(range.high <= 1.25 * step || range == last); // never much empty room by growing
            changes += !(range == last);
            last = range;
        }
        QVERIFY2(changes <= 60, qPrintable(QString::number(changes))); // 9,999 updates
    }

    void holdsStillWhileALossFalls() {
        AxisKeeper keeper(AxisKeeper::Anchor::nearZero);
        const AxisRange first = keeper.update(2.2, 2.4, false);
        const AxisRange fallen = keeper.update(0.3, 2.4, false);
        QCOMPARE(fallen.low, 0.0);
        QVERIFY(!(first == fallen));
        for (double low = 0.3; low > 0.05; low -= 0.01)
            QCOMPARE(keeper.update(low, 2.4, false), fallen);
    }

    void shrinksOnlyWhenMostIsEmpty() {
        AxisKeeper keeper(AxisKeeper::Anchor::zero);
        const AxisRange wide = keeper.update(0, 100, false);
        QCOMPARE(keeper.update(0, 80, false), wide);
        QCOMPARE(keeper.update(0, 65, false), wide);
        QVERIFY(keeper.update(0, 30, false).high < 50);
    }

    void logAxis() {
        AxisKeeper keeper(AxisKeeper::Anchor::nearZero);
        const AxisRange range = keeper.update(0.01, 2.3, true);
        QVERIFY(range.low > 0 && range.low <= 0.01);
        QVERIFY(range.high >= 2.3 && range.high < 10);
        QCOMPARE(keeper.update(0.02, 2.0, true), range);
        QCOMPARE(keeper.update(0.02, 2.0, false).low, 0.0); // another kind of axis starts afresh
    }

    void degenerateData() {
        AxisKeeper keeper(AxisKeeper::Anchor::none);
        for (const auto& [low, high] :
             {std::pair{5.0, 5.0}, {0.0, 0.0}, {-3.0, -3.0}, {1e-12, 1e-12}, {1e12, 1e12}}) {
            keeper.reset();
            const AxisRange range = keeper.update(low, high, false);
            QVERIFY(range.low < low && range.high > high && std::isfinite(range.low) &&
                    std::isfinite(range.high));
        }
        keeper.reset();
        const AxisRange nothing = keeper.update(NAN, NAN, false);
        QVERIFY(nothing.low < nothing.high);
        const AxisRange logNothing = keeper.update(NAN, NAN, true);
        QVERIFY(logNothing.low > 0 && logNothing.low < logNothing.high);
    }
};

QTEST_GUILESS_MAIN(TestAxisKeeper)
#include "test_axis_keeper.moc"
