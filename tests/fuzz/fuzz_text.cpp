// SPDX-License-Identifier: Apache-2.0
// Texts. The first byte of an input chooses the options, the rest is the file; what opens is read, too.
#include <numeric>

#include "engine/data/text_dataset.h"
#include "tests/fuzz/input_file.h"

namespace laptime::fuzz {

std::vector<Bytes> seeds() {
    std::string text = "The quick brown fox j\xC3\xBCmps over \xE4\xB8\xAD\xE6\x96\x87 \xF0\x9F\x98\x80.\n";
    for (int i = 0; i < 3; ++i)
        text += text;
    return {bytes_of(std::string("\0", 1) + text), bytes_of("\1" + text), bytes_of("\5" + text),
            bytes_of("\2shortly")};
}

std::vector<std::string> words() {
    return {"\xEF\xBB\xBF", "\xF4\x90\x80\x80",  "\xED\xA0\x80", "\xC0\x80", "\xF0\x9F",
            "\r\n",         std::string("\0", 1)};
}

void read(std::span<const unsigned char> input) {
    if (input.empty())
        return;
    const InputFile file(input.subspan(1));
    DataOptions options;
    options.dataset = "text:" + file.path();
    options.validation = 0.25;
    options.tokens = input[0] & 1 ? "bytes" : "characters";
    options.context = 1 + (input[0] >> 1) % 8;
    const DataSplit split = open_text(file.path(), options);
    for (const auto& data : {split.train, split.validation}) {
        std::vector<std::uint32_t> indices(static_cast<std::size_t>(data->size()));
        std::iota(indices.begin(), indices.end(), 0u);
        Bytes samples(indices.size() * data->sample().bytes()),
            targets(indices.size() * data->target().bytes());
        data->read(indices, {1, 1}, samples.data(), targets.data());
    }
}

} // namespace laptime::fuzz
