// SPDX-License-Identifier: Apache-2.0
// Archives of NumPy arrays as data sets, as they are and with their checksums put right, so that mutations of
// the arrays get past those.
#include <cstring>
#include <utility>

#include "engine/core/error.h"
#include "engine/data/npz_dataset.h"
#include "tests/fuzz/input_file.h"
#include "tests/fuzz/npy_seeds.h"

namespace laptime::fuzz {

namespace {

constexpr std::size_t local_header = 30, central_header = 46;

std::uint32_t checksum(std::span<const unsigned char> bytes) {
    return static_cast<std::uint32_t>(crc32(0, bytes.data(), static_cast<uInt>(bytes.size())));
}

/// Stored or deflated entries, the directory, and its end (PKWARE's APPNOTE.TXT, 4.3).
Bytes zip(const std::vector<std::pair<std::string, Bytes>>& entries, bool deflated) {
    Bytes file, directory;
    for (const auto& [name, content] : entries) {
        Bytes packed = content;
        if (deflated) { // a gzip stream without its 10 bytes of header and 8 of end
            packed = gzipped(content);
            packed = Bytes(packed.begin() + 10, packed.end() - 8);
        }
        const std::size_t at = file.size();
        Bytes common;
        append_little(common, 20, 2);
        append_little(common, 0, 2);
        append_little(common, deflated ? 8 : 0, 2);
        append_little(common, 0, 4);
        append_little(common, checksum(content), 4);
        append_little(common, packed.size(), 4);
        append_little(common, content.size(), 4);
        append_little(common, name.size(), 2);
        append_little(common, 0, 2);
        append(file, std::string("PK\3\4"));
        append(file, common);
        append(file, name);
        append(file, packed);
        append(directory, std::string("PK\1\2"));
        append_little(directory, 20, 2);
        append(directory, common);
        append_little(directory, 0, 10);
        append_little(directory, at, 4);
        append(directory, name);
    }
    const std::size_t at = file.size();
    append(file, directory);
    append(file, std::string("PK\5\6"));
    append_little(file, 0, 4);
    append_little(file, entries.size(), 2);
    append_little(file, entries.size(), 2);
    append_little(file, directory.size(), 4);
    append_little(file, at, 4);
    append_little(file, 0, 2);
    return file;
}

/// Of stored entries whose sizes still make sense.
void put_checksums_right(Bytes& file) {
    const auto number = [&](std::size_t at, std::size_t size) {
        std::size_t value = 0;
        for (std::size_t i = size; i-- > 0;)
            value = value << 8 | file[at + i];
        return value;
    };
    for (std::size_t at = 0; at + central_header <= file.size(); ++at) {
        if (std::memcmp(file.data() + at, "PK\1\2", 4) != 0 || number(at + 10, 2) != 0)
            continue;
        const std::size_t size = number(at + 20, 4), header = number(at + 42, 4);
        if (header > file.size() || file.size() - header < local_header)
            continue;
        const std::size_t data = header + local_header + number(header + 26, 2) + number(header + 28, 2);
        if (data > file.size() || size > file.size() - data)
            continue;
        const std::uint32_t sum = checksum(std::span(file).subspan(data, size));
        for (std::size_t i = 0; i < 4; ++i)
            file[at + 16 + i] = file[header + 14 + i] = static_cast<unsigned char>(sum >> 8 * i);
    }
}

void open(std::span<const unsigned char> input) {
    const InputFile file(input);
    DataOptions options;
    options.dataset = "npz:" + file.path();
    options.validation = 0.5;
    try {
        open_npz(file.path(), options);
    } catch (const Error&) { // expected
    }
}

} // namespace

std::vector<Bytes> seeds() {
    std::vector<Bytes> seeds;
    for (const bool deflated : {false, true}) {
        seeds.push_back(
            zip({{"x.npy", npy("|u1", "4, 2, 2", 16)}, {"y.npy", npy("<i8", "4,", 32)}}, deflated));
        seeds.push_back(zip({{"x_train.npy", npy("<f4", "4, 3", 48)},
                             {"y_train.npy", npy("<f4", "4, 2", 32)},
                             {"x_test.npy", npy("<f4", "2, 3", 24)},
                             {"y_test.npy", npy("<f4", "2, 2", 16)}},
                            deflated));
        seeds.push_back(zip(
            {{"data.npy", npy(">f8", "2, 2", 32, true)}, {"target.npy", npy("<U2", "2,", 16)}}, deflated));
    }
    seeds.push_back(npy("<f4", "4, 3", 48));
    return seeds;
}

std::vector<std::string> words() {
    return {std::string("PK\1\2"),
            std::string("PK\3\4"),
            std::string("PK\5\6"),
            std::string("PK\6\6"),
            std::string("PK\6\7"),
            "x.npy",
            "y_train.npy",
            "'shape': (4,)",
            "'<f8'",
            "'|b1'"};
}

void read(std::span<const unsigned char> input) {
    open(input);
    Bytes right(input.begin(), input.end());
    put_checksums_right(right);
    open(right);
}

} // namespace laptime::fuzz
