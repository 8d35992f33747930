// SPDX-License-Identifier: Apache-2.0
// Everything ends in one piece of memory: what people ask about at once is small beside training data.
#include "engine/data/predict_input.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>

#include "engine/core/error.h"
#include "engine/data/idx_file.h"
#include "engine/data/learned_table.h"
#include "engine/data/npy_file.h"
#include "engine/data/packed_file.h"
#include "engine/data/read_image.h"
#include "engine/data/utf8.h"

namespace laptime {

namespace {

namespace fs = std::filesystem;

/// Beyond this it is wiser to ask in portions.
constexpr std::uint64_t most_bytes = std::uint64_t{4} << 30;

bool takes_pictures(const SampleType& sample) {
    return sample.element == ElementType::u8 && sample.shape.size() == 3 &&
           (sample.shape[2] == 1 || sample.shape[2] == 3);
}

enum class FileType { picture, npy, idx, other };

/// By the first bytes, unpacked.
FileType type_of(const std::string& path) {
    std::array<unsigned char, 6> start{};
    PackedFile file(path);
    const std::string_view text(reinterpret_cast<const char*>(start.data()),
                                file.read(start.data(), start.size()));
    if (text.starts_with("\xFF\xD8\xFF") || text.starts_with("\x89PNG"))
        return FileType::picture;
    if (text == "\x93NUMPY")
        return FileType::npy;
    return text.starts_with(std::string_view("\0\0\x08", 3)) ? FileType::idx : FileType::other;
}

/// A folder's pictures by name, files as they are.
std::vector<std::string> files_of(const std::vector<std::string>& places) {
    std::vector<std::string> files;
    for (const std::string& place : places) {
        std::error_code error;
        if (!fs::is_directory(place, error)) {
            files.push_back(place);
            continue;
        }
        const std::size_t first = files.size();
        for (const fs::directory_entry& entry : fs::directory_iterator(place))
            if (entry.is_regular_file() && !entry.path().filename().string().starts_with('.'))
                files.push_back(entry.path().string());
        std::sort(files.begin() + static_cast<std::ptrdiff_t>(first), files.end());
        if (files.size() == first)
            throw DataError("the folder " + place + " has no files; name files, or a folder of pictures");
    }
    return files;
}

class Collector {
public:
    explicit Collector(const Preprocessing& learned) : learned_(learned) {}

    void add(const std::string& path) {
        if (learned_.table)
            return add_rows(path);
        switch (type_of(path)) {
        case FileType::picture:
            return add_picture(path);
        case FileType::npy:
            return add_array(path);
        case FileType::idx:
            return add_idx(path);
        case FileType::other:
            throw DataError(path + " is of a kind that this model does not take; it takes " + taken());
        }
    }

    PredictInput finish() {
        if (names_.empty())
            throw DataError(warnings_.empty() ? "name at least one file" : warnings_.front());
        auto samples = std::make_shared<StoredSamples>();
        samples->sample = learned_.sample;
        samples->target = learned_.target;
        samples->items = static_cast<std::int64_t>(names_.size());
        samples->bytes.reset(new unsigned char[bytes_.size()]);
        std::memcpy(samples->bytes.get(), bytes_.data(), bytes_.size());
        return {std::make_shared<MemoryDataset>(std::move(samples)), std::move(names_), std::move(warnings_)};
    }

private:
    std::string taken() const {
        const std::string arrays = ".npy arrays and IDX files of samples of " + text_of(learned_.sample);
        return takes_pictures(learned_.sample) ? "pictures (JPEG, PNG), " + arrays : arrays;
    }

    unsigned char* room_for(std::size_t items) {
        const std::size_t before = bytes_.size(), more = items * learned_.sample.bytes();
        if (more > most_bytes || before + more > most_bytes)
            throw DataError("these are more than 4 GiB of samples; ask about fewer at a time");
        bytes_.resize(before + more);
        return bytes_.data() + before;
    }

    void name_items(const std::string& path, std::int64_t items) {
        for (std::int64_t i = 0; i < items; ++i)
            names_.push_back(items == 1 ? path : path + " [" + std::to_string(i) + "]");
    }

    void add_rows(const std::string& path) {
        const LearnedRows rows = read_learned_rows(path, learned_, false);
        std::memcpy(room_for(rows.lines.size()), rows.samples.bytes.get(),
                    rows.lines.size() * learned_.sample.bytes());
        for (const std::int64_t line : rows.lines)
            names_.push_back(path + ": line " + std::to_string(line));
        warnings_.insert(warnings_.end(), rows.warnings.begin(), rows.warnings.end());
    }

    void add_picture(const std::string& path) {
        const auto& shape = learned_.sample.shape;
        if (!takes_pictures(learned_.sample))
            throw DataError(path + " is a picture, and this model takes none; it takes " + taken());
        const ImageTarget target{{shape[0], shape[1]}, fit_of(learned_.resize), static_cast<int>(shape[2])};
        try {
            const Image image = read_image(path, target);
            std::memcpy(room_for(1), image.pixels.data(), learned_.sample.bytes());
            names_.push_back(path);
        } catch (const DataError& error) {
            warnings_.emplace_back(error.what()); // the others may be good
        }
    }

    /// How many samples an array of that shape holds: [items, sample…] or one sample, with or without the
    /// last axis where that is a single channel.
    std::int64_t items_in(const std::string& name, const std::vector<std::int64_t>& shape) const {
        std::vector<std::int64_t> sample = learned_.sample.shape;
        for (int without_channel = 0; without_channel < 2; ++without_channel) {
            if (shape == sample)
                return 1;
            if (!shape.empty() && std::equal(shape.begin() + 1, shape.end(), sample.begin(), sample.end()))
                return shape.front();
            if (sample.size() < 2 || sample.back() != 1)
                break;
            sample.pop_back();
        }
        throw DataError(name + " has the shape " + text_of(SampleType{shape}) +
                        ", but the model takes samples of " + text_of(learned_.sample) +
                        ", one or many behind each other");
    }

    void add_array(const std::string& path) {
        PackedFile source(path);
        const NpyHeader header = read_npy_header(source);
        const std::int64_t items = items_in(path, header.shape);
        const bool is_bytes = header.kind == 'u' && header.size == 1;
        if (header.is_text() || learned_.sample.element == ElementType::i32 ||
            (learned_.sample.element == ElementType::u8 && !is_bytes))
            throw DataError(path + " is " + header.text() + ", but the model takes " +
                            (learned_.sample.element == ElementType::u8 ? "uint8 (0 to 255)" : "other") +
                            " numbers; convert it with astype before saving");
        unsigned char* to = room_for(static_cast<std::size_t>(items));
        if (learned_.sample.element == ElementType::u8)
            read_npy(source, header, to);
        else
            read_npy(source, header, reinterpret_cast<float*>(to));
        name_items(path, items);
    }

    void add_idx(const std::string& path) {
        if (learned_.sample.element != ElementType::u8)
            throw DataError(path + " holds bytes, and this model takes none; it takes " + taken());
        const IdxArray array = read_idx(path);
        const std::int64_t items = items_in(path, array.dims);
        std::memcpy(room_for(static_cast<std::size_t>(items)), array.data.get(),
                    static_cast<std::size_t>(items) * learned_.sample.bytes());
        name_items(path, items);
    }

    const Preprocessing& learned_;
    std::vector<unsigned char> bytes_;
    std::vector<std::string> names_, warnings_;
};

} // namespace

PredictInput open_predict_input(const Preprocessing& learned, const std::vector<std::string>& files) {
    if (!learned.tokens.empty())
        throw DataError("this model goes on with a text; give it one to begin with, not files");
    Collector collector(learned);
    for (const std::string& file : files_of(files))
        collector.add(file);
    return collector.finish();
}

std::vector<std::int32_t> prompt_tokens(const Preprocessing& learned, const std::string& prompt) {
    if (learned.tokens.empty())
        throw DataError("this model was not trained on text; give it files, not a prompt");
    std::vector<std::int32_t> tokens;
    if (learned.tokens == "bytes") {
        for (const char c : prompt)
            tokens.push_back(static_cast<unsigned char>(c));
        return tokens;
    }
    std::string_view rest = prompt;
    while (!rest.empty()) {
        const int length = first_code_point(rest).length;
        if (length <= 0)
            throw DataError("the prompt is not UTF-8 at byte " + std::to_string(prompt.size() - rest.size()) +
                            " (counted from 0)");
        // The vocabulary is in the order of the code points, which is that of their UTF-8.
        const std::string_view character = rest.substr(0, static_cast<std::size_t>(length));
        const auto at = std::lower_bound(learned.vocabulary.begin(), learned.vocabulary.end(), character);
        if (at == learned.vocabulary.end() || *at != character)
            throw DataError(
                "the prompt has the character '" + std::string(character) +
                "', which does not occur in the text that the model was trained on; leave it away");
        tokens.push_back(static_cast<std::int32_t>(at - learned.vocabulary.begin()));
        rest.remove_prefix(character.size());
    }
    return tokens;
}

std::string token_text(const Preprocessing& learned, std::span<const std::int32_t> tokens) {
    std::string text;
    for (const std::int32_t token : tokens)
        text += learned.vocabulary.at(static_cast<std::size_t>(token));
    return text;
}

} // namespace laptime
