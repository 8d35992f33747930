// SPDX-License-Identifier: Apache-2.0
#include "engine/data/array_targets.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "engine/core/error.h"

namespace laptime {

namespace {

/// Whole numbers with more different values than this, or of which hardly any occurs twice, are quantities.
constexpr std::size_t most_classes = 1000;

bool is_whole(double x) {
    return std::isfinite(x) && x == std::floor(x) && std::abs(x) < 0x1p53;
}

std::int64_t hot_place(const TargetArray& array, std::int64_t item) {
    std::int64_t place = -1;
    for (std::int64_t k = 0; k < array.width; ++k) {
        const double x = array.numbers[static_cast<std::size_t>(item * array.width + k)];
        if (x == 1 && place < 0)
            place = k;
        else if (x != 0)
            return -1;
    }
    return place;
}

bool is_one_hot(const TargetArray& array) {
    for (std::int64_t i = 0; i < array.items; ++i)
        if (hot_place(array, i) < 0)
            return false;
    return true;
}

/// Rising; stops when there are more than `most`.
std::set<double> different_values(const TargetArray& array, std::size_t most) {
    std::set<double> values;
    for (const double x : array.numbers) {
        if (!std::isnan(x))
            values.insert(x);
        if (values.size() > most)
            break;
    }
    return values;
}

bool few(std::size_t classes, std::int64_t items) {
    return classes <= std::max<std::size_t>(2, std::min(most_classes, static_cast<std::size_t>(items / 2)));
}

} // namespace

TargetArray read_target_array(const ArraySet& arrays, const std::string& name) {
    const auto source = arrays.open(name);
    TargetArray array;
    array.name = source->name();
    array.header = read_npy_header(*source);
    const auto& shape = array.header.shape;
    if (shape.empty() || shape.size() > 2 || array.header.count() == 0)
        throw DataError(
            array.name + " is " + array.header.text() +
            "; what is to be learnt must be an array of [items], or [items, values] with at least "
            "one of each");
    array.items = shape[0];
    array.width = shape.size() == 2 ? shape[1] : 1;
    if (array.header.is_text() && array.width > 1)
        throw DataError(array.name + " is " + array.header.text() + "; texts must be one an item");
    if (array.header.is_text()) {
        array.texts = read_npy_texts(*source, array.header);
    } else {
        array.numbers.resize(static_cast<std::size_t>(array.header.count()));
        read_npy(*source, array.header, array.numbers.data());
    }
    return array;
}

TargetRule::TargetRule(const TargetArray& array, const std::string& task) {
    const bool regression = task == "regression", classification = task == "classification";
    if (!array.texts.empty()) {
        if (regression)
            throw DataError(array.name + " holds texts, and data.task is \"regression\"; texts can only be "
                                         "classes: leave data.task away");
        const std::set<std::string> texts(array.texts.begin(), array.texts.end());
        texts_.assign(texts.begin(), texts.end());
        class_names_ = texts_;
        type_.classes = static_cast<int>(texts_.size());
    } else if (array.width > 1) {
        one_hot_ = !regression && is_one_hot(array);
        if (classification && !one_hot_)
            throw DataError(array.name + " is " + array.header.text() +
                            ", and data.task is \"classification\"; then every row needs one 1 and zeros, or "
                            "there is a single column of class numbers");
        type_ = one_hot_ ? TargetType{TargetKind::class_label, 1, static_cast<int>(array.width)}
                         : TargetType{TargetKind::values, array.width, 0};
    } else {
        const std::size_t most = classification ? std::size_t{65536} : most_classes;
        const std::set<double> values = different_values(array, most);
        const bool whole = std::ranges::all_of(values, is_whole);
        if (classification && (!whole || values.size() > most))
            throw DataError(array.name + " holds " + (whole ? "too many different" : "fractional") +
                            " numbers, and data.task is \"classification\"; leave data.task away to learn "
                            "them as values");
        if (classification || (!regression && array.header.is_integer() && few(values.size(), array.items))) {
            numbers_.assign(values.begin(), values.end());
            type_.classes = static_cast<int>(numbers_.size());
            const bool usual = !values.empty() && numbers_.front() == 0 &&
                               numbers_.back() == static_cast<double>(numbers_.size() - 1);
            for (std::size_t i = 0; i < numbers_.size() && !usual; ++i)
                class_names_.push_back(std::to_string(static_cast<std::int64_t>(numbers_[i])));
        } else {
            type_ = {TargetKind::values, 1, 0};
        }
    }
    if (type_.kind == TargetKind::class_label && type_.classes < 2)
        throw DataError(array.name + " has the same class everywhere; there is nothing to learn");
}

std::int32_t TargetRule::label(const TargetArray& array, std::int64_t item) const {
    const auto i = static_cast<std::size_t>(item);
    if (one_hot_)
        return array.width == type_.classes ? static_cast<std::int32_t>(hot_place(array, item)) : -1;
    const auto place = [](const auto& known, const auto& wanted) -> std::int32_t {
        const auto at = std::ranges::lower_bound(known, wanted);
        return at != known.end() && *at == wanted ? static_cast<std::int32_t>(at - known.begin()) : -1;
    };
    if (!texts_.empty())
        return array.texts.empty() ? -1 : place(texts_, array.texts[i]);
    return array.texts.empty() && !std::isnan(array.numbers[i]) ? place(numbers_, array.numbers[i]) : -1;
}

} // namespace laptime
