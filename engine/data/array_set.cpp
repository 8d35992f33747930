// SPDX-License-Identifier: Apache-2.0
#include "engine/data/array_set.h"

#include <algorithm>
#include <filesystem>

#include "engine/core/error.h"
#include "engine/data/packed_file.h"

namespace laptime {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view ending = ".npy";
constexpr std::size_t most_listed = 20;

} // namespace

ArraySet::ArraySet(const std::string& place) : place_(place) {
    std::error_code error;
    if (!fs::is_directory(place, error)) {
        if (!place.ends_with(ending)) {
            archive_ = std::make_unique<ZipFile>(place);
        } else if (fs::exists(place, error)) {
            place_ = fs::path(place).parent_path().string();
            place_ = place_.empty() ? "." : place_;
        } else {
            throw DataError("there is no data file " + place + "; check the path behind npz:");
        }
    }
    const auto add = [&](const std::string& file) {
        if (file.ends_with(ending))
            names_.push_back(file.substr(0, file.size() - ending.size()));
    };
    if (archive_)
        for (const ZipFile::Entry& entry : archive_->entries())
            add(entry.name);
    else
        for (const fs::directory_entry& entry : fs::directory_iterator(place_))
            add(entry.path().filename().string());
    if (names_.empty())
        throw DataError(place_ + " holds no NumPy arrays (.npy); save some with numpy.savez");
    std::ranges::sort(names_);
}

bool ArraySet::has(const std::string& name) const {
    return std::ranges::binary_search(names_, name);
}

std::unique_ptr<ByteSource> ArraySet::open(const std::string& name) const {
    const std::string file = name + std::string(ending);
    if (!archive_)
        return std::make_unique<PackedFile>((fs::path(place_) / file).string());
    return archive_->open(*std::ranges::find(archive_->entries(), file, &ZipFile::Entry::name));
}

std::string ArraySet::listing() const {
    std::string text;
    for (std::size_t i = 0; i < std::min(names_.size(), most_listed); ++i) {
        text += (i ? ", " : "") + names_[i];
        try {
            text += " " + read_npy_header(*open(names_[i])).text();
        } catch (const DataError&) {
            text += " (cannot be read)";
        }
    }
    return names_.size() > most_listed ? text + ", …" : text;
}

} // namespace laptime
