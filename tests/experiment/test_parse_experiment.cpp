// SPDX-License-Identifier: Apache-2.0
// Experiment files that are right: every key, the defaults, overrides, and that writing and reading are
// inverse.
#include <QTest>
#include <cmath>

#include "engine/core/error.h"
#include "engine/experiment/read_experiment.h"
#include "tests/data/idx_writer.h"
#include "tests/data/message_of.h"

using namespace laptime;
using namespace laptime::tests;

namespace {

using Overrides = std::vector<std::pair<std::string, std::string>>;

Experiment parse_train(const std::string& lines, const Overrides& overrides = {}) {
    return parse_experiment("[train]\n" + lines, overrides);
}

Experiment full() {
    Experiment e;
    e.name = "all \"keys\" \\ of it é 的";
    e.data.dataset = "synthetic:8x8x1/4";
    e.data.validation = 0.30000000000000004;
    e.data.image_size = {32, 48};
    e.data.resize = "crop";
    e.data.channels = 1;
    e.data.target = "a \"column\"";
    e.data.task = "regression";
    e.data.header = false;
    e.data.delimiter = "\t";
    e.data.context = 17;
    e.data.tokens = "bytes";
    e.data.cache_mb = 5;
    e.data.class_weights = {ClassWeights::Kind::listed, {1, 2.5, 1e-3, 4}};
    e.data.augment = {Augment::Flip::alternate, 1, 2, 3.5, 4, 0.5};
    e.model.library = "cnn";
    e.model.options = {{"filters", std::vector<std::int64_t>{8, 16}},
                       {"dense", std::int64_t{32}},
                       {"dropout", 0.25},
                       {"batch_norm", true},
                       {"initializer", std::string("he_normal")}};
    e.speed.precision = Precision::mixed_float16;
    e.speed.devices = {"cpu:3"};
    e.speed.threads_per_device = 2;
    e.speed.global_batch = 96;
    e.speed.accumulate = 3;
    e.speed.steps_per_execution = 7;
    e.speed.batch_norm = BatchNormKind::synchronised;
    e.train.optimizer = OptimizerKind::nesterov;
    e.train.learning_rate.rate = 1.0 / 3;
    e.train.weight_decay = 5e-324;
    e.train.decay_all = false;
    e.train.momentum = 0.85;
    e.train.bias_rate_factor = 64;
    e.train.loss = LossChoice::cross_entropy;
    e.train.label_smoothing = 0.2;
    e.train.clip_norm = 1;
    e.train.clip_value = 0.5;
    e.train.ema = 0.999;
    e.train.metrics = {Metric::val_top5, Metric::val_f1};
    e.train.monitor = Metric::val_f1;
    e.train.patience = 4;
    e.train.checkpoint_minutes = 2;
    e.train.checkpoint_epochs = 3;
    e.train.epochs.reset();
    e.train.steps = 1'000'000;
    e.train.seed = 9'223'372'036'854'775'806u;
    e.train.repeats = 2;
    e.train.target = Target{Target::Metric::val_loss, 0.1};
    e.train.stop_at_target = false;
    return e;
}

void verify_round_trip(const Experiment& experiment) {
    const std::string text = write_experiment(experiment);
    const Experiment back = parse_experiment(text);
    QVERIFY2(back == experiment, text.c_str());
    QCOMPARE(write_experiment(back), text);
}

} // namespace

class TestParseExperiment : public QObject {
    Q_OBJECT

private slots:
    void an_empty_file_is_the_default() {
        QVERIFY(parse_experiment("") == Experiment{});
        QVERIFY(problems_of(Experiment{}).empty());
    }

    void the_documented_example() {
        const Experiment e = parse_experiment(R"(
name = "fashion-cnn"

[data]
dataset = "fashion-mnist"        # a comment
validation = 0.1

[model]
library = "cnn"
dropout = 0.5

[speed]
precision = "mixed_bfloat16"
strategy = "single"
devices = ["cpu:0"]
threads_per_device = 0
global_batch = 128
accumulate = 2
steps_per_execution = 4

[train]
optimizer = "adam"
learning_rate = 1e-3
epochs = 5
seed = 1
repeats = 3
target = "val_accuracy >= 0.90"
)");
        QCOMPARE(e.name, std::string("fashion-cnn"));
        QCOMPARE(e.data.dataset, std::string("fashion-mnist"));
        QCOMPARE(std::get<double>(e.model.options.at("dropout")), 0.5);
        QCOMPARE(e.speed.precision, Precision::mixed_bfloat16);
        QCOMPARE(e.speed.accumulate, 2);
        QCOMPARE(e.speed.steps_per_execution, 4);
        QCOMPARE(e.train.learning_rate.rate, 1e-3);
        QCOMPARE(*e.train.epochs, 5);
        QCOMPARE(e.train.repeats, 3);
        QVERIFY(e.train.target->reached_by(0.9));
        QVERIFY(!e.train.target->reached_by(0.8999));
        QVERIFY(e.train.stop_at_target);
    }

    void learning_rate_schedules() {
        using Kind = LearningRate::Kind;
        QCOMPARE(parse_train("learning_rate = 1").train.learning_rate.rate, 1.0);
        const auto cosine =
            parse_train(
                "learning_rate = { schedule = 'cosine', rate = 0.1, warmup_steps = 20, final_rate = 1e-4 }")
                .train.learning_rate;
        QVERIFY((cosine ==
                 LearningRate{.kind = Kind::cosine, .rate = 0.1, .warmup_steps = 20, .final_rate = 1e-4}));
        const auto step =
            parse_train(
                "[train.learning_rate]\nschedule = 'step'\nrate = 0.5\nfactor = 0.2\nevery_steps = 30")
                .train.learning_rate;
        QVERIFY((step == LearningRate{.kind = Kind::step, .rate = 0.5, .factor = 0.2, .every_steps = 30}));
        const auto cycle =
            parse_train("learning_rate = { schedule = 'one_cycle', rate = 0.4, peak_at = 0.25 }")
                .train.learning_rate;
        QVERIFY((cycle == LearningRate{.kind = Kind::one_cycle, .rate = 0.4, .peak_at = 0.25}));
        const auto warm = parse_train("learning_rate = { rate = 0.2, warmup_steps = 5 }").train.learning_rate;
        QVERIFY((warm == LearningRate{.rate = 0.2, .warmup_steps = 5}));
    }

    void weight_decay_of_adamw() {
        QCOMPARE(parse_train("optimizer = 'adamw'").train.weight_decay, 0.01);
        QCOMPARE(parse_train("optimizer = 'adamw'\nweight_decay = 0").train.weight_decay, 0.0);
        QCOMPARE(parse_train("optimizer = 'adam'").train.weight_decay, 0.0);
        QCOMPARE(parse_train("", {{"train.optimizer", "adamw"}}).train.weight_decay, 0.01);
    }

    void targets() {
        const auto target = [](const std::string& text) {
            return *parse_train("target = '" + text + "'").train.target;
        };
        QVERIFY((target("val_accuracy >= 0.90") == Target{Target::Metric::val_accuracy, 0.9}));
        QVERIFY((target("val_loss<=0.3") == Target{Target::Metric::val_loss, 0.3}));
        QVERIFY((target("  val_loss  <=  3e-1 ") == Target{Target::Metric::val_loss, 0.3}));
    }

    void lengths() {
        const auto steps = parse_train("steps = 30").train;
        QVERIFY(!steps.epochs && steps.steps == 30 && !steps.minutes);
        const auto minutes = parse_train("minutes = 2").train;
        QVERIFY(!minutes.epochs && !minutes.steps && minutes.minutes == 2.0);
    }

    void overrides() {
        const Experiment e =
            parse_experiment("[speed]\nprecision = 'float64'\n[train]\nlearning_rate = 0.5\n",
                             {{"speed.precision", "float32"},
                              {"speed.global_batch", "64"},
                              {"speed.devices", "cpu:1"},
                              {"train.learning_rate", "2e-3"},
                              {"train.target", "val_loss <= 0.3"},
                              {"train.stop_at_target", "false"},
                              {"model.library", "mlp"},
                              {"model.hidden", "[30, 20]"},
                              {"name", "1990-01-01"}});
        QCOMPARE(e.speed.precision, Precision::float32);
        QCOMPARE(e.speed.global_batch, 64);
        QCOMPARE(e.speed.devices, std::vector<std::string>{"cpu:1"});
        QCOMPARE(e.train.learning_rate.rate, 2e-3);
        QCOMPARE(e.train.target->value, 0.3);
        QVERIFY(!e.train.stop_at_target);
        QCOMPARE(std::get<std::vector<std::int64_t>>(e.model.options.at("hidden")),
                 (std::vector<std::int64_t>{30, 20}));
        QCOMPARE(e.name, std::string("1990-01-01"));
        QCOMPARE(parse_experiment("", {{"name", "12"}}).name, std::string("12"));
        QCOMPARE(parse_experiment("", {{"name", "\"quoted\""}}).name, std::string("quoted"));
        QCOMPARE(parse_experiment("", {{"speed.devices", "[\"cpu:1\"]"}}).speed.devices,
                 std::vector<std::string>{"cpu:1"});
    }

    void an_override_of_the_length_replaces_the_others() {
        const auto steps = parse_train("epochs = 3", {{"train.steps", "40"}}).train;
        QVERIFY(!steps.epochs && steps.steps == 40);
        const auto minutes = parse_train("steps = 3", {{"train.minutes", "0.5"}}).train;
        QVERIFY(!minutes.steps && minutes.minutes == 0.5);
        const auto last = parse_train("", {{"train.steps", "40"}, {"train.epochs", "2"}}).train;
        QVERIFY(!last.steps && last.epochs == 2);
    }

    void an_override_reaches_into_the_learning_rate() {
        const auto rate = parse_train("learning_rate = 0.5", {{"train.learning_rate.schedule", "cosine"},
                                                              {"train.learning_rate.warmup_steps", "9"}})
                              .train.learning_rate;
        QVERIFY((rate == LearningRate{.kind = LearningRate::Kind::cosine, .rate = 0.5, .warmup_steps = 9}));
    }

    void round_trips() {
        verify_round_trip(Experiment{});
        verify_round_trip(full());
        Experiment odd;
        odd.data.dataset = "idx:/a\ttab \"quote\" back\\slash\nline \x01\x7f";
        verify_round_trip(odd);
        Experiment e = full();
        e.train.steps.reset();
        e.train.minutes = 0.1;
        verify_round_trip(e);
        e.train.minutes.reset();
        e.train.epochs = 12;
        e.train.optimizer = OptimizerKind::adamw;
        e.train.momentum = 0.9;
        e.train.weight_decay = 0;
        using Kind = LearningRate::Kind;
        for (const LearningRate& rate :
             {LearningRate{.kind = Kind::cosine, .rate = 0.1, .warmup_steps = 20, .final_rate = 1e-300},
              LearningRate{.kind = Kind::step, .rate = 0.1, .factor = 0.7, .every_steps = 3},
              LearningRate{.kind = Kind::one_cycle, .rate = 1e22, .final_rate = 0.3, .peak_at = 0.1},
              LearningRate{.kind = Kind::cosine}, LearningRate{.rate = 2, .warmup_steps = 1}}) {
            e.train.learning_rate = rate;
            verify_round_trip(e);
        }
        for (const double value : {1.0, 0.1, 1e-7, 123456789.125, 1e300, 2.2250738585072014e-308, 4.35}) {
            e.train.learning_rate = LearningRate{.rate = value};
            verify_round_trip(e);
        }
    }

    void every_word_round_trips() {
        Experiment e;
        for (const Precision p :
             {Precision::float64, Precision::float32, Precision::mixed_float16, Precision::mixed_bfloat16}) {
            e.speed.precision = p;
            verify_round_trip(e);
        }
        for (const OptimizerKind kind : {OptimizerKind::sgd, OptimizerKind::momentum, OptimizerKind::nesterov,
                                         OptimizerKind::rmsprop, OptimizerKind::adam, OptimizerKind::adamw}) {
            e.train.optimizer = kind;
            verify_round_trip(e);
        }
    }

    void reads_files() {
        const Folder folder;
        const std::string path = folder.write("my-run.toml", std::string("[data]\ndataset = 'idx:mnist'\n"));
        const Experiment e = read_experiment(path);
        QCOMPARE(e.name, std::string("my-run"));
        QCOMPARE(e.data.dataset, "idx:" + folder.path() + "/mnist");
        // What is typed is meant from where it is typed.
        const Experiment typed = read_experiment(path, {{"data.dataset", "idx:mnist"}});
        QCOMPARE(typed.data.dataset, "idx:" + QDir::currentPath().toStdString() + "/mnist");
        folder.write("named.toml", std::string("name = 'given'\n"));
        QCOMPARE(read_experiment(folder.file("named.toml")).name, std::string("given"));
        VERIFY_CONTAINS(message_of<InvalidInput>([&] { read_experiment(folder.file("none.toml")); }),
                        QString::fromStdString(folder.file("none.toml")) + ": No such file");
        VERIFY_CONTAINS(message_of<InvalidInput>([&] { read_experiment(folder.path()); }), "it is a folder");
    }
};

QTEST_GUILESS_MAIN(TestParseExperiment)
#include "test_parse_experiment.moc"
