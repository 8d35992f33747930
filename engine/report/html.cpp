// SPDX-License-Identifier: Apache-2.0
// The HTML report: verdict first, then the curves, then every table, then how the numbers were made.
#include <algorithm>
#include <cmath>
#include <functional>

#include "engine/compare/numbers.h"
#include "engine/core/clock.h"
#include "engine/report/chart.h"
#include "engine/report/formats.h"
#include "engine/report/style_sheet.h"
#include "engine/report/tables.h"

namespace laptime {

namespace {

std::string verdict_box(const Comparison& c) {
    const bool warn = c.confounded || c.quality.state == QualityGuard::State::lost;
    std::string html = std::string("<div class=\"verdict") + (warn ? " warn" : "") + "\"><b>" +
                       ratio_text(c.speed.ratio) + "</b>" + escaped(verdict_text(c)) + "<p>" +
                       escaped(c.summary) + "</p>";
    if (c.confounded) {
        html += "<p class=\"bad\">Confounded: besides what was meant to differ, these do too, and any of "
                "them may be the real "
                "cause.</p><ul>";
        for (const Difference& difference : c.differences)
            if (!difference.intended)
                html += "<li>" + escaped(difference.what) + ": " + escaped(difference.baseline) + " → " +
                        escaped(difference.other) + "</li>";
        html += "</ul>";
    }
    return html + "</div>\n";
}

std::string table_html(const Table& table) {
    std::string html = "<h2>" + escaped(table.title) + "</h2>\n";
    if (!table.note.empty())
        html += "<p class=\"quiet\">" + escaped(table.note) + "</p>\n";
    html += "<div class=\"scroll\"><table><thead><tr>";
    const auto side = [&](std::size_t column) { return column < table.text_columns ? " class=\"t\"" : ""; };
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        html += std::string("<th") + side(i) + ">" + escaped(table.columns[i]) + "</th>";
    html += "</tr></thead><tbody>\n";
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        html += table.marked[r] ? "<tr class=\"mark\">" : "<tr>";
        for (std::size_t i = 0; i < table.rows[r].size(); ++i)
            html += std::string("<td") + side(i) + ">" + escaped(table.rows[r][i]) + "</td>";
        html += "</tr>\n";
    }
    return html + "</tbody></table></div>\n";
}

std::string time_bars(const Report& report) {
    std::string html;
    for (const Arm::Run* run : runs_of(report)) {
        const auto parts = time_parts(run->details);
        double total = 0;
        for (const auto& part : parts)
            total += std::isfinite(part.second) ? std::max(0.0, part.second) : 0;
        if (!(total > 0))
            continue;
        if (html.empty()) {
            html = "<ul class=\"legend\">";
            for (std::size_t i = 0; i < parts.size(); ++i)
                html += "<li><span class=\"swatch c" + std::to_string(i) + "\"></span>" + parts[i].first +
                        "</li>";
            html += "</ul>\n";
        }
        html += "<div>#" + std::to_string(run->details.row.id) + " " + escaped(run->details.row.name) +
                " <span class=\"quiet\">" + duration_text(total) + "</span></div><div class=\"bar\">";
        for (std::size_t i = 0; i < parts.size(); ++i)
            if (parts[i].second > 0)
                html += "<span class=\"c" + std::to_string(i) +
                        "\" style=\"width:" + digits(100 * parts[i].second / total, 2) + "%\" title=\"" +
                        parts[i].first + " " + duration_text(parts[i].second) + "\"></span>";
        html += "</div>\n";
    }
    return html;
}

Chart loss_chart(const Report& report, const std::string& title, const std::string& unit,
                 const std::function<double(const StepPoint&)>& x) {
    Chart chart{title, unit, "loss", {}, true};
    for (const ReportCurve& curve : report.curves) {
        ChartSeries series{"#" + std::to_string(curve.run) + " " + curve.name, curve.color, false, {}, {}};
        for (const StepPoint& point : curve.points) {
            series.x.push_back(x(point));
            series.y.push_back(point.loss);
        }
        chart.series.push_back(std::move(series));
    }
    return chart;
}

Chart metric_chart(const Report& report, const std::string& title, const std::string& unit,
                   const std::string& metric, const std::function<double(const EpochPoint&)>& x,
                   double EpochPoint::*value) {
    Chart chart{title, unit, metric, {}, false};
    for (const ReportCurve& curve : report.curves) {
        ChartSeries series{"#" + std::to_string(curve.run) + " " + curve.name, curve.color, true, {}, {}};
        for (const EpochPoint& epoch : curve.epochs)
            if (!std::isnan(epoch.*value)) {
                series.x.push_back(x(epoch));
                series.y.push_back(epoch.*value);
            }
        chart.series.push_back(std::move(series));
    }
    return chart;
}

std::string charts(const Report& report) {
    const auto step_samples = [](const StepPoint& point) { return static_cast<double>(point.samples); };
    const auto epoch_samples = [](const EpochPoint& epoch) { return static_cast<double>(epoch.samples); };
    const auto step_time = [](const StepPoint& point) { return point.wall_s; };
    const auto epoch_time = [](const EpochPoint& epoch) { return epoch.wall_s; };
    std::string html = svg_of(metric_chart(report, "Validation accuracy over time", "s", "val_accuracy",
                                           epoch_time, &EpochPoint::val_accuracy)) +
                       svg_of(loss_chart(report, "Training loss over time", "s", step_time)) +
                       svg_of(metric_chart(report, "Validation accuracy over samples", "samples",
                                           "val_accuracy", epoch_samples, &EpochPoint::val_accuracy)) +
                       svg_of(loss_chart(report, "Training loss over samples", "samples", step_samples)) +
                       svg_of(metric_chart(report, "Validation loss over samples", "samples", "val_loss",
                                           epoch_samples, &EpochPoint::val_loss));
    return html.empty() ? html : "<h2>Curves</h2>\n<div class=\"charts\">\n" + html + "</div>\n";
}

} // namespace

std::string html_of(const Report& report) {
    std::string html = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                       "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
                       "<meta name=\"generator\" content=\"Laptime\"><title>" +
                       escaped(report.title) + "</title><style>" + report_style +
                       "</style></head><body>\n<h1>" + escaped(report.title) +
                       "</h1><p class=\"quiet\">Laptime, " + utc_text(report.made) + "</p>\n";
    for (const Comparison& comparison : report.comparisons)
        html += verdict_box(comparison);
    const std::vector<Table> tables = tables_of(report);
    for (const Table& table : tables) {
        html += table_html(table);
        if (table.title == "Where the time goes")
            html += time_bars(report);
        if (&table == &tables.front())
            html += charts(report);
    }
    html += "<h2>How the numbers were made</h2>\n";
    for (const std::string& note : method_notes())
        html += "<p class=\"quiet\">" + escaped(note) + "</p>\n";
    return html + "</body></html>\n";
}

} // namespace laptime
