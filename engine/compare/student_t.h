// SPDX-License-Identifier: Apache-2.0
// Student's t distribution, from the regularised incomplete beta function.
#pragma once

namespace laptime {

/// I_x(a, b) for a, b > 0 and 0 ≤ x ≤ 1; about 14 digits. NaN outside that range.
/// Continued fraction of the NIST Digital Library of Mathematical Functions, 8.17.22, evaluated by the
/// modified Lentz algorithm (Thompson and Barnett, J. Comput. Phys. 64 (1986) 490).
double incomplete_beta(double a, double b, double x);

/// P(T ≤ t) with `freedom` > 0 degrees of freedom, which need not be whole (DLMF 8.17 with x = ν/(ν+t²)).
double student_t_cdf(double t, double freedom);

/// P(|T| ≥ |t|): the two-sided p-value. Keeps its precision far into the tail.
double student_t_two_sided(double t, double freedom);

/// The t with P(T ≤ t) = p, for 0 < p < 1; infinite at the ends.
double student_t_quantile(double p, double freedom);

} // namespace laptime
