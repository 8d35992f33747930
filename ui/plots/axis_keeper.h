// SPDX-License-Identifier: GPL-3.0-or-later
// The range of an axis that follows growing data without jumping: it moves only when the data leave it or
// fill too little of it, and then to round numbers with some room to grow.
#pragma once

namespace laptime::ui {

struct AxisRange {
    double low = 0, high = 1;
    bool operator==(const AxisRange&) const = default;
};

/// The next of 1, 2, 5 times a power of ten that is at least `value` (> 0).
double niceStep(double value);

class AxisKeeper {
public:
    enum class Anchor {
        none,    ///< both ends follow the data
        zero,    ///< starts at 0 (data below 0 still show)
        nearZero ///< starts at 0 where the data come near it, as a loss does
    };
    explicit AxisKeeper(Anchor anchor = Anchor::none) : m_anchor(anchor) {}

    /// The range for data in [low, high]. `logarithmic`: of positive data on a log axis.
    AxisRange update(double low, double high, bool logarithmic);
    /// The next update() starts afresh: other runs, another axis.
    void reset() { m_valid = false; }

private:
    AxisRange roundRange(double low, double high) const;

    Anchor m_anchor;
    AxisRange m_range; // in log10 units on a log axis
    bool m_valid = false, m_logarithmic = false;
};

} // namespace laptime::ui
