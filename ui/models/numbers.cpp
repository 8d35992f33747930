// SPDX-License-Identifier: GPL-3.0-or-later
// Writing numbers for people; see numbers.h.
#include "ui/models/numbers.h"

#include <QCoreApplication>
#include <QLocale>
#include <QTimeZone>

#include <algorithm>
#include <array>
#include <cmath>

namespace laptime::ui {
namespace {

struct Numbers {
    Q_DECLARE_TR_FUNCTIONS(Numbers)
};

const QChar noBreak(0x00A0);

/// A locale that groups nothing: "1234.5" has no place for a separator beside a prefix.
QLocale plainLocale() {
    QLocale locale;
    locale.setNumberOptions(QLocale::OmitGroupSeparator);
    return locale;
}

/// `value` with `digits` significant digits in positional notation.
QString significant(double value, int digits) {
    if (value == 0)
        return plainLocale().toString(0);
    int exponent = static_cast<int>(std::floor(std::log10(std::abs(value))));
    // 9.996 is written 10.0, not 10.00: rounding may carry into one more digit.
    if (std::abs(value) >= std::pow(10.0, exponent + 1) - 0.5 * std::pow(10.0, exponent - digits + 1))
        ++exponent;
    return plainLocale().toString(value, 'f', std::max(0, digits - 1 - exponent));
}

/// "3.00e-05": the exponent's letter as in the experiment file, the decimal mark as in the locale.
QString exponential(double value, int decimals) {
    const QLocale locale = plainLocale();
    return locale.toString(value, 'e', decimals).replace(locale.exponential(), QStringLiteral("e"));
}

struct Scaled {
    double value;
    const char* prefix;
};

/// The prefix is chosen after rounding to `digits`, so that 999.96 becomes 1.00 k and not 1000.
Scaled scaled(double value, int digits) {
    static constexpr std::array<const char*, 6> prefixes = {"", "k", "M", "G", "T", "P"};
    std::size_t index = 0;
    double magnitude = std::abs(value);
    const double limit = 1000 - 0.5 * std::pow(10, 3 - digits);
    while (magnitude >= limit && index + 1 < prefixes.size()) {
        magnitude /= 1000;
        ++index;
    }
    return {std::copysign(magnitude, value), prefixes[index]};
}

QString twoDigits(qint64 value) {
    return QStringLiteral("%1").arg(value, 2, 10, QLatin1Char('0'));
}

} // namespace

QString noNumber() {
    return QStringLiteral("–");
}

QString siNumber(double value, int digits) {
    if (!std::isfinite(value))
        return noNumber();
    if (value != 0 && std::abs(value) < 1e-3)
        return exponential(value, std::max(0, digits - 2));
    const Scaled s = scaled(value, digits);
    const QString text = significant(s.value, digits);
    return *s.prefix ? text + noBreak + QLatin1String(s.prefix) : text;
}

QString siNumber(double value, const QString& unit, int digits) {
    return std::isfinite(value) ? siNumber(value, digits) + noBreak + unit : noNumber();
}

QString fixedNumber(double value, int decimals) {
    return std::isfinite(value) ? plainLocale().toString(value, 'f', decimals) : noNumber();
}

QString lossText(double value) {
    if (!std::isfinite(value))
        return noNumber();
    const double magnitude = std::abs(value);
    if (magnitude != 0 && (magnitude < 1e-3 || magnitude >= 1e4))
        return exponential(value, 2);
    return fixedNumber(value, magnitude >= 100 ? 1 : magnitude >= 10 ? 2 : magnitude >= 1 ? 3 : 4);
}

QString percent(double fraction, int decimals) {
    if (!std::isfinite(fraction))
        return noNumber();
    return plainLocale().toString(fraction * 100, 'f', decimals) + noBreak + QLatin1Char('%');
}

QString ratioText(double ratio) {
    if (!std::isfinite(ratio))
        return noNumber();
    return plainLocale().toString(ratio, 'f', ratio < 10 ? 2 : ratio < 100 ? 1 : 0) + QChar(0x00D7);
}

QString ratioText(double ratio, double low, double high) {
    if (!std::isfinite(ratio) || !std::isfinite(low) || !std::isfinite(high))
        return ratioText(ratio);
    const double below = ratio - low, above = high - ratio, half = (high - low) / 2;
    // "±" claims symmetry: only where both sides agree to a quarter, or differ by less than is shown.
    const bool symmetric = std::abs(below - above) <= std::max(0.25 * half, 0.005);
    const int decimals = ratio < 10 ? 2 : ratio < 100 ? 1 : 0;
    if (symmetric)
        return ratioText(ratio) + QStringLiteral(" ±") + noBreak +
               plainLocale().toString(half, 'f', decimals);
    return ratioText(ratio) +
           QStringLiteral(" (%1–%2)")
               .arg(plainLocale().toString(low, 'f', decimals), plainLocale().toString(high, 'f', decimals));
}

QString duration(double seconds) {
    if (!std::isfinite(seconds) || seconds < 0)
        return noNumber();
    if (seconds == 0)
        return plainLocale().toString(0) + noBreak + Numbers::tr("s");
    if (seconds < 0.9995)
        return significant(seconds * 1000, 3) + noBreak + Numbers::tr("ms");
    if (seconds < 59.95)
        return plainLocale().toString(seconds, 'f', seconds < 9.995 ? 2 : 1) + noBreak + Numbers::tr("s");
    const qint64 whole = std::llround(seconds);
    if (whole < 3600)
        return countdown(seconds) + noBreak + Numbers::tr("min");
    if (whole < 86400)
        return countdown(seconds) + noBreak + Numbers::tr("h");
    return Numbers::tr("%1 d %2 h")
        .arg(whole / 86400)
        .arg(twoDigits(whole % 86400 / 3600))
        .replace(QLatin1Char(' '), noBreak);
}

QString countdown(double seconds) {
    if (!std::isfinite(seconds) || seconds < 0)
        return noNumber();
    const qint64 whole = std::llround(seconds);
    const qint64 hours = whole / 3600, minutes = whole % 3600 / 60;
    if (hours == 0)
        return QStringLiteral("%1:%2").arg(minutes).arg(twoDigits(whole % 60));
    return QStringLiteral("%1:%2:%3").arg(hours).arg(twoDigits(minutes), twoDigits(whole % 60));
}

QString bytesText(double bytes) {
    if (!std::isfinite(bytes) || bytes < 0)
        return noNumber();
    if (bytes < 999.5)
        return plainLocale().toString(std::round(bytes), 'f', 0) + noBreak + QLatin1Char('B');
    const Scaled s = scaled(bytes, 3);
    return significant(s.value, 3) + noBreak + QLatin1String(s.prefix) + QLatin1Char('B');
}

QString wholeNumber(std::int64_t value) {
    return QLocale().toString(static_cast<qlonglong>(value));
}

QString localTime(std::int64_t utcMicroseconds, const QDateTime& now) {
    if (utcMicroseconds <= 0)
        return noNumber();
    const QDateTime local = QDateTime::fromMSecsSinceEpoch(utcMicroseconds / 1000).toTimeZone(now.timeZone());
    const QLocale locale;
    const QString time = locale.toString(local.time(), QLocale::ShortFormat);
    if (local.date() == now.date())
        return time;
    //: Format of a day of this year, see QDate::toString
    if (local.date().year() == now.date().year())
        return locale.toString(local.date(), Numbers::tr("d MMM")) + QLatin1Char(' ') + time;
    //: Format of a day of another year, see QDate::toString
    return locale.toString(local.date(), Numbers::tr("d MMM yyyy"));
}

QString localTimeLong(std::int64_t utcMicroseconds) {
    if (utcMicroseconds <= 0)
        return noNumber();
    return QLocale().toString(QDateTime::fromMSecsSinceEpoch(utcMicroseconds / 1000), QLocale::LongFormat);
}

QFont tabularFont(QFont font) {
#if QT_VERSION >= QT_VERSION_CHECK(6, 7, 0)
    font.setFeature(QFont::Tag("tnum"), 1);
#endif
    return font;
}

} // namespace laptime::ui
