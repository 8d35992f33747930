// SPDX-License-Identifier: Apache-2.0
// The words that the experiment file uses for each choice, in one table a choice: reading, writing and
// messages share it, so that they cannot drift apart.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/experiment/experiment.h"

namespace laptime {

template <typename T, std::size_t N>
using WordTable = std::array<std::pair<T, const char*>, N>;

inline constexpr WordTable<Precision, 4> precision_words = {{{Precision::float64, "float64"},
                                                             {Precision::float32, "float32"},
                                                             {Precision::mixed_float16, "mixed_float16"},
                                                             {Precision::mixed_bfloat16, "mixed_bfloat16"}}};
inline constexpr WordTable<Strategy, 5> strategy_words = {{{Strategy::single, "single"},
                                                           {Strategy::mirrored, "mirrored"},
                                                           {Strategy::pipeline, "pipeline"},
                                                           {Strategy::multi_host, "multi_host"},
                                                           {Strategy::tpu, "tpu"}}};
inline constexpr WordTable<OptimizerKind, 6> optimizer_words = {{{OptimizerKind::sgd, "sgd"},
                                                                 {OptimizerKind::momentum, "momentum"},
                                                                 {OptimizerKind::nesterov, "nesterov"},
                                                                 {OptimizerKind::rmsprop, "rmsprop"},
                                                                 {OptimizerKind::adam, "adam"},
                                                                 {OptimizerKind::adamw, "adamw"}}};
inline constexpr WordTable<BatchNormKind, 2> batch_norm_words = {
    {{BatchNormKind::local, "local"}, {BatchNormKind::synchronised, "synchronised"}}};
inline constexpr WordTable<LearningRate::Kind, 4> schedule_words = {
    {{LearningRate::Kind::constant, "constant"},
     {LearningRate::Kind::cosine, "cosine"},
     {LearningRate::Kind::step, "step"},
     {LearningRate::Kind::one_cycle, "one_cycle"}}};
inline constexpr WordTable<Metric, 8> metric_words = {{{Metric::val_accuracy, "val_accuracy"},
                                                       {Metric::val_loss, "val_loss"},
                                                       {Metric::val_top5, "val_top5"},
                                                       {Metric::val_f1, "val_f1"},
                                                       {Metric::val_perplexity, "val_perplexity"},
                                                       {Metric::val_mse, "val_mse"},
                                                       {Metric::val_mae, "val_mae"},
                                                       {Metric::val_r2, "val_r2"}}};
inline constexpr WordTable<LossChoice, 6> loss_words = {
    {{LossChoice::automatic, "auto"},
     {LossChoice::cross_entropy, "cross_entropy"},
     {LossChoice::binary_cross_entropy, "binary_cross_entropy"},
     {LossChoice::mse, "mse"},
     {LossChoice::mae, "mae"},
     {LossChoice::huber, "huber"}}};
inline constexpr WordTable<Augment::Flip, 3> flip_words = {{{Augment::Flip::none, "none"},
                                                            {Augment::Flip::random, "random"},
                                                            {Augment::Flip::alternate, "alternate"}}};

template <typename T, std::size_t N>
const char* word_in(const WordTable<T, N>& table, T value) {
    for (const auto& [known, word] : table)
        if (known == value)
            return word;
    return "?";
}

template <typename T, std::size_t N>
std::optional<T> value_in(const WordTable<T, N>& table, std::string_view text) {
    for (const auto& [known, word] : table)
        if (text == word)
            return known;
    return std::nullopt;
}

template <typename T, std::size_t N>
std::vector<std::string> words_of(const WordTable<T, N>& table) {
    std::vector<std::string> words;
    for (const auto& entry : table)
        words.emplace_back(entry.second);
    return words;
}

} // namespace laptime
