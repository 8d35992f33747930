// SPDX-License-Identifier: GPL-3.0-or-later
// A speed-up drawn on a scale of ratios: the interval as a bar, the estimate as a dot, "as fast" as a line
// at 1.
#pragma once

#include <QWidget>

#include "ui/views/tone_label.h"

namespace laptime::ui {

class IntervalBar : public QWidget {
    Q_OBJECT

public:
    explicit IntervalBar(QWidget* parent = nullptr);
    /// `tone`: of the verdict; the interval alone does not make one.
    void setSpeedUp(double ratio, double low, double high, Tone tone);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    double m_ratio = 1, m_low = 1, m_high = 1;
    Tone m_tone = Tone::Muted;
};

} // namespace laptime::ui
