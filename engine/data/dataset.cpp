// SPDX-License-Identifier: Apache-2.0
// From a name in the experiment file to an open data set.
#include "engine/data/dataset.h"

#include <array>
#include <filesystem>
#include <optional>

#include "engine/core/error.h"
#include "engine/data/idx_dataset.h"
#include "engine/data/synthetic.h"

namespace laptime {

namespace {

constexpr const char* fashion = "fashion-mnist";
constexpr std::array later_kinds = {"cifar10", "images", "csv", "npz", "text"};
constexpr const char* known_kinds = "fashion-mnist, idx:DIR or synthetic:HEIGHTxWIDTHxCHANNELS/CLASSES";

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

IdxFolder fashion_folder() {
    return {"/usr/share/datasets/fashion-mnist",
            {"T-shirt/top", "Trouser", "Pullover", "Dress", "Coat", "Sandal", "Shirt", "Sneaker", "Bag",
             "Ankle boot"},
            "install the package dataset-fashion-mnist (apt install dataset-fashion-mnist), or name a folder "
            "of your "
            "own with idx:DIR"};
}

IdxFolder folder_of(const NameParts& parts) {
    if (parts.kind == fashion)
        return fashion_folder();
    return {*parts.argument, {}, "check the path behind idx: and what is in the folder"};
}

void check(const std::string& name, double validation) {
    if (const std::string wrong = dataset_name_problem(name); !wrong.empty())
        throw DataError(wrong);
    if (!(validation > 0 && validation < 1))
        throw DataError("the validation part must be more than 0 and less than 1 of the data");
}

} // namespace

std::string dataset_name_problem(const std::string& name) {
    const NameParts parts = parts_of(name);
    if (parts.kind == fashion && !parts.argument)
        return {};
    if (parts.kind == "idx" && parts.argument && !parts.argument->empty())
        return {};
    if (parts.kind == "idx")
        return "idx needs the folder of the files behind it: idx:DIR";
    if (parts.kind == "synthetic") {
        try {
            parse_synthetic(parts.argument.value_or(""));
            return {};
        } catch (const DataError& error) {
            return error.what();
        }
    }
    for (const char* later : later_kinds)
        if (parts.kind == later)
            return "data of the kind '" + parts.kind + "' is not in this version yet; use " + known_kinds;
    return "there is no data set '" + name + "'; use " + known_kinds;
}

std::string dataset_relative_to(const std::string& name, const std::string& folder) {
    const NameParts parts = parts_of(name);
    if (parts.kind != "idx" || !parts.argument || parts.argument->empty())
        return name;
    return "idx:" + (std::filesystem::path(folder) / *parts.argument).lexically_normal().string();
}

DataSplit open_dataset(const std::string& name, double validation, std::uint64_t seed) {
    check(name, validation);
    const NameParts parts = parts_of(name);
    if (parts.kind == "synthetic")
        return open_synthetic(parse_synthetic(*parts.argument));
    return open_idx(folder_of(parts), validation, seed);
}

DataSummary summarize_dataset(const std::string& name, double validation) {
    check(name, validation);
    const NameParts parts = parts_of(name);
    if (parts.kind == "synthetic") {
        const SyntheticSpec spec = parse_synthetic(*parts.argument);
        return {spec.sample, spec.classes, spec.train, spec.test};
    }
    return summarize_idx(folder_of(parts), validation);
}

std::vector<std::string> dataset_names() {
    return {fashion};
}

} // namespace laptime
