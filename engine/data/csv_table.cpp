// SPDX-License-Identifier: Apache-2.0
// What a column is can only be told from some of its values, so the first rows are kept as text until then.
// When the rest of the file proves that wrong (text in a column of numbers, in more than 1 % of the rows), it
// is read once more with that column as categories: the only case in which it is.
#include "engine/data/csv_table.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <set>

#include "engine/core/error.h"
#include "engine/data/csv_file.h"
#include "engine/data/damage.h"
#include "engine/data/number_text.h"
#include "engine/data/utf8.h"

namespace laptime {

namespace {

constexpr std::size_t sample_rows = 10000, sample_bytes = std::size_t{1} << 24;
/// More different texts than this are kept for no column: they are names or keys, not categories.
constexpr std::size_t most_texts = 65536;
/// And more than this would make far too many features.
constexpr std::size_t most_categories = 1000;
constexpr std::int64_t rare = 100; ///< one in so many is damage
constexpr std::size_t most_columns_told = 5, lines_told = 8;

bool is_number(std::string_view text) {
    return number_of(text, false).has_value();
}

/// "age (12), fare (5)"
std::string list_of(const std::vector<std::string>& all) {
    std::string text;
    for (std::size_t i = 0; i < std::min(all.size(), most_columns_told); ++i)
        text += (i ? ", " : "") + all[i];
    return all.size() > most_columns_told ? text + ", …" : text;
}

enum class Role : unsigned char { number, category, target };

/// One pass over the file.
class TableReader {
public:
    /// `as_text`: places of columns that an earlier pass has found to be categories.
    TableReader(const std::string& path, const DataOptions& options, const std::set<std::size_t>& as_text)
        : options_(options), as_text_(as_text), reader_(path, options.delimiter, &hash_),
          damage_(path, "rows") {
        table_.path = path;
        table_.delimiter = reader_.delimiter();
    }

    /// Columns that must be read as categories, in another pass; empty when the table is good.
    std::set<std::size_t> read() {
        read_names();
        CsvRecord record;
        std::size_t bytes = 0;
        bool more = true;
        while (more && sample_.size() < sample_rows && bytes < sample_bytes) {
            more = next_row(record);
            if (more) {
                bytes += record.bytes() + record.size() * sizeof(std::size_t);
                sample_.push_back(record);
            }
        }
        decide_roles();
        for (const CsvRecord& early : sample_)
            add_row(early);
        sample_ = {};
        while (more && next_row(record))
            add_row(record);
        return wrongly_numbers();
    }

    CsvTable finish() {
        damage_.settle(rows_, "correct the file", table_.warnings);
        if (table_.cells.size() < 2)
            throw DataError(table_.path + " has " + std::to_string(table_.cells.size()) +
                            " rows that can be used; training and validation need one each");
        if (table_.cells.size() > std::numeric_limits<std::uint32_t>::max())
            throw DataError(table_.path + " has more than 4294967295 rows");
        drop_columns();
        tell_missing();
        table_.hash = hash_.value();
        return std::move(table_);
    }

private:
    void read_names() {
        CsvRecord record;
        if (!reader_.next(record))
            throw DataError(table_.path + " is empty; a table needs rows");
        width_ = record.size();
        if (width_ < 2)
            throw DataError(table_.path +
                            " has one column only; a table needs one to learn from and one to learn. "
                            "If its columns are separated otherwise, set data.delimiter");
        if (options_.header) {
            bool all_numbers = true;
            for (std::size_t i = 0; i < width_; ++i) {
                names_.push_back(record[i].empty() ? "column " + std::to_string(i + 1) : as_utf8(record[i]));
                all_numbers = all_numbers && is_number(record[i]);
            }
            if (all_numbers)
                table_.warnings.push_back(table_.path +
                                          ": the first line, which should name the columns, holds numbers "
                                          "only; if it is data, set data.header = false");
        } else {
            names_ = numbered_columns(width_);
            first_ = record;
        }
        target_ = find_target_column(table_.path, names_, options_.target);
        table_.target_name = names_[target_];
    }

    /// The next row of the right number of fields that is not blank.
    bool next_row(CsvRecord& record) {
        while (true) {
            if (first_.size() > 0) {
                record = std::move(first_);
                first_ = {};
            } else if (!reader_.next(record)) {
                return false;
            }
            if (record.is_blank())
                continue;
            ++rows_;
            if (record.size() == width_)
                return true;
            damage_.add("line " + std::to_string(record.line) + " has " + std::to_string(record.size()) +
                        " fields instead of " + std::to_string(width_));
        }
    }

    void decide_roles() {
        if (reader_.delimiter() == ';')
            for (const CsvRecord& record : sample_)
                for (std::size_t i = 0; i < width_ && !table_.decimal_comma; ++i)
                    table_.decimal_comma = has_decimal_comma(record[i]);
        texts_among_numbers_.resize(width_);
        for (std::size_t i = 0; i < width_; ++i) {
            if (i == target_) {
                roles_.push_back(Role::target);
                continue;
            }
            std::vector<double> numbers;
            std::int64_t texts = 0;
            for (const CsvRecord& record : sample_) {
                if (is_missing(record[i]))
                    continue;
                const auto number = number_of(record[i], table_.decimal_comma);
                if (number)
                    numbers.push_back(*number);
                else
                    ++texts;
            }
            const auto values = texts + static_cast<std::int64_t>(numbers.size());
            const bool category = as_text_.contains(i) || texts * rare > values;
            roles_.push_back(category ? Role::category : Role::number);
            table_.columns.push_back({names_[i], category});
            places_.push_back(i);
            // The middle one, so that the floats keep their precision where most numbers are.
            if (!category && !numbers.empty()) {
                const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
                std::nth_element(numbers.begin(), middle, numbers.end());
                table_.columns.back().origin = *middle;
            }
        }
        table_.cells = CellRows(places_.size());
        cells_.resize(places_.size());
    }

    std::uint32_t cell_of(CsvColumn& column, std::size_t place, std::string_view text, bool& wrong) {
        if (is_missing(text))
            return column.is_category ? CsvColumn::missing_text
                                      : std::bit_cast<std::uint32_t>(std::numeric_limits<float>::quiet_NaN());
        if (!column.is_category) {
            const auto number = number_of(text, table_.decimal_comma);
            const auto from_origin = static_cast<float>(number.value_or(0) - column.origin);
            if (number && std::isfinite(from_origin))
                return std::bit_cast<std::uint32_t>(from_origin);
            ++texts_among_numbers_[place];
            wrong = true;
            return 0;
        }
        // Names and keys: nothing more is kept of such a column.
        if (column.texts.size() > most_texts)
            return CsvColumn::missing_text;
        return static_cast<std::uint32_t>(column.texts.number_of(text));
    }

    void add_row(const CsvRecord& record) {
        if (is_missing(record[target_])) {
            damage_.add("line " + std::to_string(record.line) + " has nothing in '" + table_.target_name +
                        "', which is to be learnt");
            return;
        }
        for (std::size_t k = 0; k < places_.size(); ++k) {
            bool wrong = false;
            cells_[k] = cell_of(table_.columns[k], places_[k], record[places_[k]], wrong);
            if (wrong) {
                damage_.add("line " + std::to_string(record.line) + " has '" + as_utf8(record[places_[k]]) +
                            "' in '" + names_[places_[k]] + "', where the others are numbers");
                return;
            }
        }
        // Missing ones are counted only in rows that stay.
        for (std::size_t k = 0; k < places_.size(); ++k)
            table_.columns[k].missing += table_.columns[k].is_category
                                             ? cells_[k] == CsvColumn::missing_text
                                             : std::isnan(std::bit_cast<float>(cells_[k]));
        table_.cells.add(cells_);
        add_target(record);
    }

    void add_target(const CsvRecord& record) {
        const auto number = number_of(record[target_], table_.decimal_comma);
        table_.target_numbers.push_back(number.value_or(std::numeric_limits<double>::quiet_NaN()));
        if (!number && table_.target_text_lines.size() < lines_told)
            table_.target_text_lines.push_back(record.line);
        if (table_.target_words.size() > most_texts)
            return;
        table_.target_texts.push_back(table_.target_words.number_of(record[target_]));
        if (table_.target_words.size() > most_texts)
            table_.target_texts = {};
    }

    std::set<std::size_t> wrongly_numbers() const {
        std::set<std::size_t> places;
        for (std::size_t i = 0; i < width_; ++i)
            if (roles_[i] == Role::number && texts_among_numbers_[i] * rare > rows_)
                places.insert(i);
        return places;
    }

    void drop_columns() {
        const auto rows = static_cast<std::int64_t>(table_.cells.size());
        std::vector<std::string> empty, keys;
        std::vector<CsvColumn>& columns = table_.columns;
        for (CsvColumn& column : columns) {
            const std::size_t texts = column.texts.size();
            if (column.missing == rows)
                empty.push_back("'" + column.name + "'");
            else if (column.is_category &&
                     (texts > most_categories || (rows >= 20 && static_cast<std::int64_t>(texts) * 2 > rows)))
                keys.push_back("'" + column.name + "' (" + (texts > most_texts ? "more than " : "") +
                               std::to_string(std::min(texts, most_texts)) + ", as '" +
                               as_utf8(column.texts.texts().front()) + "')");
            else
                continue;
            column.name.clear(); // marks it; names are never empty
        }
        if (!empty.empty())
            table_.warnings.push_back(table_.path +
                                      ": columns without any value are left out: " + list_of(empty));
        if (!keys.empty())
            table_.warnings.push_back(
                table_.path +
                ": columns with too many different texts to be categories are left out: " + list_of(keys));
        keep_.clear();
        for (std::size_t k = 0; k < columns.size(); ++k)
            if (!columns[k].name.empty())
                keep_.push_back(k);
        if (keep_.empty())
            throw DataError(table_.path + " has no column beside '" + table_.target_name +
                            "' that something could be learnt from: they are empty, or names and keys");
        table_.cells.keep(keep_);
        std::vector<CsvColumn> kept;
        for (const std::size_t k : keep_)
            kept.push_back(std::move(columns[k]));
        columns = std::move(kept);
    }

    void tell_missing() {
        std::vector<std::string> numbers, texts;
        for (const CsvColumn& column : table_.columns)
            if (column.missing > 0)
                (column.is_category ? texts : numbers)
                    .push_back("'" + column.name + "' (" + std::to_string(column.missing) + ")");
        if (!numbers.empty())
            table_.warnings.push_back(table_.path +
                                      ": the training part's mean takes the place of missing numbers in " +
                                      list_of(numbers));
        if (!texts.empty())
            table_.warnings.push_back(table_.path + ": missing texts count as unknown categories in " +
                                      list_of(texts));
    }

    const DataOptions& options_;
    const std::set<std::size_t>& as_text_;
    ContentHash hash_;
    CsvReader reader_;
    Damage damage_;
    CsvTable table_;
    std::vector<std::string> names_;
    std::size_t width_ = 0, target_ = 0;
    CsvRecord first_; ///< where there is no header: the row that told the width
    std::vector<CsvRecord> sample_;
    std::vector<Role> roles_;                       ///< a column of the file
    std::vector<std::int64_t> texts_among_numbers_; ///< likewise
    std::vector<std::size_t> places_;               ///< in the file, of table_.columns
    std::vector<std::size_t> keep_;
    std::vector<std::uint32_t> cells_;
    std::int64_t rows_ = 0; ///< damaged ones included
};

} // namespace

std::int32_t TextNumbers::number_of(std::string_view text) {
    if (const auto known = numbers_.find(text); known != numbers_.end())
        return known->second;
    const auto number = static_cast<std::int32_t>(texts_.size());
    texts_.emplace_back(text);
    numbers_.emplace(text, number);
    return number;
}

void CellRows::add(const std::vector<std::uint32_t>& row) {
    if (size_ % block_rows == 0)
        blocks_.emplace_back(new std::uint32_t[block_rows * columns_]);
    std::copy(row.begin(), row.end(), blocks_.back().get() + size_ % block_rows * columns_);
    ++size_;
}

void CellRows::keep(const std::vector<std::size_t>& columns) {
    if (columns.size() == columns_)
        return;
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
        std::unique_ptr<std::uint32_t[]> smaller(new std::uint32_t[block_rows * columns.size()]);
        const std::size_t rows = std::min(block_rows, size_ - b * block_rows);
        for (std::size_t r = 0; r < rows; ++r)
            for (std::size_t k = 0; k < columns.size(); ++k)
                smaller[r * columns.size() + k] = blocks_[b][r * columns_ + columns[k]];
        blocks_[b] = std::move(smaller);
    }
    columns_ = columns.size();
}

std::vector<std::string> numbered_columns(std::size_t count) {
    std::vector<std::string> names;
    for (std::size_t i = 1; i <= count; ++i)
        names.push_back("column " + std::to_string(i));
    return names;
}

std::size_t find_target_column(const std::string& path, const std::vector<std::string>& names,
                               const std::string& target) {
    if (target.empty())
        return names.size() - 1;
    if (const auto at = std::ranges::find(names, target); at != names.end())
        return static_cast<std::size_t>(at - names.begin());
    std::size_t number = 0;
    const char* const end = target.data() + target.size();
    if (std::from_chars(target.data(), end, number).ptr == end && number >= 1 && number <= names.size())
        return number - 1;
    std::vector<std::string> quoted;
    for (const std::string& name : names)
        quoted.push_back("'" + name + "'");
    throw DataError(path + " has no column '" + target + "' to be learnt (data.target); its columns are " +
                    list_of(quoted));
}

CsvTable read_csv_table(const std::string& path, const DataOptions& options) {
    std::set<std::size_t> as_text;
    while (true) {
        TableReader reader(path, options, as_text);
        const std::set<std::size_t> wrong = reader.read();
        if (wrong.empty())
            return reader.finish();
        as_text.insert(wrong.begin(), wrong.end());
    }
}

} // namespace laptime
