// SPDX-License-Identifier: Apache-2.0
// The library's models as graphs: layers, shapes, parameters, and what each layer writes.
#include <QTest>

#include "engine/core/error.h"
#include "engine/graph/op.h"
#include "engine/model/layers/conv2d.h"
#include "engine/model/layers/dense.h"
#include "engine/model/library.h"
#include "tests/data/message_of.h"

using namespace laptime;
using namespace laptime::tests;

namespace {

using Options = std::map<std::string, ModelOptionValue>;
using Words = std::vector<std::string>;

ForwardGraph forward_of(const std::string& name, const Options& options = {}, std::int64_t batch = 8,
                        Outputs outputs = Outputs::training, DType type = DType::f32,
                        Shape sample = {28, 28, 1}) {
    return build_forward(make_model(name, options, {std::move(sample)}, Task::of_classes(10)), batch, outputs,
                         type);
}

/// Operations in order, those of one layer where it is named.
Words ops_of(const Graph& graph, const std::string& layer = {}) {
    Words ops;
    for (const Node& node : graph.nodes())
        if (layer.empty() || node.layer == layer)
            ops.emplace_back(node.op->name);
    return ops;
}

Words layers_of(const ForwardGraph& forward) {
    Words names;
    for (const auto& row : forward.table)
        names.push_back(row.layer);
    return names;
}

const ForwardGraph::Row& row_of(const ForwardGraph& forward, const std::string& layer) {
    for (const auto& row : forward.table)
        if (row.layer == layer)
            return row;
    throw std::logic_error("no layer " + layer);
}

const Node& node_of(const Graph& graph, std::string_view op) {
    for (const Node& node : graph.nodes())
        if (node.op->name == op)
            return node;
    throw std::logic_error("no such operation");
}

} // namespace

class TestLayers : public QObject {
    Q_OBJECT

private slots:
    void benchmark_sizes() {
        const ForwardGraph cnn = forward_of("cnn");
        QCOMPARE(trainable_count(cnn.parameters), 421'642);
        QCOMPARE(layers_of(cnn), (Words{"conv1", "pool1", "conv2", "pool2", "flatten", "dense", "logits"}));
        QCOMPARE(row_of(cnn, "conv1").output, (Shape{8, 28, 28, 32}));
        QCOMPARE(row_of(cnn, "pool1").output, (Shape{8, 14, 14, 32}));
        QCOMPARE(row_of(cnn, "conv2").output, (Shape{8, 14, 14, 64}));
        QCOMPARE(row_of(cnn, "pool2").output, (Shape{8, 7, 7, 64}));
        QCOMPARE(row_of(cnn, "flatten").output, (Shape{8, 3136}));
        QCOMPARE(row_of(cnn, "conv1").parameters, 320);
        QCOMPARE(row_of(cnn, "conv2").parameters, 18'496);
        QCOMPARE(row_of(cnn, "dense").parameters, 401'536);
        QCOMPARE(row_of(cnn, "logits").parameters, 1'290);

        const ForwardGraph mlp = forward_of("mlp");
        QCOMPARE(trainable_count(mlp.parameters), 397'510);
        QCOMPARE(layers_of(mlp), (Words{"flatten", "dense1", "logits"}));
    }

    void flops_of_a_sample() {
        // Two for each multiply-add: pixels × window × channels in × channels out.
        const ForwardGraph cnn = forward_of("cnn");
        QCOMPARE(row_of(cnn, "conv1").flops_per_sample, 2.0 * 28 * 28 * 9 * 1 * 32);
        QCOMPARE(row_of(cnn, "conv2").flops_per_sample, 2.0 * 14 * 14 * 9 * 32 * 64);
        QCOMPARE(row_of(cnn, "dense").flops_per_sample, 2.0 * 3136 * 128);
    }

    void inputs_and_results() {
        const ForwardGraph forward = forward_of("cnn", {}, 5);
        const Graph& graph = forward.graph;
        const auto inputs = graph.inputs();
        QCOMPARE(inputs.size(), std::size_t{4});
        const std::vector<std::pair<std::string, std::string>> expected{{"x", "uint8[5, 28, 28, 1]"},
                                                                        {"labels", "int32[5]"},
                                                                        {"scale", "float32[]"},
                                                                        {"rng", "int64[4]"}};
        for (std::size_t i = 0; i < 4; ++i) {
            QCOMPARE(graph.value(inputs[i]).name, expected[i].first);
            QCOMPARE(graph.value(inputs[i]).type.text(), expected[i].second);
        }
        QCOMPARE(graph.result("loss"), forward.loss);
        QCOMPARE(graph.result("correct"), forward.correct);
        QCOMPARE(graph.value(forward.logits).type.shape, (Shape{5, 10}));
        QCOMPARE(graph.value(forward.loss).type.shape, Shape{});
    }

    void bytes_become_zero_to_one() {
        const ForwardGraph forward = forward_of("mlp");
        const Node& rescale = forward.graph.nodes().front();
        QCOMPARE(rescale.op->name, std::string_view("rescale"));
        QCOMPARE(rescale.attrs.number("scale"), 1.0 / 255);
        QCOMPARE(rescale.attrs.number("offset"), 0.0);
        QCOMPARE(rescale.attrs.text("dtype"), std::string("float32"));
    }

    void float_samples() {
        const Model model = make_model("mlp", {}, {{28, 28, 1}, DType::f32}, Task::of_classes(10));
        const ForwardGraph single = build_forward(model, 2, Outputs::training, DType::f32);
        QCOMPARE(single.graph.value(single.graph.find("x")).type.dtype, DType::f32);
        QCOMPARE(ops_of(single.graph).front(), std::string("reshape"));
        const ForwardGraph twice = build_forward(model, 2, Outputs::training, DType::f64);
        QCOMPARE(ops_of(twice.graph).front(), std::string("cast"));
        QCOMPARE(twice.graph.value(twice.logits).type.dtype, DType::f64);
    }

    void float64_throughout() {
        const ForwardGraph forward =
            forward_of("cnn", {{"batch_norm", true}, {"dropout", 0.5}}, 4, Outputs::training, DType::f64);
        for (const Value& value : forward.graph.values())
            if (is_floating(value.type.dtype))
                QCOMPARE(value.type.dtype, DType::f64);
        QVERIFY(forward.layer_dtypes.empty());
    }

    void logits_stay_float32() {
        for (const char* name : {"mlp", "cnn"})
            QCOMPARE(forward_of(name).layer_dtypes, (std::map<std::string, DType>{{"logits", DType::f32}}));
    }

    void convolution_bias_and_activation_are_nodes_of_their_own() {
        const ForwardGraph forward = forward_of("cnn");
        QCOMPARE(ops_of(forward.graph, "conv2"), (Words{"conv2d", "bias_add", "relu"}));
        QCOMPARE(ops_of(forward.graph, "dense"), (Words{"matmul", "bias_add", "relu"}));
        QCOMPARE(ops_of(forward.graph, "logits"), (Words{"matmul", "bias_add"}));
        const Node& conv = node_of(forward.graph, "conv2d");
        QCOMPARE(conv.attrs.text("padding"), std::string("same"));
        QCOMPARE(forward.graph.value(conv.inputs[1]).type.shape, (Shape{32, 3, 3, 1}));
    }

    void batch_norm_replaces_the_bias() {
        const ForwardGraph training = forward_of("cnn", {{"batch_norm", true}});
        QCOMPARE(layers_of(training),
                 (Words{"conv1", "norm1", "relu1", "pool1", "conv2", "norm2", "relu2", "pool2", "flatten",
                        "dense", "dense_norm", "dense_relu", "logits"}));
        QCOMPARE(ops_of(training.graph, "conv1"), (Words{"conv2d"}));
        QCOMPARE(ops_of(training.graph, "norm1"), (Words{"batch_norm", "moving_average", "moving_average"}));
        QCOMPARE(ops_of(training.graph, "dense"), (Words{"matmul"}));
        QCOMPARE(node_of(training.graph, "batch_norm").attrs.number("epsilon"), 1e-3);
        QCOMPARE(node_of(training.graph, "moving_average").attrs.number("momentum"), 0.99);
        // Biases of 32 + 64 + 128 go, gammas and betas come; moving statistics are not trained.
        QCOMPARE(trainable_count(training.parameters), 421'642 + 32 + 64 + 128);
        QCOMPARE(training.graph.find("conv1/bias"), no_value);
        QCOMPARE(training.graph.value(training.graph.find("norm1/gamma")).role, Role::variable);
        QCOMPARE(training.graph.value(training.graph.find("norm1/moving_mean")).role, Role::state);
        QCOMPARE(training.graph.value(training.graph.find("norm1/moving_variance")).role, Role::state);

        const ForwardGraph evaluation = forward_of("cnn", {{"batch_norm", true}}, 8, Outputs::evaluation);
        QCOMPARE(ops_of(evaluation.graph, "norm1"), (Words{"batch_norm_inference"}));
    }

    void moving_statistics_are_those_of_the_batch() {
        const ForwardGraph forward = forward_of("mlp", {{"batch_norm", true}});
        const Graph& graph = forward.graph;
        const Node& norm = node_of(graph, "batch_norm");
        int found = 0;
        for (const Node& node : graph.nodes()) {
            if (node.op->name != "moving_average")
                continue;
            const bool mean = graph.value(node.inputs[0]).name == "dense_norm1/moving_mean";
            QCOMPARE(node.inputs[1], norm.outputs[mean ? 1 : 2]);
            ++found;
        }
        QCOMPARE(found, 2);
    }

    void dropout_has_a_stream_a_layer() {
        const Options options{{"hidden", std::vector<std::int64_t>{20, 30}}, {"dropout", 0.25}};
        const ForwardGraph training = forward_of("mlp", options);
        std::vector<std::int64_t> streams;
        for (const Node& node : training.graph.nodes())
            if (node.op->name == "dropout") {
                streams.push_back(node.attrs.integer("stream"));
                QCOMPARE(node.attrs.number("rate"), 0.25);
                QCOMPARE(node.inputs[1], training.graph.find("rng"));
            }
        QCOMPARE(streams, (std::vector<std::int64_t>{0, 1}));
        const ForwardGraph evaluation = forward_of("mlp", options, 8, Outputs::evaluation);
        for (const Node& node : evaluation.graph.nodes())
            QVERIFY(node.op->name != "dropout");
        QVERIFY(evaluation.graph.find("rng") != no_value);
    }

    void training_and_evaluation_share_their_parameters() {
        const Options options{{"batch_norm", true}, {"dropout", 0.5}};
        for (const char* name : {"mlp", "cnn"}) {
            const ForwardGraph training = forward_of(name, options, 8, Outputs::training);
            const ForwardGraph evaluation = forward_of(name, options, 3, Outputs::evaluation);
            QCOMPARE(training.parameters.size(), evaluation.parameters.size());
            for (std::size_t i = 0; i < training.parameters.size(); ++i) {
                QCOMPARE(training.parameters[i].name, evaluation.parameters[i].name);
                QCOMPARE(training.parameters[i].shape, evaluation.parameters[i].shape);
            }
        }
    }

    void options_change_the_model() {
        const ForwardGraph deep = forward_of("cnn", {{"filters", std::vector<std::int64_t>{8, 12, 16}},
                                                     {"kernel_size", std::int64_t{5}},
                                                     {"dense", std::int64_t{40}}});
        QCOMPARE(row_of(deep, "conv1").parameters, 8 * 25 + 8);
        QCOMPARE(row_of(deep, "conv3").parameters, 16 * 25 * 12 + 16);
        QCOMPARE(row_of(deep, "flatten").output, (Shape{8, 3 * 3 * 16}));
        QCOMPARE(row_of(deep, "dense").parameters, 144 * 40 + 40);
        const ForwardGraph unpooled = forward_of("cnn", {{"pool_size", std::int64_t{1}}});
        QCOMPARE(row_of(unpooled, "flatten").output, (Shape{8, 28 * 28 * 64}));
        const ForwardGraph linear = forward_of("mlp", {{"hidden", std::vector<std::int64_t>{}}});
        QCOMPARE(trainable_count(linear.parameters), 7850);
        const ForwardGraph colour = forward_of("cnn", {}, 2, Outputs::training, DType::f32, {17, 9, 3});
        QCOMPARE(row_of(colour, "conv1").parameters, 27 * 32 + 32);
        QCOMPARE(row_of(colour, "pool2").output, (Shape{2, 4, 2, 64}));
        for (const Parameter& p : forward_of("mlp", {{"initializer", std::string("he_normal")}}).parameters)
            if (p.shape.rank() == 2)
                QCOMPARE(p.initializer.kind, Initializer::he_normal);
    }

    void images_that_are_too_small() {
        const QString error = message_of<ShapeError>([] {
            make_model("cnn", {}, {{2, 2, 1}}, Task::of_classes(10));
        });
        VERIFY_CONTAINS(error, "layer 'pool2'");
        VERIFY_CONTAINS(error, "[2, 2]");
        VERIFY_CONTAINS(error, "[1, 1, 1, 64]");
        VERIFY_CONTAINS(message_of<ShapeError>([] {
                            make_model("cnn", {}, {{100, 3, 1}}, Task::of_classes(10));
                        }),
                        "layer 'pool2'");
        make_model("cnn", {}, {{4, 4, 1}}, Task::of_classes(10));
        make_model("mlp", {}, {{1, 1, 1}}, Task::of_classes(10));
    }

    void layers_that_do_not_fit_each_other() {
        Model model{"odd", {{8, 8, 1}}, Task::of_classes(10)};
        model.layers = {std::make_shared<Dense>("first", Dense::Options{.units = 10})};
        const QString dense =
            message_of<ShapeError>([&] { build_forward(model, 4, Outputs::training, DType::f32); });
        VERIFY_CONTAINS(dense, "the last layer, 'first', gives [4, 8, 8, 10], but 10 classes need [4, 10]");
        VERIFY_CONTAINS(dense, "flatten");
        model.layers = {std::make_shared<Conv2d>("only", Conv2d::Options{.filters = 10})};
        VERIFY_CONTAINS(
            message_of<ShapeError>([&] { build_forward(model, 4, Outputs::training, DType::f32); }),
            "the last layer, 'only', gives [4, 8, 8, 10], but 10 classes need [4, 10]");
        model.input.shape = {8, 0, 1};
        VERIFY_CONTAINS(
            message_of<ShapeError>([&] { build_forward(model, 4, Outputs::training, DType::f32); }),
            "[8, 0, 1]");
    }
};

QTEST_GUILESS_MAIN(TestLayers)
#include "test_layers.moc"
