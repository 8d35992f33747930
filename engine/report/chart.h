// SPDX-License-Identifier: Apache-2.0
// Line charts as inline SVG: axes with round ticks, units, a legend; a long curve is thinned to one column a
// pixel and keeps its extremes as a band.
#pragma once

#include <string>
#include <vector>

namespace laptime {

struct ChartSeries {
    std::string name;
    int color = 0;            ///< index into the colours of the style sheet (class "c0" … "c7")
    bool dots = false;        ///< few points that each mean something (validation) get a dot
    std::vector<double> x, y; ///< non-finite y are drawn as crosses at the upper edge
};

struct Chart {
    std::string title, x_unit,
        y_label; ///< x_unit: "s" is shown as s, min or h by length; else with an SI prefix
    std::vector<ChartSeries> series;
    bool log_y = false; ///< ignored where a value is not above zero
};

/// "" where there is nothing to draw.
std::string svg_of(const Chart& chart);

/// & < > " ' as entities, and characters that XML forbids left out.
std::string escaped(const std::string& text);

/// Round tick values that cover [low, high], about `count` of them.
std::vector<double> round_ticks(double low, double high, int count);

} // namespace laptime
