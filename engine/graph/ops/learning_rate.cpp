// SPDX-License-Identifier: Apache-2.0
// learning_rate(counter int64) -> rate: the schedule's rate of the step that is being done, see
// learning_rate.h.
#include "engine/graph/ops/learning_rate.h"

#include <algorithm>
#include <cmath>

#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/rules.h"

namespace laptime {

namespace {

/// From `from` to `to` along half a cosine while `share` goes from 0 to 1.
double half_cosine(double from, double to, double share) {
    constexpr double pi = 3.14159265358979323846;
    return to + (from - to) * 0.5 * (1 + std::cos(pi * std::clamp(share, 0.0, 1.0)));
}

double one_cycle(const Attributes& attrs, double rate, double step) {
    const double total = static_cast<double>(attrs.integer("total_steps"));
    const double top = std::max(attrs.number("peak_at", 0.3) * total - 1, 0.0), last = total - 1;
    if (step < top)
        return half_cosine(rate / 25, rate, step / top);
    if (last <= top)
        return rate;
    return half_cosine(rate, attrs.number("final_rate"), (step - top) / (last - top));
}

} // namespace

double learning_rate_at(const Attributes& attrs, std::int64_t step) {
    const std::string kind = attrs.text("schedule", "constant");
    const double rate = attrs.number("rate");
    if (kind == "one_cycle")
        return one_cycle(attrs, rate, static_cast<double>(step));
    const std::int64_t warmup = attrs.integer("warmup_steps");
    if (step < warmup)
        return rate * static_cast<double>(step + 1) / static_cast<double>(warmup);
    const std::int64_t since = step - warmup;
    if (kind == "cosine") {
        const std::int64_t length = std::max<std::int64_t>(attrs.integer("total_steps") - warmup, 1);
        return half_cosine(rate, attrs.number("final_rate"),
                           static_cast<double>(since) / static_cast<double>(length));
    }
    if (kind == "step")
        return rate * std::pow(attrs.number("factor", 0.1),
                               static_cast<double>(since / attrs.integer("every_steps", 1)));
    return rate;
}

namespace ops {

namespace {

std::vector<TensorType> infer(const InferContext& context) {
    rules::input_count(context, 1);
    rules::has_dtype(context, 0, "counter", DType::i64);
    rules::is_scalar(context, 0, "counter");
    const Attributes& attrs = context.attrs;
    const std::string kind = attrs.text("schedule", "constant");
    if (kind != "constant" && kind != "cosine" && kind != "step" && kind != "one_cycle")
        context.fail("schedule '" + kind + "' must be \"constant\", \"cosine\", \"step\" or \"one_cycle\"");
    if ((kind == "cosine" || kind == "one_cycle") && attrs.integer("total_steps") < 1)
        context.fail("schedule '" + kind + "' needs total_steps");
    if (kind == "step" && attrs.integer("every_steps") < 1)
        context.fail("schedule 'step' needs every_steps");
    rules::number_between(context, "peak_at", attrs.number("peak_at", 0.3), 0, 1);
    const DType dtype = rules::dtype_attribute(context, DType::f32);
    if (dtype != DType::f32 && dtype != DType::f64)
        context.fail("dtype must be float32 or float64");
    return {{dtype, Shape{}}};
}

} // namespace

const Op learning_rate = {
    .name = "learning_rate", .precision = PrecisionClass::follows_input, .infer = infer};

} // namespace ops

} // namespace laptime
