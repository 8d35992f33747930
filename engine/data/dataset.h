// SPDX-License-Identifier: Apache-2.0
// What every data set looks like to the loader, and how one is opened by its name in the experiment file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace laptime {

enum class ElementType : unsigned char { u8, f32, i32 };

/// Bytes of one element.
constexpr std::size_t size_of(ElementType type) {
    return type == ElementType::u8 ? 1 : 4;
}

/// One sample: numbers of `element`, row-major. [height, width, channels] of an image (uint8, 0…255),
/// [features] of a table's row (float32), [length] token ids of a text (int32); any shape from npz.
struct SampleType {
    std::vector<std::int64_t> shape;
    ElementType element = ElementType::u8;
    std::int64_t count() const {
        std::int64_t n = 1;
        for (const std::int64_t size : shape)
            n *= size;
        return n;
    }
    std::size_t bytes() const { return static_cast<std::size_t>(count()) * size_of(element); }
    bool operator==(const SampleType&) const = default;
};

/// "28 × 28 × 1", for people.
std::string text_of(const SampleType& sample);

/// What is to be learnt of a sample.
enum class TargetKind : unsigned char {
    class_label, ///< one int32, 0…classes-1
    values,      ///< `width` float32
    tokens       ///< `width` int32: the next token at each position, 0…classes-1
};

struct TargetType {
    TargetKind kind = TargetKind::class_label;
    std::int64_t width = 1;
    int classes = 0; ///< classes or size of the vocabulary; 0 for values
    /// Of one sample's target; every kind has elements of four bytes.
    std::size_t bytes() const { return static_cast<std::size_t>(width) * 4; }
    bool operator==(const TargetType&) const = default;
};

/// Which pass over the data. Number 0 is evaluation (no augmentation, fixed cuts); epochs count from 1.
struct Epoch {
    std::uint64_t seed = 0;
    std::int64_t number = 0;
};

class Dataset {
public:
    virtual ~Dataset() = default;
    virtual SampleType sample() const = 0;
    virtual TargetType target() const = 0;
    virtual std::int64_t size() const = 0;
    /// Copies samples and targets of the given indices one behind the other: sample().bytes() and
    /// target().bytes() each. Thread-safe. The result depends on (indices, epoch) alone. `targets` may be
    /// null where nobody needs them. Throws std::out_of_range for an index that is not in 0…size()-1.
    virtual void read(std::span<const std::uint32_t> indices, Epoch epoch, void* samples,
                      void* targets) const = 0;
    /// What was noticed while reading since the last call, for people: files that turned out damaged. To be
    /// asked after each epoch. Thread-safe.
    virtual std::vector<std::string> take_warnings() const { return {}; }
    /// Bytes of memory that the samples may take at most, beside those being worked on; 0: not stated.
    virtual std::uint64_t memory_bound() const { return 0; }

    int classes() const { return target().classes; }
};

/// Everything of an experiment's [data] that opening needs.
struct DataOptions {
    std::string dataset = {};
    double validation = 0.1; ///< fraction split off where the data has no test part of its own, in (0, 1)
    std::uint64_t seed = 1;  ///< of that split

    std::vector<std::int64_t> image_size = {}; ///< images: [height, width]; empty: found out
    std::string resize = "stretch"; ///< images: "stretch", "crop" (shorter side fits, centre cut out), "pad"
    std::int64_t channels = 0;      ///< images: 1 or 3; 0: 3

    std::string target = {};    ///< csv: name (or number, from 1) of the column to learn; empty: the last
    std::string task = {};      ///< csv, npz: "classification" or "regression"; empty: found out
    bool header = true;         ///< csv: the first line names the columns
    std::string delimiter = {}; ///< csv: one character, or "tab"; empty: found out

    std::int64_t context = 64;         ///< text: tokens a sample
    std::string tokens = "characters"; ///< text: or "bytes"

    std::int64_t cache_mb = 0; ///< decoded data kept in memory at most, MiB; 0: a share of the machine's

    /// Changes to training pictures as they are read, keyed by (seed, epoch, item).
    struct Augment {
        enum class Flip : unsigned char { none, random, alternate };
        Flip flip = Flip::none;        ///< left and right: by chance, or every other epoch
        std::int64_t shift = 0;        ///< pixels in each direction, zeros behind
        std::int64_t crop_padding = 0; ///< pixels reflected around before a part of the old size is cut out
        double rotation = 0;           ///< degrees to either side
        std::int64_t cutout = 0;       ///< side of a square of zeros, pixels
        double color_jitter = 0;       ///< share by which brightness, contrast and saturation change
        bool operator==(const Augment&) const = default;
    } augment = {};
};

struct DataSplit {
    std::shared_ptr<const Dataset> train, validation;
    bool own_validation = false; ///< the data has such a part of its own; false: it was split off
    std::vector<std::string> class_names = {}; ///< may be empty
    /// Of the contents and of the options that change what a sample looks like, but not of the split's
    /// fraction and seed. Two runs with different ones saw different data.
    std::string fingerprint = {};
    std::vector<std::string> warnings = {}; ///< damaged items left out, missing values filled in, …
    std::vector<std::int64_t> class_counts =
        {};                                   ///< of the training part, one a class; empty for values, texts
    std::vector<std::string> vocabulary = {}; ///< text: the UTF-8 (or the byte) of each token
    std::vector<std::string> feature_names = {}; ///< csv: one an element of a sample
    /// What prediction needs of the training data (engine/data/preprocessing.h), as JSON: written into the
    /// checkpoint, so that the training data may be gone.
    std::string preprocessing = {};
};

/// What can be known about a data set without reading its samples (headers only), where its format allows
/// that: quick enough for a form.
struct DataSummary {
    SampleType sample;
    TargetType target; ///< classes 0: not known without reading
    std::int64_t train_size = 0, validation_size = 0;
    std::vector<std::string> class_names = {};
    std::vector<std::int64_t> class_counts =
        {};                         ///< of the training part; empty where only reading would tell
    std::uint64_t memory_bound = 0; ///< bytes that decoded samples may take at most; 0: not stated
};

/// Opens "fashion-mnist", "idx:DIR", "cifar10:DIR", "images:DIR", "csv:FILE", "npz:FILE", "text:FILE" or
/// "synthetic:HxWxC/CLASSES" (optionally "synthetic:HxWxC/CLASSES/COUNT"). Throws DataError naming the file
/// and what is wrong: missing, truncated, wrong magic number, counts that differ, labels out of range, more
/// than 1 % damaged items.
DataSplit open_dataset(const DataOptions& options);

/// As open_dataset, but reads headers only (and the labels of an "idx:DIR" whose classes nothing else tells)
/// where the format allows it. CSV, npz, text and cifar10 are read; the samples stay in memory for the
/// open_dataset() that follows.
DataSummary summarize_dataset(const DataOptions& options);

/// What is wrong with a name by itself, as an unknown kind; empty when it may be opened. Nothing is looked up
/// on disk.
std::string dataset_name_problem(const std::string& name);

/// The name with the path in it, if any, taken relative to `folder`: ("idx:mnist", "/srv") →
/// "idx:/srv/mnist".
std::string dataset_relative_to(const std::string& name, const std::string& folder);

/// Data sets that can be named without a path, for the form and for messages.
std::vector<std::string> dataset_names();

} // namespace laptime
