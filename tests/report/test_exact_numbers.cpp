// SPDX-License-Identifier: Apache-2.0
// Numbers as text: exact for files, short for people, and the same under a locale with a decimal comma.
#include <QtTest/QtTest>

#include <clocale>
#include <cmath>
#include <cstdlib>

#include "engine/compare/numbers.h"
#include "engine/core/random.h"

using namespace laptime;

class TestNumbers : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8"}) // where there is one
            if (std::setlocale(LC_ALL, name))
                break;
    }
    void cleanupTestCase() { std::setlocale(LC_ALL, "C"); }

    void exact_reads_back() {
        std::vector<double> values = {0,       -0.0,          0.1,    1e-320, 1.7976931348623157e308,
                                      1.0 / 3, 123456789.125, -2.5e-8};
        const auto normal = random_normal(3, RandomUse::synthetic, 0, 1000);
        const auto exponent = random_uniform(3, RandomUse::synthetic, 1, 1000, -300, 300);
        for (std::size_t i = 0; i < normal.size(); ++i)
            values.push_back(normal[i] * std::pow(10, exponent[i]));
        for (const double value : values) {
            const std::string text = exact(value);
            QVERIFY2(text.find(',') == std::string::npos, text.c_str());
            bool ok = false;
            const double back = QByteArray::fromStdString(text).toDouble(&ok); // Qt reads in the C locale
            QVERIFY2(ok && back == value, text.c_str());
        }
        QCOMPARE(exact(0.1), std::string("0.1"));
        QCOMPARE(exact(100), std::string("100"));
        QCOMPARE(exact(std::nan("")), std::string("nan"));
    }

    void for_people() {
        QCOMPARE(digits(0.91, 4), std::string("0.9100"));
        QCOMPARE(digits(-0.00001, 2), std::string("0.00"));
        QCOMPARE(digits(std::nan(""), 2), std::string("–"));
        QCOMPARE(with_prefix(12500, "samples/s"), std::string("12.5 k samples/s"));
        QCOMPARE(with_prefix(999.6, ""), std::string("1.00 k"));
        QCOMPARE(with_prefix(999.4, ""), std::string("999"));
        QCOMPARE(with_prefix(0.00098, "s"), std::string("980 µs"));
        QCOMPARE(with_prefix(0, "s"), std::string("0 s"));
        QCOMPARE(with_prefix(9.996, "s"), std::string("10.0 s"));
        QCOMPARE(with_prefix(-1830000, ""), std::string("-1.83 M"));
        QCOMPARE(bytes_text(212.0 * 1024 * 1024), std::string("212 MiB"));
        QCOMPARE(bytes_text(100), std::string("100 B"));
        QCOMPARE(bytes_text(1024.0 * 1024 * 1024 * 24.0), std::string("24.0 GiB"));
        QCOMPARE(duration_text(0.34), std::string("340 ms"));
        QCOMPARE(duration_text(4.2), std::string("4.20 s"));
        QCOMPARE(duration_text(42.04), std::string("42.0 s"));
        QCOMPARE(duration_text(59.97), std::string("1:00 min"));
        QCOMPARE(duration_text(205), std::string("3:25 min"));
        QCOMPARE(duration_text(3599.7), std::string("1:00:00 h"));
        QCOMPARE(duration_text(0), std::string("0 s"));
        QCOMPARE(ratio_text(1.8349), std::string("1.83×"));
        QCOMPARE(ratio_text(12.34), std::string("12.3×"));
        QCOMPARE(ratio_text(0.0123), std::string("0.012×"));
    }
};

QTEST_GUILESS_MAIN(TestNumbers)
#include "test_exact_numbers.moc"
