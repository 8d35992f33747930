// SPDX-License-Identifier: Apache-2.0
// A record is scanned from its beginning again when the piece ends inside it; pieces are large, so that is
// rare.
#include "engine/data/csv_file.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "engine/core/error.h"

namespace laptime {

namespace {

constexpr std::size_t piece_bytes = std::size_t{1} << 20, longest_record = std::size_t{1} << 24;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::size_t records_looked_at = 50;

bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

} // namespace

/// Cuts one record off a text.
class CsvScanner {
public:
    CsvScanner(std::string_view text, char delimiter, bool text_is_all)
        : text_(text), delimiter_(delimiter), all_(text_is_all) {}

    /// False where the text ends before the record does.
    bool scan(CsvRecord& record) {
        record.text_.clear();
        record.ends_.clear();
        while (true) {
            if (!scan_field(record.text_))
                return false;
            record.ends_.push_back(record.text_.size());
            if (at_ == text_.size())
                return all_;
            const char c = text_[at_++];
            if (c == delimiter_)
                continue;
            ++lines_;
            if (c == '\r') {
                if (at_ == text_.size() && !all_)
                    return false; // its line feed may follow
                at_ += at_ < text_.size() && text_[at_] == '\n';
            }
            return true;
        }
    }
    std::size_t used() const { return at_; }
    std::int64_t lines() const { return lines_; } ///< ends of lines in the record and behind it
    bool inside_quotes() const { return inside_quotes_; }
    std::int64_t quote_line() const {
        return quote_line_;
    } ///< of the open quote, counted from the record's first

private:
    bool at_end_of_field() const {
        return text_[at_] == delimiter_ || text_[at_] == '\n' || text_[at_] == '\r';
    }

    /// Stops at the delimiter, the line's end, or the text's.
    bool scan_field(std::string& to) {
        while (at_ < text_.size() && is_blank(text_[at_]) && text_[at_] != delimiter_)
            ++at_;
        if (at_ < text_.size() && text_[at_] == '"')
            return scan_quoted(to);
        append_plain(to);
        return true;
    }

    void append_plain(std::string& to) {
        const std::size_t begin = at_;
        while (at_ < text_.size() && !at_end_of_field())
            ++at_;
        std::size_t end = at_;
        while (end > begin && is_blank(text_[end - 1]))
            --end;
        to.append(text_.substr(begin, end - begin));
    }

    bool scan_quoted(std::string& to) {
        inside_quotes_ = true;
        quote_line_ = lines_;
        ++at_;
        while (true) {
            const std::size_t quote = text_.find('"', at_);
            const std::string_view part = text_.substr(at_, quote - at_);
            lines_ += std::count(part.begin(), part.end(), '\n');
            to.append(part);
            if (quote == text_.npos || (quote + 1 == text_.size() && !all_)) {
                at_ = text_.size();
                return false;
            }
            at_ = quote + 1;
            if (at_ == text_.size() || text_[at_] != '"')
                break;
            to += '"';
            ++at_;
        }
        inside_quotes_ = false;
        // What follows a closing quote is not in the RFC; it is kept, as most programs do.
        append_plain(to);
        return true;
    }

    std::string_view text_;
    char delimiter_;
    bool all_, inside_quotes_ = false;
    std::size_t at_ = 0;
    std::int64_t lines_ = 0, quote_line_ = 0;
};

CsvReader::CsvReader(const std::string& path, const std::string& delimiter, ContentHash* hash)
    : file_(path), hash_(hash), buffer_(piece_bytes, '\0') {
    if (delimiter.size() > 1 && delimiter != "tab" && delimiter != "\\t")
        throw DataError("data.delimiter is \"" + delimiter + "\"; it must be one character, or \"tab\"");
    if (delimiter == "\"" || delimiter == "\n" || delimiter == "\r")
        throw DataError("data.delimiter cannot be a quote or a line's end");
    read_more();
    const std::string_view start(buffer_.data(), filled_);
    if (start.starts_with("\xFF\xFE") || start.starts_with("\xFE\xFF"))
        throw DataError(path + " is UTF-16 text; save it as UTF-8");
    if (start.substr(0, 4096).find('\0') != start.npos)
        throw DataError(path + " is not a CSV file: it has zero bytes; save the table as CSV (text)");
    if (start.starts_with(byte_order_mark))
        at_ = byte_order_mark.size();
    if (delimiter.empty())
        find_delimiter();
    else
        delimiter_ = delimiter.size() > 1 ? '\t' : delimiter.front();
}

void CsvReader::read_more() {
    std::memmove(buffer_.data(), buffer_.data() + at_, filled_ - at_);
    filled_ -= at_;
    at_ = 0;
    if (filled_ == buffer_.size())
        buffer_.resize(2 * buffer_.size());
    const std::size_t got = file_.read(buffer_.data() + filled_, buffer_.size() - filled_);
    if (hash_)
        hash_->add(buffer_.data() + filled_, got);
    filled_ += got;
    end_ = filled_ < buffer_.size();
}

void CsvReader::find_delimiter() {
    std::size_t best_share = 0, best_fields = 1;
    delimiter_ = ',';
    for (const char candidate : {',', ';', '\t', '|'}) {
        std::map<std::size_t, std::size_t> records_of; // by number of fields
        std::string_view rest(buffer_.data() + at_, filled_ - at_);
        CsvRecord record;
        std::size_t records = 0;
        while (!rest.empty() && records < records_looked_at) {
            CsvScanner scanner(rest, candidate, end_);
            if (!scanner.scan(record))
                break;
            rest.remove_prefix(scanner.used());
            if (record.is_blank() && record.size() == 1)
                continue;
            ++records_of[record.size()];
            ++records;
        }
        // Damaged records must not decide: how many have the most usual number of fields counts first.
        for (const auto& [fields, count] : records_of) {
            const std::size_t share = count * 10 / records;
            if (fields > 1 && (share > best_share || (share == best_share && fields > best_fields))) {
                best_share = share;
                best_fields = fields;
                delimiter_ = candidate;
            }
        }
    }
}

bool CsvReader::next(CsvRecord& record) {
    while (true) {
        CsvScanner scanner({buffer_.data() + at_, filled_ - at_}, delimiter_, end_);
        if (at_ == filled_ && end_)
            return false;
        record.line = line_;
        const bool whole = scanner.scan(record);
        if (whole && scanner.used() <= longest_record) {
            at_ += scanner.used();
            line_ += scanner.lines();
            if (record.size() == 1 && record.is_blank())
                continue;
            return true;
        }
        if (whole || end_ || filled_ - at_ > longest_record) {
            const std::int64_t line = line_ + (scanner.inside_quotes() ? scanner.quote_line() : 0);
            throw DataError(path() + ": line " + std::to_string(line) +
                            (scanner.inside_quotes()
                                 ? " opens a quote that is never closed; close it, or double a quote that "
                                   "belongs to a text"
                                 : " is longer than 16 MiB; this is no table"));
        }
        read_more();
    }
}

} // namespace laptime
