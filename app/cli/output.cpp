// SPDX-License-Identifier: Apache-2.0
// Printing for terminals and for pipes.
#include "app/cli/output.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <sys/ioctl.h>
#include <unistd.h>

#include "engine/compare/numbers.h"

namespace laptime::cli {

namespace {

bool write_all(int descriptor, const std::string& text) {
    std::size_t done = 0;
    while (done < text.size()) {
        const ssize_t written = ::write(descriptor, text.data() + done, text.size() - done);
        if (written < 0) {
            if (errno == EINTR)
                continue;
            return false;
        }
        done += static_cast<std::size_t>(written);
    }
    return true;
}

/// The next code point of UTF-8; bytes that are none count one each.
char32_t next_character(const std::string& text, std::size_t& at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(at++);
    const int more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : first >= 0xC0 ? 1 : 0;
    char32_t value = more == 3   ? first & 0x07u
                     : more == 2 ? first & 0x0Fu
                     : more == 1 ? first & 0x1Fu
                                 : first;
    for (int i = 0; i < more && at < text.size() && (byte(at) & 0xC0u) == 0x80; ++i)
        value = value << 6 | (byte(at++) & 0x3Fu);
    return value;
}

/// East Asian wide and full-width ranges, and emoji (Unicode Standard Annex 11, coarse).
bool is_wide(char32_t c) {
    return (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF) || (c >= 0xAC00 && c <= 0xD7A3) ||
           (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFE30 && c <= 0xFE6F) || (c >= 0xFF00 && c <= 0xFF60) ||
           (c >= 0xFFE0 && c <= 0xFFE6) || (c >= 0x1F300 && c <= 0x1FAFF) || (c >= 0x20000 && c <= 0x3FFFD);
}

} // namespace

bool is_terminal(int descriptor) {
    return isatty(descriptor) == 1;
}

int terminal_width() {
    winsize size{};
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

std::string toned(const std::string& text, Tone tone) {
    static const bool colours = [] {
        const char* no_color = std::getenv("NO_COLOR");
        const char* term = std::getenv("TERM");
        return is_terminal(STDOUT_FILENO) && (!no_color || !*no_color) &&
               !(term && std::string(term) == "dumb");
    }();
    if (!colours || tone == Tone::plain)
        return text;
    const char* code = tone == Tone::strong ? "1"
                       : tone == Tone::good ? "32"
                       : tone == Tone::bad  ? "31"
                                            : "2";
    return std::string("\033[") + code + "m" + text + "\033[0m";
}

Tone tone_of(RunStatus status) {
    switch (status) {
    case RunStatus::finished:
        return Tone::good;
    case RunStatus::diverged:
    case RunStatus::failed:
        return Tone::bad;
    case RunStatus::running:
        return Tone::strong;
    default:
        return Tone::plain;
    }
}

std::string safe(const std::string& text) {
    std::string result = text;
    for (char& c : result)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            c = '?';
    return result;
}

std::size_t shown_width(const std::string& text) {
    std::size_t width = 0;
    for (std::size_t at = 0; at < text.size();)
        width += is_wide(next_character(text, at)) ? 2 : 1;
    return width;
}

std::string cut(const std::string& text, std::size_t columns) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at + 1;
        while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0u) == 0x80)
            ++end;
        const std::string next = result + text.substr(at, end - at);
        if (shown_width(next) > columns)
            break;
        result = next;
        at = end;
    }
    return result;
}

TextTable::TextTable(std::vector<std::string> columns) {
    for (std::string& column : columns) {
        right_.push_back(column.rfind('>', 0) == 0);
        if (right_.back())
            column.erase(0, 1);
    }
    rows_.push_back({std::move(columns), Tone::plain, 0});
}

void TextTable::add(std::vector<std::string> cells, Tone tone, std::size_t toned_column) {
    for (std::string& cell : cells)
        cell = safe(cell);
    cells.resize(right_.size());
    rows_.push_back({std::move(cells), tone, toned_column});
}

std::string TextTable::text() const {
    std::vector<std::size_t> widths(right_.size(), 0);
    for (const Row& row : rows_)
        for (std::size_t i = 0; i < row.cells.size(); ++i)
            widths[i] = std::max(widths[i], shown_width(row.cells[i]));
    std::string text;
    for (const Row& row : rows_) {
        std::string line;
        std::size_t pending = 0; // blanks that are only written if something follows
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            const std::size_t room = widths[i] - shown_width(row.cells[i]);
            const bool header = &row == &rows_.front();
            const Tone tone = header ? Tone::quiet : i == row.toned_column ? row.tone : Tone::plain;
            pending += (i ? 2 : 0) + (right_[i] ? room : 0);
            if (!row.cells[i].empty()) {
                line += std::string(pending, ' ') + toned(row.cells[i], tone);
                pending = 0;
            }
            pending += right_[i] ? 0 : room;
        }
        text += line + "\n";
    }
    return text;
}

bool print(const std::string& text) {
    return write_all(STDOUT_FILENO, text);
}

bool print_json(const Json& json) {
    return print(dumped(json) + "\n");
}

void note(const std::string& text) {
    write_all(STDERR_FILENO, "laptime: note: " + text + "\n");
}

void show_progress(const std::string& text) {
    if (is_terminal(STDERR_FILENO))
        write_all(STDERR_FILENO,
                  "\r\033[K" + cut(text, static_cast<std::size_t>(std::max(20, terminal_width() - 1))));
}

void complain(const std::string& text) {
    std::string block = "laptime: ";
    for (const char c : text)
        block += c == '\n' ? std::string("\n  ") : std::string(1, c);
    write_all(STDERR_FILENO, block + "\n");
}

std::string significant(double value, int count) {
    if (std::isnan(value))
        return "–";
    std::array<char, 64> text{};
    const auto end =
        std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, count);
    return {text.data(), end.ptr};
}

std::string figure(double value) {
    const double size = std::abs(value);
    return size != 0 && (size < 0.01 || size >= 1e5) && std::isfinite(value) ? significant(value, 4)
                                                                             : digits(value, 4);
}

std::string local_time(std::int64_t utc_microseconds) {
    if (utc_microseconds == 0)
        return "–";
    const std::time_t seconds = utc_microseconds / 1000000;
    std::tm parts{};
    localtime_r(&seconds, &parts);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &parts);
    return text;
}

} // namespace laptime::cli
