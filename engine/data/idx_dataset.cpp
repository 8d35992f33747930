// SPDX-License-Identifier: Apache-2.0
// Finds the files of the folder, unpacks them side by side, and checks that they belong together.
#include "engine/data/idx_dataset.h"

#include <filesystem>
#include <future>
#include <limits>
#include <optional>

#include "engine/core/error.h"
#include "engine/data/content_hash.h"
#include "engine/data/idx_file.h"
#include "engine/data/idx_labels.h"
#include "engine/data/memory_dataset.h"
#include "engine/data/name_list.h"
#include "engine/data/split.h"

namespace laptime {

namespace {

namespace fs = std::filesystem;

/// Images and labels of one part of the data.
struct PartFiles {
    std::string images, labels;
};

struct FolderFiles {
    PartFiles train;
    std::optional<PartFiles> test;
    std::vector<std::string> class_names;
};

/// "train-images-idx3-ubyte", with "." for the middle "-" as some archives have it, of any number of
/// dimensions, plain before packed; empty where there is none.
std::string find_part(const fs::path& folder, const std::string& stem) {
    for (const char* ending : {"", ".gz"})
        for (const char* separator : {"-", "."})
            for (const char dims : {'3', '1', '4', '2'}) {
                const fs::path file = folder / (stem + separator + "idx" + dims + "-ubyte" + ending);
                if (std::error_code error; fs::exists(file, error))
                    return file.string();
            }
    return {};
}

std::string required_part(const IdxFolder& folder, const std::string& stem, const std::string& dims) {
    std::string file = find_part(folder.path, stem);
    if (file.empty())
        throw DataError("the folder " + folder.path + " has no file " + stem + "-idx" + dims +
                        "-ubyte, with or without .gz; " + folder.way_out);
    return file;
}

FolderFiles find_files(const IdxFolder& folder) {
    std::error_code error;
    if (!fs::is_directory(folder.path, error))
        throw DataError("there is no data folder " + folder.path + "; " + folder.way_out);
    FolderFiles files{
        {required_part(folder, "train-images", "3"), required_part(folder, "train-labels", "1")},
        std::nullopt,
        folder.class_names};
    for (const std::string prefix : {"t10k", "test"}) {
        const bool there = !find_part(folder.path, prefix + "-images").empty() ||
                           !find_part(folder.path, prefix + "-labels").empty();
        if (there) {
            files.test = PartFiles{required_part(folder, prefix + "-images", "3"),
                                   required_part(folder, prefix + "-labels", "1")};
            break;
        }
    }
    if (files.class_names.empty())
        files.class_names = read_name_list(fs::path(folder.path) / "classes.txt");
    return files;
}

void check_counts(const PartFiles& files, const std::vector<std::int64_t>& images,
                  const std::vector<std::int64_t>& labels) {
    if (labels.size() != 1)
        throw DataError(files.labels + " has " + std::to_string(labels.size()) +
                        " dimensions; labels have one, the number of items");
    if (images.size() < 2 || images.size() > 4)
        throw DataError(
            files.images + " has " + std::to_string(images.size()) +
            " dimensions; images have 3 (items, height, width), 4 (with channels) or 2 (items, features)");
    if (images.front() != labels.front())
        throw DataError(files.images + " holds " + std::to_string(images.front()) + " images, but " +
                        files.labels + " holds " + std::to_string(labels.front()) +
                        " labels; both files must be of one data set");
}

/// [N, H, W], [N, H, W, C] or [N, features].
SampleType sample_of(const std::vector<std::int64_t>& dims) {
    if (dims.size() == 2)
        return {{dims[1]}};
    return {{dims[1], dims[2], dims.size() == 4 ? dims[3] : 1}};
}

void check_same_sample(const FolderFiles& files, const SampleType& train, const SampleType& test) {
    if (train != test)
        throw DataError(files.test->images + " holds images of " + text_of(test) + ", but " +
                        files.train.images + " of " + text_of(train));
}

void check_can_split(const FolderFiles& files, std::int64_t items) {
    if (items < 2)
        throw DataError(files.train.images +
                        " holds one item, and there is no test part: nothing can be split off "
                        "for validation");
}

/// The arrays of one part while they are being unpacked, each on a thread of its own.
struct PartReading {
    std::future<IdxArray> images, labels;
    explicit PartReading(const PartFiles& files)
        : images(std::async(std::launch::async, read_idx, files.images)),
          labels(std::async(std::launch::async, read_idx, files.labels)) {}
};

struct PartArrays {
    IdxArray images, labels;
    explicit PartArrays(PartReading& reading) : images(reading.images.get()), labels(reading.labels.get()) {}
};

int classes_of(const FolderFiles& files, const IdxArray& train_labels) {
    return files.class_names.empty() ? classes_shown_by(train_labels, files.train.labels)
                                     : static_cast<int>(files.class_names.size());
}

std::shared_ptr<const StoredSamples> stored(PartArrays& part, const PartFiles& files, int classes) {
    auto samples = std::make_shared<StoredSamples>();
    samples->sample = sample_of(part.images.dims);
    samples->target = {TargetKind::class_label, 1, classes};
    samples->labels = checked_labels(part.labels, classes, files.labels);
    samples->bytes = std::move(part.images.data);
    return samples;
}

} // namespace

DataSplit open_idx(const IdxFolder& folder, const DataOptions& options) {
    const FolderFiles files = find_files(folder);
    PartReading train_reading(files.train);
    std::optional<PartReading> test_reading;
    if (files.test)
        test_reading.emplace(*files.test);

    PartArrays train(train_reading);
    check_counts(files.train, train.images.dims, train.labels.dims);
    const int classes = classes_of(files, train.labels);
    ContentHash hash;
    hash.add(train.images.hash);
    hash.add(train.labels.hash);

    DataSplit split;
    split.class_names = files.class_names;
    const auto all = stored(train, files.train, classes);
    split.own_validation = files.test.has_value();
    if (files.test) {
        PartArrays test(*test_reading);
        check_counts(*files.test, test.images.dims, test.labels.dims);
        check_same_sample(files, all->sample, sample_of(test.images.dims));
        hash.add(test.images.hash);
        hash.add(test.labels.hash);
        split.class_counts = count_classes(all->labels, {}, classes);
        split.train = std::make_shared<MemoryDataset>(all);
        split.validation = std::make_shared<MemoryDataset>(stored(test, *files.test, classes));
    } else {
        check_can_split(files, train.images.items());
        SplitIndices parts = stratified_split(all->labels, classes, options.validation, options.seed);
        split.class_counts = count_classes(all->labels, parts.train, classes);
        split.train = std::make_shared<MemoryDataset>(all, std::move(parts.train));
        split.validation = std::make_shared<MemoryDataset>(all, std::move(parts.validation));
    }
    split.fingerprint = hash_text(hash.value());
    return split;
}

DataSummary summarize_idx(const IdxFolder& folder, const DataOptions& options) {
    const FolderFiles files = find_files(folder);
    const auto images = read_idx_dims(files.train.images);
    check_counts(files.train, images, read_idx_dims(files.train.labels));
    DataSummary summary{sample_of(images),
                        {TargetKind::class_label, 1, static_cast<int>(files.class_names.size())},
                        images.front(),
                        0,
                        files.class_names};
    if (summary.target.classes == 0)
        summary.target.classes = classes_shown_by(read_idx(files.train.labels), files.train.labels);
    if (files.test) {
        const auto test = read_idx_dims(files.test->images);
        check_counts(*files.test, test, read_idx_dims(files.test->labels));
        check_same_sample(files, summary.sample, sample_of(test));
        summary.validation_size = test.front();
    } else {
        check_can_split(files, images.front());
        summary.validation_size = validation_count(images.front(), options.validation);
        summary.train_size -= summary.validation_size;
    }
    return summary;
}

} // namespace laptime
