// SPDX-License-Identifier: Apache-2.0
// Opening: scan the folder, look through the files, leave the damaged ones out, settle the size, split.
#include "engine/data/image_dataset.h"

#include <algorithm>
#include <numeric>

#include "engine/core/error.h"
#include "engine/core/machine.h"
#include "engine/data/content_hash.h"
#include "engine/data/damage.h"
#include "engine/data/image_check.h"
#include "engine/data/image_folder.h"
#include "engine/data/image_store.h"
#include "engine/data/memory_dataset.h"
#include "engine/data/split.h"

namespace laptime {

namespace {

constexpr std::int64_t usual_side = 224, largest_found_side = 512;
constexpr int memory_share = 4;

/// A part of the store's pictures.
class ImageDataset : public Dataset {
public:
    /// `chosen` rises, and so do the labels with it.
    ImageDataset(std::shared_ptr<ImageStore> store, const std::vector<std::int32_t>& all_labels,
                 std::vector<std::uint32_t> chosen, int classes)
        : store_(std::move(store)), chosen_(std::move(chosen)), classes_(classes) {
        for (const std::uint32_t item : chosen_)
            labels_.push_back(all_labels[item]);
    }

    SampleType sample() const override {
        const ImageTarget& target = store_->target();
        return {{target.size.height, target.size.width, target.channels}, ElementType::u8};
    }
    TargetType target() const override { return {TargetKind::class_label, 1, classes_}; }
    std::int64_t size() const override { return static_cast<std::int64_t>(chosen_.size()); }
    std::vector<std::string> take_warnings() const override { return store_->take_warnings(); }
    std::uint64_t memory_bound() const override { return store_->memory_bound(); }

    void read(std::span<const std::uint32_t> indices, Epoch, void* samples, void* targets) const override {
        auto* to = static_cast<unsigned char*>(samples);
        auto* labels = static_cast<std::int32_t*>(targets);
        std::vector<std::size_t> missing;
        for (std::size_t i = 0; i < indices.size(); ++i) {
            check_index(indices[i], size());
            if (labels)
                labels[i] = labels_[indices[i]];
            if (!store_->read_kept(chosen_[indices[i]], to + i * store_->sample_bytes()))
                missing.push_back(i);
        }
        store_->helpers().run(missing.size(), [&](std::size_t m) {
            read_or_replace(indices[missing[m]], to + missing[m] * store_->sample_bytes());
        });
    }

private:
    /// For a damaged picture, the next one of its class, the first coming behind the last.
    void read_or_replace(std::size_t index, unsigned char* to) const {
        const auto [begin, end] = std::equal_range(labels_.begin(), labels_.end(), labels_[index]);
        const auto first = static_cast<std::size_t>(begin - labels_.begin());
        const auto count = static_cast<std::size_t>(end - begin);
        for (std::size_t step = 0; step < count; ++step)
            if (store_->read(chosen_[first + (index - first + step) % count], to))
                return;
        throw DataError("no picture of class " + std::to_string(labels_[index]) +
                        " (counted from 0) can be read");
    }

    std::shared_ptr<ImageStore> store_;
    std::vector<std::uint32_t> chosen_;
    std::vector<std::int32_t> labels_; ///< of the chosen ones
    int classes_;
};

/// Both parts of the data one behind the other.
struct Pictures {
    PathList paths;
    std::vector<std::int32_t> labels;
    std::vector<ImageFacts> facts;
    std::size_t train = 0; ///< the first ones

    void add(const ImagePart& part) {
        for (std::size_t i = 0; i < part.labels.size(); ++i)
            paths.add(part.paths[i]);
        labels.insert(labels.end(), part.labels.begin(), part.labels.end());
    }
};

Pictures pictures_of(const ImageFolder& folder) {
    Pictures pictures;
    pictures.add(folder.train);
    pictures.train = pictures.labels.size();
    if (folder.validation)
        pictures.add(*folder.validation);
    return pictures;
}

Pictures without_damaged(const Pictures& all) {
    Pictures good;
    for (std::size_t i = 0; i < all.labels.size(); ++i) {
        if (!all.facts[i].damage.empty())
            continue;
        good.paths.add(all.paths[i]);
        good.labels.push_back(all.labels[i]);
        good.facts.push_back(all.facts[i]);
        good.train += i < all.train;
    }
    return good;
}

void check_classes(const ImageFolder& folder, const Pictures& good) {
    const auto end = good.labels.begin() + static_cast<std::ptrdiff_t>(good.train);
    for (std::size_t c = 0; c < folder.class_names.size(); ++c)
        if (!std::binary_search(good.labels.begin(), end, static_cast<std::int32_t>(c)))
            throw DataError(folder.root + ": no picture of the class " + folder.class_names[c] +
                            " can be read; get the files again, or remove its folder");
}

/// Looks through the files and takes the damaged ones out. Returns how many those were.
std::int64_t leave_out_damaged(const ImageFolder& folder, Helpers& helpers, bool decode, Pictures& pictures,
                               std::vector<std::string>& warnings) {
    const char* way_out = "remove the damaged files or get them again";
    pictures.facts = read_headers(folder.root, pictures.paths, helpers);
    const bool hopeless = decode && find_damaged(folder.root, pictures.paths, helpers, pictures.facts);
    Damage damage(folder.root, "pictures");
    for (const ImageFacts& facts : pictures.facts)
        if (!facts.damage.empty())
            damage.add(facts.damage);
    damage.settle(static_cast<std::int64_t>(pictures.labels.size()), way_out, warnings);
    if (hopeless)
        throw DataError(folder.root + ": in a sample of the pictures more than 1 % cannot be used. " +
                        warnings.back() + "; " + way_out);
    if (damage.count() > 0)
        pictures = without_damaged(pictures);
    check_classes(folder, pictures);
    return damage.count();
}

std::int64_t checked_channels(const DataOptions& options) {
    if (options.channels != 0 && options.channels != 1 && options.channels != 3)
        throw DataError("pictures have 1 channel (grey) or 3 (colours), not " +
                        std::to_string(options.channels));
    return options.channels == 0 ? 3 : options.channels;
}

ImageSize checked_size(const std::vector<std::int64_t>& size) {
    if (size.size() != 2 || size[0] < 1 || size[1] < 1 || size[0] > most_pixels / size[1])
        throw DataError("the size of pictures must be a height and a width, as [224, 224]");
    return {size[0], size[1]};
}

/// The size that all have, if it is small enough to train on as it is.
ImageSize found_size(const std::vector<ImageFacts>& facts, std::vector<std::string>& notes) {
    const ImageSize first = facts.front().size;
    const bool same =
        std::all_of(facts.begin(), facts.end(), [&](const ImageFacts& f) { return f.size == first; });
    if (same && first.height <= largest_found_side && first.width <= largest_found_side)
        return first;
    const ImageSize usual{usual_side, usual_side};
    notes.push_back((same ? "the pictures are large (" + text_of(first) + ")"
                          : std::string("the pictures have different sizes")) +
                    " and are resized to " + text_of(usual) + "; image_size sets another size");
    return usual;
}

ImageTarget target_of(const DataOptions& options, const std::vector<ImageFacts>& facts,
                      std::vector<std::string>& notes) {
    ImageTarget target{{}, fit_of(options.resize), static_cast<int>(checked_channels(options))};
    target.size = options.image_size.empty() ? found_size(facts, notes) : checked_size(options.image_size);
    return target;
}

/// Paths with their classes, files by size, beginning and end (reading them whole would take as long as an
/// epoch), and what is made of them.
std::string fingerprint_of(const Pictures& pictures, const ImageTarget& target) {
    ContentHash hash;
    for (std::size_t i = 0; i < pictures.labels.size(); ++i) {
        hash.add(pictures.paths[i].data(), pictures.paths[i].size());
        hash.add(static_cast<std::uint64_t>(pictures.labels[i]));
        hash.add(pictures.facts[i].hash);
    }
    for (const std::int64_t number :
         {target.size.height, target.size.width, static_cast<std::int64_t>(target.channels),
          static_cast<std::int64_t>(target.fit)})
        hash.add(static_cast<std::uint64_t>(number));
    return hash_text(hash.value());
}

std::uint64_t cache_bytes(const DataOptions& options) {
    if (options.cache_mb > 0)
        return static_cast<std::uint64_t>(options.cache_mb) << 20;
    return static_cast<std::uint64_t>(installed_memory()) / memory_share;
}

SplitIndices parts_of(const ImageFolder& folder, const Pictures& pictures, const DataOptions& options) {
    if (!folder.validation)
        return stratified_split(pictures.labels, static_cast<int>(folder.class_names.size()),
                                options.validation, options.seed);
    if (pictures.train == pictures.labels.size())
        throw DataError(folder.root +
                        ": no picture of the part to validate on can be read; get the files again");
    SplitIndices parts;
    parts.train.resize(pictures.train);
    parts.validation.resize(pictures.labels.size() - pictures.train);
    std::iota(parts.train.begin(), parts.train.end(), 0u);
    std::iota(parts.validation.begin(), parts.validation.end(), static_cast<std::uint32_t>(pictures.train));
    return parts;
}

} // namespace

DataSplit open_images(const std::string& root, const DataOptions& options) {
    checked_channels(options);
    const ImageFolder folder = scan_image_folder(root);
    const int classes = static_cast<int>(folder.class_names.size());
    Pictures pictures = pictures_of(folder);
    Helpers helpers(usable_cores() - 1);
    DataSplit split;
    split.own_validation = folder.validation.has_value();
    split.class_names = folder.class_names;
    split.warnings = folder.notes;
    const std::int64_t damaged = leave_out_damaged(folder, helpers, true, pictures, split.warnings);
    const ImageTarget target = target_of(options, pictures.facts, split.warnings);
    split.fingerprint = fingerprint_of(pictures, target);

    SplitIndices parts = parts_of(folder, pictures, options);
    split.class_counts = count_classes(pictures.labels, parts.train, classes);
    const auto store = std::make_shared<ImageStore>(
        ImageSource{root, std::move(pictures.paths), target, cache_bytes(options), damaged});
    split.train = std::make_shared<ImageDataset>(store, pictures.labels, std::move(parts.train), classes);
    split.validation =
        std::make_shared<ImageDataset>(store, pictures.labels, std::move(parts.validation), classes);
    return split;
}

DataSummary summarize_images(const std::string& root, const DataOptions& options) {
    const ImageFolder folder = scan_image_folder(root);
    Pictures pictures = pictures_of(folder);
    std::vector<std::string> notes;
    if (options.image_size.empty()) { // only the files tell it
        Helpers helpers(usable_cores() - 1);
        leave_out_damaged(folder, helpers, false, pictures, notes);
    }
    const ImageTarget target = target_of(options, pictures.facts, notes);
    DataSummary summary{{{target.size.height, target.size.width, target.channels}, ElementType::u8},
                        {TargetKind::class_label, 1, static_cast<int>(folder.class_names.size())},
                        static_cast<std::int64_t>(pictures.train),
                        static_cast<std::int64_t>(pictures.labels.size() - pictures.train),
                        folder.class_names,
                        count_classes(pictures.labels, parts_of(folder, pictures, options).train,
                                      static_cast<int>(folder.class_names.size()))};
    if (!folder.validation) {
        summary.validation_size = validation_count(summary.train_size, options.validation);
        summary.train_size -= summary.validation_size;
    }
    summary.memory_bound = std::min(
        cache_bytes(options), pictures.labels.size() * static_cast<std::uint64_t>(summary.sample.bytes()));
    return summary;
}

} // namespace laptime
