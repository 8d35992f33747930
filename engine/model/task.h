// SPDX-License-Identifier: Apache-2.0
// What goes into a model, and what its output means and is judged by.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/core/error.h"
#include "engine/graph/shape.h"

namespace laptime {

/// One sample as the model sees it, without the batch: [height, width, channels] of an image (uint8 or
/// float32), [features] of a table's row (float32), [length] token ids of a text (int32).
struct InputType {
    Shape shape;
    DType dtype = DType::u8;
};

enum class OutputKind : unsigned char {
    classes, ///< one of `classes` for a sample; labels int32[N]
    values,  ///< `width` numbers for a sample; labels float32[N, width]
    tokens,  ///< one of `classes` (the vocabulary) for each position of a text; labels int32[N, T]
};

enum class LossKind : unsigned char { cross_entropy, binary_cross_entropy, mse, mae, huber };

struct Task {
    OutputKind kind = OutputKind::classes;
    int classes = 0;        ///< classes or vocabulary
    std::int64_t width = 1; ///< of values
    LossKind loss = LossKind::cross_entropy;
    double label_smoothing = 0;             ///< cross-entropy: Keras's formula, y·(1 − s) + s / classes
    std::vector<double> class_weights = {}; ///< cross-entropy: one for each class, or none
    double huber_delta = 1;                 ///< where Huber's loss turns from a square to a line
    bool top5 = false;                      ///< evaluation counts how often the label is among the first five

    static Task of_classes(int classes);
    static Task of_values(std::int64_t width, LossKind loss = LossKind::mse);
    static Task of_tokens(int vocabulary);

    /// How many numbers the last layer must give a sample, or a position of a text: the classes (two classes
    /// under binary cross-entropy need one) or the width.
    std::int64_t outputs() const;
};

/// What does not go together, as problems of "train.loss", "train.label_smoothing", "data.class_weights".
std::vector<Problem> task_problems(const Task& task);

} // namespace laptime
