// SPDX-License-Identifier: GPL-3.0-or-later
// One comparison: the verdict as a sentence, the ratio with its interval, what happened to quality, how the
// time to the target came about, and everything that differs between the two.
#pragma once

#include <QFrame>

#include "engine/compare/compare.h"

namespace laptime::ui {

class ComparisonCard : public QFrame {
    Q_OBJECT

public:
    explicit ComparisonCard(const Comparison& comparison, QWidget* parent = nullptr);
};

/// "faster", "slower", "same", "inconclusive" for people.
QString verdictText(const SpeedUp& speed);

} // namespace laptime::ui
