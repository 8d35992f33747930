// SPDX-License-Identifier: Apache-2.0
#include "engine/data/cifar10_file.h"

#include "engine/core/error.h"
#include "engine/data/packed_file.h"

namespace laptime {

namespace {

constexpr std::size_t record_bytes = 1 + cifar10_image_bytes, plane = 32 * 32;
constexpr std::size_t records_a_read = 256;

void append(const unsigned char* record, Cifar10Records& records) {
    records.labels.push_back(record[0]);
    const unsigned char* red = record + 1;
    for (std::size_t i = 0; i < plane; ++i)
        records.images.insert(records.images.end(), {red[i], red[plane + i], red[2 * plane + i]});
}

} // namespace

void read_cifar10(const std::string& path, Cifar10Records& records) {
    PackedFile file(path);
    std::vector<unsigned char> buffer(records_a_read * record_bytes);
    std::size_t total = 0;
    for (std::size_t got = buffer.size(); got == buffer.size();) {
        got = file.read(buffer.data(), buffer.size());
        total += got;
        for (std::size_t at = 0; at + record_bytes <= got; at += record_bytes)
            append(buffer.data() + at, records);
    }
    if (total == 0)
        throw DataError(path + " is empty; get the file again");
    if (total % record_bytes != 0)
        throw DataError(path + " is not a whole number of CIFAR-10 records: it has " + std::to_string(total) +
                        " bytes, " + std::to_string(total % record_bytes) + " more than " +
                        std::to_string(total / record_bytes) + " records of " + std::to_string(record_bytes) +
                        " bytes (a label and 32 x 32 x 3); get the file again");
}

} // namespace laptime
