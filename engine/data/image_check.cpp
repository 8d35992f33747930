// SPDX-License-Identifier: Apache-2.0
// Which files are decoded depends on their sizes alone, so the outcome is the same every time.
#include "engine/data/image_check.h"

#include <algorithm>

#include "engine/core/error.h"
#include "engine/data/image_header.h"
#include "engine/data/read_image.h"

namespace laptime {

namespace {

/// A first look: a moment even for large photographs.
constexpr std::size_t sample_files = 512;
constexpr std::uint64_t sample_bytes = std::uint64_t{16} << 20;
/// A thorough one, where the first found something: some seconds.
constexpr std::uint64_t thorough_bytes = std::uint64_t{256} << 20;
constexpr std::size_t most_percent = 1;

/// Each round opens a few files, so that taking rounds costs nothing.
constexpr std::size_t files_a_round = 64;

std::string path_in(const std::string& root, const PathList& paths, std::size_t index) {
    return root + "/" + std::string(paths[index]);
}

void decode(const std::string& root, const PathList& paths, Helpers& helpers,
            const std::vector<std::size_t>& chosen, std::vector<ImageFacts>& facts) {
    helpers.run(chosen.size(), [&](std::size_t i) {
        try {
            // To one pixel: a JPEG file is then decoded at an eighth, but every bit of it is looked at.
            read_image(path_in(root, paths, chosen[i]), ImageTarget{{1, 1}});
        } catch (const DataError& error) {
            facts[chosen[i]].damage = error.what();
        }
    });
}

/// Every n-th of `files`, for the smallest n that keeps the limits.
std::vector<std::size_t> evenly(const std::vector<std::size_t>& files, const std::vector<ImageFacts>& facts,
                                std::size_t most_files, std::uint64_t most_bytes) {
    std::uint64_t bytes = 0;
    for (const std::size_t file : files)
        bytes += facts[file].file_bytes;
    const std::size_t step = std::max({std::size_t{1}, (files.size() + most_files - 1) / most_files,
                                       static_cast<std::size_t>((bytes + most_bytes - 1) / most_bytes)});
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < files.size(); i += step)
        chosen.push_back(files[i]);
    return chosen;
}

std::size_t count_damaged(const std::vector<std::size_t>& files, const std::vector<ImageFacts>& facts) {
    return static_cast<std::size_t>(
        std::count_if(files.begin(), files.end(), [&](std::size_t i) { return !facts[i].damage.empty(); }));
}

} // namespace

std::vector<ImageFacts> read_headers(const std::string& root, const PathList& paths, Helpers& helpers) {
    std::vector<ImageFacts> facts(paths.size());
    helpers.run((paths.size() + files_a_round - 1) / files_a_round, [&](std::size_t round) {
        const std::size_t end = std::min(paths.size(), (round + 1) * files_a_round);
        for (std::size_t i = round * files_a_round; i < end; ++i) {
            try {
                const FileBytes file(path_in(root, paths, i));
                facts[i].file_bytes = file.size();
                const ImageHeader header = read_image_header(file);
                facts[i].size = header.size;
                facts[i].hash = header.hash;
                facts[i].ends_well = header.ends_well;
            } catch (const DataError& error) {
                facts[i].damage = error.what();
            }
        }
    });
    return facts;
}

bool find_damaged(const std::string& root, const PathList& paths, Helpers& helpers,
                  std::vector<ImageFacts>& facts) {
    std::vector<std::size_t> suspect, others;
    for (std::size_t i = 0; i < facts.size(); ++i)
        if (facts[i].damage.empty())
            (facts[i].ends_well ? others : suspect).push_back(i);
    decode(root, paths, helpers, suspect, facts);

    const std::vector<std::size_t> sample = evenly(others, facts, sample_files, sample_bytes);
    decode(root, paths, helpers, sample, facts);
    if (count_damaged(sample, facts) == 0)
        return false;
    const std::vector<std::size_t> share = evenly(others, facts, others.size(), thorough_bytes);
    decode(root, paths, helpers, share, facts);
    return count_damaged(share, facts) * 100 > share.size() * most_percent;
}

} // namespace laptime
