// SPDX-License-Identifier: Apache-2.0
// attention(qkv) -> y, logsumexp and attention_grad(dy, qkv, y, logsumexp) -> dqkv
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/backends/reference/kernels/kernels.h"

namespace laptime::reference::kernels {

namespace {

/// The sizes, and where things are: the three thirds of qkv's last axis are q, k and v.
struct Packed {
    Packed(const Attributes& attrs, const Shape& qkv)
        : batch(at(qkv[0])), length(at(qkv[1])), channels(at(qkv[2] / 3)),
          heads(at(attrs.integer("heads", 1))), width(channels / heads), causal(attrs.flag("causal")),
          scale(1 / std::sqrt(static_cast<double>(width))) {}

    static std::size_t at(std::int64_t size) { return static_cast<std::size_t>(size); }
    /// Of element c of a head at time t; `third`: 0 for q, 1 for k, 2 for v.
    std::size_t packed(std::size_t n, std::size_t t, std::size_t third, std::size_t head,
                       std::size_t c) const {
        return (n * length + t) * 3 * channels + third * channels + head * width + c;
    }
    std::size_t plain(std::size_t n, std::size_t t, std::size_t head, std::size_t c) const {
        return (n * length + t) * channels + head * width + c;
    }
    std::size_t row(std::size_t n, std::size_t head, std::size_t t) const {
        return (n * heads + head) * length + t;
    }
    std::size_t seen_by(std::size_t t) const { return causal ? t + 1 : length; }
    /// The scaled score of query i and key j.
    double score(const std::vector<double>& qkv, std::size_t n, std::size_t head, std::size_t i,
                 std::size_t j) const {
        double sum = 0;
        for (std::size_t c = 0; c < width; ++c)
            sum += qkv[packed(n, i, 0, head, c)] * qkv[packed(n, j, 1, head, c)];
        return sum * scale;
    }
    /// Calls visit(n, head, i) for every query.
    template <typename Visit>
    void for_each_query(Visit visit) const {
        for (std::size_t n = 0; n < batch; ++n)
            for (std::size_t head = 0; head < heads; ++head)
                for (std::size_t i = 0; i < length; ++i)
                    visit(n, head, i);
    }

    std::size_t batch, length, channels, heads, width;
    bool causal;
    double scale;
};

} // namespace

void attention(const Operands& o) {
    const Packed p(o.attrs, o.shape(0));
    const std::vector<double>& qkv = o.in(0);
    std::vector<double> scores(p.length);
    p.for_each_query([&](std::size_t n, std::size_t head, std::size_t i) {
        double largest = -std::numeric_limits<double>::infinity(), sum = 0;
        for (std::size_t j = 0; j < p.seen_by(i); ++j)
            largest = std::max(largest, scores[j] = p.score(qkv, n, head, i, j));
        for (std::size_t j = 0; j < p.seen_by(i); ++j)
            sum += scores[j] = std::exp(scores[j] - largest);
        for (std::size_t j = 0; j < p.seen_by(i); ++j)
            for (std::size_t c = 0; c < p.width; ++c)
                o.out(0)[p.plain(n, i, head, c)] += scores[j] / sum * qkv[p.packed(n, j, 2, head, c)];
        o.out(1)[p.row(n, head, i)] = largest + std::log(sum);
    });
}

void attention_grad(const Operands& o) {
    const Packed p(o.attrs, o.shape(1));
    const std::vector<double>&dy = o.in(0), &qkv = o.in(1), &y = o.in(2), &logsumexp = o.in(3);
    std::vector<double>& dqkv = o.out(0);
    p.for_each_query([&](std::size_t n, std::size_t head, std::size_t i) {
        double along = 0; // Σ_j p_j dp_j
        for (std::size_t c = 0; c < p.width; ++c)
            along += dy[p.plain(n, i, head, c)] * y[p.plain(n, i, head, c)];
        for (std::size_t j = 0; j < p.seen_by(i); ++j) {
            const double probability = std::exp(p.score(qkv, n, head, i, j) - logsumexp[p.row(n, head, i)]);
            double dp = 0;
            for (std::size_t c = 0; c < p.width; ++c) {
                const double dy_c = dy[p.plain(n, i, head, c)];
                dp += dy_c * qkv[p.packed(n, j, 2, head, c)];
                dqkv[p.packed(n, j, 2, head, c)] += probability * dy_c;
            }
            const double dscore = probability * (dp - along) * p.scale;
            for (std::size_t c = 0; c < p.width; ++c) {
                dqkv[p.packed(n, i, 0, head, c)] += dscore * qkv[p.packed(n, j, 1, head, c)];
                dqkv[p.packed(n, j, 1, head, c)] += dscore * qkv[p.packed(n, i, 0, head, c)];
            }
        }
    });
}

} // namespace laptime::reference::kernels
