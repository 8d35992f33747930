// SPDX-License-Identifier: Apache-2.0
#include "engine/data/npz_dataset.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstring>
#include <optional>

#include "engine/core/error.h"
#include "engine/data/array_targets.h"
#include "engine/data/content_hash.h"
#include "engine/data/damage.h"
#include "engine/data/split.h"

namespace laptime {

namespace {

struct PartNames {
    std::string x, y;
};

struct Names {
    PartNames train;
    std::optional<PartNames> test;
};

constexpr std::array<std::array<const char*, 2>, 7> pairs{{{"x", "y"},
                                                           {"images", "labels"},
                                                           {"data", "target"},
                                                           {"data", "labels"},
                                                           {"features", "target"},
                                                           {"features", "labels"},
                                                           {"inputs", "targets"}}};

/// The array of that name in small or capital letters; empty where there is none.
std::string find_array(const ArraySet& arrays, const std::string& wanted) {
    for (const std::string& name : arrays.names())
        if (std::ranges::equal(name, wanted, {}, [](unsigned char c) { return std::tolower(c); }))
            return name;
    return {};
}

/// "x_train" or "train_x", and y likewise.
std::optional<PartNames> find_part(const ArraySet& arrays, const char* x, const char* y,
                                   const std::string& part) {
    for (const bool behind : {true, false}) {
        const auto full = [&](const std::string& stem) {
            return part.empty() ? stem : behind ? stem + "_" + part : part + "_" + stem;
        };
        PartNames names{find_array(arrays, full(x)), find_array(arrays, full(y))};
        if (!names.x.empty() && !names.y.empty())
            return names;
    }
    return std::nullopt;
}

Names find_names(const ArraySet& arrays) {
    for (const auto& [x, y] : pairs)
        if (const auto train = find_part(arrays, x, y, "train")) {
            for (const char* part : {"test", "val", "valid", "validation"})
                if (const auto test = find_part(arrays, x, y, part))
                    return {*train, test};
            return {*train, std::nullopt};
        }
    for (const auto& [x, y] : pairs)
        if (const auto both = find_part(arrays, x, y, ""))
            return {*both, std::nullopt};
    throw DataError(arrays.place() + " holds " + arrays.listing() +
                    "; expected are x and y, or x_train, y_train, x_test and y_test (also images and labels, "
                    "data and target): save them with numpy.savez(FILE, x=…, y=…)");
}

SampleType sample_of(const ByteSource& source, const NpyHeader& header) {
    if (header.is_text() || header.shape.empty() || header.count() == 0)
        throw DataError(source.name() + " is " + header.text() +
                        "; samples must be numbers, one or more of each of [items, …]");
    std::vector<std::int64_t> shape(header.shape.begin() + 1, header.shape.end());
    if (shape.empty() || shape.size() == 2)
        shape.push_back(1);
    const bool bytes = header.kind == 'u' && header.size == 1;
    return {shape, bytes ? ElementType::u8 : ElementType::f32};
}

/// Reads one part; damaged items are counted and left out.
class PartReader {
public:
    PartReader(const ArraySet& arrays, const PartNames& names)
        : source_(arrays.open(names.x)), samples_(read_array_samples(*source_)), sample_(samples_.sample),
          targets_(read_target_array(arrays, names.y)) {
        if (targets_.items != samples_.items)
            throw DataError(source_->name() + " has " + std::to_string(samples_.items) + " items, but " +
                            targets_.name + " has " + std::to_string(targets_.items) +
                            "; both must be of one data set");
    }

    const TargetArray& targets() const { return targets_; }
    const SampleType& sample() const { return sample_; }
    const std::string& name() const { return source_->name(); }

    void add_to(ContentHash& hash) const {
        hash.add(samples_.bytes.get(), static_cast<std::size_t>(samples_.items) * samples_.sample.bytes());
        hash.add(targets_.numbers.data(), targets_.numbers.size() * sizeof(double));
        for (const std::string& text : targets_.texts)
            hash.add(text.c_str(), text.size() + 1);
    }

    std::shared_ptr<const StoredSamples> finish(const TargetRule& rule, std::vector<std::string>& warnings) {
        Damage damage(source_->name(), "items");
        samples_.target = rule.type();
        const std::size_t bytes = samples_.sample.bytes();
        std::int64_t good = 0;
        for (std::int64_t i = 0; i < samples_.items; ++i) {
            if (const std::string wrong = problem_of(rule, i); !wrong.empty()) {
                damage.add("item " + std::to_string(i) + " (counted from 0) " + wrong);
                continue;
            }
            if (good < i)
                std::memcpy(item(good), item(i), bytes);
            add_target(rule, i);
            ++good;
        }
        damage.settle(samples_.items, "correct the array", warnings);
        samples_.items = good;
        return std::make_shared<StoredSamples>(std::move(samples_));
    }

private:
    unsigned char* item(std::int64_t i) {
        return samples_.bytes.get() + static_cast<std::size_t>(i) * samples_.sample.bytes();
    }

    std::string problem_of(const TargetRule& rule, std::int64_t i) {
        if (samples_.sample.element == ElementType::f32) {
            const auto* values = reinterpret_cast<const float*>(item(i));
            const auto* end = values + samples_.sample.count();
            const auto* bad = std::find_if(values, end, [](float v) { return !std::isfinite(v); });
            if (bad != end)
                return "has " + std::string(std::isnan(*bad) ? "NaN" : "an infinite number") + " at place " +
                       std::to_string(bad - values);
        }
        if (rule.type().kind == TargetKind::class_label)
            return rule.label(targets_, i) < 0 ? "has a label in " + targets_.name + " that is no class" : "";
        for (std::int64_t k = 0; k < targets_.width; ++k)
            if (!std::isfinite(
                    static_cast<float>(targets_.numbers[static_cast<std::size_t>(i * targets_.width + k)])))
                return "has a value in " + targets_.name + " that is not finite";
        return {};
    }

    void add_target(const TargetRule& rule, std::int64_t i) {
        if (rule.type().kind == TargetKind::class_label) {
            samples_.labels.push_back(rule.label(targets_, i));
            return;
        }
        for (std::int64_t k = 0; k < targets_.width; ++k)
            samples_.values.push_back(
                static_cast<float>(targets_.numbers[static_cast<std::size_t>(i * targets_.width + k)]));
    }

    std::unique_ptr<ByteSource> source_;
    StoredSamples samples_;
    SampleType sample_; ///< stays when the samples are handed out
    TargetArray targets_;
};

/// Pictures with their channels first would train, and badly.
void warn_of_channels_first(const PartReader& part, std::vector<std::string>& warnings) {
    const auto& shape = part.sample().shape;
    if (shape.size() == 3 && (shape[0] == 1 || shape[0] == 3) && shape[1] > 4 && shape[2] > 4)
        warnings.push_back(part.name() + ": samples are " + text_of(part.sample()) +
                           ", which looks like pictures with their channels first; layers expect [height, "
                           "width, channels]: save x.transpose(0, 2, 3, 1)");
}

} // namespace

StoredSamples read_array_samples(ByteSource& source) {
    const NpyHeader header = read_npy_header(source);
    StoredSamples samples;
    samples.sample = sample_of(source, header);
    samples.items = header.shape.front();
    // Not make_unique: that would write zeros over memory which is about to be filled.
    samples.bytes.reset(new unsigned char[static_cast<std::size_t>(samples.items) * samples.sample.bytes()]);
    if (samples.sample.element == ElementType::u8)
        read_npy(source, header, samples.bytes.get());
    else
        read_npy(source, header, reinterpret_cast<float*>(samples.bytes.get()));
    return samples;
}

DataSplit open_npz(const std::string& place, const DataOptions& options) {
    const ArraySet arrays(place);
    const Names names = find_names(arrays);
    DataSplit split;
    ContentHash hash;
    hash.add(options.task.data(), options.task.size());
    PartReader train(arrays, names.train);
    train.add_to(hash);
    warn_of_channels_first(train, split.warnings);
    const TargetRule rule(train.targets(), options.task);
    split.class_names = rule.class_names();
    const auto stored = train.finish(rule, split.warnings);
    const bool classes = rule.type().kind == TargetKind::class_label;
    SplitIndices parts;
    split.own_validation = names.test.has_value();
    if (names.test) {
        PartReader test(arrays, *names.test);
        test.add_to(hash);
        if (test.sample() != train.sample() || test.targets().width != train.targets().width)
            throw DataError(test.name() + " holds samples of " + text_of(test.sample()) + " and " +
                            std::to_string(test.targets().width) + " to learn, but " + train.name() + " of " +
                            text_of(train.sample()) + " and " + std::to_string(train.targets().width));
        split.train = std::make_shared<MemoryDataset>(stored);
        split.validation = std::make_shared<MemoryDataset>(test.finish(rule, split.warnings));
    } else {
        if (stored->count() < 2)
            throw DataError(train.name() +
                            " holds one item, and there is no x_test: nothing can be split off "
                            "for validation");
        parts = classes
                    ? stratified_split(stored->labels, rule.type().classes, options.validation, options.seed)
                    : random_split(stored->count(), options.validation, options.seed);
        split.train = std::make_shared<MemoryDataset>(stored, parts.train);
        split.validation = std::make_shared<MemoryDataset>(stored, parts.validation);
    }
    if (classes)
        split.class_counts = count_classes(stored->labels, parts.train, rule.type().classes);
    split.fingerprint = hash_text(hash.value());
    return split;
}

} // namespace laptime
