// SPDX-License-Identifier: Apache-2.0
// What a model's last layer is turned into: losses, counts and predictions of each task, in their order and
// by their formulas, on the reference device.
#include <QTest>
#include <array>
#include <cmath>

#include "engine/backends/find_device.h"
#include "engine/core/error.h"
#include "engine/model/layers/dense.h"
#include "engine/model/layers/embedding.h"
#include "engine/model/model.h"
#include "tests/data/message_of.h"

using namespace laptime;
using namespace laptime::tests;

namespace {

constexpr std::int64_t batch = 4, features = 3;

/// One dense layer whose kernel is the identity, so that outputs are inputs.
Model echo(Task task, std::int64_t width = features) {
    Model model{"echo", {{width}, DType::f32}, std::move(task)};
    model.layers = {std::make_shared<Dense>(
        "echo", Dense::Options{.units = width, .bias = false, .initializer = Initializer::identity})};
    return model;
}

std::vector<std::string> result_names(const Graph& graph) {
    std::vector<std::string> names;
    for (const Result& result : graph.results())
        names.push_back(result.name);
    return names;
}

std::vector<std::string> input_types(const Graph& graph) {
    std::vector<std::string> types;
    for (const ValueId id : graph.inputs())
        types.push_back(graph.value(id).name + " " + graph.value(id).type.text());
    return types;
}

/// Runs the model once; x, then labels and scale unless it predicts.
std::vector<double> run(const Model& model, Outputs outputs, const void* x, const void* labels = nullptr) {
    const ForwardGraph forward = build_forward(model, batch, outputs, DType::f64);
    const auto session = find_device("reference:0")->open_session(1);
    const auto program = session->compile(forward.graph);
    for (std::size_t i = 0; i < forward.parameters.size(); ++i)
        session->write(forward.parameters[i].name, initial_values(forward.parameters[i], i, 1));
    std::vector<double> results(program->graph().result_offset(program->graph().results().size()));
    const double scale = 0.5;
    const std::array<std::int64_t, 4> rng{1, 1, 0, 0};
    Call call{program.get(), {x, labels, &scale, rng.data()}, results.data(), -1};
    if (outputs == Outputs::prediction)
        call.inputs = {x, rng.data()};
    session->execute({&call, 1});
    return results;
}

const std::array<float, batch * features> rows{1, 2, -1, 0.5f, 0, 3, -2, 1, 1, 4, -1, 0};

double log_sum_exp(const float* row, int count) {
    double sum = 0;
    for (int i = 0; i < count; ++i)
        sum += std::exp(static_cast<double>(row[i]));
    return std::log(sum);
}

void compare(const std::vector<double>& values, const std::vector<double>& expected,
             double tolerance = 1e-12) {
    QCOMPARE(values.size(), expected.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        QVERIFY2(
            std::abs(values[i] - expected[i]) <= tolerance * std::max(1.0, std::abs(expected[i])),
            qPrintable(
                QString("%1: %2, not %3").arg(i).arg(values[i], 0, 'g', 17).arg(expected[i], 0, 'g', 17)));
}

} // namespace

class TestTasks : public QObject {
    Q_OBJECT

private slots:
    void classes() {
        Task task = Task::of_classes(features);
        task.top5 = true;
        const std::array<std::int32_t, batch> labels{1, 2, 0, 0};
        const Graph graph = build_forward(echo(task), batch, Outputs::evaluation, DType::f32).graph;
        QCOMPARE(input_types(graph), (std::vector<std::string>{"x float32[4, 3]", "labels int32[4]",
                                                               "scale float32[]", "rng int64[4]"}));
        QCOMPARE(result_names(graph), (std::vector<std::string>{"loss", "correct", "top5"}));
        QCOMPARE(result_names(build_forward(echo(task), batch, Outputs::training, DType::f32).graph),
                 (std::vector<std::string>{"loss", "correct"}));
        double loss = 0;
        for (std::size_t i = 0; i < batch; ++i)
            loss += 0.5 * (log_sum_exp(&rows[i * 3], 3) -
                           static_cast<double>(rows[i * 3 + static_cast<std::size_t>(labels[i])]));
        compare(run(echo(task), Outputs::evaluation, rows.data(), labels.data()), {loss, 3, 4});
        std::vector<double> probabilities;
        for (std::size_t i = 0; i < rows.size(); ++i)
            probabilities.push_back(
                std::exp(static_cast<double>(rows[i]) - log_sum_exp(&rows[i / 3 * 3], 3)));
        compare(run(echo(task), Outputs::prediction, rows.data()), probabilities);
    }

    void smoothing_and_class_weights() {
        Task task = Task::of_classes(features);
        task.label_smoothing = 0.3;
        const std::array<std::int32_t, batch> labels{1, 2, 0, 0};
        double loss = 0;
        for (std::size_t i = 0; i < batch; ++i)
            for (std::size_t c = 0; c < 3; ++c)
                loss += 0.5 * (labels[i] == static_cast<int>(c) ? 0.7 + 0.1 : 0.1) *
                        (log_sum_exp(&rows[i * 3], 3) - static_cast<double>(rows[i * 3 + c]));
        compare({run(echo(task), Outputs::training, rows.data(), labels.data()).front()}, {loss});
        task.label_smoothing = 0;
        task.class_weights = {2, 0.5, 1};
        loss = 0;
        for (std::size_t i = 0; i < batch; ++i) {
            const auto label = static_cast<std::size_t>(labels[i]);
            loss += 0.5 * task.class_weights[label] *
                    (log_sum_exp(&rows[i * 3], 3) - static_cast<double>(rows[i * 3 + label]));
        }
        compare({run(echo(task), Outputs::training, rows.data(), labels.data()).front()}, {loss});
    }

    void two_classes_by_one_logit() {
        Task task = Task::of_classes(2);
        task.loss = LossKind::binary_cross_entropy;
        const std::array<float, batch> logits{2, -1, 0.5f, -3};
        const std::array<std::int32_t, batch> labels{1, 0, 0, 0};
        double loss = 0;
        std::vector<double> probabilities;
        for (std::size_t i = 0; i < batch; ++i) {
            const double z = static_cast<double>(logits[i]), p = 1 / (1 + std::exp(-z));
            loss -= 0.5 * std::log(labels[i] ? p : 1 - p);
            probabilities.insert(probabilities.end(), {1 - p, p});
        }
        const Model model = echo(task, 1);
        compare(run(model, Outputs::evaluation, logits.data(), labels.data()), {loss, 3});
        compare(run(model, Outputs::prediction, logits.data()), probabilities);
    }

    void values() {
        const std::array<float, batch * features> targets{1, 1, 1, 0, 0, 2, -2, 3, 1, 0, 0, 0};
        double squares = 0, absolute = 0, sum = 0, sum_square = 0, huber = 0;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const double t = static_cast<double>(targets[i]), e = std::abs(static_cast<double>(rows[i]) - t);
            squares += e * e;
            absolute += e;
            sum += t;
            sum_square += t * t;
            huber += e <= 1.5 ? 0.5 * e * e : 1.5 * (e - 0.75);
        }
        Task task = Task::of_values(features, LossKind::mse);
        const Graph graph = build_forward(echo(task), batch, Outputs::evaluation, DType::f64).graph;
        QCOMPARE(input_types(graph)[1], std::string("labels float32[4, 3]"));
        QCOMPARE(result_names(graph), (std::vector<std::string>{"loss", "correct", "sum_abs", "sum_square",
                                                                "sum_target", "sum_target_square"}));
        compare(run(echo(task), Outputs::evaluation, rows.data(), targets.data()),
                {0.5 * squares / 3, 0, absolute, squares, sum, sum_square});
        task.loss = LossKind::mae;
        compare({run(echo(task), Outputs::training, rows.data(), targets.data()).front()},
                {0.5 * absolute / 3});
        task.loss = LossKind::huber;
        task.huber_delta = 1.5;
        compare({run(echo(task), Outputs::training, rows.data(), targets.data()).front()}, {0.5 * huber / 3});
        compare(run(echo(task), Outputs::prediction, rows.data()),
                std::vector<double>(rows.begin(), rows.end()));
    }

    void several_yes_or_no_values() {
        const Task task = Task::of_values(features, LossKind::binary_cross_entropy);
        const std::array<float, batch * features> targets{1, 1, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0};
        double loss = 0, right = 0;
        std::vector<double> probabilities;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const double p = 1 / (1 + std::exp(-static_cast<double>(rows[i])));
            const bool yes = targets[i] > 0.5f;
            loss -= 0.5 * std::log(yes ? p : 1 - p) / 3;
            right += (rows[i] > 0) == yes ? 1.0 / 3 : 0;
            probabilities.push_back(p);
        }
        const auto results = run(echo(task), Outputs::training, rows.data(), targets.data());
        compare(results, {loss, right});
        compare(run(echo(task), Outputs::prediction, rows.data()), probabilities);
    }

    void tokens() {
        Model model{"text", {{5}, DType::i32}, Task::of_tokens(features)};
        model.layers = {std::make_shared<Embedding>(
            "tokens", Embedding::Options{.units = features, .initializer = Initializer::identity})};
        const Graph graph = build_forward(model, batch, Outputs::evaluation, DType::f32).graph;
        QCOMPARE(input_types(graph), (std::vector<std::string>{"x int32[4, 5]", "labels int32[4, 5]",
                                                               "scale float32[]", "rng int64[4]"}));
        std::array<std::int32_t, batch * 5> ids{}, labels{};
        double loss = 0, right = 0;
        std::vector<double> probabilities;
        const double sum = std::exp(1.0) + 2;
        for (std::size_t i = 0; i < ids.size(); ++i) {
            ids[i] = static_cast<std::int32_t>(i * i % 3);
            labels[i] = static_cast<std::int32_t>(i % 3);
            loss += 0.5 * (std::log(sum) - (ids[i] == labels[i] ? 1 : 0));
            right += ids[i] == labels[i];
            for (int c = 0; c < 3; ++c)
                probabilities.push_back((c == ids[i] ? std::exp(1.0) : 1) / sum);
        }
        compare(run(model, Outputs::evaluation, ids.data(), labels.data()), {loss, right});
        compare(run(model, Outputs::prediction, ids.data()), probabilities);
        const ForwardGraph prediction = build_forward(model, batch, Outputs::prediction, DType::f32);
        QCOMPARE(prediction.graph.value(prediction.graph.result("output")).type.shape, (Shape{4, 5, 3}));
        QCOMPARE(input_types(prediction.graph), (std::vector<std::string>{"x int32[4, 5]", "rng int64[4]"}));
    }

    void contradictions_data() {
        QTest::addColumn<int>("which");
        QTest::addColumn<QString>("says");
        QTest::newRow("softmax of values") << 0 << "train.loss: cross_entropy needs classes";
        QTest::newRow("mse of classes") << 1 << "train.loss: classes are learnt by cross_entropy";
        QTest::newRow("binary of three") << 2 << "train.loss: binary_cross_entropy needs two classes, not 3";
        QTest::newRow("smoothing") << 3 << "train.label_smoothing: must be at least 0 and below 1";
        QTest::newRow("smoothing of values") << 4 << "train.label_smoothing: goes with cross_entropy only";
        QTest::newRow("weights") << 5 << "data.class_weights: has 2 numbers for 3 classes";
        QTest::newRow("negative weight") << 6 << "data.class_weights: must be finite";
        QTest::newRow("tokens by mse") << 7 << "train.loss: tokens of a text are learnt by cross_entropy";
        QTest::newRow("delta") << 8 << "train.loss: Huber's delta must be above 0";
    }
    void contradictions() {
        QFETCH(int, which);
        QFETCH(QString, says);
        Task task = Task::of_classes(3);
        if (which == 0 || which == 4 || which == 8)
            task = Task::of_values(3);
        if (which == 0)
            task.loss = LossKind::cross_entropy;
        if (which == 1)
            task.loss = LossKind::mse;
        if (which == 2)
            task.loss = LossKind::binary_cross_entropy;
        if (which == 3)
            task.label_smoothing = 1;
        if (which == 4)
            task.label_smoothing = 0.1;
        if (which == 5)
            task.class_weights = {1, 2};
        if (which == 6)
            task.class_weights = {1, -2, 3};
        if (which == 7) {
            task = Task::of_tokens(3);
            task.loss = LossKind::mse;
        }
        if (which == 8) {
            task.loss = LossKind::huber;
            task.huber_delta = 0;
        }
        QCOMPARE(task_problems(task).size(), std::size_t{1});
        VERIFY_CONTAINS(message_of<InvalidExperiment>(
                            [&] { build_forward(echo(task), batch, Outputs::training, DType::f32); }),
                        says);
    }
};

QTEST_GUILESS_MAIN(TestTasks)
#include "test_tasks.moc"
