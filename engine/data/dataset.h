// SPDX-License-Identifier: Apache-2.0
// What every data set looks like to the loader, and how one is opened by its name in the experiment file.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace laptime {

/// One sample is `height × width × channels` values of type uint8 (0…255) or float32, row-major, and an int32
/// label.
struct SampleType {
    std::int64_t height = 0, width = 0, channels = 0;
    bool is_float = false; ///< float32 instead of uint8
    std::int64_t count() const { return height * width * channels; }
    std::size_t bytes() const { return static_cast<std::size_t>(count()) * (is_float ? 4 : 1); }
};

class Dataset {
public:
    virtual ~Dataset() = default;
    virtual SampleType sample() const = 0;
    virtual int classes() const = 0;
    virtual std::int64_t size() const = 0;
    /// Copies samples and labels of the given indices one behind the other. Thread-safe.
    virtual void read(std::span<const std::uint32_t> indices, void* samples, std::int32_t* labels) const = 0;
};

struct DataSplit {
    std::shared_ptr<const Dataset> train, validation;
    std::vector<std::string> class_names; ///< may be empty
    std::string fingerprint; ///< of the contents; two runs with different ones saw different data
};

/// What can be known about a data set without reading its samples (headers only): quick enough for a form.
struct DataSummary {
    SampleType sample;
    int classes = 0; ///< 0: not known without reading
    std::int64_t train_size = 0, validation_size = 0;
};

/// Opens "fashion-mnist", "idx:DIR" or "synthetic:HxWxC/CLASSES" (optionally
/// "synthetic:HxWxC/CLASSES/COUNT"). `validation`: the fraction split off (reproducibly by seed) where the
/// data has no test part of its own. Throws DataError naming the file and what is wrong: missing, truncated,
/// wrong magic number, counts that differ, labels out of range. Kinds that are planned but not there yet say
/// so.
DataSplit open_dataset(const std::string& name, double validation, std::uint64_t seed);

/// As open_dataset, but reads headers only (and the labels of an "idx:DIR" whose classes nothing else tells).
DataSummary summarize_dataset(const std::string& name, double validation);

/// What is wrong with a name by itself ("unknown kind", "not in this version yet"); empty when it may be
/// opened. Nothing is looked up on disk.
std::string dataset_name_problem(const std::string& name);

/// The name with the path in it, if any, taken relative to `folder`: ("idx:mnist", "/srv") →
/// "idx:/srv/mnist".
std::string dataset_relative_to(const std::string& name, const std::string& folder);

/// Data sets that can be named without a path, for the form and for messages.
std::vector<std::string> dataset_names();

} // namespace laptime
