// SPDX-License-Identifier: Apache-2.0
#include "engine/model/task_outputs.h"

#include <algorithm>

namespace laptime {

namespace {

constexpr const char* layer = "loss";

std::string word_of(LossKind loss) {
    return loss == LossKind::mae ? "mae" : loss == LossKind::huber ? "huber" : "mse";
}

ValueId scalar(Graph& graph, double value, DType type) {
    return graph.apply1(
        "constant", {},
        {{"value", value}, {"dtype", std::string(name_of(type))}, {"shape", std::vector<std::int64_t>{}}},
        layer);
}

ValueId reshape(Graph& graph, ValueId x, std::vector<std::int64_t> shape) {
    return graph.apply1("reshape", {x}, {{"shape", std::move(shape)}}, layer);
}

/// int32[N] of two classes as float32[N, 1] of zeros and ones: a look-up in the table (0, 1).
ValueId as_targets(Graph& graph, ValueId labels) {
    const auto entry = [&](double value) {
        return graph.apply1("constant", {},
                            {{"value", value},
                             {"dtype", std::string(name_of(DType::f32))},
                             {"shape", std::vector<std::int64_t>{1, 1}}},
                            layer);
    };
    const ValueId table =
        graph.apply1("concat", {entry(0.0), entry(1.0)}, {{"axis", std::int64_t{0}}}, layer);
    return graph.apply1("embedding", {labels, table}, {}, layer);
}

void append_softmax_loss(ForwardGraph& forward, const Task& task, ValueId labels, ValueId scale) {
    Graph& graph = forward.graph;
    if (task.kind == OutputKind::tokens)
        labels = reshape(graph, labels, {-1});
    Attributes attrs;
    if (task.label_smoothing > 0)
        attrs.set("label_smoothing", task.label_smoothing);
    if (!task.class_weights.empty())
        attrs.set("class_weights", task.class_weights);
    forward.loss =
        graph.apply("softmax_cross_entropy", {forward.logits, labels, scale}, std::move(attrs), layer)
            .front();
    forward.correct = graph.apply1("correct_count", {forward.logits, labels}, {}, layer);
}

void append_binary_loss(ForwardGraph& forward, ValueId targets, ValueId scale) {
    Graph& graph = forward.graph;
    forward.loss = graph.apply("binary_cross_entropy", {forward.logits, targets, scale}, {}, layer).front();
    forward.correct = graph.apply1("binary_correct_count", {forward.logits, targets}, {}, layer);
}

void append_regression_loss(ForwardGraph& forward, const Task& task, ValueId targets, ValueId scale) {
    Graph& graph = forward.graph;
    forward.loss = graph
                       .apply("regression_loss", {forward.logits, targets, scale},
                              {{"kind", word_of(task.loss)}, {"delta", task.huber_delta}}, layer)
                       .front();
    forward.correct = scalar(graph, 0, graph.value(scale).type.dtype);
}

void append_evaluation(ForwardGraph& forward, const Task& task, ValueId labels) {
    Graph& graph = forward.graph;
    if (task.top5 && task.kind != OutputKind::values && task.loss == LossKind::cross_entropy) {
        const ValueId flat = task.kind == OutputKind::tokens ? reshape(graph, labels, {-1}) : labels;
        const std::int64_t k = std::min(5, task.classes);
        graph.add_result("top5", graph.apply1("top_k_count", {forward.logits, flat}, {{"k", k}}, layer));
    }
    if (task.kind != OutputKind::values)
        return;
    const ValueId y = task.loss == LossKind::binary_cross_entropy
                          ? graph.apply1("sigmoid", {forward.logits}, {}, layer)
                          : forward.logits;
    const std::vector<ValueId> sums = graph.apply("regression_sums", {y, labels}, {}, layer);
    const char* names[] = {"sum_abs", "sum_square", "sum_target", "sum_target_square"};
    for (std::size_t i = 0; i < sums.size(); ++i)
        graph.add_result(names[i], sums[i]);
}

} // namespace

TensorType label_type(const Task& task, const InputType& input, std::int64_t batch) {
    switch (task.kind) {
    case OutputKind::classes:
        return {DType::i32, {batch}};
    case OutputKind::values:
        return {DType::f32, {batch, task.width}};
    case OutputKind::tokens:
        return {DType::i32, {batch, input.shape.count()}};
    }
    return {};
}

void append_loss(ForwardGraph& forward, const Task& task, bool evaluation) {
    Graph& graph = forward.graph;
    const ValueId labels = graph.find("labels"), scale = graph.find("scale");
    if (task.loss == LossKind::cross_entropy)
        append_softmax_loss(forward, task, labels, scale);
    else if (task.loss == LossKind::binary_cross_entropy)
        append_binary_loss(forward, task.kind == OutputKind::classes ? as_targets(graph, labels) : labels,
                           scale);
    else
        append_regression_loss(forward, task, labels, scale);
    graph.add_result("loss", forward.loss);
    graph.add_result("correct", forward.correct);
    if (evaluation)
        append_evaluation(forward, task, labels);
}

void append_prediction(ForwardGraph& forward, const Task& task, std::int64_t batch) {
    Graph& graph = forward.graph;
    ValueId y = forward.logits;
    if (task.loss == LossKind::cross_entropy) {
        y = graph.apply1("softmax", {y}, {}, layer);
    } else if (task.loss == LossKind::binary_cross_entropy) {
        const ValueId logits = y;
        y = graph.apply1("sigmoid", {logits}, {}, layer);
        if (task.kind == OutputKind::classes) {
            const ValueId minus =
                graph.apply1("mul", {logits, scalar(graph, -1, graph.value(logits).type.dtype)}, {}, layer);
            const ValueId other = graph.apply1("sigmoid", {minus}, {}, layer);
            y = graph.apply1("concat", {other, y}, {{"axis", std::int64_t{1}}}, layer);
        }
    }
    if (task.kind == OutputKind::tokens)
        y = reshape(graph, y, {batch, -1, task.classes});
    graph.add_result("output", y);
}

} // namespace laptime
