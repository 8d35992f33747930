// SPDX-License-Identifier: Apache-2.0
// The training loop's promises: determinism, exact accumulation, steps per execution, targets, divergence,
// the time account.
#include <QtTest>

#include <QTemporaryDir>

#include "engine/train/checkpoint.h"
#include "tests/train/recorder.h"

using namespace laptime;
using namespace laptime::testing;

namespace {

/// Final values of all variables and state of a run.
std::map<std::string, std::vector<double>> trained_values(const Experiment& experiment) {
    const QTemporaryDir folder;
    const std::string artifacts = folder.path().toStdString();
    const Recorder recorder = train({.experiment = experiment, .artifacts = artifacts});
    if (recorder.end.status != RunStatus::finished)
        throw std::runtime_error(recorder.end.error);
    std::map<std::string, std::vector<double>> values;
    for (const StoredTensor& tensor : read_checkpoint(artifacts + "/" + last_checkpoint_name).tensors)
        values[tensor.name] = values_of(tensor);
    return values;
}

} // namespace

class TestTrainer : public QObject {
    Q_OBJECT

    static void precisions() {
        QTest::addColumn<QString>("precision");
        for (const char* name : {"float64", "float32", "mixed_float16", "mixed_bfloat16"})
            QTest::newRow(name) << name;
    }

private slots:
    void learns_data() { precisions(); }
    void learns() {
        QFETCH(QString, precision);
        const Recorder run =
            train({.experiment = small_experiment(
                       {{"speed.precision", precision.toStdString()}, {"train.epochs", "8"}})});
        QCOMPARE(run.end.status, RunStatus::finished);
        QCOMPARE(run.ends, 1);
        QVERIFY2(run.epochs.back().val_accuracy > 0.6,
                 qPrintable(QString::number(run.epochs.back().val_accuracy)));
        QVERIFY(run.epochs.back().loss < run.epochs.front().loss);
        QCOMPARE(run.end.val_accuracy, run.epochs.back().val_accuracy);
        QCOMPARE(run.end.steps, std::int64_t{8 * 9}); // 200 samples in batches of 24: 8 full and a short one
        QCOMPARE(run.end.samples, std::int64_t{8 * 200});
    }

    void sameSeedIsBitIdentical_data() { precisions(); }
    void sameSeedIsBitIdentical() {
        QFETCH(QString, precision);
        const Experiment experiment =
            small_experiment({{"speed.precision", precision.toStdString()}, {"model.dropout", "0.3"}});
        const Recorder a = train({.experiment = experiment}), b = train({.experiment = experiment});
        QCOMPARE(losses(a), losses(b));
        QCOMPARE(a.end.val_loss, b.end.val_loss);
        Experiment other = experiment;
        other.train.seed += 1;
        QVERIFY(losses(train({.experiment = other})) != losses(a));
    }

    void stepsPerExecutionChangesNothing_data() { precisions(); }
    void stepsPerExecutionChangesNothing() {
        QFETCH(QString, precision);
        Experiment experiment =
            small_experiment({{"speed.precision", precision.toStdString()}, {"model.dropout", "0.2"}});
        const Recorder one = train({.experiment = experiment});
        for (const int k : {2, 4, 50}) {
            experiment.speed.steps_per_execution = k;
            const Recorder many = train({.experiment = experiment});
            QCOMPARE(losses(many), losses(one));
            QCOMPARE(many.end.val_loss, one.end.val_loss);
            for (std::size_t i = 0; i < many.steps.size(); ++i)
                QCOMPARE(many.steps[i].step,
                         static_cast<std::int64_t>(i + 1)); // every step is told, in order
            QCOMPARE(many.executions.size(),
                     static_cast<std::size_t>(2 * ((9 + k - 1) / k))); // none crosses an epoch
        }
    }

    void accumulationGivesTheSameGradient_data() {
        QTest::addColumn<QString>("device");
        QTest::addColumn<int>("batch");
        QTest::newRow("reference, even") << "reference:0" << 24;
        QTest::newRow("cpu, even") << "cpu:0" << 24;
        QTest::newRow("cpu, uneven micro-batches") << "cpu:0" << 23;
        QTest::newRow("cpu, short last batch") << "cpu:0" << 150;
    }
    void accumulationGivesTheSameGradient() {
        QFETCH(QString, device);
        QFETCH(int, batch);
        // Plain gradient descent at rate 1: the weights' difference is the gradients' difference.
        const auto values = [&](int accumulate) {
            return trained_values(small_experiment({{"speed.precision", "float64"},
                                                    {"speed.devices", "[\"" + device.toStdString() + "\"]"},
                                                    {"speed.global_batch", std::to_string(batch)},
                                                    {"speed.accumulate", std::to_string(accumulate)},
                                                    {"model.dropout", "0.25"},
                                                    {"train.optimizer", "sgd"},
                                                    {"train.learning_rate", "1.0"},
                                                    {"train.steps", "2"}}));
        };
        const auto whole = values(1);
        for (const int accumulate : {2, 4}) {
            const auto split = values(accumulate);
            for (const auto& [name, expected] : whole)
                for (std::size_t i = 0; i < expected.size(); ++i)
                    QVERIFY2(std::abs(split.at(name)[i] - expected[i]) <= 1e-12, name.c_str());
        }
    }

    void lossIsTheMeanOverActualItems() {
        // The first step's loss of the whole data as one batch is the item-weighted mean of its parts.
        const auto first_epoch = [](int batch) {
            return train({.experiment = small_experiment({{"speed.precision", "float64"},
                                                          {"speed.global_batch", std::to_string(batch)},
                                                          {"train.optimizer", "sgd"},
                                                          {"train.learning_rate", "1e-12"},
                                                          {"train.epochs", "1"}})})
                .epochs.front()
                .loss;
        };
        QVERIFY(std::abs(first_epoch(200) - first_epoch(24)) < 1e-6);
    }

    void endsInTheMiddleOfAnEpoch() {
        const Recorder run = train({.experiment = small_experiment({{"train.steps", "13"}})});
        QCOMPARE(run.steps.size(), std::size_t{13});
        QCOMPARE(run.epochs.size(), std::size_t{2});
        QCOMPARE(run.epochs.back().step, std::int64_t{13});
        QVERIFY(std::isfinite(run.end.val_accuracy));
    }

    void minutesBoundTheRun() {
        const Recorder run = train({.experiment = small_experiment({{"train.minutes", "0.005"}})});
        QCOMPARE(run.end.status, RunStatus::finished);
        QVERIFY(run.end.wall_s >= 0.3);
        QVERIFY(run.end.steps > 0);
    }

    void stopsAtItsTarget() {
        const Recorder run =
            train({.experiment = small_experiment(
                       {{"train.epochs", "100"}, {"train.target", "\"val_accuracy >= 0.5\""}})});
        QCOMPARE(run.end.status, RunStatus::finished);
        QVERIFY(run.end.time_to_target_s > 0 && run.end.time_to_target_s <= run.end.wall_s);
        QVERIFY(run.epochs.size() < 100);
        for (std::size_t i = 0; i + 1 < run.epochs.size(); ++i)
            QVERIFY(run.epochs[i].val_accuracy < 0.5);
        QVERIFY(run.epochs.back().val_accuracy >= 0.5);
    }

    void missedTargetIsNotANumber() {
        const Recorder run = train({.experiment = small_experiment(
                                        {{"train.epochs", "1"}, {"train.target", "\"val_loss <= 1e-6\""}})});
        QVERIFY(std::isnan(run.end.time_to_target_s));
    }

    void divergenceNamesStepAndTensor_data() { precisions(); }
    void divergenceNamesStepAndTensor() {
        QFETCH(QString, precision);
        for (const char* k : {"1", "5"}) {
            const Recorder run =
                train({.experiment = small_experiment({{"speed.precision", precision.toStdString()},
                                                       {"speed.steps_per_execution", k},
                                                       {"train.optimizer", "sgd"},
                                                       {"train.learning_rate", "1e200"}})});
            QCOMPARE(run.end.status, RunStatus::diverged);
            const StepPoint& last = run.steps.back();
            QVERIFY(!std::isfinite(last.loss)); // the curve shows where
            for (std::size_t i = 0; i + 1 < run.steps.size(); ++i)
                QVERIFY(std::isfinite(run.steps[i].loss));
            const QString error = QString::fromStdString(run.end.error);
            QVERIFY2(error.contains(QString("step %1 ").arg(last.step)), qPrintable(error));
            QVERIFY2(error.contains("conv") || error.contains("dense") || error.contains("logits"),
                     qPrintable(error));
            QVERIFY2(!error.contains("not found"), qPrintable(error));
        }
    }

    void stopIsIdempotentAndKeepsACheckpoint() {
        const QTemporaryDir folder;
        const Recorder run = train({.experiment = small_experiment({{"train.epochs", "1000"}}),
                                    .artifacts = folder.path().toStdString()},
                                   [](Recorder& recorder, RunControl& control) {
                                       recorder.after_steps = [&control](std::int64_t step) {
                                           if (step >= 12) {
                                               control.stop();
                                               control.stop();
                                           }
                                       };
                                   });
        QCOMPARE(run.end.status, RunStatus::stopped);
        QCOMPARE(run.end.steps, std::int64_t{12});
        QCOMPARE(read_checkpoint(folder.filePath(last_checkpoint_name).toStdString()).progress.step,
                 std::int64_t{12});
    }

    void interruptIsNotWeakenedByAStop() {
        const Recorder run = train({.experiment = small_experiment({{"train.epochs", "1000"}})},
                                   [](Recorder& recorder, RunControl& control) {
                                       recorder.after_steps = [&control](std::int64_t) {
                                           control.interrupt();
                                           control.stop();
                                       };
                                   });
        QCOMPARE(run.end.status, RunStatus::interrupted);
    }

    void pauseWaitsAndIsNotCounted() {
        std::unique_ptr<QThread> other;
        const Recorder run = train({.experiment = small_experiment({{"train.epochs", "3"}})},
                                   [&](Recorder& recorder, RunControl& control) {
                                       recorder.after_steps = [&](std::int64_t step) {
                                           if (step != 5)
                                               return;
                                           control.pause();
                                           other.reset(QThread::create([&control] {
                                               QThread::msleep(400);
                                               control.resume();
                                           }));
                                           other->start();
                                       };
                                   });
        other->wait();
        QCOMPARE(run.end.status, RunStatus::finished);
        QCOMPARE(run.statuses, (std::vector{RunStatus::paused, RunStatus::running}));
        QVERIFY(run.end.time.paused >= 0.3);
        QVERIFY(run.steps[5].wall_s - run.steps[4].wall_s < 0.35); // the pause is not on the curve's clock
    }

    void timeIsAccountedFor() {
        const Recorder run = train({.experiment = small_experiment({{"train.epochs", "20"}})});
        const TimeAccount& t = run.end.time;
        const double sum =
            t.startup + t.data + t.compute + t.collective + t.host + t.evaluation + t.checkpoint;
        QVERIFY2(std::abs(sum - run.end.wall_s) < 0.05 + 0.1 * run.end.wall_s,
                 qPrintable(QString("%1 of %2").arg(sum).arg(run.end.wall_s)));
        QVERIFY(t.compute > 0 && t.evaluation > 0 && t.startup > 0);
        for (std::size_t i = 1; i < run.steps.size(); ++i)
            QVERIFY(run.steps[i].wall_s >= run.steps[i - 1].wall_s);
        QVERIFY(run.end.startup_s > 0 && run.end.startup_s < run.end.wall_s);
    }

    void emulatedPrecisionIsLabelled() {
        const Recorder run = train(
            {.experiment = small_experiment({{"speed.precision", "mixed_float16"}, {"train.epochs", "1"}})});
        QCOMPARE(run.warnings.size(), std::size_t{1});
        QCOMPARE(QString::fromStdString(run.warnings[0].code), QString("emulated_precision"));
        QVERIFY(QString::fromStdString(run.warnings[0].text).contains("no speed-up expected here"));
    }
};

QTEST_GUILESS_MAIN(TestTrainer)
#include "test_trainer.moc"
