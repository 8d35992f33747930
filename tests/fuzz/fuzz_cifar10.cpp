// SPDX-License-Identifier: Apache-2.0
// CIFAR-10's binary files.
#include "engine/data/cifar10_file.h"
#include "tests/fuzz/input_file.h"
#include "tests/fuzz/seed_files.h"

namespace laptime::fuzz {

std::vector<Bytes> seeds() {
    Bytes two(2 * 3073, 100);
    two[0] = 3;
    two[3073] = 9;
    return {two, gzipped(two)};
}

std::vector<std::string> words() {
    return {std::string(3073, 'x')};
}

void read(std::span<const unsigned char> input) {
    const InputFile file(input);
    Cifar10Records records;
    read_cifar10(file.path(), records);
    read_cifar10(file.path(), records);
}

} // namespace laptime::fuzz
