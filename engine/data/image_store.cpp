// SPDX-License-Identifier: Apache-2.0
// A picture's state goes unknown → writing → kept, or unknown → damaged. Where two threads decode the same
// one, the first to claim it keeps it; both have the right pixels.
#include "engine/data/image_store.h"

#include <algorithm>
#include <cstring>

#include "engine/core/error.h"
#include "engine/core/machine.h"
#include "engine/data/read_image.h"

namespace laptime {

namespace {

constexpr int most_helpers = 15;
constexpr std::size_t most_named = 3;
constexpr std::int64_t most_percent = 1;

std::size_t bytes_of(const ImageTarget& target) {
    return static_cast<std::size_t>(target.size.height * target.size.width * target.channels);
}

} // namespace

// Helpers on all cores: decoding a batch quickly on every core holds the trainer's threads up less than a
// long time on one of them, for whose thread all others would wait.
ImageStore::ImageStore(ImageSource source)
    : source_(std::move(source)), sample_bytes_(bytes_of(source_.target)),
      capacity_(std::min<std::uint64_t>(source_.paths.size(), source_.cache_bytes / sample_bytes_)),
      // Not make_unique: zeros would make the system find memory for pictures that nobody has read.
      pixels_(new unsigned char[capacity_ * sample_bytes_]), states_(source_.paths.size()),
      helpers_(std::min(usable_cores() - 1, most_helpers)), damaged_(source_.damaged_before) {}

bool ImageStore::read_kept(std::uint32_t item, unsigned char* to) const {
    if (item >= capacity_ || states_[item].load(std::memory_order_acquire) != State::kept)
        return false;
    std::memcpy(to, pixels_.get() + item * sample_bytes_, sample_bytes_);
    return true;
}

bool ImageStore::read(std::uint32_t item, unsigned char* to) {
    return read_kept(item, to) || decode(item, to);
}

bool ImageStore::decode(std::uint32_t item, unsigned char* to) {
    if (states_[item].load(std::memory_order_acquire) == State::damaged)
        return false;
    try {
        const std::string path = source_.root + "/" + std::string(source_.paths[item]);
        const Image image = read_image(path, source_.target);
        std::memcpy(to, image.pixels.data(), sample_bytes_);
    } catch (const DataError& error) {
        note_damage(item, error.what());
        return false;
    }
    keep(item, to);
    return true;
}

void ImageStore::keep(std::uint32_t item, const unsigned char* pixels) {
    State unknown = State::unknown;
    if (item >= capacity_ || !states_[item].compare_exchange_strong(unknown, State::writing))
        return;
    std::memcpy(pixels_.get() + item * sample_bytes_, pixels, sample_bytes_);
    states_[item].store(State::kept, std::memory_order_release);
}

void ImageStore::note_damage(std::uint32_t item, const std::string& why) {
    State unknown = State::unknown;
    if (!states_[item].compare_exchange_strong(unknown, State::damaged))
        return;
    const std::lock_guard lock(mutex_);
    ++damaged_;
    ++found_;
    if (first_.size() < most_named)
        first_.push_back(why);
    const std::int64_t all = static_cast<std::int64_t>(source_.paths.size()) + source_.damaged_before;
    if (damaged_ * 100 > all * most_percent)
        throw DataError(source_.root + ": " + std::to_string(damaged_) + " of " + std::to_string(all) +
                        " pictures cannot be used, more than 1 %; the last was: " + why +
                        "; remove the damaged files or get them again");
}

std::vector<std::string> ImageStore::take_warnings() {
    const std::lock_guard lock(mutex_);
    if (found_ == reported_)
        return {};
    std::string list;
    for (const std::string& why : first_)
        list += (list.empty() ? "" : "; ") + why;
    const std::int64_t fresh = found_ - reported_;
    if (fresh > static_cast<std::int64_t>(first_.size()))
        list += "; …";
    reported_ = found_;
    first_.clear();
    return {source_.root + ": " + std::to_string(fresh) +
            " more pictures cannot be used; others of the same class stand in for them: " + list};
}

std::uint64_t ImageStore::memory_bound() const {
    return capacity_ * sample_bytes_ + source_.paths.memory() + states_.size();
}

} // namespace laptime
