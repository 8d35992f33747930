// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/ops/box.h"

namespace laptime::rules {

int checked_axis(const InferContext& context, const Shape& x) {
    const int axis = axis_of(context.attrs, x.rank());
    if (axis < 0 || axis >= x.rank())
        context.fail("there is no axis " + std::to_string(context.attrs.integer("axis")) + " in " + x.text());
    return axis;
}

std::vector<std::int64_t> checked_numbers(const InferContext& context, const char* name, const Shape& x,
                                          std::int64_t least) {
    std::vector<std::int64_t> numbers = context.attrs.integers(name);
    bool fits = numbers.size() == static_cast<std::size_t>(x.rank());
    for (const std::int64_t number : numbers)
        fits = fits && number >= least;
    if (!fits)
        context.fail(std::string(name) + " " + Shape(numbers).text() + " must be " +
                     std::to_string(x.rank()) + " numbers, one an axis, none below " + std::to_string(least));
    return numbers;
}

} // namespace laptime::rules
