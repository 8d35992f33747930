// SPDX-License-Identifier: Apache-2.0
// From a name in the experiment file to an open data set.
#include "engine/data/dataset.h"

#include <array>
#include <filesystem>
#include <optional>

#include "engine/core/error.h"
#include "engine/data/augmented_dataset.h"
#include "engine/data/cifar10_dataset.h"
#include "engine/data/csv_dataset.h"
#include "engine/data/idx_dataset.h"
#include "engine/data/image_dataset.h"
#include "engine/data/npz_dataset.h"
#include "engine/data/opened.h"
#include "engine/data/preprocessing.h"
#include "engine/data/synthetic.h"
#include "engine/data/text_dataset.h"

namespace laptime {

namespace {

constexpr const char* fashion = "fashion-mnist";

IdxFolder fashion_folder() {
    return {"/usr/share/datasets/fashion-mnist",
            {"T-shirt/top", "Trouser", "Pullover", "Dress", "Coat", "Sandal", "Shirt", "Sneaker", "Bag",
             "Ankle boot"},
            "install the package dataset-fashion-mnist (apt install dataset-fashion-mnist), or name a folder "
            "of your own with idx:DIR"};
}

IdxFolder idx_folder(const std::string& place) {
    return {place, {}, "check the path behind idx: and what is in the folder"};
}

/// A kind of data that is named with a path behind a colon. The functions get that path.
struct FileKind {
    const char* name;
    const char* place; ///< as messages write it
    const char* what;  ///< is behind the colon
    DataSplit (*open)(const std::string& place, const DataOptions& options);
    /// Null: its headers do not tell enough, so it is opened to be summarised.
    DataSummary (*summarize)(const std::string& place, const DataOptions& options);
};

constexpr std::array file_kinds{
    FileKind{
        "idx", "DIR", "the folder of the files",
        [](const std::string& place, const DataOptions& o) { return open_idx(idx_folder(place), o); },
        [](const std::string& place, const DataOptions& o) { return summarize_idx(idx_folder(place), o); }},
    FileKind{"cifar10", "DIR", "the folder of the files", open_cifar10, nullptr},
    FileKind{"images", "DIR", "the folder", open_images, summarize_images},
    FileKind{"csv", "FILE", "the file", open_csv, nullptr},
    FileKind{"npz", "FILE", "the file", open_npz, nullptr},
    FileKind{"text", "FILE", "the file", open_text, nullptr},
};

const FileKind* find_kind(const std::string& name) {
    for (const FileKind& kind : file_kinds)
        if (name == kind.name)
            return &kind;
    return nullptr;
}

/// "fashion-mnist, idx:DIR, … or synthetic:…"
std::string known_kinds() {
    std::string text = fashion;
    for (const FileKind& kind : file_kinds)
        text += std::string(", ") + kind.name + ":" + kind.place;
    return text + " or synthetic:HEIGHTxWIDTHxCHANNELS/CLASSES";
}

/// "idx" and "DIR" of "idx:DIR".
struct NameParts {
    std::string kind;
    std::optional<std::string> argument;
};

NameParts parts_of(const std::string& name) {
    const std::size_t colon = name.find(':');
    if (colon == std::string::npos)
        return {name, std::nullopt};
    return {name.substr(0, colon), name.substr(colon + 1)};
}

DataSplit open_checked(const DataOptions& options) {
    const NameParts parts = parts_of(options.dataset);
    if (parts.kind == "synthetic")
        return open_synthetic(parse_synthetic(*parts.argument));
    if (parts.kind == fashion)
        return open_idx(fashion_folder(), options);
    const FileKind* kind = find_kind(parts.kind);
    return kind->summarize ? kind->open(*parts.argument, options)
                           : open_once(*parts.argument, options, kind->open);
}

void check(const DataOptions& options) {
    if (const std::string wrong = dataset_name_problem(options.dataset); !wrong.empty())
        throw DataError(wrong);
    if (!(options.validation > 0 && options.validation < 1))
        throw DataError("the validation part must be more than 0 and less than 1 of the data");
}

} // namespace

std::string text_of(const SampleType& sample) {
    std::string text;
    for (const std::int64_t size : sample.shape)
        text += (text.empty() ? "" : " x ") + std::to_string(size);
    return text.empty() ? "1" : text;
}

std::string dataset_name_problem(const std::string& name) {
    const NameParts parts = parts_of(name);
    if (parts.kind == fashion && !parts.argument)
        return {};
    if (parts.kind == "synthetic") {
        try {
            parse_synthetic(parts.argument.value_or(""));
            return {};
        } catch (const DataError& error) {
            return error.what();
        }
    }
    const FileKind* kind = find_kind(parts.kind);
    if (!kind)
        return "there is no data set '" + name + "'; use " + known_kinds();
    if (parts.argument.value_or("").empty())
        return parts.kind + " needs " + kind->what + " behind it: " + kind->name + ":" + kind->place;
    return {};
}

std::string dataset_relative_to(const std::string& name, const std::string& folder) {
    const NameParts parts = parts_of(name);
    if (!find_kind(parts.kind) || parts.argument.value_or("").empty())
        return name;
    return parts.kind + ":" + (std::filesystem::path(folder) / *parts.argument).lexically_normal().string();
}

DataSplit open_dataset(const DataOptions& options) {
    check(options);
    DataSplit split = open_checked(options);
    split.train = augmented(std::move(split.train), options.augment);
    if (split.preprocessing.empty())
        split.preprocessing =
            to_json({split.train->sample(), split.train->target(), split.class_names, options.resize});
    return split;
}

DataSummary summarize_dataset(const DataOptions& options) {
    check(options);
    const NameParts parts = parts_of(options.dataset);
    if (parts.kind == "synthetic") {
        const SyntheticSpec spec = parse_synthetic(*parts.argument);
        return {spec.sample, {TargetKind::class_label, 1, spec.classes}, spec.train, spec.test, {}};
    }
    if (parts.kind == fashion)
        return summarize_idx(fashion_folder(), options);
    const FileKind* kind = find_kind(parts.kind);
    return kind->summarize ? kind->summarize(*parts.argument, options)
                           : summarize_once(*parts.argument, options, kind->open);
}

std::vector<std::string> dataset_names() {
    return {fashion};
}

} // namespace laptime
