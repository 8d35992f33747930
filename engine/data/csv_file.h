// SPDX-License-Identifier: Apache-2.0
// Records of a CSV file (RFC 4180, and what is written under that name): quoted fields with doubled quotes
// and line ends in them, CRLF or LF, a byte-order mark, and any one-character delimiter.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/data/content_hash.h"
#include "engine/data/packed_file.h"

namespace laptime {

/// One record, without its delimiters and quotes. Blanks around a field that is not quoted are left out.
class CsvRecord {
public:
    std::size_t size() const { return ends_.size(); }
    std::string_view operator[](std::size_t i) const {
        const std::size_t begin = i ? ends_[i - 1] : 0;
        return std::string_view(text_).substr(begin, ends_[i] - begin);
    }
    /// Of the record's first line, from 1.
    std::int64_t line = 0;
    /// Bytes of all fields together.
    std::size_t bytes() const { return text_.size(); }
    bool is_blank() const { return text_.empty(); }

private:
    friend class CsvScanner;
    std::string text_;
    std::vector<std::size_t> ends_;
};

/// Reads from front to back, a piece at a time, plain or gzipped. A record may have 16 MiB.
class CsvReader {
public:
    /// `delimiter`: one character, "tab", or empty: the one of , ; tab | that cuts the first records into the
    /// most fields, the same number in each. `hash` gets all bytes that are read. Throws DataError for a file
    /// that cannot be read, is UTF-16, or for a delimiter of more than one character.
    CsvReader(const std::string& path, const std::string& delimiter, ContentHash* hash = nullptr);

    /// The next record that is not an empty line; false at the end. Throws DataError, naming the line, where
    /// a quote is never closed.
    bool next(CsvRecord& record);

    char delimiter() const { return delimiter_; }
    const std::string& path() const { return file_.path(); }

private:
    void read_more();
    void find_delimiter();

    PackedFile file_;
    ContentHash* hash_;
    char delimiter_ = 0;
    std::string buffer_;
    std::size_t at_ = 0, filled_ = 0;
    std::int64_t line_ = 1;
    bool end_ = false;
};

} // namespace laptime
