// SPDX-License-Identifier: Apache-2.0
// A CSV file as typed columns in memory, read in one pass: four bytes a cell, and each different text once.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/data/dataset.h"

namespace laptime {

/// The texts of a column, numbered in the order in which they came up.
class TextNumbers {
public:
    std::int32_t number_of(std::string_view text); ///< a new one if need be
    const std::vector<std::string>& texts() const { return texts_; }
    std::size_t size() const { return texts_.size(); }

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };
    std::unordered_map<std::string, std::int32_t, Hash, std::equal_to<>> numbers_;
    std::vector<std::string> texts_;
};

/// Rows of four-byte cells, in blocks, so that growing never copies.
class CellRows {
public:
    explicit CellRows(std::size_t columns = 0) : columns_(columns) {}
    void add(const std::vector<std::uint32_t>& row);
    const std::uint32_t* row(std::size_t i) const {
        return blocks_[i / block_rows].get() + i % block_rows * columns_;
    }
    std::size_t size() const { return size_; }
    /// Leaves all columns out but these.
    void keep(const std::vector<std::size_t>& columns);

private:
    static constexpr std::size_t block_rows = 4096;
    std::size_t columns_, size_ = 0;
    std::vector<std::unique_ptr<std::uint32_t[]>> blocks_;
};

/// A column that something can be learnt from.
struct CsvColumn {
    std::string name;
    bool is_category = false;
    double origin = 0;      ///< numbers: a cell is the float x - origin, NaN where it is missing
    TextNumbers texts = {}; ///< categories: a cell is the text's number, or missing_text
    std::int64_t missing = 0;

    static constexpr std::uint32_t missing_text = 0xFFFFFFFF;
};

struct CsvTable {
    std::string path;
    char delimiter = ',';
    bool decimal_comma = false;
    std::vector<CsvColumn> columns; ///< without the learnt one and those left out
    CellRows cells;
    std::string target_name;
    std::vector<double> target_numbers;     ///< a row; NaN where it is no number
    std::vector<std::int32_t> target_texts; ///< a row: number in target_words; empty where there are too many
    TextNumbers target_words;
    std::vector<std::int64_t> target_text_lines; ///< of the first few rows whose target is no number
    std::uint64_t hash = 0;
    std::vector<std::string> warnings;
};

/// Reads the file. A column is numbers where nearly all of its first values are (10,000 rows, or 16 MiB of
/// text), else categories. Damaged rows (a wrong number of fields, text among numbers, nothing to learn) are
/// left out; columns without any value, or with far too many different texts, too. Throws DataError for a
/// file that is no table, a target column that is not there, and more than 1 % damaged rows.
CsvTable read_csv_table(const std::string& path, const DataOptions& options);

/// The place of the column that options.target names: its name, or its number from 1; the last where it is
/// empty. Throws DataError with the names that there are.
std::size_t find_target_column(const std::string& path, const std::vector<std::string>& names,
                               const std::string& target);

/// "column 1", "column 2", …
std::vector<std::string> numbered_columns(std::size_t count);

} // namespace laptime
