// SPDX-License-Identifier: Apache-2.0
// Line charts as SVG.
#include "engine/report/chart.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "engine/compare/numbers.h"

namespace laptime {

namespace {

constexpr double width = 640, height = 300, left = 64, right = 24, top = 30, bottom = 44;
constexpr int colors = 8;

struct Axis {
    double low = 0, high = 1;
    double from = 0, to = 1; ///< pixels
    bool log = false;
    double operator()(double value) const {
        const double share = log ? (std::log(value) - std::log(low)) / (std::log(high) - std::log(low))
                                 : (value - low) / (high - low);
        return from + share * (to - from);
    }
};

std::string px(double value) {
    return digits(value, 1);
}

std::string color_class(int color) {
    const int place = ((color % colors) + colors) % colors;
    const int round = std::max(0, color) / colors % 4; // as on screen: the next round of colours is dashed
    return "c" + std::to_string(place) + (round ? " d" + std::to_string(round) : "");
}

/// Low, mean and high of the finite values in one column of pixels.
struct Column {
    double x = 0, low = 0, high = 0, sum = 0;
    int count = 0;
};

std::vector<Column> columns_of(const ChartSeries& series, const Axis& axis) {
    std::vector<Column> columns;
    std::int64_t last = std::numeric_limits<std::int64_t>::min();
    for (std::size_t i = 0; i < series.x.size(); ++i) {
        const double y = series.y[i];
        if (!std::isfinite(y) || !std::isfinite(series.x[i]))
            continue;
        const auto pixel = static_cast<std::int64_t>(std::floor(axis(series.x[i])));
        if (pixel != last || series.dots) {
            columns.push_back({axis(series.x[i]), y, y, 0, 0});
            last = pixel;
        }
        Column& column = columns.back();
        column.low = std::min(column.low, y);
        column.high = std::max(column.high, y);
        column.sum += y;
        ++column.count;
    }
    return columns;
}

std::string draw(const ChartSeries& series, const Axis& x, const Axis& y) {
    const std::vector<Column> columns = columns_of(series, x);
    const std::string color = color_class(series.color);
    std::string line, band_up, band_down, dots, crosses;
    bool banded = false;
    for (const Column& column : columns) {
        const double mean = column.sum / column.count;
        line += (line.empty() ? "M" : "L") + px(column.x) + " " + px(y(mean));
        band_up += (band_up.empty() ? "M" : "L") + px(column.x) + " " + px(y(column.high));
        band_down = "L" + px(column.x) + " " + px(y(column.low)) + band_down;
        banded = banded || column.count > 1;
        if (series.dots || columns.size() == 1)
            dots += "<circle class=\"" + color + "\" cx=\"" + px(column.x) + "\" cy=\"" + px(y(mean)) +
                    "\" r=\"3\"/>";
    }
    double last_cross = -10;
    for (std::size_t i = 0; i < series.x.size(); ++i)
        if (!std::isfinite(series.y[i]) && std::isfinite(series.x[i]) && x(series.x[i]) > last_cross + 6) {
            last_cross = x(series.x[i]);
            crosses += "<path class=\"line " + color + "\" d=\"M" + px(last_cross - 3) + " " + px(top - 3) +
                       "l6 6m0 -6l-6 6\"/>";
        }
    std::string result;
    if (banded)
        result += "<path class=\"band " + color + "\" d=\"" + band_up + band_down + "Z\"/>";
    if (columns.size() > 1)
        result += "<path class=\"line " + color + "\" d=\"" + line + "\"/>";
    return result + dots + crosses;
}

/// Seconds are shown in the unit that suits their range.
std::pair<double, std::string> scale_of(const std::string& unit, double high) {
    if (unit != "s" || high < 180)
        return {1, unit};
    return high < 3 * 3600 ? std::pair<double, std::string>{60, "min"}
                           : std::pair<double, std::string>{3600, "h"};
}

std::string tick_text(double value, double step) {
    if (std::fabs(value) >= 10000)
        return with_prefix(value, "");
    const int places =
        std::clamp(static_cast<int>(std::ceil(-std::log10(std::max(step, 1e-9)) - 1e-9)), 0, 6);
    return digits(value, places);
}

std::vector<double> log_ticks(double low, double high) {
    std::vector<double> ticks;
    for (double decade = std::pow(10, std::floor(std::log10(low))); decade <= high; decade *= 10)
        for (const double part : {1.0, 2.0, 5.0})
            if (decade * part >= low && decade * part <= high)
                ticks.push_back(decade * part);
    return ticks;
}

} // namespace

std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
        case '&':
            result += "&amp;";
            break;
        case '<':
            result += "&lt;";
            break;
        case '>':
            result += "&gt;";
            break;
        case '"':
            result += "&quot;";
            break;
        case '\'':
            result += "&#39;";
            break;
        default:
            if (static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t')
                result += c;
        }
    }
    return result;
}

std::vector<double> round_ticks(double low, double high, int count) {
    const double rough = (high - low) / std::max(1, count);
    if (!(rough > 0) || !std::isfinite(rough))
        return {low};
    const double decade = std::pow(10, std::floor(std::log10(rough)));
    const double part = rough / decade;
    const double step = decade * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
    std::vector<double> ticks;
    for (double i = std::ceil(low / step - 1e-9); i * step <= high + step * 1e-9 && ticks.size() < 50; ++i)
        ticks.push_back(i * step);
    return ticks;
}

std::string svg_of(const Chart& chart) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    double x_low = infinity, x_high = -infinity, y_low = infinity, y_high = -infinity;
    for (const ChartSeries& series : chart.series)
        for (std::size_t i = 0; i < series.x.size(); ++i) {
            if (!std::isfinite(series.x[i]))
                continue;
            x_low = std::min(x_low, series.x[i]);
            x_high = std::max(x_high, series.x[i]);
            if (std::isfinite(series.y[i])) {
                y_low = std::min(y_low, series.y[i]);
                y_high = std::max(y_high, series.y[i]);
            }
        }
    if (!(y_low <= y_high))
        return {};
    x_low = std::min(x_low, 0.0); // time, steps and samples count from zero
    if (x_high <= x_low)
        x_high = x_low + 1;
    const bool log = chart.log_y && y_low > 0 && y_high > 4 * y_low;
    if (log) {
        y_low /= 1.1;
        y_high *= 1.1;
    } else {
        const double room =
            y_high > y_low ? 0.05 * (y_high - y_low) : std::max(1e-3, 0.05 * std::fabs(y_high));
        y_low -= room;
        y_high += room;
    }
    const Axis x{x_low, x_high, left, width - right, false}, y{y_low, y_high, height - bottom, top, log};
    const auto [scale, unit] = scale_of(chart.x_unit, x_high);
    std::string svg = "<figure><figcaption>" + escaped(chart.title) + "</figcaption><svg viewBox=\"0 0 " +
                      px(width) + " " + px(height) + "\" role=\"img\" aria-label=\"" + escaped(chart.title) +
                      "\">";
    const std::vector<double> y_ticks = log ? log_ticks(y_low, y_high) : round_ticks(y_low, y_high, 5);
    const double y_step = y_ticks.size() > 1 ? y_ticks[1] - y_ticks[0] : 1;
    for (const double tick : y_ticks) {
        svg += "<path class=\"grid\" d=\"M" + px(left) + " " + px(y(tick)) + "H" + px(width - right) + "\"/>";
        svg += "<text x=\"" + px(left - 6) + "\" y=\"" + px(y(tick) + 4) + "\" class=\"end\">" +
               tick_text(tick, log ? tick : y_step) + "</text>";
    }
    const std::vector<double> x_ticks = round_ticks(x_low / scale, x_high / scale, 7);
    const double x_step = x_ticks.size() > 1 ? x_ticks[1] - x_ticks[0] : 1;
    for (const double tick : x_ticks) {
        svg += "<path class=\"grid\" d=\"M" + px(x(tick * scale)) + " " + px(top) + "V" +
               px(height - bottom) + "\"/>";
        svg += "<text x=\"" + px(x(tick * scale)) + "\" y=\"" + px(height - bottom + 16) +
               "\" class=\"middle\">" + tick_text(tick, x_step) + "</text>";
    }
    svg += "<path class=\"axis\" d=\"M" + px(left) + " " + px(top) + "V" + px(height - bottom) + "H" +
           px(width - right) + "\"/>";
    svg += "<text x=\"" + px((left + width - right) / 2) + "\" y=\"" + px(height - 8) +
           "\" class=\"middle\">" + escaped(chart.x_unit == "s" ? "time (" + unit + ")" : unit) + "</text>";
    svg += "<text x=\"4\" y=\"" + px(top - 12) + "\">" + escaped(chart.y_label) +
           (log ? " (logarithmic)" : "") + "</text>";
    for (const ChartSeries& series : chart.series)
        svg += draw(series, x, y);
    svg += "</svg><ul class=\"legend\">";
    for (const ChartSeries& series : chart.series)
        svg += "<li><svg class=\"key\" viewBox=\"0 0 24 8\"><path class=\"line " + color_class(series.color) +
               "\" d=\"M0 4H24\"/></svg>" + escaped(series.name) + "</li>";
    return svg + "</ul></figure>\n";
}

} // namespace laptime
