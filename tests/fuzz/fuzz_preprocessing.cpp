// SPDX-License-Identifier: Apache-2.0
// What a checkpoint says about its training data, in JSON.
#include <stdexcept>

#include "engine/data/preprocessing.h"
#include "tests/fuzz/fuzz_target.h"

namespace laptime::fuzz {

std::vector<Bytes> seeds() {
    Preprocessing picture{
        {{32, 32, 3}, ElementType::u8}, {TargetKind::class_label, 1, 2}, {"cat", "dog"}, "crop"};
    Preprocessing table{{{4}, ElementType::f32}, {TargetKind::values, 1, 0}};
    table.table =
        TablePreprocessing{{{"age", false, 30, 2.5}, {"city", true, 0, 1, {"Oslo", "Rome"}}}, "price"};
    Preprocessing text{{{8}, ElementType::i32}, {TargetKind::tokens, 8, 2}};
    text.tokens = "characters";
    text.vocabulary = {"a", "b"};
    return {bytes_of(to_json(picture)), bytes_of(to_json(table)), bytes_of(to_json(text))};
}

std::vector<std::string> words() {
    return {"null",
            "[]",
            "{}",
            "\"bytes\"",
            "\"float32\"",
            "-1",
            "1e99",
            "\"deviation\":0",
            "18446744073709551615"};
}

void read(std::span<const unsigned char> input) {
    const Preprocessing read = preprocessing_of(text_of(input));
    if (preprocessing_of(to_json(read)) != read)
        throw std::logic_error("written and read again, it is something else");
}

} // namespace laptime::fuzz
