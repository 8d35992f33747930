// SPDX-License-Identifier: Apache-2.0
// Checkpoints and other safetensors files.
#include <filesystem>
#include <stdexcept>
#include <unistd.h>

#include "engine/core/error.h"
#include "engine/train/checkpoint.h"
#include "engine/train/safetensors.h"
#include "tests/fuzz/input_file.h"
#include "tests/fuzz/seed_files.h"

namespace laptime::fuzz {

namespace {

Bytes safetensors(const std::string& header, std::size_t data) {
    Bytes file;
    append_little(file, header.size(), 8);
    append(file, header);
    file.resize(file.size() + data, 0x3F);
    return file;
}

Bytes whole_checkpoint() {
    const std::string path =
        (std::filesystem::temp_directory_path() / ("fuzz-checkpoint-" + std::to_string(::getpid()))).string();
    Checkpoint checkpoint;
    checkpoint.experiment = "name = \"x\"\n";
    checkpoint.preprocessing = "{}";
    checkpoint.data_fingerprint = "0123456789abcdef";
    checkpoint.tensors.push_back(stored_tensor("dense/kernel", {DType::f32, {2, 3}}, {1, 2, 3, 4, 5, 6}));
    write_checkpoint(path, checkpoint);
    Bytes bytes(std::filesystem::file_size(path));
    if (std::FILE* file = std::fopen(path.c_str(), "rb")) {
        bytes.resize(std::fread(bytes.data(), 1, bytes.size(), file));
        std::fclose(file);
    }
    std::filesystem::remove(path);
    return bytes;
}

} // namespace

std::vector<Bytes> seeds() {
    return {
        whole_checkpoint(), safetensors(R"({"a":{"dtype":"F32","shape":[2,2],"data_offsets":[0,16]}})", 16),
        safetensors(
            R"({"__metadata__":{"k":"v"},"b":{"dtype":"BF16","shape":[3],"data_offsets":[0,6]},"c":{"dtype":"I64","shape":[],"data_offsets":[6,14]}})",
            14)};
}

std::vector<std::string> words() {
    return {"\"dtype\":",
            "\"F64\"",
            "\"F16\"",
            "\"U8\"",
            "\"BOOL\"",
            "\"shape\":[",
            "\"data_offsets\":[0,8]",
            "18446744073709551615",
            "-1",
            "1e30",
            "__metadata__",
            "null"};
}

void read(std::span<const unsigned char> input) {
    const InputFile file(input);
    try {
        read_checkpoint(file.path());
    } catch (const Error&) { // may still be a file of weights
    }
    for (const StoredTensor& tensor : read_safetensors(file.path()).tensors)
        values_of(tensor);
}

} // namespace laptime::fuzz
