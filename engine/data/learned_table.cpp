// SPDX-License-Identifier: Apache-2.0
#include "engine/data/learned_table.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

#include "engine/core/error.h"
#include "engine/data/csv_file.h"
#include "engine/data/csv_table.h"
#include "engine/data/damage.h"
#include "engine/data/number_text.h"
#include "engine/data/utf8.h"

namespace laptime {

namespace {

class RowReader {
public:
    RowReader(const std::string& path, const Preprocessing& learned, bool with_target,
              const std::string& delimiter)
        : learned_(learned), table_(*learned.table), reader_(path, delimiter), damage_(path, "rows") {
        CsvRecord record;
        if (!reader_.next(record))
            throw DataError(path + " is empty; a table needs rows");
        width_ = record.size();
        std::vector<std::string> names;
        if (table_.header) {
            for (std::size_t i = 0; i < width_; ++i)
                names.push_back(record[i].empty() ? "column " + std::to_string(i + 1) : as_utf8(record[i]));
        } else {
            names = numbered_columns(width_);
            first_ = record;
        }
        for (const TableColumn& column : table_.columns)
            places_.push_back(find(names, column.name));
        if (with_target)
            target_ = find(names, table_.target);
    }

    LearnedRows read() {
        CsvRecord record;
        if (first_) {
            record = std::move(*first_);
            add(record);
        }
        while (reader_.next(record))
            add(record);
        damage_.settle(rows_, "correct the file", result_.warnings);
        if (result_.lines.empty())
            throw DataError(reader_.path() + " has no rows below its header");
        StoredSamples& samples = result_.samples;
        samples.sample = learned_.sample;
        samples.target = learned_.target;
        samples.items = static_cast<std::int64_t>(result_.lines.size());
        const std::size_t bytes = features_.size() * sizeof(float);
        samples.bytes.reset(new unsigned char[bytes]);
        std::memcpy(samples.bytes.get(), features_.data(), bytes);
        return std::move(result_);
    }

private:
    std::size_t find(const std::vector<std::string>& names, const std::string& wanted) const {
        const auto at = std::ranges::find(names, wanted);
        if (at != names.end())
            return static_cast<std::size_t>(at - names.begin());
        throw DataError(
            reader_.path() + " has no column '" + wanted + "', which the model was trained with" +
            (table_.header ? "; its first line must name the columns as the training data's did" : ""));
    }

    void add(const CsvRecord& record) {
        if (record.is_blank())
            return;
        ++rows_;
        const std::size_t before = features_.size();
        std::string wrong = record.size() == width_ ? add_features(record)
                                                    : "has " + std::to_string(record.size()) +
                                                          " fields instead of " + std::to_string(width_);
        if (wrong.empty())
            wrong = add_target(record);
        if (wrong.empty()) {
            result_.lines.push_back(record.line);
            return;
        }
        features_.resize(before);
        result_.samples.labels.resize(target_ && is_class() ? result_.lines.size() : 0);
        result_.samples.values.resize(target_ && !is_class() ? result_.lines.size() : 0);
        damage_.add("line " + std::to_string(record.line) + " " + wrong);
    }

    bool is_class() const { return learned_.target.kind == TargetKind::class_label; }

    /// Returns what is wrong, or nothing.
    std::string add_features(const CsvRecord& record) {
        for (std::size_t k = 0; k < places_.size(); ++k) {
            const TableColumn& column = table_.columns[k];
            const std::string_view text = record[places_[k]];
            if (column.is_category) {
                features_.resize(features_.size() + column.width());
                const std::size_t place =
                    is_missing(text) ? column.categories.size() : category_place(column, as_utf8(text));
                features_[features_.size() - column.width() + place] = 1;
            } else if (is_missing(text)) {
                features_.push_back(0);
            } else {
                const auto number = number_of(text, table_.decimal_comma);
                const double feature = (number.value_or(0) - column.mean) / column.deviation;
                if (!number || !std::isfinite(static_cast<float>(feature)))
                    return "has '" + as_utf8(text) + "' in '" + column.name + "', which must be a number";
                features_.push_back(static_cast<float>(feature));
            }
        }
        return {};
    }

    std::string add_target(const CsvRecord& record) {
        if (!target_)
            return {};
        const std::string_view text = record[*target_];
        const auto number = number_of(text, table_.decimal_comma);
        if (!is_class()) {
            result_.samples.values.push_back(static_cast<float>(number.value_or(0)));
            return number ? std::string() : "has no number in '" + table_.target + "'";
        }
        const std::string name = as_utf8(text);
        std::int32_t label = -1;
        for (std::size_t c = 0; c < learned_.class_names.size() && label < 0; ++c) {
            // "1.0" is the class "1".
            const bool same = learned_.class_names[c] == name ||
                              (number && number_of(learned_.class_names[c], table_.decimal_comma) == number);
            label = same ? static_cast<std::int32_t>(c) : -1;
        }
        result_.samples.labels.push_back(label);
        return label >= 0 ? std::string()
                          : "has '" + name + "' in '" + table_.target + "', which is no class";
    }

    const Preprocessing& learned_;
    const TablePreprocessing& table_;
    CsvReader reader_;
    Damage damage_;
    std::size_t width_ = 0;
    std::optional<CsvRecord> first_; ///< where there is no header: already read
    std::vector<std::size_t> places_;
    std::optional<std::size_t> target_;
    std::vector<float> features_;
    std::int64_t rows_ = 0;
    LearnedRows result_;
};

} // namespace

LearnedRows read_learned_rows(const std::string& path, const Preprocessing& learned, bool with_target,
                              const std::string& delimiter) {
    if (!learned.table)
        throw DataError("the model was not trained on a table, so it cannot take " + path);
    return RowReader(path, learned, with_target, delimiter).read();
}

} // namespace laptime
