// SPDX-License-Identifier: Apache-2.0
// The library's names and options, and what is said about those that it does not know.
#include <QTest>
#include <algorithm>

#include "engine/core/error.h"
#include "engine/model/library.h"
#include "tests/data/message_of.h"

using namespace laptime;
using namespace laptime::tests;

namespace {

using List = std::vector<std::int64_t>;

QString option_error(const std::string& name, const std::string& option, const ModelOptionValue& value) {
    QString text;
    for (const Problem& problem : model_option_problems(name, {{option, value}}))
        text += QString::fromStdString(problem.field + ": " + problem.message + "\n");
    return text;
}

} // namespace

class TestLibrary : public QObject {
    Q_OBJECT

private slots:
    void every_model_can_be_made_from_its_defaults() {
        QVERIFY(!model_names().empty());
        for (const std::string& name : model_names()) {
            std::map<std::string, ModelOptionValue> defaults;
            for (const ModelOptionInfo& info : model_options(name)) {
                QVERIFY(!info.help.empty());
                defaults[info.name] = info.default_value;
            }
            QVERIFY(model_option_problems(name, defaults).empty());
            const bool text = name == "char-gpt" || name == "gpt2-124m";
            const InputType input = text ? InputType{{16}, DType::i32} : InputType{{32, 32, 3}};
            const Task task = text ? Task::of_tokens(50) : Task::of_classes(10);
            const Model said = make_model(name, defaults, input, task);
            const Model left_out = make_model(name, {}, input, task);
            QVERIFY(!model_help(name).empty());
            QCOMPARE(build_forward(said, 2, Outputs::training, DType::f32).graph.text(),
                     build_forward(left_out, 2, Outputs::training, DType::f32).graph.text());
        }
    }

    void unknown_models() {
        VERIFY_CONTAINS(message_of<InvalidExperiment>([] { model_options("vgg"); }),
                        "there is no model 'vgg'; there are mlp, cnn, mini-xception, resnet20");
    }

    void whole_numbers_are_welcome_as_real_ones() {
        QCOMPARE(option_error("mlp", "dropout", std::int64_t{0}), QString());
        make_model("mlp", {{"dropout", std::int64_t{0}}}, {{28, 28, 1}}, Task::of_classes(10));
    }

    void bad_options_data() {
        QTest::addColumn<QString>("option");
        QTest::addColumn<ModelOptionValue>("value");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const char* option, ModelOptionValue value, const char* says) {
            QTest::newRow(name) << option << value << says;
        };
        row("unknown", "droput", 0.5,
            "model.droput: the model 'cnn' has no such option; it has filters, kernel_size");
        row("dropout 1", "dropout", 1.0,
            "model.dropout: is 1, must be a number that is at least 0 and below 1");
        row("dropout negative", "dropout", -0.1, "is -0.1, must be");
        row("dropout nan", "dropout", std::numeric_limits<double>::quiet_NaN(), "is nan, must be");
        row("dropout whole 1", "dropout", std::int64_t{1}, "is 1, must be");
        row("dropout text", "dropout", std::string("much"), "must be a number");
        row("dense 0", "dense", std::int64_t{0}, "is 0, must be a whole number from 1 to 65536");
        row("dense huge", "dense", std::int64_t{1} << 40, "must be a whole number from 1 to 65536");
        row("dense real", "dense", 1.5, "must be a whole number");
        row("filter 0", "filters", List{32, 0},
            "holds 0, must be a list of at most 64 whole numbers from 1 to 65536");
        row("filters whole", "filters", std::int64_t{32}, "must be a list");
        row("many filters", "filters", List(65, 8), "has 65 entries");
        row("flag", "batch_norm", std::int64_t{1}, "model.batch_norm: must be true or false");
        row("word", "initializer", std::string("xavier"),
            "is 'xavier', must be one of glorot_uniform, he_normal");
    }
    void bad_options() {
        QFETCH(QString, option);
        QFETCH(ModelOptionValue, value);
        QFETCH(QString, says);
        VERIFY_CONTAINS(option_error("cnn", option.toStdString(), value), says);
        VERIFY_CONTAINS(
            message_of<InvalidExperiment>([&] {
                make_model("cnn", {{option.toStdString(), value}}, {{28, 28, 1}}, Task::of_classes(10));
            }),
            says);
    }
};

QTEST_GUILESS_MAIN(TestLibrary)
#include "test_library.moc"
