// SPDX-License-Identifier: Apache-2.0
// The whole size is known from the header, so the elements are unpacked into their final place in one go.
#include "engine/data/idx_file.h"

#include <algorithm>
#include <array>

#include "engine/core/error.h"
#include "engine/data/content_hash.h"
#include "engine/data/packed_file.h"

namespace laptime {

namespace {

constexpr unsigned char unsigned_byte = 0x08;
constexpr int most_dims = 8;
/// Hashing a piece right after it was unpacked finds it still in the processor's cache.
constexpr std::size_t piece = std::size_t{1} << 19;

std::string type_name(unsigned char code) {
    switch (code) {
    case 0x09:
        return "int8";
    case 0x0B:
        return "int16";
    case 0x0C:
        return "int32";
    case 0x0D:
        return "float32";
    case 0x0E:
        return "float64";
    default:
        return "";
    }
}

[[noreturn]] void not_idx(const std::string& path) {
    throw DataError(path +
                    " is not an IDX file: its magic number is wrong (two zero bytes, type and number of "
                    "dimensions are expected first)");
}

std::vector<std::int64_t> read_dims(PackedFile& file) {
    std::array<unsigned char, 4> magic;
    const std::size_t got = file.read(magic.data(), magic.size());
    if (got == 0)
        throw DataError(file.path() + " is empty; get the file again");
    if (got < magic.size() || magic[0] != 0 || magic[1] != 0)
        not_idx(file.path());
    if (magic[2] != unsigned_byte) {
        const std::string type = type_name(magic[2]);
        if (type.empty())
            not_idx(file.path());
        throw DataError(file.path() + " holds " + type +
                        " numbers; only unsigned bytes (type 0x08) are read");
    }
    if (magic[3] < 1 || magic[3] > most_dims)
        throw DataError(file.path() + " claims " + std::to_string(magic[3]) + " dimensions; 1 to " +
                        std::to_string(most_dims) + " make sense");
    std::vector<std::int64_t> dims;
    std::uint64_t promised = 1;
    for (int i = 0; i < magic[3]; ++i) {
        std::array<unsigned char, 4> b;
        if (file.read(b.data(), b.size()) < b.size())
            throw DataError(file.path() + " is truncated: it ends inside its header; get the file again");
        const std::uint64_t size = std::uint64_t{b[0]} << 24 | b[1] << 16 | b[2] << 8 | b[3];
        if (size == 0)
            throw DataError(file.path() + " holds nothing: dimension " + std::to_string(i + 1) + " is 0");
        dims.push_back(static_cast<std::int64_t>(size));
        // A header may promise anything; no memory is asked for that the file cannot fill.
        if (size > file.most_bytes() / promised)
            throw DataError(file.path() +
                            " is truncated: its header promises more than a file of this size can "
                            "hold; get the file again");
        promised *= size;
    }
    return dims;
}

} // namespace

std::vector<std::int64_t> read_idx_dims(const std::string& path) {
    PackedFile file(path);
    return read_dims(file);
}

IdxArray read_idx(const std::string& path) {
    PackedFile file(path);
    IdxArray array{read_dims(file), nullptr, 0};
    ContentHash hash;
    std::size_t size = 1;
    for (const std::int64_t dim : array.dims) {
        hash.add(static_cast<std::uint64_t>(dim));
        size *= static_cast<std::size_t>(dim);
    }
    // Not make_unique: that would write zeros over memory which is about to be filled.
    array.data.reset(new unsigned char[size]);
    for (std::size_t done = 0; done < size;) {
        const std::size_t wanted = std::min(piece, size - done);
        const std::size_t got = file.read(array.data.get() + done, wanted);
        if (got < wanted)
            throw DataError(path + " is truncated: its header promises " + std::to_string(size) + " bytes, " +
                            std::to_string(done + got) + " are there; get the file again");
        hash.add(array.data.get() + done, got);
        done += got;
    }
    unsigned char extra;
    if (file.read(&extra, 1) != 0)
        throw DataError(path + " is longer than its header says (" + std::to_string(size) +
                        " bytes of data); get the file again");
    array.hash = hash.value();
    return array;
}

} // namespace laptime
