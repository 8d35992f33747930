// SPDX-License-Identifier: Apache-2.0
// The text is read twice, so that only the tokens are kept, in as few bytes as they need: once to see which
// characters there are, and once to number them.
#include "engine/data/text_dataset.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <stdexcept>
#include <variant>

#include "engine/core/error.h"
#include "engine/core/random.h"
#include "engine/data/memory_dataset.h"
#include "engine/data/preprocessing.h"
#include "engine/data/text_file.h"
#include "engine/data/utf8.h"

namespace laptime {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t code_points = 0x110000;
constexpr std::int64_t longest_context = std::int64_t{1} << 20;

using Tokens =
    std::variant<std::vector<std::uint8_t>, std::vector<std::uint16_t>, std::vector<std::uint32_t>>;

std::vector<std::string> text_files(const std::string& place) {
    std::error_code error;
    if (!fs::is_directory(place, error))
        return {place};
    std::vector<std::string> files;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(place))
        if (entry.is_regular_file() && entry.path().extension() == ".txt")
            files.push_back(entry.path().string());
    if (files.empty())
        throw DataError("the folder " + place + " has no .txt files; check the path behind text:");
    std::ranges::sort(files);
    return files;
}

/// A part of the tokens.
class TextDataset : public Dataset {
public:
    TextDataset(std::shared_ptr<const Tokens> tokens, std::size_t first, std::int64_t count,
                std::int64_t size, std::int64_t context, int vocabulary)
        : tokens_(std::move(tokens)), first_(first), count_(count), size_(size), context_(context),
          vocabulary_(vocabulary) {}

    SampleType sample() const override { return {{context_}, ElementType::i32}; }
    TargetType target() const override { return {TargetKind::tokens, context_, vocabulary_}; }
    std::int64_t size() const override { return size_; }

    void read(std::span<const std::uint32_t> indices, Epoch epoch, void* samples,
              void* targets) const override {
        auto* to = static_cast<std::int32_t*>(samples);
        auto* target_to = static_cast<std::int32_t*>(targets);
        for (const std::uint32_t index : indices) {
            check_index(index, size_);
            const std::size_t at = first_ + static_cast<std::size_t>(cut(index, epoch));
            copy(at, to);
            to += context_;
            if (target_to) {
                copy(at + 1, target_to);
                target_to += context_;
            }
        }
    }

private:
    /// Where sample `index` begins: 0…count - context - 1, so that its last target is inside.
    std::int64_t cut(std::uint32_t index, Epoch epoch) const {
        const std::int64_t places = count_ - context_;
        if (epoch.number == 0)
            return std::min(index * context_, places - 1);
        const auto number = static_cast<std::uint64_t>(epoch.number);
        const auto words =
            philox(random_key(epoch.seed, RandomUse::text_cut),
                   {index, static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(number >> 32), 0});
        const std::uint64_t bits = std::uint64_t{words[0]} << 32 | words[1];
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(
            static_cast<unsigned __int128>(bits) * static_cast<std::uint64_t>(places) >> 64));
    }

    void copy(std::size_t at, std::int32_t* to) const {
        std::visit(
            [&](const auto& all) {
                const auto* from = all.data() + at;
                std::transform(from, from + context_, to,
                               [](auto token) { return static_cast<std::int32_t>(token); });
            },
            *tokens_);
    }

    std::shared_ptr<const Tokens> tokens_;
    std::size_t first_;
    std::int64_t count_, size_, context_;
    int vocabulary_;
};

Tokens room_for(std::size_t vocabulary, std::size_t count) {
    Tokens tokens;
    if (vocabulary > 65536)
        tokens.emplace<std::vector<std::uint32_t>>();
    else if (vocabulary > 256)
        tokens.emplace<std::vector<std::uint16_t>>();
    std::visit([&](auto& all) { all.reserve(count); }, tokens);
    return tokens;
}

void check_options(const DataOptions& options) {
    if (options.tokens != "characters" && options.tokens != "bytes")
        throw DataError("data.tokens is \"" + options.tokens + "\"; it must be \"characters\" or \"bytes\"");
    if (options.context < 1 || options.context > longest_context)
        throw DataError("data.context is " + std::to_string(options.context) + "; it must be from 1 to " +
                        std::to_string(longest_context));
}

/// "the character 'é' (U+e9) does not occur in the training text"
std::string unknown_character(char32_t code) {
    std::string text = "the character '";
    append_utf8(text, code);
    std::array<char, 8> digits;
    const auto end =
        std::to_chars(digits.data(), digits.data() + digits.size(), static_cast<std::uint32_t>(code), 16);
    return text + "' (U+" + std::string(digits.data(), end.ptr) + ") does not occur in the training text";
}

/// Number of each code point, and the texts of the numbers.
struct Numbering {
    std::vector<std::uint32_t> id;
    std::vector<std::string> vocabulary;
};

Numbering number(const std::vector<bool>& seen, bool bytes) {
    Numbering numbering{std::vector<std::uint32_t>(seen.size()),
                        bytes ? byte_vocabulary() : std::vector<std::string>()};
    for (std::size_t code = 0; code < seen.size(); ++code) {
        numbering.id[code] = static_cast<std::uint32_t>(bytes ? code : numbering.vocabulary.size());
        if (!bytes && seen[code]) {
            std::string text;
            append_utf8(text, static_cast<char32_t>(code));
            numbering.vocabulary.push_back(std::move(text));
        }
    }
    return numbering;
}

constexpr std::uint32_t no_token = 0xFFFFFFFF;

/// Numbers all characters that have one.
Tokens encode(const std::vector<std::string>& files, bool bytes, const std::vector<std::uint32_t>& id,
              std::size_t vocabulary, std::size_t count, Damage& damage) {
    Tokens tokens = room_for(vocabulary, count);
    read_texts(files, bytes, damage, nullptr, [&](const std::vector<char32_t>& piece) {
        std::visit(
            [&](auto& all) {
                using Token = typename std::remove_reference_t<decltype(all)>::value_type;
                for (const char32_t code : piece)
                    if (id[code] != no_token)
                        all.push_back(static_cast<Token>(id[code]));
                    else
                        damage.add(unknown_character(code));
            },
            tokens);
    });
    return tokens;
}

std::size_t size_of(const Tokens& tokens) {
    return std::visit([](const auto& all) { return all.size(); }, tokens);
}

} // namespace

DataSplit open_text(const std::string& place, const DataOptions& options) {
    check_options(options);
    const std::vector<std::string> files = text_files(place);
    const bool bytes = options.tokens == "bytes";
    DataSplit split;
    ContentHash hash;
    hash.add(static_cast<std::uint64_t>(options.context));
    hash.add(options.tokens.data(), options.tokens.size());
    std::vector<bool> seen(bytes ? 256 : code_points);
    std::int64_t count = 0;
    Damage damage(place, "characters");
    read_texts(files, bytes, damage, &hash, [&](const std::vector<char32_t>& piece) {
        for (const char32_t code : piece)
            seen[code] = true;
        count += static_cast<std::int64_t>(piece.size());
    });
    damage.settle(count + damage.count(), "save the text as UTF-8, or set data.tokens = \"bytes\"",
                  split.warnings);
    const std::int64_t context = options.context, least = context + 1;
    if (count < 2 * least)
        throw DataError(place + " has " + std::to_string(count) + (bytes ? " bytes" : " characters") +
                        "; with data.context = " + std::to_string(context) +
                        " training and validation need at least " + std::to_string(least) +
                        " each: use a longer text or a smaller context");
    if (count / context > 0xFFFFFFFF)
        throw DataError(place + " is too long for data.context = " + std::to_string(context) +
                        ": there may be at most 4294967295 samples");

    const Numbering numbering = number(seen, bytes);
    split.vocabulary = numbering.vocabulary;
    Damage known(place, "characters");
    Tokens tokens =
        encode(files, bytes, numbering.id, split.vocabulary.size(), static_cast<std::size_t>(count), known);
    if (size_of(tokens) != static_cast<std::size_t>(count))
        throw DataError(place + " has changed while it was read; start again");

    const auto stored = std::make_shared<const Tokens>(std::move(tokens));
    const std::int64_t tail =
        std::clamp(static_cast<std::int64_t>(std::llround(static_cast<double>(count) * options.validation)),
                   least, count - least);
    const int classes = static_cast<int>(split.vocabulary.size());
    split.train =
        std::make_shared<TextDataset>(stored, 0, count - tail, (count - tail) / context, context, classes);
    split.validation = std::make_shared<TextDataset>(stored, static_cast<std::size_t>(count - tail), tail,
                                                     (tail - 1) / context, context, classes);
    split.fingerprint = hash_text(hash.value());
    Preprocessing learned{split.train->sample(), split.train->target()};
    learned.tokens = options.tokens;
    learned.vocabulary = split.vocabulary;
    split.preprocessing = to_json(learned);
    return split;
}

std::shared_ptr<const Dataset> open_text_as(const std::string& place, const Preprocessing& learned,
                                            std::vector<std::string>& warnings) {
    const bool bytes = learned.tokens == "bytes";
    const std::int64_t context = learned.target.width;
    std::vector<std::uint32_t> id(bytes ? 256 : code_points, no_token);
    for (std::size_t i = 0; i < learned.vocabulary.size(); ++i)
        id[bytes ? i : first_code_point(learned.vocabulary[i]).code] = static_cast<std::uint32_t>(i);
    Damage damage(place, "characters");
    const auto tokens = std::make_shared<const Tokens>(
        encode(text_files(place), bytes, id, learned.vocabulary.size(), 0, damage));
    const auto count = static_cast<std::int64_t>(size_of(*tokens));
    damage.settle(count + damage.count(), "the model can only read what its training text had", warnings);
    if (count <= context)
        throw DataError(place + " has " + std::to_string(count) + " tokens; the model's context is " +
                        std::to_string(context) + ", and one more is needed");
    return std::make_shared<TextDataset>(tokens, 0, count, (count - 1) / context, context,
                                         learned.target.classes);
}

} // namespace laptime
