// SPDX-License-Identifier: Apache-2.0
// Student's t distribution: the continued fraction of the incomplete beta function, and its inverse by
// Newton's method kept inside a bracket.
#include "engine/compare/student_t.h"

#include <cmath>
#include <limits>
#include <math.h>

namespace laptime {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

/// std::lgamma writes the global `signgam`, so it is not safe in threads.
double log_gamma(double x) {
    int sign = 0;
    return ::lgamma_r(x, &sign);
}

/// 1/(1 + d₁/(1 + d₂/(1 + …))) of DLMF 8.17.22; converges fast for x < (a+1)/(a+b+2).
double beta_fraction(double a, double b, double x) {
    constexpr double tiny = 1e-300;
    const auto away_from_zero = [](double v) { return std::fabs(v) < tiny ? tiny : v; };
    double c = 1, d = 1 / away_from_zero(1 - (a + b) * x / (a + 1));
    double value = d;
    for (int m = 1; m < 10000; ++m) {
        const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        d = 1 / away_from_zero(1 + even * d);
        c = away_from_zero(1 + even / c);
        value *= d * c;
        const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        d = 1 / away_from_zero(1 + odd * d);
        c = away_from_zero(1 + odd / c);
        value *= d * c;
        if (std::fabs(d * c - 1) < 1e-16)
            break;
    }
    return value;
}

double density(double t, double freedom) {
    return std::exp(log_gamma((freedom + 1) / 2) - log_gamma(freedom / 2) -
                    (freedom + 1) / 2 * std::log1p(t * t / freedom)) /
           std::sqrt(freedom * M_PI);
}

} // namespace

double incomplete_beta(double a, double b, double x) {
    if (!(a > 0) || !(b > 0) || !(x >= 0) || !(x <= 1))
        return nan;
    if (x == 0 || x == 1)
        return x;
    const double front =
        std::exp(a * std::log(x) + b * std::log1p(-x) + log_gamma(a + b) - log_gamma(a) - log_gamma(b));
    if (x < (a + 1) / (a + b + 2))
        return front / a * beta_fraction(a, b, x);
    return 1 - front / b * beta_fraction(b, a, 1 - x);
}

double student_t_two_sided(double t, double freedom) {
    if (!(freedom > 0) || std::isnan(t))
        return nan;
    if (std::isinf(t))
        return 0;
    return incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t));
}

double student_t_cdf(double t, double freedom) {
    const double tails = student_t_two_sided(t, freedom);
    return t > 0 ? 1 - tails / 2 : tails / 2;
}

double student_t_quantile(double p, double freedom) {
    if (!(p >= 0) || !(p <= 1) || !(freedom > 0))
        return nan;
    if (p == 0 || p == 1)
        return p == 0 ? -infinity : infinity;
    if (p == 0.5)
        return 0;
    // By symmetry the upper tail is enough; working with the tail keeps digits that 1 - p would lose.
    const double tail = p < 0.5 ? p : 1 - p;
    double low = 0, high = 2;
    while (student_t_two_sided(high, freedom) / 2 > tail && high < 1e300) {
        low = high;
        high *= 2;
    }
    double t = (low + high) / 2;
    for (int i = 0; i < 200 && high - low > 1e-15 * high; ++i) {
        const double excess = student_t_two_sided(t, freedom) / 2 - tail; // falls as t grows
        (excess > 0 ? low : high) = t;
        const double newton = t + excess / density(t, freedom);
        const double next = newton > low && newton < high ? newton : (low + high) / 2;
        if (std::fabs(next - t) <= 1e-15 * t)
            break;
        t = next;
    }
    return p < 0.5 ? -t : t;
}

} // namespace laptime
