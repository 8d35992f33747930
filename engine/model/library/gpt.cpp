// SPDX-License-Identifier: Apache-2.0
// char-gpt and gpt2-124m: decoders in the manner of GPT-2 (Radford et al., "Language models are unsupervised
// multitask learners", 2019). The vocabulary is the data's; the positions are as many as [data] context. With
// a vocabulary of 50257 and a context of 1024, gpt2-124m has GPT-2's 124,439,808 parameters.
#include "engine/model/library/transformer.h"

namespace laptime {

const LibraryModel& char_gpt_model() {
    static const LibraryModel entry{
        "char-gpt", "a small GPT for characters", gpt_options(4, 128, 4, false),
        [](Model& model, const OptionValues& options) { add_gpt(model, options, "gelu"); }};
    return entry;
}

const LibraryModel& gpt2_124m_model() {
    static const LibraryModel entry{
        "gpt2-124m", "GPT-2's smallest size (Radford et al., 2019)", gpt_options(12, 768, 12, true),
        [](Model& model, const OptionValues& options) { add_gpt(model, options, "gelu_tanh"); }};
    return entry;
}

} // namespace laptime
