// SPDX-License-Identifier: Apache-2.0
// What can be measured on the validation part after each epoch.
#pragma once

namespace laptime {

/// By the experiment file's words, as "val_accuracy".
enum class Metric {
    val_accuracy,   ///< share of samples (or tokens) whose most likely class is right
    val_loss,       ///< mean of what is minimised
    val_top5,       ///< share of samples with the right class among the five most likely
    val_f1,         ///< mean over the classes of the harmonic mean of precision and recall
    val_perplexity, ///< e^loss: of how many equally likely tokens the model is unsure
    val_mse,        ///< mean squared error
    val_mae,        ///< mean absolute error
    val_r2,         ///< share of the targets' variance that is explained
};

constexpr bool higher_is_better(Metric metric) {
    return metric == Metric::val_accuracy || metric == Metric::val_top5 || metric == Metric::val_f1 ||
           metric == Metric::val_r2;
}

/// One that lies between 0 and 1 by its nature.
constexpr bool is_share(Metric metric) {
    return metric == Metric::val_accuracy || metric == Metric::val_top5 || metric == Metric::val_f1;
}

} // namespace laptime
