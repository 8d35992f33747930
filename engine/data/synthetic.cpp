// SPDX-License-Identifier: Apache-2.0
// Patterns are sums of a few random waves, so that convolutions and pools have something to find; noise is
// counter-based and keyed by the item, so items can be made in any order on any thread.
#include "engine/data/synthetic.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

#include "engine/core/error.h"
#include "engine/core/random.h"
#include "engine/data/content_hash.h"

namespace laptime {

namespace {

constexpr double two_pi = 6.283185307179586476925286766559;
constexpr std::int64_t largest_side = 65536, largest_sample = std::int64_t{1} << 26;
constexpr std::int64_t most_classes = 65536, most_items = 4294967295;
constexpr std::int64_t train_per_test = 5;
constexpr std::uint64_t noise_seed = 1, pattern_seed = 2;
constexpr int waves = 3;
/// Patterns move around the middle grey by at most waves × wave_height; noise covers ±noise_height.
constexpr double wave_height = 24;
constexpr int noise_height = 96;

[[noreturn]] void bad_form(const std::string& text, const std::string& why) {
    throw DataError(
        "synthetic:" + text + ": " + why +
        "; the form is synthetic:HEIGHTxWIDTHxCHANNELS/CLASSES or …/CLASSES/COUNT, as synthetic:28x28x1/10");
}

std::int64_t take_number(const std::string& whole, std::string_view& rest, std::int64_t smallest,
                         std::int64_t largest, const char* what) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    if (error == std::errc::invalid_argument)
        bad_form(whole, std::string("a number is missing for ") + what);
    if (error != std::errc() || value < smallest || value > largest)
        bad_form(whole, std::string(what) + " must be from " + std::to_string(smallest) + " to " +
                            std::to_string(largest));
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    return value;
}

void take(const std::string& whole, std::string_view& rest, char wanted) {
    if (rest.empty() || rest.front() != wanted)
        bad_form(whole, std::string("'") + wanted + "' is missing before '" + std::string(rest) + "'");
    rest.remove_prefix(1);
}

/// One pattern a class, row-major, as grey values.
std::vector<unsigned char> make_pattern(const SampleType& sample, std::uint32_t label) {
    const std::int64_t height = sample.shape[0], width = sample.shape[1], channels = sample.shape[2];
    std::vector<double> grey(static_cast<std::size_t>(sample.count()), 127.5);
    const auto r = random_uniform(pattern_seed, RandomUse::synthetic, label,
                                  static_cast<std::size_t>(channels) * waves * 3, 0, 1);
    std::size_t next = 0;
    for (std::int64_t c = 0; c < channels; ++c)
        for (int w = 0; w < waves; ++w) {
            const double across = 3 * r[next++], down = 3 * r[next++], phase = r[next++];
            for (std::int64_t y = 0; y < height; ++y)
                for (std::int64_t x = 0; x < width; ++x) {
                    const double turns = across * static_cast<double>(x) / static_cast<double>(width) +
                                         down * static_cast<double>(y) / static_cast<double>(height) + phase;
                    grey[static_cast<std::size_t>((y * width + x) * channels + c)] +=
                        wave_height * std::cos(two_pi * turns);
                }
        }
    std::vector<unsigned char> pattern(grey.size());
    std::transform(grey.begin(), grey.end(), pattern.begin(),
                   [](double v) { return static_cast<unsigned char>(std::lround(v)); });
    return pattern;
}

using Patterns = std::vector<std::vector<unsigned char>>;

class SyntheticDataset : public Dataset {
public:
    SyntheticDataset(SyntheticSpec spec, std::shared_ptr<const Patterns> patterns, std::uint32_t part,
                     std::int64_t size)
        : spec_(spec), patterns_(std::move(patterns)), key_(random_key(noise_seed, RandomUse::synthetic)),
          part_(part), size_(size) {}

    SampleType sample() const override { return spec_.sample; }
    TargetType target() const override { return {TargetKind::class_label, 1, spec_.classes}; }
    std::int64_t size() const override { return size_; }

    void read(std::span<const std::uint32_t> indices, Epoch, void* samples, void* targets) const override {
        auto* to = static_cast<unsigned char*>(samples);
        auto* labels = static_cast<std::int32_t*>(targets);
        for (const std::uint32_t index : indices) {
            if (static_cast<std::int64_t>(index) >= size_)
                throw std::out_of_range("data set: item " + std::to_string(index) + " of " +
                                        std::to_string(size_));
            const std::uint32_t label = index % static_cast<std::uint32_t>(spec_.classes);
            make_sample((*patterns_)[label], index, to);
            if (labels)
                *labels++ = static_cast<std::int32_t>(label);
            to += spec_.sample.bytes();
        }
    }

private:
    /// One Philox block gives the noise of sixteen values.
    void make_sample(const std::vector<unsigned char>& pattern, std::uint32_t index,
                     unsigned char* to) const {
        for (std::size_t i = 0; i < pattern.size(); i += 16) {
            const auto words = philox(key_, {static_cast<std::uint32_t>(i / 16), index, part_, 1});
            const std::size_t end = std::min(i + 16, pattern.size());
            for (std::size_t j = i; j < end; ++j) {
                const int byte = static_cast<int>(words[(j - i) / 4] >> (8 * (j % 4)) & 255);
                const int noise = (byte - 128) * noise_height / 128;
                to[j] = static_cast<unsigned char>(std::clamp(pattern[j] + noise, 0, 255));
            }
        }
    }

    SyntheticSpec spec_;
    std::shared_ptr<const Patterns> patterns_;
    RandomKey key_;
    std::uint32_t part_; ///< 0: train, 1: test
    std::int64_t size_;
};

} // namespace

SyntheticSpec parse_synthetic(const std::string& text) {
    SyntheticSpec spec;
    std::string_view rest = text;
    for (const char* side : {"the height", "the width", "the number of channels"}) {
        if (!spec.sample.shape.empty())
            take(text, rest, 'x');
        spec.sample.shape.push_back(take_number(text, rest, 1, largest_side, side));
    }
    take(text, rest, '/');
    spec.classes = static_cast<int>(take_number(text, rest, 2, most_classes, "the number of classes"));
    if (!rest.empty()) {
        take(text, rest, '/');
        spec.train = take_number(text, rest, 1, most_items, "the number of items");
        spec.test = std::max<std::int64_t>(1, spec.train / train_per_test);
    }
    if (!rest.empty())
        bad_form(text, "'" + std::string(rest) + "' is too much");
    if (spec.sample.count() > largest_sample || spec.sample.count() * spec.classes > largest_sample * 16)
        bad_form(text, "the samples are too large");
    return spec;
}

DataSplit open_synthetic(const SyntheticSpec& spec) {
    auto patterns = std::make_shared<Patterns>();
    ContentHash hash;
    for (int label = 0; label < spec.classes; ++label) {
        patterns->push_back(make_pattern(spec.sample, static_cast<std::uint32_t>(label)));
        hash.add(patterns->back().data(), patterns->back().size());
    }
    for (const std::int64_t size : spec.sample.shape)
        hash.add(static_cast<std::uint64_t>(size));
    for (const std::int64_t items : {spec.train, spec.test})
        hash.add(static_cast<std::uint64_t>(items));
    DataSplit split;
    split.own_validation = true;
    split.train = std::make_shared<SyntheticDataset>(spec, patterns, 0, spec.train);
    split.validation = std::make_shared<SyntheticDataset>(spec, patterns, 1, spec.test);
    // Item i is of class i modulo the classes.
    for (int label = 0; label < spec.classes; ++label)
        split.class_counts.push_back((spec.train - label + spec.classes - 1) / spec.classes);
    split.fingerprint = hash_text(hash.value());
    return split;
}

} // namespace laptime
