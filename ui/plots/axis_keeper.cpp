// SPDX-License-Identifier: GPL-3.0-or-later
// Round ranges with hysteresis; see axis_keeper.h.
#include "ui/plots/axis_keeper.h"

#include <algorithm>
#include <cmath>

namespace laptime::ui {
namespace {

/// Data that fill less than this part of the axis make it shrink.
constexpr double leastFill = 0.55;
/// About so many steps an axis: its ends are multiples of one.
constexpr double steps = 10;

} // namespace

double niceStep(double value) {
    const double decade = std::pow(10.0, std::floor(std::log10(value)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * decade >= value * (1 - 1e-9))
            return factor * decade;
    return 10 * decade;
}

AxisRange AxisKeeper::roundRange(double low, double high) const {
    const bool fromZero = !m_logarithmic && low >= 0 &&
                          (m_anchor == Anchor::zero || (m_anchor == Anchor::nearZero && low < 0.4 * high));
    if (fromZero)
        low = 0;
    double span = high - low;
    // A single value, or a flat line: room around it, by its own size.
    if (!(span > std::abs(high) * 1e-6))
        span = m_logarithmic ? 0.5 : std::max(std::abs(high) * 0.2, 1e-6);
    const double step = niceStep(span / steps);
    AxisRange range{std::floor(low / step) * step, std::ceil(high / step) * step};
    // No curve runs along the frame.
    if (range.high - high < 0.1 * step)
        range.high += step;
    if (!fromZero && low - range.low < 0.1 * step)
        range.low -= step;
    return range;
}

AxisRange AxisKeeper::update(double low, double high, bool logarithmic) {
    if (logarithmic != m_logarithmic)
        m_valid = false;
    m_logarithmic = logarithmic;
    if (logarithmic) {
        low = std::log10(low);
        high = std::log10(std::max(high, 1e-300));
    }
    if (std::isfinite(low) && std::isfinite(high) && low <= high) {
        const bool inside = m_valid && low >= m_range.low && high <= m_range.high;
        const bool anchored = m_range.low == 0 && low >= 0 && m_anchor != Anchor::none;
        const double filled = high - (anchored ? 0 : low);
        if (!inside || filled < leastFill * (m_range.high - m_range.low)) {
            const AxisRange rounded = roundRange(low, high);
            // A range that would hardly change stays.
            if (!inside || (rounded.high - rounded.low) < 0.8 * (m_range.high - m_range.low))
                m_range = rounded;
        }
        m_valid = true;
    } else if (!m_valid) {
        m_range = logarithmic ? AxisRange{-1, 1} : AxisRange{0, 1};
    }
    if (!logarithmic)
        return m_range;
    return {std::pow(10, m_range.low), std::pow(10, m_range.high)};
}

} // namespace laptime::ui
