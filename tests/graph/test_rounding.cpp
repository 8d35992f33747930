// SPDX-License-Identifier: Apache-2.0
// Rounding to float16 and bfloat16: every one of their values, every half-way point between neighbours, and
// the ends of their ranges.
#include <QtTest>

#include <cmath>
#include <limits>

#include "engine/graph/rounding.h"

using namespace laptime;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

struct Format {
    DType type;
    int digits, least_exponent;
    std::uint16_t infinity;
    std::uint16_t (*bits)(float);
    float (*value)(std::uint16_t);
};

const Format formats[] = {{DType::f16, 11, -14, 0x7C00, f16_bits, f16_value},
                          {DType::bf16, 8, -126, 0x7F80, bf16_bits, bf16_value}};

/// The value of a positive finite pattern, from the definition of the format.
double value_by_definition(const Format& f, std::uint16_t bits) {
    const int fraction_bits = f.digits - 1;
    const int exponent = bits >> fraction_bits;
    const double fraction = bits & ((1 << fraction_bits) - 1);
    if (exponent == 0)
        return std::ldexp(fraction, f.least_exponent - fraction_bits);
    return std::ldexp(std::ldexp(1.0, fraction_bits) + fraction,
                      exponent - 1 + f.least_exponent - fraction_bits);
}

} // namespace

class TestRounding : public QObject {
    Q_OBJECT

private slots:
    void everyValueIsItself() {
        for (const Format& f : formats)
            for (std::uint32_t i = 0; i < f.infinity; ++i) {
                const auto bits = static_cast<std::uint16_t>(i);
                const auto negative = static_cast<std::uint16_t>(i | 0x8000);
                const double value = value_by_definition(f, bits);
                QCOMPARE(static_cast<double>(f.value(bits)), value);
                QCOMPARE(static_cast<double>(f.value(negative)), -value);
                QCOMPARE(f.bits(static_cast<float>(value)), bits);
                QCOMPARE(f.bits(static_cast<float>(-value)), negative);
                QCOMPARE(round_to(f.type, value), value);
                QCOMPARE(round_to(f.type, -value), -value);
            }
    }

    void goesToTheNearestAndTiesGoToEven() {
        for (const Format& f : formats)
            for (std::uint32_t i = 0; i + 1 < f.infinity; ++i) {
                const double low = value_by_definition(f, static_cast<std::uint16_t>(i));
                const double high = value_by_definition(f, static_cast<std::uint16_t>(i + 1));
                const double middle = (low + high) / 2; // exact, also as a float
                const float m = static_cast<float>(middle);
                QCOMPARE(static_cast<double>(m), middle);
                const auto even = static_cast<std::uint16_t>(i % 2 ? i + 1 : i);
                QCOMPARE(f.bits(m), even);
                QCOMPARE(f.bits(std::nextafter(m, 0.0f)), static_cast<std::uint16_t>(i));
                QCOMPARE(f.bits(std::nextafter(m, infinity)), static_cast<std::uint16_t>(i + 1));
                QCOMPARE(round_to(f.type, middle), i % 2 ? high : low);
                QCOMPARE(round_to(f.type, -middle), i % 2 ? -high : -low);
                QCOMPARE(round_to(f.type, std::nextafter(middle, 0.0)), low);
                QCOMPARE(round_to(f.type, std::nextafter(middle, 1e300)), high);
            }
    }

    void overflowsToInfinity() {
        for (const Format& f : formats) {
            const double greatest = value_by_definition(f, static_cast<std::uint16_t>(f.infinity - 1));
            const double edge =
                greatest +
                std::ldexp(greatest - value_by_definition(f, static_cast<std::uint16_t>(f.infinity - 2)), -1);
            QCOMPARE(round_to(f.type, std::nextafter(edge, 0.0)), greatest);
            QCOMPARE(round_to(f.type, edge), std::numeric_limits<double>::infinity());
            QCOMPARE(round_to(f.type, -edge), -std::numeric_limits<double>::infinity());
            QCOMPARE(f.bits(static_cast<float>(edge)), f.infinity);
            QCOMPARE(f.bits(std::nextafter(static_cast<float>(edge), 0.0f)),
                     static_cast<std::uint16_t>(f.infinity - 1));
            QCOMPARE(f.bits(std::numeric_limits<float>::infinity()), f.infinity);
            QCOMPARE(f.bits(-std::numeric_limits<float>::infinity()),
                     static_cast<std::uint16_t>(f.infinity | 0x8000));
            QCOMPARE(f.value(f.infinity), std::numeric_limits<float>::infinity());
            QCOMPARE(f.bits(std::numeric_limits<float>::max()), f.infinity);
        }
    }

    void nanStaysNan() {
        for (const Format& f : formats) {
            for (const std::uint32_t pattern : {0x7FC00000u, 0x7F800001u, 0xFFFFFFFFu, 0x7F80FFFFu})
                QVERIFY(std::isnan(f.value(f.bits(std::bit_cast<float>(pattern)))));
            QVERIFY(std::isnan(round_to(f.type, std::numeric_limits<double>::quiet_NaN())));
            for (std::uint32_t i = f.infinity + 1u; i < 0x8000u; ++i)
                QVERIFY(std::isnan(f.value(static_cast<std::uint16_t>(i))));
        }
    }

    void zeroKeepsItsSign() {
        for (const Format& f : formats) {
            QCOMPARE(f.bits(-0.0f), std::uint16_t{0x8000});
            QVERIFY(std::signbit(f.value(0x8000)));
            QVERIFY(std::signbit(round_to(f.type, -0.0)));
            QVERIFY(std::signbit(round_to(f.type, -1e-300)));
        }
    }

    void float32AndIntegersAsTheyAre() {
        QCOMPARE(round_to(DType::f32, 0.1), static_cast<double>(0.1f));
        QCOMPARE(round_to(DType::f32, 1e300), std::numeric_limits<double>::infinity());
        QCOMPARE(round_to(DType::f64, 0.1), 0.1);
        QCOMPARE(round_to(DType::i32, 7.0), 7.0);
    }
};

QTEST_GUILESS_MAIN(TestRounding)
#include "test_rounding.moc"
