// SPDX-License-Identifier: Apache-2.0
// Decoded pictures of one data set: kept in memory while they fit a bound, decoded again each time beyond it.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "engine/data/helpers.h"
#include "engine/data/image.h"
#include "engine/data/path_list.h"

namespace laptime {

/// What a store is made of.
struct ImageSource {
    std::string root;
    PathList paths; ///< relative to the root
    ImageTarget target;
    std::uint64_t cache_bytes = 0;
    std::int64_t damaged_before = 0; ///< files that were left out when the data set was opened
};

/// Which pictures are kept does not depend on the order of reading: the first ones of the list that fit.
/// Every epoch reads each picture once, so any fixed part of them is as good as the best strategy.
/// Thread-safe.
class ImageStore {
public:
    explicit ImageStore(ImageSource source);

    std::size_t sample_bytes() const { return sample_bytes_; }
    const ImageTarget& target() const { return source_.target; }

    /// Copies a picture that is in memory; false where it is not.
    bool read_kept(std::uint32_t item, unsigned char* to) const;
    /// Copies a picture, decoded now if need be. False where its file is damaged, which is noted. Throws
    /// DataError when more than 1 % of the data set have turned out damaged.
    bool read(std::uint32_t item, unsigned char* to);

    Helpers& helpers() { return helpers_; }
    /// About files that turned out damaged since the last call; empty, or one text.
    std::vector<std::string> take_warnings();
    /// Bytes that pictures and paths take at most, beside those which are being decoded.
    std::uint64_t memory_bound() const;

private:
    enum class State : unsigned char { unknown, writing, kept, damaged };
    bool decode(std::uint32_t item, unsigned char* to);
    void keep(std::uint32_t item, const unsigned char* pixels);
    void note_damage(std::uint32_t item, const std::string& why);

    const ImageSource source_;
    const std::size_t sample_bytes_;
    const std::size_t capacity_; ///< pictures that are kept
    std::unique_ptr<unsigned char[]> pixels_;
    std::vector<std::atomic<State>> states_;
    Helpers helpers_;

    std::mutex mutex_; ///< guards what follows
    std::int64_t damaged_, reported_ = 0, found_ = 0;
    std::vector<std::string> first_; ///< not reported yet
};

} // namespace laptime
