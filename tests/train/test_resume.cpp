// SPDX-License-Identifier: Apache-2.0
// A run that was stopped and resumed is bit-identical to one that was not, wherever it was stopped.
#include <QtTest>

#include <QTemporaryDir>

#include "engine/core/error.h"
#include "engine/train/checkpoint.h"
#include "tests/train/recorder.h"

using namespace laptime;
using namespace laptime::testing;

class TestResume : public QObject {
    Q_OBJECT

    static Recorder stopped_at(const TrainRequest& request, std::int64_t step) {
        return train(request, [step](Recorder& recorder, RunControl& control) {
            recorder.after_steps = [step, &control](std::int64_t done) {
                if (done >= step)
                    control.stop();
            };
        });
    }

    static std::vector<StoredTensor> tensors(const QTemporaryDir& folder) {
        return read_checkpoint(folder.filePath(last_checkpoint_name).toStdString()).tensors;
    }

private slots:
    void isBitIdentical_data() {
        QTest::addColumn<QString>("precision");
        QTest::addColumn<QString>("optimizer");
        QTest::addColumn<int>("k");
        QTest::addColumn<int>("accumulate");
        QTest::newRow("float32 adam") << "float32"
                                      << "adam" << 1 << 1;
        QTest::newRow("float64 momentum") << "float64"
                                          << "momentum" << 1 << 2;
        QTest::newRow("mixed_float16 rmsprop") << "mixed_float16"
                                               << "rmsprop" << 1 << 1;
        QTest::newRow("mixed_bfloat16 adamw, 4 steps an execution") << "mixed_bfloat16"
                                                                    << "adamw" << 4 << 1;
        QTest::newRow("float32 nesterov accumulated") << "float32"
                                                      << "nesterov" << 2 << 3;
        QTest::newRow("float32 sgd, average, clipped, augmented") << "float32"
                                                                  << "sgd" << 3 << 1;
    }
    void isBitIdentical() {
        QFETCH(QString, precision);
        QFETCH(QString, optimizer);
        QFETCH(int, k);
        QFETCH(int, accumulate);
        Experiment experiment = small_experiment(
            {{"speed.precision", precision.toStdString()},
             {"speed.steps_per_execution", std::to_string(k)},
             {"speed.accumulate", std::to_string(accumulate)},
             {"model.dropout", "0.2"},
             {"model.batch_norm", "true"},
             {"train.optimizer", optimizer.toStdString()},
             {"train.learning_rate", "{schedule = \"cosine\", rate = 1e-2, warmup_steps = 3}"},
             {"train.epochs", "3"}});
        if (optimizer == "sgd") {
            experiment.train.ema = 0.9;
            experiment.train.clip_norm = 0.5;
            experiment.train.label_smoothing = 0.1;
            experiment.data.augment = {.flip = Augment::Flip::random, .shift = 1, .cutout = 2};
        }
        const QTemporaryDir whole_folder;
        const Recorder whole =
            train({.experiment = experiment, .artifacts = whole_folder.path().toStdString()});
        QCOMPARE(whole.steps.size(), std::size_t{27});
        // In an epoch's first, middle and last step, and twice in one run.
        for (const std::vector<std::int64_t>& stops :
             {std::vector<std::int64_t>{1}, {5}, {9}, {10}, {18}, {4, 20}}) {
            const QTemporaryDir folder;
            TrainRequest request{.experiment = experiment, .artifacts = folder.path().toStdString()};
            std::vector<StepPoint> steps;
            std::vector<EpochPoint> epochs;
            const auto keep = [&](const Recorder& part) {
                steps.insert(steps.end(), part.steps.begin(), part.steps.end());
                epochs.insert(epochs.end(), part.epochs.begin(), part.epochs.end());
            };
            for (const std::int64_t stop : stops) {
                const Recorder part = stopped_at(request, stop);
                QCOMPARE(part.end.status, RunStatus::stopped);
                keep(part);
                request.resume = true;
            }
            const Recorder rest = train(request);
            keep(rest);
            QCOMPARE(rest.end.status, RunStatus::finished);
            QCOMPARE(steps.size(), whole.steps.size());
            for (std::size_t i = 0; i < steps.size(); ++i) {
                QCOMPARE(steps[i].step, whole.steps[i].step);
                QCOMPARE(steps[i].epoch, whole.steps[i].epoch);
                QCOMPARE(steps[i].samples, whole.steps[i].samples);
                QVERIFY2(steps[i].loss == whole.steps[i].loss, qPrintable(QString("step %1").arg(i + 1)));
                QVERIFY(steps[i].learning_rate == whole.steps[i].learning_rate);
            }
            QCOMPARE(epochs.size(), whole.epochs.size());
            for (std::size_t i = 0; i < epochs.size(); ++i) {
                QVERIFY(epochs[i].val_loss == whole.epochs[i].val_loss);
                QVERIFY(epochs[i].loss == whole.epochs[i].loss);
                QVERIFY(epochs[i].accuracy == whole.epochs[i].accuracy);
            }
            const auto a = tensors(folder), b = tensors(whole_folder);
            QCOMPARE(a.size(), b.size());
            for (std::size_t i = 0; i < a.size(); ++i)
                QVERIFY2(a[i].name == b[i].name && a[i].bytes == b[i].bytes, a[i].name.c_str());
        }
    }

    void clockGoesOn() {
        const QTemporaryDir folder;
        TrainRequest request{.experiment = small_experiment(), .artifacts = folder.path().toStdString()};
        const Recorder first = stopped_at(request, 6);
        request.resume = true;
        const Recorder second = train(request);
        QVERIFY(second.steps.front().wall_s >= first.steps.back().wall_s);
        QCOMPARE(second.start.first_step, std::int64_t{6});
    }

    void anotherModelIsRefused() {
        const QTemporaryDir folder;
        TrainRequest request{.experiment = small_experiment(), .artifacts = folder.path().toStdString()};
        stopped_at(request, 3);
        request.resume = true;
        for (const auto& [key, value] :
             {std::pair<std::string, std::string>{"model.dense", "11"}, {"train.optimizer", "sgd"}}) {
            request.experiment = small_experiment({{key, value}});
            Trainer trainer(request);
            QVERIFY_EXCEPTION_THROWN(trainer.prepare(), InvalidInput);
        }
    }

    void withoutACheckpointItStartsAgain() {
        const QTemporaryDir folder;
        const Recorder again = train(
            {.experiment = small_experiment(), .artifacts = folder.path().toStdString(), .resume = true});
        QCOMPARE(again.start.first_step, std::int64_t{0});
        QCOMPARE(losses(again), losses(train({.experiment = small_experiment()})));
    }

    void aFullDiskCostsTheCheckpointNotTheRun() {
        // A folder that cannot be made: a file stands in its place.
        const QTemporaryDir folder;
        QFile file(folder.filePath("taken"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const Recorder run = train({.experiment = small_experiment({{"train.epochs", "1"}}),
                                    .artifacts = folder.filePath("taken/12").toStdString()});
        QCOMPARE(run.end.status, RunStatus::finished);
        QVERIFY(!run.warnings.empty());
        QCOMPARE(QString::fromStdString(run.warnings.back().code), QString("checkpoint_failed"));
    }
};

QTEST_GUILESS_MAIN(TestResume)
#include "test_resume.moc"
