// SPDX-License-Identifier: Apache-2.0
// Reads from the data set below and changes what came, in place.
#include "engine/data/augmented_dataset.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/core/error.h"
#include "engine/core/machine.h"
#include "engine/data/augment.h"
#include "engine/data/helpers.h"

namespace laptime {

namespace {

/// Below this many bytes a batch is done before other threads have woken up.
constexpr std::size_t worth_helping = std::size_t{2} << 20;
constexpr std::size_t pieces = 32;
constexpr int most_helpers = 15;

class AugmentedDataset : public Dataset {
public:
    AugmentedDataset(std::shared_ptr<const Dataset> base, const DataOptions::Augment& options)
        : base_(std::move(base)), options_(options), sample_(base_->sample()),
          helpers_(std::min(usable_cores() - 1, most_helpers)) {}

    SampleType sample() const override { return sample_; }
    TargetType target() const override { return base_->target(); }
    std::int64_t size() const override { return base_->size(); }
    std::vector<std::string> take_warnings() const override { return base_->take_warnings(); }
    std::uint64_t memory_bound() const override { return base_->memory_bound(); }

    void read(std::span<const std::uint32_t> indices, Epoch epoch, void* samples,
              void* targets) const override {
        base_->read(indices, epoch, samples, targets);
        if (epoch.number == 0)
            return;
        auto* pictures = static_cast<unsigned char*>(samples);
        const std::size_t bytes = sample_.bytes(), count = indices.size();
        const auto change = [&](std::size_t begin, std::size_t end) {
            Augmenter augmenter(sample_.shape);
            for (std::size_t i = begin; i < end; ++i)
                augmenter.apply(draw_augmentation(options_, sample_.shape, epoch, indices[i]),
                                pictures + i * bytes);
        };
        if (count * bytes < worth_helping)
            return change(0, count);
        helpers_.run(std::min(count, pieces), [&](std::size_t piece) {
            const std::size_t all = std::min(count, pieces);
            change(count * piece / all, count * (piece + 1) / all);
        });
    }

private:
    std::shared_ptr<const Dataset> base_;
    DataOptions::Augment options_;
    SampleType sample_;
    mutable Helpers helpers_; ///< thread-safe
};

void check(const DataOptions::Augment& options, const SampleType& sample) {
    if (sample.element != ElementType::u8 || sample.shape.size() != 3)
        throw InvalidInput(
            "only pictures of bytes (height x width x channels) can be flipped, shifted and the "
            "like; these samples are " +
            text_of(sample) + (sample.element == ElementType::u8 ? "" : " numbers") +
            ": remove the augmentation");
    const std::int64_t side = std::min(sample.shape[0], sample.shape[1]);
    const auto check_pixels = [&](const char* what, std::int64_t value) {
        if (value < 0 || value > side)
            throw InvalidInput(std::string(what) + " must be 0 to " + std::to_string(side) +
                               " pixels, the picture's shorter side, not " + std::to_string(value));
    };
    check_pixels("shift", options.shift);
    check_pixels("crop padding", options.crop_padding);
    check_pixels("cutout", options.cutout);
    if (!(options.rotation >= 0 && options.rotation <= 180))
        throw InvalidInput("rotation must be 0 to 180 degrees");
    if (!(options.color_jitter >= 0 && options.color_jitter <= 1))
        throw InvalidInput("colour jitter must be 0 to 1");
}

} // namespace

std::shared_ptr<const Dataset> augmented(std::shared_ptr<const Dataset> base,
                                         const DataOptions::Augment& options) {
    if (options == DataOptions::Augment{})
        return base;
    check(options, base->sample());
    return std::make_shared<AugmentedDataset>(std::move(base), options);
}

} // namespace laptime
