// SPDX-License-Identifier: Apache-2.0
// The words of an experiment's choices.
#include "engine/experiment/experiment.h"

#include "engine/experiment/words.h"

namespace laptime {

const char* word_of(Precision value) {
    return word_in(precision_words, value);
}
const char* word_of(Strategy value) {
    return word_in(strategy_words, value);
}
const char* word_of(OptimizerKind value) {
    return word_in(optimizer_words, value);
}
const char* word_of(BatchNormKind value) {
    return word_in(batch_norm_words, value);
}
const char* word_of(LearningRate::Kind value) {
    return word_in(schedule_words, value);
}
const char* word_of(Metric value) {
    return word_in(metric_words, value);
}
const char* word_of(LossChoice value) {
    return word_in(loss_words, value);
}
const char* word_of(Augment::Flip value) {
    return word_in(flip_words, value);
}

} // namespace laptime
