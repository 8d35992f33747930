// SPDX-License-Identifier: Apache-2.0
// The model has a fixed context. A shorter text stands at its beginning, which is as good: a causal model
// does not look at what comes behind a position.
#include "engine/train/generate_text.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "engine/core/error.h"
#include "engine/core/random.h"
#include "engine/data/predict_input.h"
#include "engine/data/utf8.h"

namespace laptime {

namespace {

/// The token drawn from probabilities sharpened by the temperature. Which number is drawn depends on (seed,
/// index) alone.
std::int32_t draw(const double* probabilities, std::int64_t count, const GenerateOptions& options,
                  std::int64_t index) {
    if (options.temperature == 0)
        return static_cast<std::int32_t>(std::max_element(probabilities, probabilities + count) -
                                         probabilities);
    std::vector<double> weights(static_cast<std::size_t>(count));
    const double most = *std::max_element(probabilities, probabilities + count);
    double total = 0;
    for (std::int64_t i = 0; i < count; ++i)
        total += weights[static_cast<std::size_t>(i)] =
            std::pow(probabilities[i] / most, 1 / options.temperature);
    const auto word =
        philox(random_key(options.seed, RandomUse::generation),
               {static_cast<std::uint32_t>(index), static_cast<std::uint32_t>(index >> 32), 0, 0});
    double left = unit_uniform(word[0]) * total;
    for (std::int64_t i = 0; i < count; ++i)
        if ((left -= weights[static_cast<std::size_t>(i)]) < 0)
            return static_cast<std::int32_t>(i);
    return static_cast<std::int32_t>(count - 1); // rounding left a rest
}

/// The part of `text` that ends with a whole character.
std::size_t whole_length(const std::string& text) {
    for (std::size_t back = 1; back <= std::min<std::size_t>(4, text.size()); ++back) {
        const std::size_t at = text.size() - back;
        if (first_code_point(std::string_view(text).substr(at)).length == -1)
            return at;
    }
    return text.size();
}

} // namespace

std::string generate_text(TrainedModel& model, const std::string& prompt, const GenerateOptions& options,
                          const std::function<bool(const std::string&)>& on_text) {
    const Preprocessing& learned = model.preprocessing();
    if (learned.target.kind != TargetKind::tokens)
        throw InvalidInput("the model was not trained on text and cannot go on with one; give it files");
    if (!(options.temperature >= 0) || std::isinf(options.temperature))
        throw InvalidInput("the temperature must be 0 or more");
    std::vector<std::int32_t> tokens = prompt_tokens(learned, prompt);
    const auto context = static_cast<std::size_t>(learned.target.width);
    const std::int64_t vocabulary = model.outputs_per_sample() / learned.target.width;
    if (tokens.empty())
        tokens.push_back(0); // something has to come first
    std::string text, waiting;
    std::vector<std::int32_t> sample(context);
    for (std::int64_t i = 0; i < options.tokens; ++i) {
        const std::size_t length = std::min(context, tokens.size());
        std::fill(sample.begin(), sample.end(), 0);
        std::copy(tokens.end() - static_cast<std::ptrdiff_t>(length), tokens.end(), sample.begin());
        const std::vector<double> output = model.predict(
            {reinterpret_cast<const unsigned char*>(sample.data()), sample.size() * sizeof(sample[0])}, 1);
        const double* last = output.data() + static_cast<std::int64_t>(length - 1) * vocabulary;
        tokens.push_back(draw(last, vocabulary, options, i));
        waiting += token_text(learned, {&tokens.back(), 1});
        const std::size_t whole = whole_length(waiting);
        const std::string piece = waiting.substr(0, whole);
        waiting.erase(0, whole);
        text += piece;
        if (!piece.empty() && on_text && !on_text(piece))
            break;
    }
    return text + waiting;
}

} // namespace laptime
