// SPDX-License-Identifier: Apache-2.0
// Means, Welch's interval, Holm's correction and the number of runs that would decide.
#include "engine/compare/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "engine/compare/student_t.h"

namespace laptime {

double median(std::vector<double> values) {
    if (values.empty())
        return std::numeric_limits<double>::quiet_NaN();
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1)
        return *middle;
    return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

MeanVariance mean_variance(std::span<const double> values) {
    MeanVariance result;
    result.count = values.size();
    if (values.empty())
        return result;
    const double count = static_cast<double>(values.size());
    result.mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
    double squares = 0;
    for (const double value : values)
        squares += (value - result.mean) * (value - result.mean);
    if (values.size() > 1)
        result.variance = squares / (count - 1);
    return result;
}

Welch welch(const MeanVariance& a, const MeanVariance& b) {
    const double na = static_cast<double>(a.count), nb = static_cast<double>(b.count);
    const double va = a.variance / na, vb = b.variance / nb;
    Welch result;
    result.difference = a.mean - b.mean;
    result.standard_error = std::sqrt(va + vb);
    // Without any variance the formula is 0/0; the pooled count is its limit for equal arms.
    result.freedom =
        va + vb > 0 ? (va + vb) * (va + vb) / (va * va / (na - 1) + vb * vb / (nb - 1)) : na + nb - 2;
    return result;
}

double Welch::p_value() const {
    if (standard_error > 0)
        return student_t_two_sided(difference / standard_error, freedom);
    return difference == 0 ? 1 : 0;
}

double Welch::half_width(double alpha) const {
    return standard_error > 0 ? student_t_quantile(1 - alpha / 2, freedom) * standard_error : 0;
}

Holm holm(const std::vector<double>& p_values, double alpha) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < p_values.size(); ++i)
        if (!std::isnan(p_values[i]))
            order.push_back(i);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return p_values[a] < p_values[b]; });
    Holm result;
    result.adjusted = p_values;
    result.interval_alpha.assign(p_values.size(),
                                 alpha / std::max<double>(1, static_cast<double>(order.size())));
    double largest = 0;
    bool rejecting = true;
    double level = 0;
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
        const double hypotheses_left = static_cast<double>(order.size() - rank);
        largest = std::max(largest, std::min(1.0, hypotheses_left * p_values[order[rank]]));
        result.adjusted[order[rank]] = largest;
        if (rejecting) // after the first that is kept, all the others are kept, at the same level
            level = alpha / hypotheses_left;
        rejecting = rejecting && largest <= alpha;
        result.interval_alpha[order[rank]] = level;
    }
    return result;
}

int runs_needed(double difference, double variance_a, double variance_b, double same, double alpha,
                int most) {
    const double distance = std::fabs(difference);
    for (int runs = 2; runs <= most; ++runs) {
        const Welch planned = welch({static_cast<std::size_t>(runs), 0, variance_a},
                                    {static_cast<std::size_t>(runs), 0, variance_b});
        const double half = planned.half_width(alpha);
        if (half < distance || half + distance < same)
            return runs;
    }
    return most + 1;
}

} // namespace laptime
