// SPDX-License-Identifier: Apache-2.0
// Which losses go with which outputs.
#include "engine/model/task.h"

#include <cmath>
#include <string>

namespace laptime {

Task Task::of_classes(int classes) {
    Task task;
    task.classes = classes;
    return task;
}

Task Task::of_values(std::int64_t width, LossKind loss) {
    Task task;
    task.kind = OutputKind::values;
    task.width = width;
    task.loss = loss;
    return task;
}

Task Task::of_tokens(int vocabulary) {
    Task task;
    task.kind = OutputKind::tokens;
    task.classes = vocabulary;
    return task;
}

std::int64_t Task::outputs() const {
    if (kind == OutputKind::values)
        return width;
    return loss == LossKind::binary_cross_entropy ? 1 : classes;
}

std::vector<Problem> task_problems(const Task& task) {
    std::vector<Problem> problems;
    const auto problem = [&](const char* field, const std::string& message) {
        problems.push_back({field, 0, message});
    };
    const bool softmax = task.loss == LossKind::cross_entropy;
    const bool binary = task.loss == LossKind::binary_cross_entropy;
    if (task.kind == OutputKind::values && softmax)
        problem("train.loss",
                "cross_entropy needs classes, but the target is numbers; there are mse, mae, huber and "
                "binary_cross_entropy");
    if (task.kind == OutputKind::classes && binary && task.classes != 2)
        problem("train.loss", "binary_cross_entropy needs two classes, not " + std::to_string(task.classes) +
                                  "; cross_entropy takes any number");
    if (task.kind == OutputKind::classes && !softmax && !binary)
        problem("train.loss", "classes are learnt by cross_entropy, or binary_cross_entropy where they are "
                              "two; mse, mae and huber "
                              "need numbers as the target");
    if (task.kind == OutputKind::tokens && !softmax)
        problem("train.loss", "tokens of a text are learnt by cross_entropy");
    if (!(task.label_smoothing >= 0 && task.label_smoothing < 1))
        problem("train.label_smoothing", "must be at least 0 and below 1");
    else if (task.label_smoothing > 0 && !softmax)
        problem("train.label_smoothing", "goes with cross_entropy only");
    if (!task.class_weights.empty()) {
        if (!softmax || task.kind != OutputKind::classes)
            problem("data.class_weights", "go with classes and cross_entropy only");
        else if (task.class_weights.size() != static_cast<std::size_t>(task.classes))
            problem("data.class_weights", "has " + std::to_string(task.class_weights.size()) +
                                              " numbers for " + std::to_string(task.classes) +
                                              " classes; give one a class");
        for (const double weight : task.class_weights)
            if (!(weight >= 0) || !std::isfinite(weight)) {
                problem("data.class_weights", "must be finite numbers that are not negative");
                break;
            }
    }
    if (task.loss == LossKind::huber && !(task.huber_delta > 0 && std::isfinite(task.huber_delta)))
        problem("train.loss", "Huber's delta must be above 0");
    return problems;
}

} // namespace laptime
