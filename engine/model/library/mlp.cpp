// SPDX-License-Identifier: Apache-2.0
// mlp: flatten, then dense layers with ReLU; 784-500-10 on 28 × 28 images with ten classes.
#include "engine/model/layers/reshape.h"
#include "engine/model/library_entry.h"

namespace laptime {

const LibraryModel& mlp_model() {
    static const LibraryModel entry{
        "mlp",
        "dense layers with ReLU; 784-500-10 on 28 × 28 images",
        {{"hidden", std::vector<std::int64_t>{500}, "units of each hidden layer", 1, most_units},
         dropout_option("each hidden layer's outputs"),
         batch_norm_option(),
         initializer_option()},
        [](Model& model, const OptionValues& options) {
            add_layer<Flatten>(model, "flatten");
            int number = 0;
            for (const std::int64_t units : options.integers("hidden"))
                add_dense_block(model, units, std::to_string(++number), options);
            add_logits(model, options.initializer());
        }};
    return entry;
}

} // namespace laptime
