// SPDX-License-Identifier: Apache-2.0
// Model files for pictures.
#include "engine/model/model_file.h"
#include "tests/fuzz/fuzz_target.h"

namespace laptime::fuzz {

std::vector<Bytes> seeds() {
    return {bytes_of(R"(name = "small-cnn"
[[layer]]
type = "conv2d"
filters = 8
kernel_size = 3
activation = "relu"
[[layer]]
type = "max_pool"
[[layer]]
type = "flatten"
[[layer]]
type = "dense"
name = "logits"
units = 10
dtype = "float32"
)"),
            bytes_of(R"(name = "branches"
[[layer]]
type = "sequence"
name = "stage"
repeat = 2
body = [
  { type = "residual", body = [ { type = "batch_norm" }, { type = "relu" }, { type = "conv2d", filters = 3, bias = false } ] },
  { type = "max_pool" },
]
[[layer]]
type = "concat"
branches = [ [ { type = "global_avg_pool" } ], [ { type = "global_max_pool" } ] ]
[[layer]]
type = "dense"
units = 10
)")};
}

std::vector<std::string> words() {
    return {"[[layer]]\n",
            "type = ",
            "\"dense\"",
            "\"separable_conv2d\"",
            "\"depthwise_conv2d\"",
            "\"avg_pool\"",
            "\"layer_norm\"",
            "\"group_norm\"",
            "\"dropout\"",
            "\"reshape\"",
            "\"embedding\"",
            "\"attention\"",
            "\"padding\"",
            "\"up_sampling\"",
            "repeat = 3",
            "filters = 0",
            "units = -1",
            "9223372036854775807",
            "groups = 3",
            "shape = [4, -1]",
            "{ type = \"relu\" }",
            "initializer = \"orthogonal(1e999)\"",
            "kernel_size = [1, 100]"};
}

void read(std::span<const unsigned char> input) {
    parse_model(text_of(input), "input", {{8, 8, 3}, DType::u8}, Task::of_classes(10));
}

} // namespace laptime::fuzz
