// SPDX-License-Identifier: Apache-2.0
#include "engine/train/figures.h"

#include <cmath>
#include <limits>

namespace laptime {

namespace {

double ratio(std::int64_t part, std::int64_t whole) {
    return whole == 0 ? std::numeric_limits<double>::quiet_NaN()
                      : static_cast<double>(part) / static_cast<double>(whole);
}

} // namespace

ConfusionMatrix::ClassFigures ConfusionMatrix::of(std::int32_t label) const {
    ClassFigures figures;
    for (std::int32_t other = 0; other < classes_; ++other) {
        figures.items += count(label, other);
        figures.predicted += count(other, label);
    }
    const std::int64_t hits = count(label, label);
    figures.precision = ratio(hits, figures.predicted);
    figures.recall = ratio(hits, figures.items);
    figures.f1 = ratio(2 * hits, figures.items + figures.predicted);
    return figures;
}

double ConfusionMatrix::accuracy() const {
    std::int64_t hits = 0, all = 0;
    for (std::int32_t label = 0; label < classes_; ++label)
        hits += count(label, label);
    for (const std::int64_t one : counts_)
        all += one;
    return ratio(hits, all);
}

double ConfusionMatrix::macro_f1() const {
    double sum = 0;
    std::int64_t seen = 0;
    for (std::int32_t label = 0; label < classes_; ++label)
        if (const double f1 = of(label).f1; !std::isnan(f1)) {
            sum += f1;
            ++seen;
        }
    return seen == 0 ? std::numeric_limits<double>::quiet_NaN() : sum / static_cast<double>(seen);
}

void RegressionSums::add(double predicted, double wanted) {
    const double error = predicted - wanted;
    ++count;
    abs += std::abs(error);
    square += error * error;
    target += wanted;
    target_square += wanted * wanted;
}

double RegressionSums::r2() const {
    const double deviations = target_square - target * target / static_cast<double>(count);
    return deviations > 0 ? 1 - square / deviations : std::numeric_limits<double>::quiet_NaN();
}

} // namespace laptime
