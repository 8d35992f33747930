// SPDX-License-Identifier: Apache-2.0
// Rows stay compact in memory; a sample's features are made as it is read, so that a column of many
// categories costs no memory.
#include "engine/data/csv_dataset.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "engine/core/error.h"
#include "engine/data/content_hash.h"
#include "engine/data/csv_target.h"
#include "engine/data/memory_dataset.h"
#include "engine/data/preprocessing.h"
#include "engine/data/split.h"
#include "engine/data/utf8.h"

namespace laptime {

namespace {

/// How the cells of a column become features.
struct ColumnRule {
    float offset = 0, scale = 1;             ///< numbers: (cell - offset) * scale
    std::vector<std::int32_t> category = {}; ///< by the text's number; the last category for unknown ones
    std::size_t width = 1;
};

struct TableRows {
    CellRows cells;
    std::vector<ColumnRule> rules;
    CsvTarget target;
    std::int64_t features = 0;
};

class TableDataset : public Dataset {
public:
    TableDataset(std::shared_ptr<const TableRows> rows, std::vector<std::uint32_t> chosen)
        : rows_(std::move(rows)), chosen_(std::move(chosen)) {}

    SampleType sample() const override { return {{rows_->features}, ElementType::f32}; }
    TargetType target() const override { return rows_->target.type; }
    std::int64_t size() const override { return static_cast<std::int64_t>(chosen_.size()); }

    void read(std::span<const std::uint32_t> indices, Epoch, void* samples, void* targets) const override {
        auto* to = static_cast<float*>(samples);
        for (std::size_t i = 0; i < indices.size(); ++i) {
            check_index(indices[i], size());
            const std::uint32_t row = chosen_[indices[i]];
            to = write_features(rows_->cells.row(row), to);
            if (targets && rows_->target.labels.empty())
                static_cast<float*>(targets)[i] = rows_->target.values[row];
            else if (targets)
                static_cast<std::int32_t*>(targets)[i] = rows_->target.labels[row];
        }
    }

private:
    float* write_features(const std::uint32_t* cell, float* to) const {
        for (const ColumnRule& rule : rows_->rules) {
            if (rule.category.empty()) {
                const auto number = std::bit_cast<float>(*cell);
                *to = std::isnan(number) ? 0 : (number - rule.offset) * rule.scale;
            } else {
                std::fill(to, to + rule.width, 0.0f);
                const std::size_t place = *cell == CsvColumn::missing_text
                                              ? rule.width - 1
                                              : static_cast<std::size_t>(rule.category[*cell]);
                to[place] = 1;
            }
            to += rule.width;
            ++cell;
        }
        return to;
    }

    std::shared_ptr<const TableRows> rows_;
    std::vector<std::uint32_t> chosen_; ///< rows of the table
};

/// Mean and deviation of the training rows.
ColumnRule learn_numbers(const CsvColumn& column, std::size_t k, const CellRows& cells,
                         const std::vector<std::uint32_t>& train, TableColumn& learned) {
    double sum = 0, squares = 0, count = 0;
    for (const std::uint32_t row : train) {
        const double x = std::bit_cast<float>(cells.row(row)[k]);
        if (std::isnan(x))
            continue;
        sum += x;
        squares += x * x;
        ++count;
    }
    const double mean = count > 0 ? sum / count : 0;
    const double variance = count > 0 ? std::max(squares / count - mean * mean, 0.0) : 0;
    // A column that hardly varies would blow up rounding errors.
    const bool varies = std::sqrt(variance) > 1e-6 * std::abs(mean);
    learned.mean = column.origin + mean;
    learned.deviation = variance > 0 && varies ? std::sqrt(variance) : 1;
    return {static_cast<float>(mean), static_cast<float>(1 / learned.deviation)};
}

/// The texts that the training rows show, in their order.
ColumnRule learn_categories(const CsvColumn& column, std::size_t k, const CellRows& cells,
                            const std::vector<std::uint32_t>& train, TableColumn& learned) {
    std::vector<std::string> texts;
    for (const std::string& text : column.texts.texts())
        texts.push_back(as_utf8(text));
    std::vector<bool> seen(texts.size());
    for (const std::uint32_t row : train)
        if (const std::uint32_t text = cells.row(row)[k]; text != CsvColumn::missing_text)
            seen[text] = true;
    for (std::size_t i = 0; i < texts.size(); ++i)
        if (seen[i])
            learned.categories.push_back(texts[i]);
    std::ranges::sort(learned.categories);
    ColumnRule rule;
    for (const std::string& text : texts)
        rule.category.push_back(static_cast<std::int32_t>(category_place(learned, text)));
    rule.width = learned.width();
    return rule;
}

void hash_options(ContentHash& hash, const DataOptions& options) {
    for (const std::string& text : {options.target, options.task, options.delimiter}) {
        hash.add(text.size());
        hash.add(text.data(), text.size());
    }
    hash.add(std::uint64_t{options.header});
}

/// Splits the usable rows; the parts are rows of the table.
SplitIndices split_rows(const CsvTarget& target, const DataOptions& options) {
    std::vector<std::int32_t> labels;
    if (target.type.kind == TargetKind::class_label)
        for (const std::uint32_t row : target.usable)
            labels.push_back(target.labels[row]);
    SplitIndices parts =
        labels.empty()
            ? random_split(static_cast<std::int64_t>(target.usable.size()), options.validation, options.seed)
            : stratified_split(labels, target.type.classes, options.validation, options.seed);
    for (std::vector<std::uint32_t>* part : {&parts.train, &parts.validation})
        for (std::uint32_t& item : *part)
            item = target.usable[item];
    return parts;
}

} // namespace

DataSplit open_csv(const std::string& path, const DataOptions& options) {
    if (!options.task.empty() && options.task != "classification" && options.task != "regression")
        throw DataError("data.task is \"" + options.task +
                        "\"; it must be \"classification\" or \"regression\"");
    CsvTable table = read_csv_table(path, options);
    DataSplit split;
    split.warnings = table.warnings;
    auto rows = std::make_shared<TableRows>();
    rows->target = take_target(table, options.task, split.warnings);
    if (rows->target.usable.size() < 2)
        throw DataError(path + " has too few rows; training and validation need one each");
    SplitIndices parts = split_rows(rows->target, options);

    TablePreprocessing learned;
    learned.target = table.target_name;
    learned.header = options.header;
    learned.decimal_comma = table.decimal_comma;
    for (std::size_t k = 0; k < table.columns.size(); ++k) {
        const CsvColumn& column = table.columns[k];
        TableColumn& made = learned.columns.emplace_back(TableColumn{column.name, column.is_category});
        rows->rules.push_back(column.is_category ? learn_categories(column, k, table.cells, parts.train, made)
                                                 : learn_numbers(column, k, table.cells, parts.train, made));
        rows->features += static_cast<std::int64_t>(made.width());
    }
    rows->cells = std::move(table.cells);

    split.class_names = rows->target.class_names;
    if (rows->target.type.kind == TargetKind::class_label)
        split.class_counts = count_classes(rows->target.labels, parts.train, rows->target.type.classes);
    split.feature_names = feature_names(learned.columns);
    ContentHash hash;
    hash.add(table.hash);
    hash_options(hash, options);
    split.fingerprint = hash_text(hash.value());
    split.train = std::make_shared<TableDataset>(rows, std::move(parts.train));
    split.validation = std::make_shared<TableDataset>(rows, std::move(parts.validation));
    Preprocessing preprocessing{split.train->sample(), split.train->target(), split.class_names};
    preprocessing.table = std::move(learned);
    split.preprocessing = to_json(preprocessing);
    return split;
}

} // namespace laptime
