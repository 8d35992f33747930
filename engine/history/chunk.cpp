// SPDX-License-Identifier: Apache-2.0
// The form of packed points: each column apart; whole numbers as differences of differences (step, epoch and
// samples grow evenly, so these are nearly all 0); times as differences of their bits; then the eight bytes
// of all values plane by plane, so that equal exponents and unused mantissa bytes lie together; then zstd
// with its checksum.
//
//     byte 0: form (1) · bytes 1-4: number of points · the rest: one zstd frame of 9 columns of 8 planes and
//     the skipped marks, one byte a point. All little-endian.
#include "engine/history/chunk.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>

#include <zstd.h>

#include "engine/history/errors.h"

namespace laptime::history {

namespace {

static_assert(std::endian::native == std::endian::little, "the stored form is little-endian");

constexpr std::uint8_t form = 1;
constexpr std::size_t head_bytes = 5, columns = 9, point_bytes = columns * 8 + 1;
constexpr std::size_t most_points = std::size_t{1} << 20;
constexpr int compression_level = 3;

using Words = std::vector<std::uint64_t>;

[[noreturn]] void damaged() {
    throw DamagedPoints(
        "Points stored in the history are damaged. Close every Laptime and start it again: what can be "
        "read is then recovered.");
}

template <class Get>
void put_column(std::uint8_t* planes, std::span<const StepPoint> points, int differences, Get get) {
    const std::size_t n = points.size();
    Words words(n);
    for (std::size_t i = 0; i < n; ++i)
        words[i] = std::bit_cast<std::uint64_t>(get(points[i]));
    for (int d = 0; d < differences; ++d)
        for (std::size_t i = n; i-- > 1;)
            words[i] -= words[i - 1];
    for (std::size_t byte = 0; byte < 8; ++byte)
        for (std::size_t i = 0; i < n; ++i)
            planes[byte * n + i] = static_cast<std::uint8_t>(words[i] >> (8 * byte));
}

template <class Value, class Set>
void take_column(const std::uint8_t* planes, std::span<StepPoint> points, int differences, Words& words,
                 Set set) {
    const std::size_t n = points.size();
    words.assign(n, 0);
    for (std::size_t byte = 0; byte < 8; ++byte)
        for (std::size_t i = 0; i < n; ++i)
            words[i] |= std::uint64_t{planes[byte * n + i]} << (8 * byte);
    for (int d = 0; d < differences; ++d)
        for (std::size_t i = 1; i < n; ++i)
            words[i] += words[i - 1];
    for (std::size_t i = 0; i < n; ++i)
        set(points[i]) = std::bit_cast<Value>(words[i]);
}

/// The columns in their order on disk: calls visit(number, differences, member).
template <class Visit>
void for_each_column(Visit visit) {
    visit(0, 2, &StepPoint::step);
    visit(1, 1, &StepPoint::epoch);
    visit(2, 2, &StepPoint::samples);
    visit(3, 1, &StepPoint::wall_s);
    visit(4, 0, &StepPoint::loss);
    visit(5, 0, &StepPoint::learning_rate);
    visit(6, 0, &StepPoint::step_ms);
    visit(7, 0, &StepPoint::data_ms);
    visit(8, 0, &StepPoint::collective_ms);
}

template <class T>
void put(sqlite::Bytes& out, T value) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(&value);
    out.insert(out.end(), bytes, bytes + sizeof value);
}

template <class T>
T take(const std::uint8_t*& in) {
    T value;
    std::memcpy(&value, in, sizeof value);
    in += sizeof value;
    return value;
}

void put_point(sqlite::Bytes& out, const StepPoint& point) {
    for_each_column([&](int, int, auto member) { put(out, point.*member); });
    put(out, static_cast<std::uint8_t>(point.skipped));
}

StepPoint take_point(const std::uint8_t*& in) {
    StepPoint point;
    for_each_column([&](int, int, auto member) {
        point.*member = take<std::remove_reference_t<decltype(point.*member)>>(in);
    });
    point.skipped = take<std::uint8_t>(in) != 0;
    return point;
}

constexpr std::size_t summary_bytes = 2 * point_bytes + 2 * sizeof(double) + 2 * sizeof(std::int64_t);

} // namespace

sqlite::Bytes pack_points(std::span<const StepPoint> points) {
    const std::size_t n = points.size();
    if (n > most_points)
        throw std::invalid_argument("too many points for one chunk");
    sqlite::Bytes plain(n * point_bytes);
    for_each_column([&](int number, int differences, auto member) {
        put_column(plain.data() + static_cast<std::size_t>(number) * 8 * n, points, differences,
                   [member](const StepPoint& point) { return point.*member; });
    });
    for (std::size_t i = 0; i < n; ++i)
        plain[columns * 8 * n + i] = points[i].skipped ? 1 : 0;

    sqlite::Bytes bytes(head_bytes + ZSTD_compressBound(plain.size()));
    bytes[0] = form;
    const auto count = static_cast<std::uint32_t>(n);
    std::memcpy(bytes.data() + 1, &count, sizeof count);
    struct Free {
        void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
    };
    std::unique_ptr<ZSTD_CCtx, Free> context(ZSTD_createCCtx());
    if (!context)
        throw std::bad_alloc();
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, compression_level);
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
    const std::size_t size = ZSTD_compress2(context.get(), bytes.data() + head_bytes,
                                            bytes.size() - head_bytes, plain.data(), plain.size());
    if (ZSTD_isError(size))
        throw std::runtime_error(std::string("compressing points: ") + ZSTD_getErrorName(size));
    bytes.resize(head_bytes + size);
    return bytes;
}

std::vector<StepPoint> unpack_points(std::span<const std::uint8_t> bytes) {
    if (bytes.size() < head_bytes || bytes[0] != form)
        damaged();
    std::uint32_t n = 0;
    std::memcpy(&n, bytes.data() + 1, sizeof n);
    if (n > most_points)
        damaged();
    sqlite::Bytes plain(n * point_bytes);
    const std::size_t size =
        ZSTD_decompress(plain.data(), plain.size(), bytes.data() + head_bytes, bytes.size() - head_bytes);
    if (ZSTD_isError(size) || size != plain.size())
        damaged();
    std::vector<StepPoint> points(n);
    Words words;
    for_each_column([&](int number, int differences, auto member) {
        using Value = std::remove_reference_t<decltype(points[0].*member)>;
        take_column<Value>(plain.data() + static_cast<std::size_t>(number) * 8 * n, points, differences,
                           words, [member](StepPoint& point) -> Value& { return point.*member; });
    });
    for (std::size_t i = 0; i < n; ++i)
        points[i].skipped = plain[columns * 8 * n + i] != 0;
    return points;
}

CurveBucket summarise(std::span<const StepPoint> points) {
    CurveBucket bucket;
    bucket.first = points.front();
    bucket.last = points.back();
    bucket.min = bucket.max = not_measured;
    bucket.count = static_cast<std::int64_t>(points.size());
    for (const StepPoint& point : points) {
        if (!std::isfinite(point.loss)) {
            ++bucket.not_finite;
            continue;
        }
        // fmin and fmax take the number where the other side is NaN, as both are before the first finite
        // loss.
        bucket.min = std::fmin(bucket.min, point.loss);
        bucket.max = std::fmax(bucket.max, point.loss);
    }
    return bucket;
}

void merge(CurveBucket& bucket, const CurveBucket& next) {
    bucket.last = next.last;
    bucket.min = std::fmin(bucket.min, next.min);
    bucket.max = std::fmax(bucket.max, next.max);
    bucket.count += next.count;
    bucket.not_finite += next.not_finite;
}

std::vector<CurveBucket> segments_of(std::span<const StepPoint> points) {
    std::vector<CurveBucket> segments;
    for (std::size_t at = 0; at < points.size(); at += segment_points)
        segments.push_back(summarise(points.subspan(at, std::min(segment_points, points.size() - at))));
    return segments;
}

sqlite::Bytes write_summaries(std::span<const CurveBucket> buckets) {
    sqlite::Bytes out;
    out.reserve(buckets.size() * summary_bytes);
    for (const CurveBucket& bucket : buckets) {
        put_point(out, bucket.first);
        put_point(out, bucket.last);
        put(out, bucket.min);
        put(out, bucket.max);
        put(out, bucket.count);
        put(out, bucket.not_finite);
    }
    return out;
}

std::vector<CurveBucket> read_summaries(std::span<const std::uint8_t> bytes) {
    if (bytes.size() % summary_bytes != 0)
        damaged();
    std::vector<CurveBucket> buckets(bytes.size() / summary_bytes);
    const std::uint8_t* in = bytes.data();
    for (CurveBucket& bucket : buckets) {
        bucket.first = take_point(in);
        bucket.last = take_point(in);
        bucket.min = take<double>(in);
        bucket.max = take<double>(in);
        bucket.count = take<std::int64_t>(in);
        bucket.not_finite = take<std::int64_t>(in);
    }
    return buckets;
}

} // namespace laptime::history
