// SPDX-License-Identifier: Apache-2.0
// Data with targets for a model that was trained on other data: the classes keep the numbers of training.
#include <algorithm>
#include <cstring>

#include "engine/core/error.h"
#include "engine/data/learned_table.h"
#include "engine/data/predict_input.h"
#include "engine/data/text_dataset.h"

namespace laptime {

namespace {

/// Parts behind each other, with class numbers changed.
class RenumberedDataset : public Dataset {
public:
    RenumberedDataset(std::vector<std::shared_ptr<const Dataset>> parts, TargetType target,
                      std::vector<std::int32_t> numbers)
        : parts_(std::move(parts)), target_(target), numbers_(std::move(numbers)) {}

    SampleType sample() const override { return parts_.front()->sample(); }
    TargetType target() const override { return target_; }
    std::int64_t size() const override {
        std::int64_t items = 0;
        for (const auto& part : parts_)
            items += part->size();
        return items;
    }
    std::vector<std::string> take_warnings() const override {
        std::vector<std::string> all;
        for (const auto& part : parts_)
            for (std::string& warning : part->take_warnings())
                all.push_back(std::move(warning));
        return all;
    }
    std::uint64_t memory_bound() const override { return parts_.front()->memory_bound(); }

    void read(std::span<const std::uint32_t> indices, Epoch epoch, void* samples,
              void* targets) const override {
        auto* to = static_cast<unsigned char*>(samples);
        auto* target_to = static_cast<unsigned char*>(targets);
        const std::size_t bytes = sample().bytes(), target_bytes = target_.bytes();
        // Runs of indices of one part are read at once: pictures are decoded side by side then.
        for (std::size_t first = 0; first < indices.size();) {
            const std::size_t part = part_of(indices[first]);
            std::vector<std::uint32_t> inside;
            std::size_t end = first;
            for (; end < indices.size() && part_of(indices[end]) == part; ++end)
                inside.push_back(indices[end] - start_of(part));
            parts_[part]->read(inside, epoch, to, target_to);
            to += inside.size() * bytes;
            for (std::size_t i = 0; i < inside.size() && target_to; ++i, target_to += target_bytes)
                renumber(target_to);
            first = end;
        }
    }

private:
    std::uint32_t start_of(std::size_t part) const {
        std::int64_t start = 0;
        for (std::size_t i = 0; i < part; ++i)
            start += parts_[i]->size();
        return static_cast<std::uint32_t>(start);
    }
    /// An index behind the end belongs to the last part, which refuses it.
    std::size_t part_of(std::uint32_t index) const {
        std::size_t part = 0;
        while (part + 1 < parts_.size() && index >= start_of(part + 1))
            ++part;
        return part;
    }
    void renumber(unsigned char* target) const {
        if (numbers_.empty())
            return;
        std::int32_t label;
        std::memcpy(&label, target, sizeof label);
        label = numbers_[static_cast<std::size_t>(label)];
        std::memcpy(target, &label, sizeof label);
    }

    std::vector<std::shared_ptr<const Dataset>> parts_;
    TargetType target_;
    std::vector<std::int32_t> numbers_; ///< of training, by the new data's; empty: the same
};

/// Of each class of the data, its number in training. By name where both have names.
std::vector<std::int32_t> class_numbers(const Preprocessing& learned, const DataSplit& split,
                                        const std::string& dataset) {
    const auto& known = learned.class_names;
    if (known == split.class_names || known.empty() || split.class_names.empty())
        return {};
    std::vector<std::int32_t> numbers;
    for (const std::string& name : split.class_names) {
        const auto at = std::ranges::find(known, name);
        if (at == known.end())
            throw DataError(dataset + " has the class '" + name + "', which the model was not trained on");
        numbers.push_back(static_cast<std::int32_t>(at - known.begin()));
    }
    return numbers;
}

DataOptions as_in_training(const Preprocessing& learned, DataOptions options) {
    options.resize = learned.resize;
    options.augment = {};
    if (learned.sample.shape.size() == 3) {
        options.image_size = {learned.sample.shape[0], learned.sample.shape[1]};
        options.channels = learned.sample.shape[2];
    }
    if (learned.target.kind != TargetKind::tokens)
        options.task = learned.target.kind == TargetKind::values ? "regression" : "classification";
    return options;
}

} // namespace

LabelledInput open_labelled_input(const Preprocessing& learned, const DataOptions& asked) {
    const std::size_t colon = asked.dataset.find(':');
    const std::string kind = asked.dataset.substr(0, colon);
    const std::string place = colon == std::string::npos ? "" : asked.dataset.substr(colon + 1);
    if (kind == "csv" && learned.table) {
        LearnedRows rows = read_learned_rows(place, learned, true, asked.delimiter);
        auto stored = std::make_shared<StoredSamples>(std::move(rows.samples));
        return {std::make_shared<MemoryDataset>(std::move(stored)), std::move(rows.warnings)};
    }
    if (kind == "text" && !learned.tokens.empty()) {
        LabelledInput input;
        input.data = open_text_as(place, learned, input.warnings);
        return input;
    }
    if (learned.table || !learned.tokens.empty())
        throw DataError(asked.dataset + " is no " + (learned.table ? "table" : "text") +
                        ", but the model was trained on one; use " +
                        (learned.table ? "csv:FILE" : "text:FILE"));
    const DataSplit split = open_dataset(as_in_training(learned, asked));
    const SampleType sample = split.train->sample();
    if (sample != learned.sample)
        throw DataError("the model takes samples of " + text_of(learned.sample) + ", but " + asked.dataset +
                        " has " + text_of(sample) +
                        (sample.shape == learned.sample.shape ? " of another number type" : ""));
    const TargetType target = split.train->target();
    std::vector<std::int32_t> numbers;
    if (target.kind == TargetKind::class_label && learned.target.kind == TargetKind::class_label)
        numbers = class_numbers(learned, split, asked.dataset);
    else if (target != learned.target)
        throw DataError("what " + asked.dataset + " has to learn is not what the model was trained for");
    if (target.kind == TargetKind::class_label && numbers.empty() && target.classes > learned.target.classes)
        throw DataError(asked.dataset + " has " + std::to_string(target.classes) +
                        " classes, but the model knows " + std::to_string(learned.target.classes));
    std::vector<std::shared_ptr<const Dataset>> parts{split.validation};
    if (!split.own_validation)
        parts.insert(parts.begin(), split.train);
    return {std::make_shared<RenumberedDataset>(std::move(parts), learned.target, std::move(numbers)),
            split.warnings};
}

} // namespace laptime
