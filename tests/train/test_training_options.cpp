// SPDX-License-Identifier: Apache-2.0
// What [train] can ask for besides the optimizer: clipping, decay that spares norms, averages of weights,
// early stop, and the best checkpoint.
#include <QtTest>

#include <QTemporaryDir>
#include <cmath>

#include "engine/core/error.h"
#include "engine/train/checkpoint.h"
#include "engine/train/trained_model.h"
#include "tests/train/recorder.h"

using namespace laptime;
using namespace laptime::testing;

namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;
using Values = std::map<std::string, std::vector<double>>;

/// Plain gradient descent at rate 1 in float64, so that a step is the gradient.
Settings descent(const Settings& more, int steps = 1) {
    Settings all{{"speed.precision", "float64"},
                 {"train.optimizer", "sgd"},
                 {"train.learning_rate", "1.0"},
                 {"train.steps", std::to_string(steps)}};
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

Values values_after(const Settings& settings) {
    const QTemporaryDir folder;
    const Recorder run =
        train({.experiment = small_experiment(settings), .artifacts = folder.path().toStdString()});
    if (run.end.status != RunStatus::finished)
        throw std::runtime_error(run.end.error);
    Values values;
    for (const StoredTensor& tensor :
         read_checkpoint(folder.filePath(last_checkpoint_name).toStdString()).tensors)
        values[tensor.name] = values_of(tensor);
    return values;
}

/// The weights before the first step: after one that is too short to be seen.
Values first_values(const Settings& settings = {}) {
    Settings all = descent(settings);
    all.emplace_back("train.learning_rate", "1e-300");
    return values_after(all);
}

bool is_weight(const std::string& name) {
    return name.ends_with("/kernel") || name.ends_with("/bias") || name.ends_with("/gamma") ||
           name.ends_with("/beta");
}

std::vector<double> moves(const Values& before, const Values& after) {
    std::vector<double> all;
    for (const auto& [name, values] : before)
        if (is_weight(name) && !name.starts_with("average/"))
            for (std::size_t i = 0; i < values.size(); ++i)
                all.push_back(after.at(name)[i] - values[i]);
    return all;
}

double norm(const std::vector<double>& values) {
    double sum = 0;
    for (const double v : values)
        sum += v * v;
    return std::sqrt(sum);
}

double largest(const std::vector<double>& values) {
    double most = 0;
    for (const double v : values)
        most = std::max(most, std::abs(v));
    return most;
}

} // namespace

class TestTrainingOptions : public QObject {
    Q_OBJECT

private slots:
    void clipByNorm() {
        const Values start = first_values();
        const double free = norm(moves(start, values_after(descent({}))));
        const double limit = free / 3;
        const double clipped =
            norm(moves(start, values_after(descent({{"train.clip_norm", std::to_string(limit)}}))));
        QVERIFY2(std::abs(clipped - limit) < 1e-5 * limit, qPrintable(QString::number(clipped / limit)));
        const double loose =
            norm(moves(start, values_after(descent({{"train.clip_norm", std::to_string(free * 2)}}))));
        QVERIFY(std::abs(loose - free) < 1e-12 * free);
    }

    void clipByValue() {
        const Values start = first_values();
        const std::vector<double> free = moves(start, values_after(descent({})));
        const double limit = largest(free) / 2;
        const std::vector<double> clipped =
            moves(start, values_after(descent({{"train.clip_value", std::to_string(limit)}})));
        for (std::size_t i = 0; i < free.size(); ++i)
            QVERIFY(std::abs(clipped[i] - std::clamp(free[i], -limit, limit)) < 1e-5 * limit);
    }

    /// Accumulated micro-batches are clipped as one gradient.
    void clippingSeesTheWholeBatch() {
        const Settings clip{{"train.clip_norm", "0.05"}};
        Settings split = clip;
        split.emplace_back("speed.accumulate", "3");
        const Values start = first_values();
        const std::vector<double> whole = moves(start, values_after(descent(clip))),
                                  parts = moves(start, values_after(descent(split)));
        for (std::size_t i = 0; i < whole.size(); ++i)
            QVERIFY(std::abs(whole[i] - parts[i]) < 1e-12);
    }

    void decayCanSpareNormsAndBiases() {
        const Settings norms{{"model.batch_norm", "true"}};
        const auto after = [&](const char* decay, const char* all) {
            Settings settings = norms;
            settings.emplace_back("train.weight_decay", decay);
            settings.emplace_back("train.decay_all", all);
            return values_after(descent(settings));
        };
        const Values plain = after("0", "true"), everything = after("0.125", "true"),
                     spared = after("0.125", "false"), start = first_values(norms);
        int kernels = 0, gammas = 0;
        for (const auto& [name, values] : start) {
            if (name.ends_with("/kernel")) {
                ++kernels;
                for (std::size_t i = 0; i < values.size(); ++i) {
                    QVERIFY(std::abs(everything.at(name)[i] - (plain.at(name)[i] - 0.125 * values[i])) <
                            1e-12);
                    QCOMPARE(spared.at(name)[i], everything.at(name)[i]);
                }
            } else if (name.ends_with("/gamma")) {
                ++gammas;
                for (std::size_t i = 0; i < values.size(); ++i) {
                    QVERIFY(std::abs(everything.at(name)[i] - (plain.at(name)[i] - 0.125)) < 1e-12);
                    QCOMPARE(spared.at(name)[i], plain.at(name)[i]);
                }
            }
        }
        QVERIFY(kernels >= 3 && gammas >= 2);
    }

    void biasesCanLearnFaster() {
        const Values start = first_values();
        const Values plain = values_after(descent({})),
                     fast = values_after(descent({{"train.bias_rate_factor", "4"}}));
        for (const auto& [name, values] : start) {
            if (!is_weight(name))
                continue;
            const double factor = name.ends_with("/bias") ? 4 : 1;
            for (std::size_t i = 0; i < values.size(); ++i)
                QVERIFY(std::abs((fast.at(name)[i] - values[i]) - factor * (plain.at(name)[i] - values[i])) <
                        1e-12);
        }
    }

    void averageOfWeights() {
        constexpr double keep = 0.75;
        const Settings ema{{"train.ema", "0.75"}};
        Values average = first_values();
        for (int step = 1; step <= 3; ++step) {
            const Values now = values_after(descent(ema, step));
            for (auto& [name, values] : average)
                if (is_weight(name))
                    for (std::size_t i = 0; i < values.size(); ++i) {
                        values[i] = keep * values[i] + (1 - keep) * now.at(name)[i];
                        QVERIFY2(std::abs(now.at("average/" + name)[i] - values[i]) < 1e-12, name.c_str());
                    }
        }
    }

    /// An average that hardly moves validates like the first weights, and the model that is used is it.
    void theAverageIsWhatIsJudged() {
        const Recorder untrained = train(
            {.experiment = small_experiment({{"train.learning_rate", "1e-30"}, {"train.epochs", "1"}})});
        const QTemporaryDir folder;
        const Recorder averaged =
            train({.experiment = small_experiment({{"train.ema", "0.9999999"}, {"train.epochs", "1"}}),
                   .artifacts = folder.path().toStdString()});
        QVERIFY(std::abs(averaged.end.val_loss - untrained.end.val_loss) < 1e-4);
        QVERIFY(averaged.epochs.back().loss < untrained.epochs.back().loss);
        const TrainedModel model(usable_checkpoint(folder.path().toStdString()));
        for (const StoredTensor& tensor : model.weights())
            QVERIFY2(!QString::fromStdString(tensor.name).contains("average"), tensor.name.c_str());
    }

    void endsWhenNothingGetsBetter() {
        const Recorder run = train({.experiment = small_experiment({{"train.learning_rate", "1e-30"},
                                                                    {"train.epochs", "50"},
                                                                    {"train.monitor", "val_loss"},
                                                                    {"train.patience", "2"}})});
        QCOMPARE(run.end.status, RunStatus::finished);
        QCOMPARE(run.epochs.size(), std::size_t{3});
        QCOMPARE(run.epochs.back().best, run.epochs.front().val_loss);
        QVERIFY(std::ranges::count(run.warnings, std::string("stopped_early"), &RunWarning::code) == 1);
    }

    /// Patience survives a resumption: it counts the epochs before it as well.
    void patienceIsResumed() {
        const QTemporaryDir folder;
        TrainRequest request{.experiment = small_experiment({{"train.learning_rate", "1e-30"},
                                                             {"train.epochs", "50"},
                                                             {"train.monitor", "val_loss"},
                                                             {"train.patience", "3"}}),
                             .artifacts = folder.path().toStdString()};
        const Recorder first = train(request, [](Recorder& recorder, RunControl& control) {
            recorder.after_epoch = [&control](std::int64_t epoch) {
                if (epoch == 2)
                    control.stop();
            };
        });
        QCOMPARE(first.end.status, RunStatus::stopped);
        request.resume = true;
        const Recorder second = train(request);
        QCOMPARE(second.end.status, RunStatus::finished);
        QCOMPARE(second.epochs.back().epoch, std::int64_t{4});
    }

    void keepsTheBestCheckpoint() {
        const QTemporaryDir folder;
        // A rate that is far too large after a good start: the best epoch is not the last.
        const Recorder run =
            train({.experiment = small_experiment(
                       {{"train.learning_rate",
                         "{ schedule = \"step\", rate = 0.01, factor = 200.0, every_steps = 45 }"},
                        {"train.epochs", "7"},
                        {"train.optimizer", "adam"}}),
                   .artifacts = folder.path().toStdString()});
        QCOMPARE(run.end.status, RunStatus::finished);
        const EpochPoint* best = &run.epochs.front();
        for (const EpochPoint& epoch : run.epochs)
            if (epoch.val_accuracy > best->val_accuracy)
                best = &epoch;
        QVERIFY(best->epoch < run.epochs.back().epoch);
        QCOMPARE(run.end.best, best->val_accuracy);
        const Checkpoint checkpoint = read_checkpoint(folder.filePath(best_checkpoint_name).toStdString());
        QCOMPARE(checkpoint.progress.best_epoch, best->epoch);
        QCOMPARE(checkpoint.progress.val_loss, best->val_loss);
        QCOMPARE(read_checkpoint(folder.filePath(last_checkpoint_name).toStdString()).progress.step,
                 run.steps.back().step);
    }

    void metricsOfClasses() {
        Experiment experiment = small_experiment({{"data.dataset", "synthetic:8x8x1/7/300"},
                                                  {"train.metrics", "[\"val_top5\", \"val_f1\"]"},
                                                  {"train.target", "val_f1 >= 0.999"},
                                                  {"train.epochs", "3"}});
        const Recorder run = train({.experiment = experiment});
        QCOMPARE(run.end.status, RunStatus::finished);
        for (const EpochPoint& epoch : run.epochs) {
            const double top5 = value_of(epoch, Metric::val_top5), f1 = value_of(epoch, Metric::val_f1);
            QVERIFY(top5 >= epoch.val_accuracy && top5 <= 1);
            QVERIFY(f1 >= 0 && f1 <= 1);
        }
        experiment.train.metrics = {Metric::val_r2};
        QVERIFY_EXCEPTION_THROWN(plan_run(experiment), InvalidExperiment);
    }

    void weightsFromAFile() {
        const QTemporaryDir folder;
        const Experiment experiment = small_experiment();
        train({.experiment = experiment, .artifacts = folder.path().toStdString()});
        TrainedModel model(usable_checkpoint(folder.path().toStdString(), true));
        const std::string file = folder.filePath("weights.safetensors").toStdString();
        write_safetensors(file, {{}, model.weights()});
        Experiment next = experiment;
        next.model.weights = file;
        next.train.learning_rate.rate = 1e-30;
        const Recorder run = train({.experiment = next});
        const Checkpoint last = read_checkpoint(folder.filePath(last_checkpoint_name).toStdString());
        QVERIFY(std::abs(run.epochs.front().val_loss - last.progress.val_loss) < 1e-6);
        next.model.options["filters"] = std::vector<std::int64_t>{5, 7};
        next.model.options["dense"] = std::int64_t{11};
        const Recorder other = train({.experiment = next}); // only the last bias still fits
        QCOMPARE(std::ranges::count(other.warnings, std::string("weights_left_out"), &RunWarning::code), 1);
        next.model.weights = folder.filePath("missing.safetensors").toStdString();
        QVERIFY_EXCEPTION_THROWN(train({.experiment = next}), DataError);
    }
};

QTEST_GUILESS_MAIN(TestTrainingOptions)
#include "test_training_options.moc"
