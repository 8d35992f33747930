// SPDX-License-Identifier: Apache-2.0
#include "engine/data/cifar10_dataset.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <utility>

#include "engine/core/error.h"
#include "engine/data/cifar10_file.h"
#include "engine/data/content_hash.h"
#include "engine/data/damage.h"
#include "engine/data/memory_dataset.h"
#include "engine/data/name_list.h"
#include "engine/data/split.h"

namespace laptime {

namespace {

namespace fs = std::filesystem;

const std::vector<std::string> usual_names{"airplane", "automobile", "bird",  "cat",  "deer",
                                           "dog",      "frog",       "horse", "ship", "truck"};

struct Files {
    std::vector<std::string> train, test;
};

bool is_called(const std::string& name, const std::string& stem) {
    return name.starts_with(stem) && (name.ends_with(".bin") || name.ends_with(".bin.gz"));
}

Files find_files(const std::string& folder) {
    const char* way_out = "; cifar10:DIR needs the folder of the unpacked archive cifar-10-binary.tar.gz";
    std::error_code error;
    if (!fs::is_directory(folder, error))
        throw DataError("there is no data folder " + folder + way_out);
    Files files;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (is_called(name, "data_batch"))
            files.train.push_back(entry.path().string());
        else if (is_called(name, "test_batch"))
            files.test.push_back(entry.path().string());
    }
    if (files.train.empty())
        throw DataError("the folder " + folder + " has no file data_batch_1.bin" + way_out);
    // data_batch_10 comes behind data_batch_9.
    const auto number = [](const std::string& path) {
        const std::string plain = path.substr(0, path.size() - (path.ends_with(".gz") ? 3 : 0));
        return std::pair(plain.size(), plain);
    };
    std::ranges::sort(files.train, {}, number);
    std::ranges::sort(files.test, {}, number);
    return files;
}

std::shared_ptr<StoredSamples> read_part(const std::vector<std::string>& files, int classes,
                                         ContentHash& hash, std::vector<std::string>& warnings) {
    auto stored = std::make_shared<StoredSamples>();
    stored->sample = {{cifar10_side, cifar10_side, 3}};
    stored->target = {TargetKind::class_label, 1, classes};
    Cifar10Records records;
    Damage damage(fs::path(files.front()).parent_path().string(), "pictures");
    std::vector<std::size_t> good;
    for (const std::string& file : files) {
        const std::size_t first = records.labels.size();
        read_cifar10(file, records);
        for (std::size_t i = first; i < records.labels.size(); ++i) {
            if (records.labels[i] < classes)
                good.push_back(i);
            else
                damage.add(file + ": item " + std::to_string(i - first) + " (counted from 0) has label " +
                           std::to_string(records.labels[i]) + ", but there are " + std::to_string(classes) +
                           " classes, 0 to " + std::to_string(classes - 1));
        }
    }
    hash.add(records.labels.data(), records.labels.size());
    hash.add(records.images.data(), records.images.size());
    damage.settle(static_cast<std::int64_t>(records.labels.size()), "get the files again", warnings);
    stored->bytes.reset(new unsigned char[good.size() * cifar10_image_bytes]);
    for (std::size_t i = 0; i < good.size(); ++i) {
        std::memcpy(stored->bytes.get() + i * cifar10_image_bytes,
                    records.images.data() + good[i] * cifar10_image_bytes, cifar10_image_bytes);
        stored->labels.push_back(records.labels[good[i]]);
    }
    return stored;
}

} // namespace

DataSplit open_cifar10(const std::string& folder, const DataOptions& options) {
    const Files files = find_files(folder);
    DataSplit split;
    split.class_names = read_name_list(fs::path(folder) / "batches.meta.txt");
    if (split.class_names.empty())
        split.class_names = usual_names;
    const int classes = static_cast<int>(split.class_names.size());
    ContentHash hash;
    const auto train = read_part(files.train, classes, hash, split.warnings);
    SplitIndices parts;
    split.own_validation = !files.test.empty();
    if (!files.test.empty()) {
        split.train = std::make_shared<MemoryDataset>(train);
        split.validation =
            std::make_shared<MemoryDataset>(read_part(files.test, classes, hash, split.warnings));
    } else {
        if (train->count() < 2)
            throw DataError(
                "the folder " + folder +
                " holds one picture, and there is no test_batch.bin: nothing can be split off for "
                "validation");
        parts = stratified_split(train->labels, classes, options.validation, options.seed);
        split.train = std::make_shared<MemoryDataset>(train, parts.train);
        split.validation = std::make_shared<MemoryDataset>(train, parts.validation);
    }
    split.class_counts = count_classes(train->labels, parts.train, classes);
    split.fingerprint = hash_text(hash.value());
    return split;
}

} // namespace laptime
