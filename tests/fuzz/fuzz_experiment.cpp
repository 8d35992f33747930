// SPDX-License-Identifier: Apache-2.0
// Experiment files: what can be read is checked, written and read again.
#include <stdexcept>

#include "engine/core/error.h"
#include "engine/experiment/read_experiment.h"
#include "tests/fuzz/fuzz_target.h"

namespace laptime::fuzz {

std::vector<Bytes> seeds() {
    return {bytes_of(R"(name = "first"
[data]
dataset = "fashion-mnist"
validation = 0.1
[model]
library = "cnn"
[speed]
precision = "mixed_bfloat16"
devices = ["cpu:0"]
global_batch = 128
[train]
optimizer = "adam"
learning_rate = 1e-3
epochs = 5
target = "val_accuracy >= 0.90"
)"),
            bytes_of(R"([data]
dataset = "images:pictures"
image_size = [32, 32]
[data.augment]
flip = "alternate"
crop_padding = 4
color_jitter = 0.2
[model]
library = "resnet20"
[train]
optimizer = "nesterov"
learning_rate = { schedule = "one_cycle", rate = 0.4, peak_at = 0.25 }
weight_decay = 5e-4
steps = 100
)"),
            bytes_of(write_experiment(Experiment{}))};
}

std::vector<std::string> words() {
    return {"[train]",
            "[data]",
            "[speed]",
            "[model]",
            "[[",
            "]]",
            "\"\"\"",
            "nan",
            "-inf",
            "1e400",
            "9223372036854775807",
            "0x",
            "1979-05-27",
            "{",
            "}",
            "=",
            "minutes = 1",
            "schedule",
            "true",
            "\\u0000",
            "\xC3\x28"};
}

void read(std::span<const unsigned char> input) {
    const Experiment experiment = parse_experiment(text_of(input));
    problems_of(experiment);
    const std::string written = write_experiment(experiment);
    Experiment again;
    try {
        again = parse_experiment(written);
    } catch (const Error& error) {
        throw std::logic_error("what was written cannot be read: " + std::string(error.what()) + "\n" +
                               written);
    }
    if (write_experiment(again) != written)
        throw std::logic_error("written and read again, it is something else:\n" + written + "\n" +
                               write_experiment(again));
}

} // namespace laptime::fuzz
