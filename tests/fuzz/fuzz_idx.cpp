// SPDX-License-Identifier: Apache-2.0
// IDX files, plain and gzipped, and their labels.
#include "engine/data/idx_file.h"
#include "engine/data/idx_labels.h"
#include "tests/fuzz/input_file.h"
#include "tests/fuzz/seed_files.h"

namespace laptime::fuzz {

std::vector<Bytes> seeds() {
    Bytes images{0, 0, 8, 3, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 2},
        labels{0, 0, 8, 1, 0, 0, 0, 5, 0, 1, 2, 1, 0};
    images.resize(images.size() + 12, 7);
    return {images, labels, gzipped(images), gzipped(labels)};
}

std::vector<std::string> words() {
    return {std::string("\0\0\x08", 3), std::string("\0\0\x0D", 3)};
}

void read(std::span<const unsigned char> input) {
    const InputFile file(input);
    read_idx_dims(file.path());
    const IdxArray array = read_idx(file.path());
    if (array.dims.size() == 1)
        checked_labels(array, classes_shown_by(array, file.path()), file.path());
}

} // namespace laptime::fuzz
