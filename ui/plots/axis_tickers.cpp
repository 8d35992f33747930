// SPDX-License-Identifier: GPL-3.0-or-later
// Tick positions and labels; see axis_tickers.h.
#include "ui/plots/axis_tickers.h"

#include <array>
#include <cmath>

#include "ui/models/numbers.h"

namespace laptime::ui {

QString tickText(double value) {
    QLocale locale;
    locale.setNumberOptions(QLocale::OmitGroupSeparator | QLocale::OmitLeadingZeroInExponent);
    const double magnitude = std::abs(value);
    if (magnitude == 0)
        return locale.toString(0);
    if (magnitude < 1e-3)
        return locale.toString(value, 'g', 4);
    static constexpr std::array<const char*, 5> prefixes = {"", "k", "M", "G", "T"};
    std::size_t index = 0;
    double scaled = value;
    while (std::abs(scaled) >= 999.9999 && index + 1 < prefixes.size()) {
        scaled /= 1000;
        ++index;
    }
    const QString number = locale.toString(scaled, 'g', 6);
    return index ? number + QChar(0x00A0) + QLatin1String(prefixes[index]) : number;
}

QString SiTicker::getTickLabel(double tick, const QLocale&, QChar, int) {
    // A tick at 0 comes out of the arithmetic as 1e-17 sometimes.
    return tickText(std::abs(tick) < 1e-12 ? 0 : tick);
}

double ClockTicker::getTickStep(const QCPRange& range) {
    static const QVector<double> steps = {1,   2,    5,    10,   15,    30,    60,    120,   300,    600,
                                          900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800, 432000};
    const double wanted = range.size() / mTickCount;
    return wanted > steps.back() ? cleanMantissa(wanted / 86400) * 86400 : pickClosest(wanted, steps);
}

QString ClockTicker::getTickLabel(double tick, const QLocale&, QChar, int) {
    return countdown(tick);
}

QVector<double> LogTicker::createTickVector(double tickStep, const QCPRange& range) {
    if (!(range.lower > 0))
        return {};
    const double low = std::log10(range.lower), high = std::log10(range.upper), decades = high - low;
    if (decades < 0.5)
        return SiTicker::createTickVector(tickStep, range);
    QVector<double> ticks;
    const int every = std::max(1, static_cast<int>(std::ceil(decades / 7)));
    for (int power = static_cast<int>(std::floor(low)) - 1; power <= static_cast<int>(std::ceil(high));
         ++power) {
        if (power % every != 0)
            continue;
        const double base = std::pow(10.0, power);
        ticks.append(base);
        if (decades <= 3)
            ticks << 2 * base << 5 * base;
    }
    return ticks;
}

} // namespace laptime::ui
