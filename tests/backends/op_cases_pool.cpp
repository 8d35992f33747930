// SPDX-License-Identifier: Apache-2.0
// Cases of pooling: odd images, overlapping windows, padding, ties.
#include "engine/graph/ops/window.h"
#include "tests/backends/op_case.h"

namespace laptime::test {

namespace {

struct Pool {
    const char* name;
    Shape x;
    std::vector<std::int64_t> window, stride;
    const char* padding = "valid";

    Attributes attrs() const {
        Attributes attrs = {{"window", window}, {"padding", std::string(padding)}};
        if (!stride.empty())
            attrs.set("stride", stride);
        return attrs;
    }
};

const std::vector<Pool>& pools() {
    static const std::vector<Pool> list = {
        {"2 by 2", {2, 8, 8, 16}, {2, 2}, {}},
        {"2 by 2, one item, a rest is left over", {1, 7, 9, 5}, {2, 2}, {2, 2}},
        {"2 by 2, many channels", {3, 6, 4, 37}, {2, 2}, {2, 2}},
        {"3 by 3, stride 2, padded", {2, 9, 8, 3}, {3, 3}, {2, 2}, "same"},
        {"3 by 2, stride 1", {2, 5, 6, 4}, {3, 2}, {1, 1}},
        {"3 by 3, stride 1, padded", {2, 4, 5, 17}, {3, 3}, {1, 1}, "same"},
        {"stride larger than the window", {1, 9, 9, 2}, {2, 2}, {3, 3}},
        {"the whole image", {2, 5, 4, 6}, {5, 4}, {}},
    };
    return list;
}

Cases forward(DType type) {
    Values values(401);
    Cases cases;
    for (const Pool& p : pools()) {
        const std::string name = p.name;
        // Spread out, so that finite differences never change which element is the maximum.
        Operand distinct = values.uniform(DType::f64, p.x);
        for (std::size_t i = 0; i < distinct.values.size(); ++i)
            distinct.values[i] += 0.01 * static_cast<double>(i * 7919 % distinct.values.size());
        cases.push_back({"", name, {Values::of(type, p.x, distinct.values)}, p.attrs()});
        Operand ties = values.below(type, p.x, 3);
        for (double& value : ties.values)
            value -= 2;
        cases.push_back({"", name + ", ties", {ties}, p.attrs(), false});
    }
    return cases;
}

/// Positions that lie in the image: the first such one after a random one.
Operand positions(Values& values, const PoolGeometry& g) {
    const std::int64_t area = g.h.window * g.w.window;
    Operand index = values.below(DType::u8, g.output_shape(), area);
    std::size_t i = 0;
    for (std::int64_t n = 0; n < g.batch; ++n)
        for (std::int64_t oh = 0; oh < g.h.output; ++oh)
            for (std::int64_t ow = 0; ow < g.w.output; ++ow)
                for (std::int64_t c = 0; c < g.channels; ++c, ++i) {
                    auto p = static_cast<std::int64_t>(index.values[i]);
                    const auto inside = [&] {
                        const std::int64_t h = oh * g.h.stride + p / g.w.window - g.h.before;
                        const std::int64_t w = ow * g.w.stride + p % g.w.window - g.w.before;
                        return h >= 0 && h < g.h.input && w >= 0 && w < g.w.input;
                    };
                    while (!inside())
                        p = (p + 1) % area;
                    index.values[i] = static_cast<double>(p);
                }
    return index;
}

Cases backward(DType type) {
    Values values(402);
    Cases cases;
    for (const Pool& p : pools()) {
        const PoolGeometry g = pool_geometry(p.attrs(), p.x);
        Attributes attrs = p.attrs();
        attrs.set("input_shape", p.x.dims());
        const Operand dy = values.uniform(type, g.output_shape()), index = positions(values, g);
        Operand y = values.uniform(type, g.output_shape());
        for (double& value : y.values)
            value = value < 0 ? 0 : value;
        cases.push_back({"", p.name, {dy, index}, attrs});
        cases.push_back({"", std::string(p.name) + ", behind a relu", {dy, index, y}, attrs});
    }
    return cases;
}

Cases average(DType type) {
    Values values(403);
    Cases cases;
    for (const Pool& p : pools())
        cases.push_back({"", p.name, {values.uniform(type, p.x)}, p.attrs()});
    const Pool large = {"more than 256 positions", {2, 19, 17, 3}, {18, 17}, {1, 1}, "same"};
    cases.push_back({"", large.name, {values.uniform(type, large.x)}, large.attrs()});
    cases.push_back({"", "many channels", {values.uniform(type, {1, 6, 6, 130})}, pools()[0].attrs()});
    return cases;
}

Cases average_grad(DType type) {
    Values values(404);
    Cases cases;
    for (const Pool& p : pools()) {
        Attributes attrs = p.attrs();
        attrs.set("input_shape", p.x.dims());
        cases.push_back(
            {"", p.name, {values.uniform(type, pool_geometry(attrs, p.x).output_shape())}, attrs});
    }
    return cases;
}

const std::vector<Shape>& images() {
    static const std::vector<Shape> list = {
        {1, 1, 1, 1}, {2, 7, 5, 3}, {1, 8, 8, 64}, {5, 4, 4, 37}, {3, 2, 9, 200}};
    return list;
}

Cases global(DType type) {
    Values values(405);
    Cases cases;
    for (const Shape& x : images())
        cases.push_back({"", x.text(), {values.uniform(type, x)}, {}});
    return cases;
}

Cases global_grad(DType type) {
    Values values(406);
    Cases cases;
    for (const Shape& x : images())
        cases.push_back({"", x.text(), {values.uniform(type, {x[0], x[3]})}, {{"input_shape", x.dims()}}});
    return cases;
}

} // namespace

void add_pool_cases(CaseTable& table) {
    table["max_pool"] = forward;
    table["max_pool_grad"] = backward;
    table["avg_pool"] = average;
    table["avg_pool_grad"] = average_grad;
    table["global_avg_pool"] = global;
    table["global_avg_pool_grad"] = global_grad;
}

} // namespace laptime::test
