// SPDX-License-Identifier: Apache-2.0
// Runs a case of one operation on any device and compares what comes out with what another device made of it.
#pragma once

#include "engine/backends/device.h"
#include "tests/backends/op_case.h"

namespace laptime::test {

struct Outcome {
    std::string name; ///< "output 0", "operand 2 (updated)"
    TensorType type;
    std::vector<double> values;
};

/// How far a value of that type may be from the reference's: |value − expected| ≤ relative·|expected| +
/// of_largest·(largest |expected| of the tensor). The first part is one unit in the last place of the half
/// types (a sum kept in float32 may round to the other neighbour); the second allows for float32 sums that
/// cancel.
struct Tolerance {
    double relative, of_largest;
};
Tolerance tolerance_of(DType type);

/// Every output and every operand that the operation updates.
///
/// The graph that is run has the operation as its only one of interest: operand 0 is fed by the host and the
/// others are variables or state (as weights are); half types are reached by a cast; each output is widened
/// and added to a state of zeros, from where it is read; int32 outputs are results.
std::vector<Outcome> run_case(const Device& device, const OpCase& op_case, int threads = 0);

/// What is different, or "" where all is within tolerance.
std::string difference(const std::vector<Outcome>& expected, const std::vector<Outcome>& got);

/// Host data of a graph input: plain row-major elements of `type`.
std::vector<char> host_data(const TensorType& type, const std::vector<double>& values,
                            const std::vector<std::int64_t>& integers = {});

} // namespace laptime::test
