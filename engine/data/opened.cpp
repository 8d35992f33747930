// SPDX-License-Identifier: Apache-2.0
// One slot: a strong hold on samples that a summary has read, a weak one on those that somebody trains on.
#include "engine/data/opened.h"

#include <filesystem>
#include <mutex>
#include <utility>

#include "engine/data/content_hash.h"

namespace laptime {

namespace {

namespace fs = std::filesystem;

void add_text(ContentHash& hash, const std::string& text) {
    hash.add(text.size());
    hash.add(text.data(), text.size());
}

void add_file(ContentHash& hash, const fs::path& path) {
    std::error_code error;
    add_text(hash, path.string());
    hash.add(static_cast<std::uint64_t>(fs::file_size(path, error)));
    hash.add(static_cast<std::uint64_t>(fs::last_write_time(path, error).time_since_epoch().count()));
}

/// Of everything that the split depends on; files by name, size and time.
std::uint64_t key_of(const std::string& place, const DataOptions& o) {
    ContentHash hash;
    for (const std::string& text : {o.dataset, o.target, o.task, o.delimiter, o.tokens})
        add_text(hash, text);
    hash.add(&o.validation, sizeof o.validation);
    for (const std::uint64_t number :
         {o.seed, std::uint64_t{o.header}, static_cast<std::uint64_t>(o.context)})
        hash.add(number);
    add_file(hash, place);
    std::error_code error;
    if (fs::is_directory(place, error))
        for (fs::recursive_directory_iterator at(place, error), end; !error && at != end; at.increment(error))
            add_file(hash, at->path());
    return hash.value();
}

struct Slot {
    std::mutex mutex;
    std::uint64_t key = 0;
    DataSplit split; ///< without samples once they were given out
    std::weak_ptr<const Dataset> train, validation;

    /// The split, read now if need be; the slot's hold on the samples is strong afterwards.
    const DataSplit& find(const std::string& place, const DataOptions& options, const Opener& open) {
        const std::uint64_t wanted = key_of(place, options);
        if (key == wanted && !split.train) {
            split.train = train.lock();
            split.validation = validation.lock();
        }
        if (key != wanted || !split.train || !split.validation) {
            split = {}; // first, so that two are never in memory
            split = open(place, options);
            key = wanted;
        }
        return split;
    }

    void let_go() {
        train = split.train;
        validation = split.validation;
        split.train = split.validation = nullptr;
    }
};

Slot& slot() {
    static Slot one;
    return one;
}

} // namespace

DataSplit open_once(const std::string& place, const DataOptions& options, const Opener& open) {
    const std::lock_guard lock(slot().mutex);
    DataSplit split = slot().find(place, options, open);
    slot().let_go();
    return split;
}

DataSummary summarize_once(const std::string& place, const DataOptions& options, const Opener& open) {
    const std::lock_guard lock(slot().mutex);
    const DataSplit& split = slot().find(place, options, open);
    return {split.train->sample(),    split.train->target(), split.train->size(),
            split.validation->size(), split.class_names,     split.class_counts};
}

} // namespace laptime
