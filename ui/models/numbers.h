// SPDX-License-Identifier: GPL-3.0-or-later
// How numbers are written on screen: SI prefixes, durations, ratios with their interval, local times. Every
// function uses the default QLocale for the decimal mark and gives noNumber() for a value that was not
// measured.
#pragma once

#include <QDateTime>
#include <QFont>
#include <QString>

#include <cstdint>

namespace laptime::ui {

/// "–": no such number.
QString noNumber();

/// Three significant digits with an SI prefix: "12.3 k", "0.42", "1.05 M". `digits`: significant ones.
QString siNumber(double value, int digits = 3);
/// The same with a unit: "12.3 k samples/s"; "12.3 ksamples/s" is never written.
QString siNumber(double value, const QString& unit, int digits = 3);
/// A fixed number of digits behind the mark: "0.2871".
QString fixedNumber(double value, int decimals);
/// "0.2871" for a loss: four significant digits, exponent form where very small or large.
QString lossText(double value);
/// 0.9053 → "90.53 %".
QString percent(double fraction, int decimals = 2);
/// "1.83×".
QString ratioText(double ratio);
/// "1.83× ± 0.04" (half the interval's width; "1.83× (1.6–2.3)" where it is far from symmetric).
QString ratioText(double ratio, double low, double high);
/// "420 ms", "42.3 s", "3:05 min", "1:02:33 h", "2 d 03 h".
QString duration(double seconds);
/// For a countdown, whole seconds only: "0:42", "1:02:33".
QString countdown(double seconds);
/// "212 MB" (powers of ten, as disks and data sheets count).
QString bytesText(double bytes);
/// A whole number with the locale's group separators: "60,000".
QString wholeNumber(std::int64_t value);

/// Local time of UTC microseconds: the time for today, day and time for this year, else the date. `now`: for
/// tests.
QString localTime(std::int64_t utcMicroseconds, const QDateTime& now = QDateTime::currentDateTime());
/// The full local date and time, for tool tips.
QString localTimeLong(std::int64_t utcMicroseconds);

/// `font` with figures of one width, so that digits stand below each other while values change.
QFont tabularFont(QFont font);

} // namespace laptime::ui
