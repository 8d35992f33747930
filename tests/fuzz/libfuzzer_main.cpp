// SPDX-License-Identifier: Apache-2.0
// For libFuzzer (Clang's -fsanitize=fuzzer). With LAPTIME_WRITE_SEEDS=FOLDER in the environment it writes the
// seeds and the words there and ends.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "engine/core/error.h"
#include "tests/fuzz/fuzz_target.h"

using namespace laptime;

namespace {

void write_seeds(const std::filesystem::path& folder) {
    std::filesystem::create_directories(folder / "corpus");
    int number = 0;
    for (const fuzz::Bytes& seed : fuzz::seeds())
        std::ofstream(folder / "corpus" / ("seed" + std::to_string(number++)), std::ios::binary)
            .write(reinterpret_cast<const char*>(seed.data()), static_cast<std::streamsize>(seed.size()));
    std::ofstream words(folder / "words");
    for (const std::string& word : fuzz::words()) {
        words << '"';
        for (const char c : word) {
            char text[8];
            std::snprintf(text, sizeof text, "\\x%02X", static_cast<unsigned>(static_cast<unsigned char>(c)));
            words << text;
        }
        words << "\"\n";
    }
}

} // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
    if (const char* folder = std::getenv("LAPTIME_WRITE_SEEDS")) {
        write_seeds(folder);
        std::exit(0);
    }
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        fuzz::read({data, size});
    } catch (const Error&) { // what bad input is expected to give
    }
    return 0;
}
