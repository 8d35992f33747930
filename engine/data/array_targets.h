// SPDX-License-Identifier: Apache-2.0
// What a y array means: classes or values, and the number of each class.
#pragma once

#include <string>
#include <vector>

#include "engine/data/array_set.h"
#include "engine/data/dataset.h"

namespace laptime {

/// A y array as it was read: [items, width] numbers, or a text an item.
struct TargetArray {
    std::string name; ///< for messages
    NpyHeader header;
    std::int64_t items = 0, width = 1;
    std::vector<double> numbers;
    std::vector<std::string> texts;
};

/// Throws DataError for an array that is not [items], [items, 1] or [items, width].
TargetArray read_target_array(const ArraySet& arrays, const std::string& name);

/// Learnt from the training part's array, and applied to both.
class TargetRule {
public:
    /// Texts, whole numbers of few different values and one-hot rows are classes; floats and others are
    /// values; `task` ("classification", "regression") decides otherwise. Throws DataError where that cannot
    /// be.
    TargetRule(const TargetArray& array, const std::string& task);

    const TargetType& type() const { return type_; }
    /// Of the classes, in their order; empty where the classes are the numbers 0, 1, ….
    const std::vector<std::string>& class_names() const { return class_names_; }

    /// The class of an item; -1 where it is none of the training part's.
    std::int32_t label(const TargetArray& array, std::int64_t item) const;

private:
    TargetType type_;
    bool one_hot_ = false;
    std::vector<double> numbers_;    ///< of each class, rising
    std::vector<std::string> texts_; ///< or this
    std::vector<std::string> class_names_;
};

} // namespace laptime
