// SPDX-License-Identifier: Apache-2.0
// Output sizes and padding of sliding windows, with the numbers that Keras gives.
#include <QtTest>

#include "engine/graph/ops/window.h"

using namespace laptime;

class TestWindow : public QObject {
    Q_OBJECT

private slots:
    void samePadsMoreAtTheEnd_data() {
        QTest::addColumn<int>("input");
        QTest::addColumn<int>("window");
        QTest::addColumn<int>("stride");
        QTest::addColumn<int>("dilation");
        QTest::addColumn<int>("output");
        QTest::addColumn<int>("before");
        QTest::addColumn<int>("after");
        QTest::newRow("3 over 28") << 28 << 3 << 1 << 1 << 28 << 1 << 1;
        QTest::newRow("even window") << 28 << 2 << 1 << 1 << 28 << 0 << 1;
        QTest::newRow("stride 2, even image") << 28 << 3 << 2 << 1 << 14 << 0 << 1;
        QTest::newRow("stride 2, odd image") << 7 << 3 << 2 << 1 << 4 << 1 << 1;
        QTest::newRow("no padding needed") << 28 << 2 << 2 << 1 << 14 << 0 << 0;
        QTest::newRow("stride larger than the window") << 10 << 1 << 3 << 1 << 4 << 0 << 0;
        QTest::newRow("dilation 2") << 9 << 3 << 1 << 2 << 9 << 2 << 2;
        QTest::newRow("window larger than the image") << 3 << 5 << 1 << 1 << 3 << 2 << 2;
        QTest::newRow("4 over 9, stride 2") << 9 << 4 << 2 << 1 << 5 << 1 << 2;
    }

    void samePadsMoreAtTheEnd() {
        QFETCH(int, input);
        QFETCH(int, window);
        QFETCH(int, stride);
        QFETCH(int, dilation);
        QFETCH(int, output);
        QFETCH(int, before);
        QFETCH(int, after);
        const WindowAxis axis = window_axis(input, window, stride, dilation, true);
        QCOMPARE(axis.output, output);
        QCOMPARE(axis.before, before);
        QCOMPARE(axis.after, after);
    }

    void validPadsNothing() {
        const WindowAxis axis = window_axis(28, 3, 2, 1, false);
        QCOMPARE(axis.output, 13);
        QCOMPARE(axis.before + axis.after, 0);
        QCOMPARE(window_axis(28, 3, 1, 2, false).output, 24);
        QCOMPARE(window_axis(3, 3, 1, 1, false).output, 1);
        QVERIFY(window_axis(2, 3, 1, 1, false).output < 1);
        QVERIFY(window_axis(4, 3, 1, 2, false).output < 1);
    }

    // Every window of padding "same" sees at least one element of the image.
    void noWindowLiesInThePaddingAlone() {
        for (std::int64_t input = 1; input < 12; ++input)
            for (std::int64_t window = 1; window < 8; ++window)
                for (std::int64_t stride = 1; stride < 6; ++stride) {
                    const WindowAxis axis = window_axis(input, window, stride, 1, true);
                    for (std::int64_t o = 0; o < axis.output; ++o) {
                        const std::int64_t first = o * stride - axis.before;
                        QVERIFY(first < input && first + window > 0);
                    }
                }
    }

    void attributesHaveDefaults() {
        const ConvGeometry conv = conv_geometry({}, {2, 9, 8, 6}, {4, 3, 3, 6});
        QCOMPARE(conv.output_shape().text(), std::string("[2, 7, 6, 4]"));
        const PoolGeometry pool = pool_geometry({{"window", std::vector<std::int64_t>{3, 2}}}, {2, 9, 8, 6});
        QCOMPARE(pool.h.stride, 3); // the window's own size
        QCOMPARE(pool.output_shape().text(), std::string("[2, 3, 4, 6]"));
    }
};

QTEST_GUILESS_MAIN(TestWindow)
#include "test_window.moc"
