// SPDX-License-Identifier: GPL-3.0-or-later
// Tick labels in the screen's way of writing numbers: SI prefixes, times as min:s, log axes with 1-2-5 steps.
// Includes qcustomplot.h: only for this folder's source files.
#pragma once

#include <qcustomplot.h>

namespace laptime::ui {

/// "0", "500", "1.5 k", "2e-05": as short as possible, exact for round numbers.
QString tickText(double value);

class SiTicker : public QCPAxisTicker {
protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override;
    int getSubTickCount(double) override { return 0; }
};

/// Seconds as "1:30" (min:s) or "1:02:00" (h:min:s), on steps that clocks have.
class ClockTicker : public QCPAxisTicker {
protected:
    double getTickStep(const QCPRange& range) override;
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override;
    int getSubTickCount(double) override { return 0; }
};

/// Powers of ten; over few decades also 2 and 5 times them; within less than half a decade even steps.
class LogTicker : public SiTicker {
protected:
    QVector<double> createTickVector(double tickStep, const QCPRange& range) override;
};

} // namespace laptime::ui
