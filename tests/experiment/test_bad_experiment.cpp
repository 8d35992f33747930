// SPDX-License-Identifier: Apache-2.0
// Experiment files that are wrong: what is said, at which key and on which line.
#include <QTest>
#include <limits>

#include "engine/core/error.h"
#include "engine/data/dataset.h"
#include "engine/experiment/check_with_data.h"
#include "engine/experiment/read_experiment.h"
#include "tests/data/message_of.h"

using namespace laptime;
using namespace laptime::tests;

namespace {

std::vector<Problem> problems_in(const std::string& toml,
                                 const std::vector<std::pair<std::string, std::string>>& overrides = {}) {
    try {
        parse_experiment(toml, overrides);
    } catch (const InvalidExperiment& error) {
        return error.problems();
    }
    return {};
}

QString listing(const std::vector<Problem>& problems) {
    QString text;
    for (const Problem& problem : problems)
        text += QString("%1 %2: %3\n")
                    .arg(problem.line)
                    .arg(QString::fromStdString(problem.field), QString::fromStdString(problem.message));
    return text;
}

} // namespace

class TestBadExperiment : public QObject {
    Q_OBJECT

private slots:
    /// One wrong line each; it must be the only problem, at that key and line.
    void one_problem_data() {
        QTest::addColumn<QString>("toml");
        QTest::addColumn<QString>("field");
        QTest::addColumn<int>("line");
        QTest::addColumn<QString>("says");
        const auto in = [](const char* section, const char* line, const char* field, const char* says) {
            QTest::newRow(line) << QString("name = 'x'\n\n[%1]\n%2\n").arg(section, line) << field << 4
                                << says;
        };
        QTest::newRow("not toml") << "name = 'x'\nspeed = [\n"
                                  << "" << 2 << "not valid TOML";
        QTest::newRow("twice") << "name = 'x'\nname = 'y'\n"
                               << "" << 2 << "not valid TOML";
        QTest::newRow("top") << "nam = 'x'\n"
                             << "nam" << 1 << "no such key; did you mean 'name'?";
        QTest::newRow("top in section") << "precision = 'float32'\n"
                                        << "precision" << 1 << "did you mean 'speed.precision'?";
        QTest::newRow("section") << "\n[trian]\n"
                                 << "trian" << 2 << "did you mean 'train'?";
        QTest::newRow("not a table") << "data = 'fashion-mnist'\n"
                                     << "data" << 1 << "must be a table, as [data], not text";
        QTest::newRow("name number") << "name = 3\n"
                                     << "name" << 1 << "must be text in quotes, not a whole number";
        QTest::newRow("name date") << "name = 1990-01-01\n"
                                   << "name" << 1 << "not a date or time";
        QTest::newRow("name break") << "name = \"a\\nb\"\n"
                                    << "name" << 1 << "must not hold line breaks";

        in("data", "datset = 'fashion-mnist'", "data.datset", "did you mean 'dataset'?");
        in("data", "dataset = 'mnist'", "data.dataset", "there is no data set 'mnist'");
        in("data", "dataset = 'csv:'", "data.dataset", "csv");
        in("data", "dataset = 'cvs:x.csv'", "data.dataset", "there is no data set 'cvs:x.csv'");
        in("data", "image_size = [32]", "data.image_size", "[height, width]");
        in("data", "image_size = [32, 0]", "data.image_size", "is 0, must be from 1 to 8192");
        in("data", "image_size = 32", "data.image_size", "a list of whole numbers");
        in("data", "resize = 'corp'", "data.resize", "did you mean 'crop'?");
        in("data", "channels = 2", "data.channels", "must be 1 (grey) or 3");
        in("data", "task = 'guess'", "data.task", "there is no 'guess'");
        in("data", "delimiter = '::'", "data.delimiter", "a single character");
        in("data", "context = 0", "data.context", "is 0, must be from 1");
        in("data", "tokens = 'words'", "data.tokens", "there is no 'words'");
        in("data", "cache_mb = -1", "data.cache_mb", "is -1, must be from 0");
        in("data", "class_weights = 'even'", "data.class_weights", "\"balanced\", \"none\" or a list");
        in("data", "class_weights = []", "data.class_weights", "empty list");
        in("data", "class_weights = [1, -2]", "data.class_weights", "holds -2");
        in("data.augment", "flip = 'sometimes'", "data.augment.flip", "there is no 'sometimes'");
        in("data.augment", "rotation = 200", "data.augment.rotation", "from 0 to 180");
        in("data.augment", "color_jitter = 2", "data.augment.color_jitter", "from 0 to 1");
        in("data.augment", "filp = true", "data.augment.filp", "did you mean 'flip'?");
        in("data", "dataset = 'synthetic:28x28'", "data.dataset", "the form is synthetic:");
        in("data", "dataset = ['fashion-mnist']", "data.dataset", "must be text in quotes, not a list");
        in("data", "validation = 0", "data.validation", "is 0.0, must be more than 0 and less than 1");
        in("data", "validation = 1.0", "data.validation", "is 1.0, must be more than 0 and less than 1");
        in("data", "validation = nan", "data.validation", "is nan");
        in("data", "validation = '10%'", "data.validation", "must be a number, not text");

        in("model", "library = 'cnnn'", "model.library", "there is no model 'cnnn'; did you mean 'cnn'?");
        in("model", "library = 'resnet21'", "model.library", "did you mean 'resnet20'?");
        in("model", "library = 'whatever'", "model.library",
           "there is no model 'whatever'; there are mlp, cnn");
        in("model", "dropot = 0.5", "model.dropot", "did you mean 'dropout'?");
        in("model", "hidden = [3]", "model.hidden",
           "no such key; known are library, file, definition, weights, filters");
        in("model", "dropout = 1.0", "model.dropout",
           "is 1, must be a number that is at least 0 and below 1");
        in("model", "dense = 'many'", "model.dense", "must be a whole number from 1 to 65536");
        in("model", "filters = [32, 1.5]", "model.filters", "must be a list of whole numbers, as [32, 64]");
        in("model", "filters = [0]", "model.filters", "holds 0");
        in("model", "dense = { units = 3 }", "model.dense", "cannot be a table");

        in("speed", "presicion = 'float32'", "speed.presicion", "did you mean 'precision'?");
        in("speed", "precision = 'bfloat16'", "speed.precision", "did you mean 'mixed_bfloat16'?");
        in("speed", "precision = 'fp8'", "speed.precision",
           "known are float64, float32, mixed_float16, mixed_bfloat16");
        in("speed", "precision = ''", "speed.precision", "there is no ''");
        in("speed", "precision = 32", "speed.precision", "must be text in quotes");
        for (const char* word : {"mirrored", "pipeline", "multi_host", "tpu"})
            in("speed", qPrintable(QString("strategy = '%1'").arg(word)), "speed.strategy",
               "not in this version yet; what works today is 'single'");
        in("speed", "strategy = 'singel'", "speed.strategy", "did you mean 'single'?");
        in("speed", "devices = []", "speed.devices", "names no device");
        in("speed", "devices = ['cpu:0', 'cpu:1']", "speed.devices",
           "names 2 devices, but the strategy 'single' uses one");
        in("speed", "devices = ['gpu:0']", "speed.devices",
           "there is no device 'gpu:0'; did you mean 'cpu'?");
        in("speed", "devices = ['cuda:0']", "speed.devices",
           "cuda devices are not in this version yet; use cpu:0");
        in("speed", "devices = ['cpu']", "speed.devices", "'cpu' needs a number behind it, as cpu:0");
        in("speed", "devices = ['cpu:x']", "speed.devices", "'cpu:x' needs a number behind it");
        in("speed", "devices = 'cpu:0'", "speed.devices", "must be a list of texts");
        in("speed", "devices = [0]", "speed.devices", "must be a list of texts");
        in("speed", "threads_per_device = -1", "speed.threads_per_device", "is -1, must be from 0 to 1024");
        in("speed", "global_batch = 0", "speed.global_batch", "is 0, must be from 1");
        in("speed", "global_batch = 12.5", "speed.global_batch",
           "must be a whole number, not a number with a fraction");
        in("speed", "batch = 5", "speed.batch", "did you mean 'global_batch'?");
        in("speed", "accumulate = 0", "speed.accumulate", "is 0, must be from 1");
        in("speed", "accumulate = 129", "speed.accumulate", "more than the global batch of 128");
        in("speed", "accumulate = 99999999999", "speed.accumulate", "is 99999999999, which is too much");
        in("speed", "steps_per_execution = 0", "speed.steps_per_execution", "is 0, must be from 1 to 10000");
        in("speed", "batch_norm = 'sync'", "speed.batch_norm", "there is no 'sync'");

        in("train", "loss = 'mes'", "train.loss", "did you mean 'mse'?");
        in("train", "label_smoothing = 1", "train.label_smoothing", "less than 1");
        in("train", "huber_delta = 0", "train.huber_delta", "more than 0");
        in("train", "clip_norm = -1", "train.clip_norm", "at least 0");
        in("train", "clip_value = inf", "train.clip_value", "finite");
        in("train", "ema = 1.0", "train.ema", "less than 1");
        in("train", "momentum = 0.8", "train.momentum", "means nothing for the optimizer 'adam'");
        in("train", "metrics = ['val_f2']", "train.metrics", "there is no 'val_f2'");
        in("train", "metrics = ['val_f1', 'val_f1']", "train.metrics", "twice");
        in("train", "monitor = 'accuracy'", "train.monitor", "did you mean 'val_accuracy'?");
        in("train", "patience = -1", "train.patience", "is -1");
        in("train", "checkpoint_minutes = 0", "train.checkpoint_minutes", "more than 0");
        in("train", "optimizer = 'Adam'", "train.optimizer", "did you mean 'adam'?");
        in("train", "optimzer = 'adam'", "train.optimzer", "did you mean 'optimizer'?");
        in("train", "learning_rate = -0.1", "train.learning_rate", "is -0.1, must be more than 0 and finite");
        in("train", "learning_rate = 0", "train.learning_rate", "must be more than 0");
        in("train", "learning_rate = inf", "train.learning_rate", "is inf");
        in("train", "learning_rate = 'fast'", "train.learning_rate", "must be a number, not text");
        in("train", "learning_rate = { rate = -1 }", "train.learning_rate.rate", "is -1.0");
        in("train", "learning_rate = { schedule = 'cosin', final_rate = 0.1 }",
           "train.learning_rate.schedule", "did you mean 'cosine'?");
        in("train", "learning_rate = { schedul = 'cosine' }", "train.learning_rate.schedul",
           "did you mean 'schedule'?");
        in("train", "learning_rate = { schedule = 'step' }", "train.learning_rate.every_steps",
           "is 0, must be from 1");
        in("train", "learning_rate = { schedule = 'step', every_steps = 5, factor = 0 }",
           "train.learning_rate.factor", "must be more than 0");
        in("train", "learning_rate = { schedule = 'cosine', final_rate = -1 }",
           "train.learning_rate.final_rate", "must be at least 0");
        in("train", "learning_rate = { schedule = 'one_cycle', peak_at = 1 }", "train.learning_rate.peak_at",
           "must be more than 0 and less than 1");
        in("train", "learning_rate = { warmup_steps = -1 }", "train.learning_rate.warmup_steps", "is -1");
        in("train", "learning_rate = { schedule = 'cosine', factor = 0.5 }", "train.learning_rate.factor",
           "means nothing for the schedule 'cosine'");
        in("train", "weight_decay = -1e-4", "train.weight_decay", "must be at least 0");
        in("train", "epochs = 0", "train.epochs", "is 0, must be from 1");
        in("train", "epochs = 2.5", "train.epochs", "must be a whole number");
        in("train", "steps = -3", "train.steps", "is -3, must be from 1");
        in("train", "minutes = 0", "train.minutes", "must be more than 0");
        in("train", "seed = -1", "train.seed", "is -1, must not be negative");
        in("train", "seed = 1.5", "train.seed", "must be a whole number");
        in("train", "repeats = 0", "train.repeats", "is 0, must be from 1");
        in("train", "target = 0.9", "train.target", "must be text in quotes");
        in("train", "target = 'val_accuracy'", "train.target", "has no >= or <=; write it as");
        in("train", "target = 'accuracy >= 0.9'", "train.target",
           "there is no metric 'accuracy'; did you mean 'val_accuracy'?");
        in("train", "target = 'val_accuracy <= 0.9'", "train.target",
           "val_accuracy can only be compared by >=");
        in("train", "target = 'val_loss > 0.9'", "train.target", "val_loss can only be compared by <=");
        in("train", "target = 'val_loss <= abc'", "train.target", "'abc' is not a number");
        in("train", "target = 'val_loss <= 0.3x'", "train.target", "'0.3x' is not a number");
        in("train", "target = 'val_loss <='", "train.target", "'' is not a number");
        in("train", "target = 'val_accuracy >= 90'", "train.target",
           "asks for 90.0; an accuracy lies between 0 and 1");
        in("train", "target = 'val_loss <= 0'", "train.target", "a loss is more than 0");
        in("train", "stop_at_target = 'yes'", "train.stop_at_target", "must be true or false, not text");
    }
    void one_problem() {
        QFETCH(QString, toml);
        QFETCH(QString, field);
        QFETCH(int, line);
        QFETCH(QString, says);
        const auto problems = problems_in(toml.toStdString());
        QVERIFY2(problems.size() == 1, qPrintable(listing(problems)));
        QCOMPARE(QString::fromStdString(problems[0].field), field);
        QVERIFY2(problems[0].line == line, qPrintable(listing(problems)));
        VERIFY_CONTAINS(QString::fromStdString(problems[0].message), says);
    }

    void everything_at_once_in_the_order_of_lines() {
        const auto problems =
            problems_in("[train]\nepochs = 'x'\nsteps = 4\nrepeats = 0\n[speed]\nglobal_batch = 0\nfoo = 1\n"
                        "devices = ['gpu:0', 'cpu:0', 'cpu:0']\n[data]\nvalidation = 2\n");
        const QString text = listing(problems);
        for (const char* part :
             {"2 train.epochs: must be a whole number, not text", "3 train.steps: train.epochs is given too",
              "4 train.repeats: is 0", "6 speed.global_batch: is 0", "7 speed.foo: there is no such key",
              "8 speed.devices: there is no device 'gpu:0'", "8 speed.devices: names 'cpu:0' twice",
              "8 speed.devices: names 3 devices", "10 data.validation: is 2.0"})
            VERIFY_CONTAINS(text, part);
        for (std::size_t i = 1; i < problems.size(); ++i)
            QVERIFY(problems[i - 1].line <= problems[i].line);
        // The message as the terminal shows it.
        const QString shown =
            message_of<InvalidExperiment>([] { parse_experiment("\n[speed]\nglobal_batch = 0\n"); });
        QVERIFY2(shown.startsWith("line 3: speed.global_batch: is 0, must be from 1 to"), qPrintable(shown));
    }

    void overrides_are_named_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("says");
        QTest::newRow("text for a number") << "train.epochs"
                                           << "abc"
                                           << "must be a whole number, not 'abc' (in --set train.epochs=abc)";
        QTest::newRow("unknown key") << "train.epoch"
                                     << "3"
                                     << "no such key; did you mean 'epochs'? (in --set train.epoch=3)";
        QTest::newRow("no section") << "epochs"
                                    << "3"
                                    << "did you mean 'train.epochs'? (in --set epochs=3)";
        QTest::newRow("unknown section") << "trein.epochs"
                                         << "3"
                                         << "there is no such key; did you mean 'train'?";
        QTest::newRow("impossible") << "speed.global_batch"
                                    << "0"
                                    << "(in --set speed.global_batch=0)";
        QTest::newRow("unknown word") << "speed.precision"
                                      << "float23"
                                      << "did you mean 'float32'? (in --set";
        QTest::newRow("seed") << "train.seed"
                              << "99999999999999999999"
                              << "must be a whole number, not '9999";
        QTest::newRow("empty") << "train.seed"
                               << ""
                               << "must be a whole number, not ''";
        QTest::newRow("injected") << "name"
                                  << "'x'\nfoo = 1"
                                  << "must not hold line breaks";
        QTest::newRow("into a text") << "name.x"
                                     << "1"
                                     << "must be text";
    }
    void overrides_are_named() {
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(QString, says);
        const auto problems = problems_in("name = 'x'\n", {{key.toStdString(), value.toStdString()}});
        QCOMPARE(problems.size(), std::size_t{1});
        VERIFY_CONTAINS(listing(problems), says);
    }

    void two_lengths() {
        const auto problems = problems_in("[train]\nminutes = 3\nepochs = 5\n");
        QCOMPARE(problems.size(), std::size_t{1});
        VERIFY_CONTAINS(listing(problems), "2 train.minutes: train.epochs is given too; say only one");
    }

    void schedules_that_need_the_number_of_steps() {
        for (const char* schedule : {"cosine", "one_cycle"}) {
            const auto problems = problems_in(
                std::string("[train]\nminutes = 3\nlearning_rate = { schedule = '") + schedule + "' }\n");
            QCOMPARE(problems.size(), std::size_t{1});
            VERIFY_CONTAINS(listing(problems), "3 train.learning_rate.schedule");
            VERIFY_CONTAINS(listing(problems), "must know the number of steps");
        }
    }

    void seeds_of_repeats() {
        const std::string largest = "9223372036854775807";
        QVERIFY(problems_in("[train]\nseed = " + largest).empty());
        VERIFY_CONTAINS(listing(problems_in("[train]\nrepeats = 2\nseed = " + largest)),
                        "the seeds of the repeats would go beyond");
        VERIFY_CONTAINS(listing(problems_in("[train]\nseed = 9223372036854775808")), "not valid TOML");
    }

    void values_set_by_a_form() {
        Experiment e;
        e.train.seed = std::numeric_limits<std::uint64_t>::max();
        e.train.epochs.reset();
        e.model.options["no"] = true;
        e.speed.steps_per_execution = -1;
        e.train.learning_rate.rate = std::numeric_limits<double>::quiet_NaN();
        const QString text = listing(problems_of(e));
        for (const char* part :
             {"train.seed: is 18446744073709551615, must be at most", "train.epochs: exactly one of",
              "model.no: the model 'cnn' has no such option", "speed.steps_per_execution: is -1",
              "train.learning_rate: is nan"})
            VERIFY_CONTAINS(text, part);
        QCOMPARE(problems_of(e).size(), std::size_t{5});
    }

    void batch_larger_than_the_data() {
        Experiment e;
        e.speed.global_batch = 1001;
        const DataSummary data{{{28, 28, 1}}, {TargetKind::class_label, 1, 10}, 1000, 100};
        VERIFY_CONTAINS(listing(problems_with_data(e, data)),
                        "speed.global_batch: is 1001, but the data has 1000 training items");
        e.speed.global_batch = 1000;
        QVERIFY(problems_with_data(e, data).empty());
    }
};

QTEST_GUILESS_MAIN(TestBadExperiment)
#include "test_bad_experiment.moc"
