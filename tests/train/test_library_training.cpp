// SPDX-License-Identifier: Apache-2.0
// Every model of the library, in a small size, trains on the cpu device in every precision: the losses of a
// few steps are those of float64, as closely as the precision allows, and evaluation and prediction agree
// with each other.
#include <array>
#include <cmath>
#include <map>

#include <QTest>

#include "engine/backends/find_device.h"
#include "engine/core/random.h"
#include "engine/model/data_initial_values.h"
#include "engine/model/library.h"
#include "engine/train/step_graph.h"

using namespace laptime;

namespace {

constexpr std::int64_t batch = 6;
constexpr int classes = 7;

struct Small {
    const char* name;
    std::map<std::string, ModelOptionValue> options;
    bool text;
};

using List = std::vector<std::int64_t>;

const std::vector<Small>& small_models() {
    static const std::vector<Small> models{
        {"mlp", {{"hidden", List{20}}, {"batch_norm", true}}, false},
        {"cnn", {{"filters", List{6, 9}}, {"dense", std::int64_t{16}}}, false},
        {"mini-xception", {{"stem", std::int64_t{8}}, {"widths", List{8, 12}}, {"dropout", 0.25}}, false},
        {"resnet20", {{"widths", List{4, 8}}, {"blocks", std::int64_t{1}}}, false},
        {"resnet18", {{"blocks", List{1, 1}}, {"width", std::int64_t{8}}, {"zero_gamma", false}}, false},
        {"resnet50",
         {{"blocks", List{1, 1}}, {"width", std::int64_t{4}}, {"stem", std::string("large")}},
         false},
        {"airbench", {{"widths", List{26, 30}}, {"pool_size", std::int64_t{2}}}, false},
        {"vit-tiny",
         {{"layers", std::int64_t{2}},
          {"width", std::int64_t{24}},
          {"heads", std::int64_t{2}},
          {"dropout", 0.1}},
         false},
        {"char-gpt",
         {{"layers", std::int64_t{2}}, {"width", std::int64_t{24}}, {"heads", std::int64_t{2}}},
         true},
        {"gpt2-124m",
         {{"layers", std::int64_t{1}},
          {"width", std::int64_t{24}},
          {"heads", std::int64_t{3}},
          {"dropout", 0.1}},
         true},
    };
    return models;
}

/// A session with programs of one model in one precision, and data.
class Trained {
public:
    Trained(const Small& small, Precision precision)
        : text_(small.text), is_double_(precision == Precision::float64) {
        const InputType input = text_ ? InputType{{10}, DType::i32} : InputType{{19, 17, 3}};
        model_ = make_model(small.name, small.options, input,
                            text_ ? Task::of_tokens(classes) : Task::of_classes(classes));
        StepOptions options;
        options.precision = precision;
        options.optimizer = OptimizerKind::momentum;
        options.learning_rate.rate = 0.01;
        options.total_steps = 4;
        session_ = find_device("cpu:0")->open_session(0);
        const StagedGraph step = build_program(ProgramKind::step, model_, batch, options);
        step_ = session_->compile(step.finished());
        evaluate_ =
            session_->compile(build_program(ProgramKind::evaluate, model_, batch, options).finished());
        predict_ = session_->compile(build_program(ProgramKind::predict, model_, batch, options).finished());
        make_data();
        write_first_values(step.parameters);
    }

    std::vector<double> losses(int steps) {
        std::vector<double> losses;
        for (int i = 0; i < steps; ++i) {
            rng_[2] = i;
            losses.push_back(run(*step_, {x(), labels_.data(), scale(), rng_.data()}).front());
        }
        return losses;
    }

    double evaluation_loss() { return run(*evaluate_, {x(), labels_.data(), scale(), rng_.data()}).front(); }

    /// The same loss from the probabilities of the prediction.
    double loss_of_prediction() {
        const std::vector<double> output = run(*predict_, {x(), rng_.data()});
        double loss = 0;
        for (std::size_t i = 0; i < labels_.size(); ++i)
            loss -= std::log(output[i * classes + static_cast<std::size_t>(labels_[i])]) / batch;
        return labels_.size() * classes <= output.size() ? loss : std::nan("");
    }

private:
    std::vector<double> run(Program& program, std::vector<const void*> inputs) {
        std::vector<double> results(program.graph().result_offset(program.graph().results().size()));
        Call call{&program, std::move(inputs), results.data(), -1};
        session_->execute({&call, 1});
        return results;
    }

    void make_data() {
        const auto noise = random_uniform(9, RandomUse::synthetic, 0, batch * 19 * 17 * 3, 0, 256);
        pixels_.assign(noise.begin(), noise.end());
        const int count = static_cast<int>(batch) * (text_ ? 10 : 1);
        for (int i = 0; i < count; ++i) {
            ids_.push_back(i * i % classes);
            labels_.push_back(text_ ? (i * i + 3) % classes : i % classes);
        }
    }

    void write_first_values(const std::vector<Parameter>& parameters) {
        const std::vector<double> images = [&] {
            std::vector<double> values(pixels_.begin(), pixels_.end());
            for (double& value : values)
                value /= 255;
            return values;
        }();
        for (std::size_t i = 0; i < parameters.size(); ++i)
            session_->write(parameters[i].name,
                            parameters[i].from_data.empty()
                                ? initial_values(parameters[i], i, 4)
                                : initial_values_from_images(parameters[i], images, {batch, 19, 17, 3}));
        for (const auto& [name, value] : initial_state())
            for (const auto& [stored, type] : session_->stored())
                if (stored == name)
                    session_->write(name, std::array{value});
    }

    const void* x() const { return text_ ? static_cast<const void*>(ids_.data()) : pixels_.data(); }
    const void* scale() const { return is_double_ ? static_cast<const void*>(&scale64_) : &scale32_; }

    bool text_, is_double_;
    Model model_;
    std::unique_ptr<Session> session_;
    std::unique_ptr<Program> step_, evaluate_, predict_;
    std::vector<std::uint8_t> pixels_;
    std::vector<std::int32_t> ids_, labels_;
    std::array<std::int64_t, 4> rng_{4, 1, 0, 0};
    double scale64_ = 1.0 / batch;
    float scale32_ = 1.0f / batch;
};

} // namespace

class TestLibraryTraining : public QObject {
    Q_OBJECT

private slots:
    void all_are_here() {
        std::vector<std::string> names;
        for (const Small& small : small_models())
            names.emplace_back(small.name);
        QCOMPARE(names, model_names());
    }

    void precisions_data() {
        QTest::addColumn<int>("index");
        for (int i = 0; i < static_cast<int>(small_models().size()); ++i)
            QTest::newRow(small_models()[static_cast<std::size_t>(i)].name) << i;
    }
    void precisions() {
        QFETCH(int, index);
        const Small& small = small_models()[static_cast<std::size_t>(index)];
        Trained exact(small, Precision::float64);
        const std::vector<double> wanted = exact.losses(3);
        QVERIFY2(wanted[2] != wanted[0] && std::isfinite(wanted[2]), "the weights have not moved");
        const std::pair<Precision, double> others[] = {
            {Precision::float32, 1e-5}, {Precision::mixed_float16, 1e-2}, {Precision::mixed_bfloat16, 5e-2}};
        for (const auto& [precision, tolerance] : others) {
            Trained other(small, precision);
            const std::vector<double> losses = other.losses(3);
            for (std::size_t i = 0; i < losses.size(); ++i) {
                const double error = std::abs(losses[i] - wanted[i]) / wanted[i];
                QVERIFY2(error <= tolerance, qPrintable(QString("%1, step %2: %3, float64 has %4")
                                                            .arg(word_of(precision))
                                                            .arg(i + 1)
                                                            .arg(losses[i])
                                                            .arg(wanted[i])));
            }
        }
        const double evaluated = exact.evaluation_loss(), predicted = exact.loss_of_prediction();
        QVERIFY2(std::abs(evaluated - predicted) <= 1e-9 * evaluated,
                 qPrintable(QString("%1, by the predictions %2").arg(evaluated).arg(predicted)));
    }
};

QTEST_GUILESS_MAIN(TestLibraryTraining)
#include "test_library_training.moc"
