// SPDX-License-Identifier: Apache-2.0
// The small statistics under a comparison, free of runs and histories: means, Welch's interval, Holm's
// correction.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace laptime {

/// Median of the values (mean of the middle two for an even count); NaN for none. Non-finite values must be
/// gone.
double median(std::vector<double> values);

struct MeanVariance {
    std::size_t count = 0;
    double mean = 0;
    double variance = 0; ///< unbiased; 0 for fewer than two values
};
MeanVariance mean_variance(std::span<const double> values);

/// The difference of two means whose variances may differ (B. L. Welch, Biometrika 34 (1947) 28).
struct Welch {
    double difference = 0; ///< mean(a) − mean(b)
    double standard_error = 0;
    double freedom = 0;     ///< Welch–Satterthwaite
    double p_value() const; ///< two-sided, of difference = 0
    /// Half the width of the two-sided interval at level 1 − alpha.
    double half_width(double alpha) const;
};
/// Both sides need two values or more.
Welch welch(const MeanVariance& a, const MeanVariance& b);

/// Holm's step-down procedure (S. Holm, Scand. J. Statist. 6 (1979) 65).
struct Holm {
    std::vector<double> adjusted; ///< p-values, comparable with alpha; NaN stays NaN and does not count
    /// The alpha at which each hypothesis is to have its interval, so that the interval excludes the null
    /// value exactly when Holm's procedure rejects.
    std::vector<double> interval_alpha;
};
Holm holm(const std::vector<double>& p_values, double alpha);

/// The smallest number of runs an arm, up to `most`, with which a Welch interval at level 1 − alpha would
/// decide, if the means and variances stayed as they are: it would exclude 0 or lie inside ±`same`. `most` +
/// 1 if none would.
int runs_needed(double difference, double variance_a, double variance_b, double same, double alpha, int most);

} // namespace laptime
