// SPDX-License-Identifier: Apache-2.0
// What predictions are judged by, gathered batch by batch.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace laptime {

/// How often each class was taken for each other one.
class ConfusionMatrix {
public:
    explicit ConfusionMatrix(int classes)
        : classes_(classes), counts_(static_cast<std::size_t>(classes) * static_cast<std::size_t>(classes)) {}

    void add(std::int32_t label, std::int32_t predicted) { ++counts_[index(label, predicted)]; }
    int classes() const { return classes_; }
    std::int64_t count(std::int32_t label, std::int32_t predicted) const {
        return counts_[index(label, predicted)];
    }

    struct ClassFigures {
        std::int64_t items = 0, predicted = 0;    ///< that are of the class; that were said to be
        double precision = 0, recall = 0, f1 = 0; ///< NaN where there is nothing to divide by
    };
    ClassFigures of(std::int32_t label) const;
    double accuracy() const; ///< NaN without items
    /// Mean F1 of the classes that occur among labels or predictions, a class without a hit counting 0
    /// (scikit-learn's macro average).
    double macro_f1() const;

private:
    std::size_t index(std::int32_t label, std::int32_t predicted) const {
        return static_cast<std::size_t>(label) * static_cast<std::size_t>(classes_) +
               static_cast<std::size_t>(predicted);
    }
    int classes_;
    std::vector<std::int64_t> counts_; ///< [label, predicted]
};

/// Sums over all predicted numbers.
struct RegressionSums {
    std::int64_t count = 0;
    double abs = 0, square = 0; ///< of the errors
    double target = 0, target_square = 0;

    void add(double predicted, double wanted);
    double mae() const { return abs / static_cast<double>(count); }
    double mse() const { return square / static_cast<double>(count); }
    /// 1 − squared errors ÷ squared deviations of the targets from their mean; NaN where those do not differ.
    double r2() const;
};

} // namespace laptime
