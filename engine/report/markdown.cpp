// SPDX-License-Identifier: Apache-2.0
// The report in Markdown, for issues and notebooks.
#include "engine/core/clock.h"
#include "engine/report/formats.h"
#include "engine/report/tables.h"

namespace laptime {

namespace {

/// What Markdown or the HTML in it would take for markup is taken as it is.
std::string plain(const std::string& text) {
    std::string result;
    for (const char c : text) {
        if (c == '\n' || c == '\r') {
            result += ' ';
            continue;
        }
        if (c == '<' || c == '>' || c == '&') {
            result += c == '<' ? "&lt;" : c == '>' ? "&gt;" : "&amp;";
            continue;
        }
        if (c == '\\' || c == '`' || c == '*' || c == '_' || c == '[' || c == ']' || c == '|' || c == '#' ||
            c == '~')
            result += '\\';
        result += c;
    }
    return result;
}

std::string table_text(const Table& table) {
    std::string text = "## " + plain(table.title) + "\n\n";
    if (!table.note.empty())
        text += plain(table.note) + "\n\n";
    std::string rule = "|";
    text += "|";
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        text += " " + plain(table.columns[i]) + " |";
        rule += i < table.text_columns ? " :-- |" : " --: |";
    }
    text += "\n" + rule + "\n";
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        text += "|";
        for (std::size_t i = 0; i < table.rows[r].size(); ++i) {
            const std::string cell = plain(table.rows[r][i]);
            text += " " + (i == 0 && table.marked[r] ? "**" + cell + "**" : cell) + " |";
        }
        text += "\n";
    }
    return text + "\n";
}

} // namespace

std::string markdown_of(const Report& report) {
    std::string text = "# " + plain(report.title) + "\n\nLaptime, " + utc_text(report.made) + "\n\n";
    for (const Comparison& c : report.comparisons) {
        text += "- " + plain(c.summary) + "\n";
        if (c.confounded)
            for (const Difference& difference : c.differences)
                if (!difference.intended)
                    text += "  - confounded by " + plain(difference.what) + ": " +
                            plain(difference.baseline) + " → " + plain(difference.other) + "\n";
    }
    text += "\n";
    for (const Table& table : tables_of(report))
        text += table_text(table);
    text += "## How the numbers were made\n\n";
    for (const std::string& note : method_notes())
        text += plain(note) + "\n\n";
    return text;
}

} // namespace laptime
