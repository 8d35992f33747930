// SPDX-License-Identifier: Apache-2.0
// Included by at_each_level.h: the loops of attention.cpp for one head of one item. Everything is copied into
// small plain matrices of the accumulation type first, with rows of whole vectors; what is beyond the head's
// width or the keys is zero.

using DoubleLanes = double __attribute__((vector_size(4 * LAPTIME_LANES)));
template <typename C>
using LanesOf = std::conditional_t<std::is_same_v<C, double>, DoubleLanes, FloatLanes>;
template <typename C>
constexpr std::int64_t lanes_of = 4 * LAPTIME_LANES / static_cast<std::int64_t>(sizeof(C));

template <typename C>
LAPTIME_INLINE LanesOf<C> lanes_at(const C* from) {
    LanesOf<C> lanes;
    std::memcpy(&lanes, from, sizeof lanes);
    return lanes;
}

/// A matrix whose element (r, c) is data[r · row + c · column].
template <typename C>
struct Strided {
    const C* data;
    std::int64_t row, column;
};

/// Rows and vectors of the tile that a product keeps in registers.
constexpr int tile_rows = LAPTIME_LANES == 16 ? 6 : 4;
constexpr int tile_vectors = LAPTIME_LANES == 16 ? 4 : 2;

/// Up to tile_rows rows of `vectors` vectors: c (+)= a · b. Where there are fewer rows, the last is computed
/// again.
template <int vectors, typename C>
LAPTIME_INLINE void product_tile(Strided<C> a, const C* b, std::int64_t b_row, C* c, std::int64_t c_row,
                                 std::int64_t rows, std::int64_t inner, bool add) {
    LanesOf<C> sums[tile_rows][vectors];
    const C* from[tile_rows];
#pragma GCC unroll 6
    for (int r = 0; r < tile_rows; ++r) {
        from[r] = a.data + std::min<std::int64_t>(r, rows - 1) * a.row;
#pragma GCC unroll 4
        for (int v = 0; v < vectors; ++v)
            sums[r][v] = LanesOf<C>{};
    }
    for (std::int64_t k = 0; k < inner; ++k, b += b_row) {
        LanesOf<C> right[vectors];
#pragma GCC unroll 4
        for (int v = 0; v < vectors; ++v)
            right[v] = lanes_at(b + v * lanes_of<C>);
#pragma GCC unroll 6
        for (int r = 0; r < tile_rows; ++r) {
            const C left = from[r][k * a.column];
#pragma GCC unroll 4
            for (int v = 0; v < vectors; ++v)
                sums[r][v] += right[v] * left;
        }
    }
#pragma GCC unroll 6
    for (int r = 0; r < tile_rows; ++r) {
        if (r >= rows)
            break;
#pragma GCC unroll 4
        for (int v = 0; v < vectors; ++v) {
            C* to = c + r * c_row + v * lanes_of<C>;
            LanesOf<C> sum = sums[r][v];
            if (add)
                sum += lanes_at<C>(to);
            std::memcpy(to, &sum, sizeof sum);
        }
    }
}

/// What of a product a tile of rows needs: the rest is known to be zero, or is not looked at.
struct Needed {
    std::int64_t begin, end; ///< of the inner size
    std::int64_t columns;    ///< whole vectors
};

/// c[rows, columns] (+)= a[rows, inner] · b[inner, columns], of which needed(row) tells what the tile of rows
/// that starts there takes.
template <typename C, typename Need>
LAPTIME_INLINE void product(Strided<C> a, const C* b, std::int64_t b_row, C* c, std::int64_t c_row,
                            std::int64_t rows, bool add, Need needed) {
    constexpr std::int64_t lanes = lanes_of<C>;
    for (std::int64_t r = 0; r < rows; r += tile_rows) {
        const Needed part = needed(r);
        const Strided<C> left = {a.data + r * a.row + part.begin * a.column, a.row, a.column};
        const std::int64_t inner = part.end - part.begin, here = std::min<std::int64_t>(tile_rows, rows - r);
        const C* right = b + part.begin * b_row;
        C* to = c + r * c_row;
        std::int64_t done = 0;
        for (; done + tile_vectors * lanes <= part.columns; done += tile_vectors * lanes)
            product_tile<tile_vectors, C>(left, right + done, b_row, to + done, c_row, here, inner, add);
        if constexpr (tile_vectors > 2)
            for (; done + 2 * lanes <= part.columns; done += 2 * lanes)
                product_tile<2, C>(left, right + done, b_row, to + done, c_row, here, inner, add);
        for (; done < part.columns; done += lanes)
            product_tile<1, C>(left, right + done, b_row, to + done, c_row, here, inner, add);
    }
}

/// Rows of `width` elements, `step` apart, as rows of `padded` elements, each times `factor`.
template <typename T, typename C>
LAPTIME_INLINE void copy_rows(const T* x, std::int64_t step, std::int64_t rows, std::int64_t width,
                              std::int64_t padded, C factor, C* to) {
    for (std::int64_t r = 0; r < rows; ++r, x += step, to += padded) {
        LAPTIME_INDEPENDENT
        for (std::int64_t c = 0; c < width; ++c)
            to[c] = load(x[c]) * factor;
        for (std::int64_t c = width; c < padded; ++c)
            to[c] = 0;
    }
}

/// The other way: rows of `padded` elements, each times `factor`, into rows that are `step` apart.
template <typename T, typename C>
LAPTIME_INLINE void store_rows(const C* from, std::int64_t padded, std::int64_t rows, std::int64_t width,
                               C factor, T* y, std::int64_t step) {
    for (std::int64_t r = 0; r < rows; ++r, y += step, from += padded) {
        LAPTIME_INDEPENDENT
        for (std::int64_t c = 0; c < width; ++c)
            y[c] = store<T>(from[c] * factor);
    }
}

template <std::size_t... at>
LAPTIME_INLINE void interleave(FloatLanes a, FloatLanes b, FloatLanes& low, FloatLanes& high,
                               std::index_sequence<at...>) {
    constexpr int lanes = LAPTIME_LANES;
    low = __builtin_shuffle(a, b, IntLanes{static_cast<int>(at / 2 + at % 2 * lanes)...});
    high = __builtin_shuffle(a, b, IntLanes{static_cast<int>(lanes / 2 + at / 2 + at % 2 * lanes)...});
}

/// A square of lanes: perfect shuffles of whole rows, log2(lanes) times, transpose it.
template <typename T>
LAPTIME_INLINE void transpose_square(const T* x, std::int64_t step, float* to, std::int64_t to_row) {
    FloatLanes rows[LAPTIME_LANES], mixed[LAPTIME_LANES];
#pragma GCC unroll 16
    for (int r = 0; r < LAPTIME_LANES; ++r)
        rows[r] = load_lanes(x + r * step);
#pragma GCC unroll 4
    for (int round = 1; round < LAPTIME_LANES; round *= 2) {
#pragma GCC unroll 8
        for (int r = 0; r < LAPTIME_LANES / 2; ++r)
            interleave(rows[r], rows[r + LAPTIME_LANES / 2], mixed[2 * r], mixed[2 * r + 1],
                       std::make_index_sequence<LAPTIME_LANES>{});
#pragma GCC unroll 16
        for (int r = 0; r < LAPTIME_LANES; ++r)
            rows[r] = mixed[r];
    }
#pragma GCC unroll 16
    for (int r = 0; r < LAPTIME_LANES; ++r)
        store_lanes(rows[r], to + r * to_row);
}

/// x[rows, width] as to[width, padded].
template <typename T, typename C>
void copy_transposed(const T* x, std::int64_t step, std::int64_t rows, std::int64_t width,
                     std::int64_t padded, C* to) {
    std::int64_t whole_rows = 0, whole_width = 0;
    if constexpr (std::is_same_v<C, float>) {
        whole_rows = rows / lane_count * lane_count;
        whole_width = width / lane_count * lane_count;
        for (std::int64_t r = 0; r < whole_rows; r += lane_count)
            for (std::int64_t c = 0; c < whole_width; c += lane_count)
                transpose_square(x + r * step + c, step, to + c * padded + r, padded);
    }
    for (std::int64_t c = 0; c < width; ++c) {
        const std::int64_t first = c < whole_width ? whole_rows : 0;
        for (std::int64_t r = first; r < rows; ++r)
            to[c * padded + r] = load(x[r * step + c]);
        for (std::int64_t r = rows; r < padded; ++r)
            to[c * padded + r] = 0;
    }
}

/// Integers beside the lanes of C, as comparisons give them.
template <typename C>
using MaskOf = decltype(LanesOf<C>{} < LanesOf<C>{});

template <typename C, std::size_t... at>
LAPTIME_INLINE LanesOf<C> rotated(LanesOf<C> lanes, int by, std::index_sequence<at...>) {
    const MaskOf<C> places = {static_cast<int>(at)...};
    return __builtin_shuffle(lanes, places + by); // modulo the number of lanes
}
/// Combines all lanes: every lane of the result is the same.
template <typename C, typename Combine>
LAPTIME_INLINE C reduced(LanesOf<C> lanes, Combine combine) {
#pragma GCC unroll 4
    for (int by = lanes_of<C> / 2; by > 0; by /= 2)
        lanes = combine(lanes, rotated<C>(lanes, by, std::make_index_sequence<lanes_of<C>>{}));
    return lanes[0];
}
template <typename C>
LAPTIME_INLINE C sum_of(LanesOf<C> lanes) {
    return reduced<C>(lanes, [](LanesOf<C> a, LanesOf<C> b) { return a + b; });
}
template <typename C>
LAPTIME_INLINE C largest_of(LanesOf<C> lanes) {
    return reduced<C>(lanes, [](LanesOf<C> a, LanesOf<C> b) { return b > a ? b : a; });
}

template <typename C>
LAPTIME_INLINE LanesOf<C> exponential(LanesOf<C> x) {
    C values[lanes_of<C>];
    std::memcpy(values, &x, sizeof values);
    for (C& value : values) // becomes one vector again
        value = exp_below_zero(value);
    std::memcpy(&x, values, sizeof values);
    return x;
}

/// The lanes of a row's last vector, of which only the first `count` are part of the row.
template <typename C, std::size_t... at>
LAPTIME_INLINE LanesOf<C> first_lanes(LanesOf<C> lanes, std::int64_t count, C otherwise,
                                      std::index_sequence<at...>) {
    const MaskOf<C> places = {static_cast<int>(at)...};
    return places < static_cast<int>(count) ? lanes : LanesOf<C>{} + otherwise;
}

template <typename C>
struct SoftmaxRow {
    C largest, sum;
};

/// Turns `seen` scores into exp(score − largest), and what follows up to `columns` (whole vectors) into
/// zeros.
template <typename C>
LAPTIME_INLINE SoftmaxRow<C> exponentials(C* scores, std::int64_t seen, std::int64_t columns) {
    constexpr std::int64_t lanes = lanes_of<C>;
    const std::int64_t last = (seen - 1) / lanes * lanes;
    const LanesOf<C> end =
        first_lanes<C>(lanes_at<C>(scores + last), seen - last, -std::numeric_limits<C>::infinity(),
                       std::make_index_sequence<lanes>{});
    LanesOf<C> most = end;
    for (std::int64_t j = 0; j < last; j += lanes) {
        const LanesOf<C> more = lanes_at<C>(scores + j);
        most = more > most ? more : most;
    }
    const C largest = largest_of<C>(most);
    LanesOf<C> sums{};
    for (std::int64_t j = 0; j < last; j += lanes) {
        const LanesOf<C> power = exponential<C>(lanes_at<C>(scores + j) - largest);
        sums += power;
        std::memcpy(scores + j, &power, sizeof power);
    }
    const LanesOf<C> power = exponential<C>(end - largest);
    sums += power;
    std::memcpy(scores + last, &power, sizeof power);
    for (std::int64_t j = last + lanes; j < columns; ++j)
        scores[j] = 0;
    return {largest, sum_of<C>(sums)};
}

/// One head of one item. `qkv` starts at its queries, `y` at its part of the first row.
template <typename T>
void attend(const AttentionPlan& p, const T* qkv, T* y, Compute<T>* logsumexp, Compute<T>* scratch) {
    using C = Compute<T>;
    const std::int64_t step = 3 * p.channels;
    C* const keys = scratch; // [width, padded_length]
    C* const values = keys + p.width * p.padded_length;
    C* const scores = values + p.length * p.padded_width;
    C* const queries = scores + p.block * p.padded_length;
    C* const sums = queries + p.block * p.padded_width;
    copy_transposed(qkv + p.channels, step, p.length, p.width, p.padded_length, keys);
    copy_rows(qkv + 2 * p.channels, step, p.length, p.width, p.padded_width, C{1}, values);
    for (std::int64_t first = 0; first < p.length; first += p.block) {
        const std::int64_t rows = std::min(p.block, p.length - first), seen = p.keys(first + rows);
        const std::int64_t columns = p.whole(seen);
        copy_rows(qkv + first * step, step, rows, p.width, p.padded_width, static_cast<C>(p.scale()),
                  queries);
        const auto by_keys = [&](std::int64_t r) { return p.inner_keys(first, r + tile_rows, seen); };
        product<C>({queries, p.padded_width, 1}, keys, p.padded_length, scores, p.padded_length, rows, false,
                   [&](std::int64_t r) {
                       return Needed{0, p.width, p.whole(by_keys(r))};
                   });
        C inverse[AttentionPlan::most_rows];
        for (std::int64_t r = 0; r < rows; ++r) {
            const SoftmaxRow<C> row =
                exponentials(scores + r * p.padded_length, p.keys(first + r + 1), columns);
            inverse[r] = 1 / row.sum;
            logsumexp[first + r] = row.largest + std::log(row.sum);
        }
        product<C>({scores, p.padded_length, 1}, values, p.padded_width, sums, p.padded_width, rows, false,
                   [&](std::int64_t r) {
                       return Needed{0, by_keys(r), p.padded_width};
                   });
        for (std::int64_t r = 0; r < rows; ++r)
            store_rows(sums + r * p.padded_width, p.padded_width, 1, p.width, inverse[r],
                       y + (first + r) * p.channels, p.channels);
    }
}

/// Turns a row of scores into probabilities, and of their gradients into the scores' gradients.
template <typename C>
LAPTIME_INLINE void differentiate_row(C* scores, C* gradients, C logsumexp, C along, std::int64_t seen,
                                      std::int64_t columns) {
    LAPTIME_INDEPENDENT
    for (std::int64_t j = 0; j < seen; ++j) {
        scores[j] = exp_below_zero(scores[j] - logsumexp);
        gradients[j] = scores[j] * (gradients[j] - along);
    }
    for (std::int64_t j = seen; j < columns; ++j)
        scores[j] = gradients[j] = 0;
}

/// One head of one item; dy and y start at its part of the first row, qkv and dqkv at its queries.
template <typename T>
void attend_gradient(const AttentionPlan& p, const T* dy, const T* qkv, const T* y,
                     const Compute<T>* logsumexp, T* dqkv, Compute<T>* scratch) {
    using C = Compute<T>;
    const std::int64_t step = 3 * p.channels, plain = p.length * p.padded_width;
    C* const keys_across = scratch; // [width, padded_length], as values_across
    C* const values_across = keys_across + p.width * p.padded_length;
    C* const keys = values_across + p.width * p.padded_length;
    C* const dkeys = keys + plain;
    C* const dvalues = dkeys + plain;
    C* const scores = dvalues + plain;
    C* const dscores = scores + p.block * p.padded_length;
    C* const queries = dscores + p.block * p.padded_length;
    C* const gradients = queries + p.block * p.padded_width;
    C* const dqueries = gradients + p.block * p.padded_width;
    const C scale = static_cast<C>(p.scale());
    copy_transposed(qkv + p.channels, step, p.length, p.width, p.padded_length, keys_across);
    copy_transposed(qkv + 2 * p.channels, step, p.length, p.width, p.padded_length, values_across);
    copy_rows(qkv + p.channels, step, p.length, p.width, p.padded_width, C{1}, keys);
    std::fill_n(dkeys, 2 * plain, C{0});
    for (std::int64_t first = 0; first < p.length; first += p.block) {
        const std::int64_t rows = std::min(p.block, p.length - first), seen = p.keys(first + rows);
        const std::int64_t columns = p.whole(seen);
        copy_rows(qkv + first * step, step, rows, p.width, p.padded_width, scale, queries);
        copy_rows(dy + first * p.channels, p.channels, rows, p.width, p.padded_width, C{1}, gradients);
        const auto by_keys = [&](std::int64_t r) { return p.inner_keys(first, r + tile_rows, seen); };
        const auto scores_needed = [&](std::int64_t r) { return Needed{0, p.width, p.whole(by_keys(r))}; };
        // The queries that see a tile's first key.
        const auto sums_needed = [&](std::int64_t key) {
            return Needed{p.causal ? std::max<std::int64_t>(0, key - first) : 0, rows, p.padded_width};
        };
        product<C>({queries, p.padded_width, 1}, keys_across, p.padded_length, scores, p.padded_length, rows,
                   false, scores_needed);
        product<C>({gradients, p.padded_width, 1}, values_across, p.padded_length, dscores, p.padded_length,
                   rows, false, scores_needed);
        for (std::int64_t r = 0; r < rows; ++r) {
            // dy · y is what the softmax's gradients have in common. dqueries is free yet.
            const std::int64_t i = first + r;
            copy_rows(y + i * p.channels, p.channels, 1, p.width, p.padded_width, C{1}, dqueries);
            LanesOf<C> along{};
            for (std::int64_t c = 0; c < p.padded_width; c += lanes_of<C>)
                along += lanes_at<C>(dqueries + c) * lanes_at<C>(gradients + r * p.padded_width + c);
            differentiate_row(scores + r * p.padded_length, dscores + r * p.padded_length, logsumexp[i],
                              sum_of<C>(along), p.keys(i + 1), columns);
        }
        product<C>({scores, 1, p.padded_length}, gradients, p.padded_width, dvalues, p.padded_width, seen,
                   true, sums_needed);
        product<C>({dscores, 1, p.padded_length}, queries, p.padded_width, dkeys, p.padded_width, seen, true,
                   sums_needed);
        product<C>({dscores, p.padded_length, 1}, keys, p.padded_width, dqueries, p.padded_width, rows, false,
                   [&](std::int64_t r) {
                       return Needed{0, by_keys(r), p.padded_width};
                   });
        store_rows(dqueries, p.padded_width, rows, p.width, scale, dqkv + first * step, step);
    }
    store_rows(dkeys, p.padded_width, p.length, p.width, C{1}, dqkv + p.channels, step);
    store_rows(dvalues, p.padded_width, p.length, p.width, C{1}, dqkv + 2 * p.channels, step);
}
