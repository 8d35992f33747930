// SPDX-License-Identifier: Apache-2.0
// What the commands print: aligned tables, a little colour on a terminal, lines of JSON, notes and errors.
#pragma once

#include <string>
#include <vector>

#include "engine/report/json.h"

namespace laptime::cli {

/// Whether a stream (1 or 2) is a terminal.
bool is_terminal(int descriptor);
/// Columns of the terminal on stdout; 80 where that cannot be known.
int terminal_width();

enum class Tone { plain, strong, good, bad, quiet };
/// In colour on a terminal without NO_COLOR, else as it is.
std::string toned(const std::string& text, Tone tone);
Tone tone_of(RunStatus status);

/// Control characters, which could drive the terminal, as "?".
std::string safe(const std::string& text);
/// Cut to so many columns, so that a line never wraps.
std::string cut(const std::string& text, std::size_t columns);
/// Columns that the text takes: code points, wide characters twice.
std::size_t shown_width(const std::string& text);

/// Rows with columns lined up; numbers to the right.
class TextTable {
public:
    /// A column whose name begins with ">" is aligned to the right.
    explicit TextTable(std::vector<std::string> columns);
    void add(std::vector<std::string> cells, Tone tone_of_state = Tone::plain, std::size_t state_column = 0);
    std::string text() const;

private:
    struct Row {
        std::vector<std::string> cells;
        Tone tone = Tone::plain;
        std::size_t toned_column = 0;
    };
    std::vector<Row> rows_;
    std::vector<bool> right_;
};

/// Writes to stdout; false once nobody reads it any more.
bool print(const std::string& text);
/// One object on a line of its own.
bool print_json(const Json& json);
/// A line on stderr: "laptime: note: …".
void note(const std::string& text);
/// A line on stderr that the next one takes the place of; an empty one wipes it. Nothing where stderr is no
/// terminal.
void show_progress(const std::string& text);
/// A block on stderr: "laptime: …", further lines indented.
void complain(const std::string& text);

/// So many significant digits, the same in every locale: "0.0312", "1.5e+06"; "–" for NaN.
std::string significant(double value, int count);
/// A loss or another figure for people: four decimals, or significant digits where those would not tell.
std::string figure(double value);
/// "2026-12-01 14:08" in the local time zone; "–" for 0.
std::string local_time(std::int64_t utc_microseconds);

} // namespace laptime::cli
