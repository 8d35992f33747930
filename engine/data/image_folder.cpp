// SPDX-License-Identifier: Apache-2.0
// Names are sorted, because a file system gives them in any order, and the same folder must be the same data
// set everywhere.
#include "engine/data/image_folder.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

#include "engine/core/error.h"

namespace laptime {

namespace {

namespace fs = std::filesystem;

constexpr std::array picture_endings{".jpg", ".jpeg", ".jpe", ".jfif", ".png"};
/// Folders inside a class's folder; a link that leads back up would go on for ever.
constexpr int deepest = 16;

bool is_hidden(const fs::path& path) {
    return path.filename().native().starts_with('.');
}

bool is_picture(const fs::path& path) {
    std::string ending = path.extension().string();
    for (char& c : ending)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return std::find(picture_endings.begin(), picture_endings.end(), ending) != picture_endings.end();
}

/// The names in a folder, sorted; hidden ones left out.
struct Entries {
    std::vector<std::string> folders, pictures, others;
};

Entries entries_of(const fs::path& folder) {
    Entries entries;
    try {
        for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
            std::error_code error;
            if (is_hidden(entry.path()))
                continue;
            auto& names = entry.is_directory(error)  ? entries.folders
                          : is_picture(entry.path()) ? entries.pictures
                                                     : entries.others;
            names.push_back(entry.path().filename().string());
        }
    } catch (const fs::filesystem_error& error) {
        throw DataError("cannot read the folder " + folder.string() + ": " + error.code().message());
    }
    for (auto* names : {&entries.folders, &entries.pictures, &entries.others})
        std::sort(names->begin(), names->end());
    return entries;
}

/// Files that are no pictures, counted by their ending.
using OtherFiles = std::map<std::string, std::size_t>;

/// All pictures in and below `folder`, which is `relative` to the root.
void collect(const fs::path& folder, const std::string& relative, int depth, std::vector<std::string>& found,
             OtherFiles& others) {
    const Entries entries = entries_of(folder);
    for (const std::string& name : entries.pictures)
        found.push_back(relative + "/" + name);
    for (const std::string& name : entries.others)
        ++others[fs::path(name).extension().string()];
    if (depth < deepest)
        for (const std::string& name : entries.folders)
            collect(folder / name, relative + "/" + name, depth + 1, found, others);
}

/// One part of the data: its classes with their pictures.
struct ClassFolders {
    std::string prefix; ///< "" or "train/"
    std::map<std::string, std::vector<std::string>> pictures;
};

ClassFolders collect_classes(const std::string& root, const std::string& prefix, ImageFolder& result) {
    ClassFolders classes{prefix, {}};
    OtherFiles others;
    const Entries entries = entries_of(fs::path(root) / prefix);
    for (const std::string& name : entries.folders) {
        std::vector<std::string> found;
        collect(fs::path(root) / (prefix + name), prefix + name, 0, found, others);
        std::sort(found.begin(), found.end());
        if (found.empty())
            result.notes.push_back("the folder " + prefix + name + " holds no pictures and is left out");
        else
            classes.pictures.emplace(name, std::move(found));
    }
    std::size_t count = 0;
    std::string endings;
    for (const auto& [ending, files] : others) {
        count += files;
        endings += (endings.empty() ? "" : ", ") + (ending.empty() ? "without an ending" : ending);
    }
    if (count > 0)
        result.notes.push_back(std::to_string(count) + " files that are not .jpg or .png are left out (" +
                               endings + ")");
    if (classes.pictures.empty() && !entries.pictures.empty())
        throw DataError("the folder " + (fs::path(root) / prefix).string() + " holds " +
                        std::to_string(entries.pictures.size()) +
                        " pictures, but no folders of classes; put the pictures of each class into a folder "
                        "of its own, as cat/1.jpg and dog/2.jpg");
    return classes;
}

ImagePart part_of(const ClassFolders& classes, const std::vector<std::string>& names) {
    ImagePart part;
    for (const auto& [name, pictures] : classes.pictures) {
        const auto at = std::lower_bound(names.begin(), names.end(), name);
        if (at == names.end() || *at != name)
            throw DataError("the class " + classes.prefix + name +
                            " has no folder with pictures in the training part; add one, or remove this");
        for (const std::string& path : pictures) {
            part.paths.add(path);
            part.labels.push_back(static_cast<std::int32_t>(at - names.begin()));
        }
    }
    return part;
}

/// "train" where it is a part and not a class: it holds folders, not pictures.
bool has_train_part(const std::string& root, const Entries& entries) {
    if (!std::binary_search(entries.folders.begin(), entries.folders.end(), "train"))
        return false;
    const Entries inside = entries_of(fs::path(root) / "train");
    return !inside.folders.empty() && inside.pictures.empty();
}

std::string validation_part(const Entries& entries) {
    for (const char* name : {"val", "valid", "validation", "test"})
        if (std::binary_search(entries.folders.begin(), entries.folders.end(), name))
            return name;
    return {};
}

} // namespace

ImageFolder scan_image_folder(const std::string& root) {
    std::error_code error;
    if (!fs::is_directory(root, error))
        throw DataError(
            "there is no data folder " + root +
            "; check the path behind images: (it should hold a folder of pictures for each class)");
    ImageFolder result;
    result.root = root;
    const Entries entries = entries_of(root);
    const bool parts = has_train_part(root, entries);
    const ClassFolders train = collect_classes(root, parts ? "train/" : "", result);
    for (const auto& [name, pictures] : train.pictures)
        result.class_names.push_back(name);
    if (result.class_names.size() < 2)
        throw DataError("the folder " + (fs::path(root) / train.prefix).string() + " has " +
                        (result.class_names.empty() ? "no folder with pictures"
                                                    : "one class only (" + result.class_names[0] + ")") +
                        "; a folder of JPEG or PNG pictures for each of two or more classes is expected");
    result.train = part_of(train, result.class_names);
    if (const std::string name = parts ? validation_part(entries) : ""; !name.empty())
        if (const ClassFolders classes = collect_classes(root, name + "/", result); !classes.pictures.empty())
            result.validation = part_of(classes, result.class_names);
    return result;
}

} // namespace laptime
