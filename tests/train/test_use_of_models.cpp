// SPDX-License-Identifier: Apache-2.0
// Trained models in use: evaluation agrees with what the run saw, numbers and texts can be learnt, and a text
// model goes on with a prompt.
#include <QtTest>

#include <QTemporaryDir>
#include <cmath>

#include "engine/core/error.h"
#include "engine/train/evaluate_model.h"
#include "engine/train/generate_text.h"
#include "tests/train/recorder.h"

using namespace laptime;
using namespace laptime::testing;

namespace {

std::string written(const QTemporaryDir& folder, const char* name, const QByteArray& text) {
    QFile file(folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        throw std::runtime_error("cannot write a test file");
    return file.fileName().toStdString();
}

Evaluation evaluate_on_validation(const QTemporaryDir& folder, bool last) {
    TrainedModel model(usable_checkpoint(folder.path().toStdString(), last));
    std::vector<std::string> warnings;
    return evaluate_model(model, *evaluation_data(model, "", warnings));
}

} // namespace

class TestUseOfModels : public QObject {
    Q_OBJECT

private slots:
    void figuresOfAConfusionMatrix() {
        ConfusionMatrix matrix(3);
        // Rows: labels. 2 1 0 / 0 3 0 / 0 0 0
        for (const auto& [label, predicted] :
             std::vector<std::pair<int, int>>{{0, 0}, {0, 0}, {0, 1}, {1, 1}, {1, 1}, {1, 1}})
            matrix.add(label, predicted);
        QCOMPARE(matrix.accuracy(), 5.0 / 6);
        QCOMPARE(matrix.of(0).recall, 2.0 / 3);
        QCOMPARE(matrix.of(0).precision, 1.0);
        QCOMPARE(matrix.of(0).f1, 0.8);
        QCOMPARE(matrix.of(1).precision, 0.75);
        QVERIFY(std::isnan(matrix.of(2).f1)); // never occurs, never said
        QCOMPARE(matrix.macro_f1(), (0.8 + 6.0 / 7) / 2);
        QVERIFY(std::isnan(ConfusionMatrix(2).accuracy()));
    }

    void figuresOfNumbers() {
        RegressionSums sums;
        for (const auto& [said, wanted] : {std::pair{1.0, 2.0}, {2.0, 2.0}, {5.0, 4.0}})
            sums.add(said, wanted);
        QCOMPARE(sums.mae(), 2.0 / 3);
        QCOMPARE(sums.mse(), 2.0 / 3);
        QVERIFY(std::abs(sums.r2() - (1 - 2 / (8.0 / 3))) < 1e-12);
        RegressionSums constant;
        constant.add(1, 3);
        constant.add(2, 3);
        QVERIFY(std::isnan(constant.r2()));
    }

    void evaluationAgreesWithTheRun_data() {
        QTest::addColumn<QString>("precision");
        for (const char* precision : {"float64", "float32", "mixed_bfloat16"})
            QTest::newRow(precision) << precision;
    }
    void evaluationAgreesWithTheRun() {
        QFETCH(QString, precision);
        const QTemporaryDir folder;
        const Recorder run =
            train({.experiment = small_experiment({{"speed.precision", precision.toStdString()},
                                                   {"train.metrics", "[\"val_f1\"]"},
                                                   {"train.epochs", "4"}}),
                   .artifacts = folder.path().toStdString()});
        const Evaluation evaluation = evaluate_on_validation(folder, true);
        QCOMPARE(evaluation.accuracy, run.end.val_accuracy);
        QVERIFY(std::abs(evaluation.loss - run.end.val_loss) < 2e-3 * run.end.val_loss);
        for (const MetricValue& one : evaluation.metrics)
            if (one.metric == Metric::val_f1)
                QCOMPARE(one.value, value_of(run.epochs.back(), Metric::val_f1));
        std::int64_t counted = 0;
        for (std::int32_t a = 0; a < 4; ++a)
            counted += evaluation.confusion->of(a).items;
        QCOMPARE(counted, evaluation.items);
        QCOMPARE(evaluation.worst.size(), std::size_t{16});
        for (std::size_t i = 1; i < evaluation.worst.size(); ++i)
            QVERIFY(evaluation.worst[i - 1].loss >= evaluation.worst[i].loss);
    }

    void numbersAreLearnt() {
        const QTemporaryDir folder;
        QByteArray table = "a,b,kind,y\n";
        for (int i = 0; i < 400; ++i) {
            const double a = (i * 37 % 101) / 50.0, b = (i * 53 % 97) / 40.0;
            const bool red = i % 3 == 0;
            table += QByteArray::number(a) + "," + QByteArray::number(b) + "," + (red ? "red" : "blue") +
                     "," + QByteArray::number(2 * a - b + (red ? 1 : 0) + 10) + "\n";
        }
        const std::string file = written(folder, "table.csv", table);
        const Recorder run =
            train({.experiment = parse_experiment(
                       "[data]\ndataset = \"csv:" + file +
                       "\"\ntask = \"regression\"\n[model]\nlibrary = \"mlp\"\nhidden = [16]\n"
                       "[speed]\nglobal_batch = 32\n[train]\nepochs = 60\n"
                       "learning_rate = 0.02\nseed = 3\n"),
                   .artifacts = folder.path().toStdString()});
        QVERIFY2(run.end.status == RunStatus::finished, run.end.error.c_str());
        const EpochPoint& last = run.epochs.back();
        QVERIFY(std::isnan(last.val_accuracy) && std::isnan(last.accuracy));
        QVERIFY2(value_of(last, Metric::val_r2) > 0.9,
                 qPrintable(QString::number(value_of(last, Metric::val_r2))));
        QCOMPARE(run.end.best, std::ranges::min(run.epochs, {}, &EpochPoint::val_loss).val_loss);
        const Evaluation evaluation = evaluate_on_validation(folder, true);
        for (const MetricValue& one : evaluation.metrics)
            if (one.metric == Metric::val_mae)
                QVERIFY(std::abs(one.value - value_of(last, Metric::val_mae)) < 1e-5);
        QVERIFY(!evaluation.confusion);
    }

    void textIsLearntAndGoneOnWith() {
        const QTemporaryDir folder;
        QByteArray text;
        for (int i = 0; i < 300; ++i)
            text += "the cat sat on the mät. ";
        const std::string file = written(folder, "text.txt", text);
        const Recorder run =
            train({.experiment = parse_experiment(
                       "[data]\ndataset = \"text:" + file +
                       "\"\ncontext = 16\n[model]\nlibrary = \"char-gpt\"\nlayers = 1\n"
                       "width = 32\nheads = 2\n[speed]\nglobal_batch = 16\n[train]\nepochs = 6\n"
                       "learning_rate = 0.01\nseed = 3\n"),
                   .artifacts = folder.path().toStdString()});
        QVERIFY2(run.end.status == RunStatus::finished, run.end.error.c_str());
        const EpochPoint& last = run.epochs.back();
        QVERIFY2(last.val_loss < 0.5, qPrintable(QString::number(last.val_loss)));
        QVERIFY(std::abs(value_of(last, Metric::val_perplexity) - std::exp(last.val_loss)) < 1e-9);
        QVERIFY(last.val_accuracy > 0.8 && last.val_accuracy <= 1);
        const Evaluation evaluation = evaluate_on_validation(folder, true);
        QVERIFY(std::abs(evaluation.loss - last.val_loss) < 1e-4);
        QVERIFY(std::abs(evaluation.accuracy - last.val_accuracy) < 1e-9);

        TrainedModel model(usable_checkpoint(folder.path().toStdString()));
        const GenerateOptions greedy{.tokens = 40, .temperature = 0};
        const std::string next = generate_text(model, "the cat sat on", greedy);
        QVERIFY2(QString::fromStdString(next).startsWith(" the mät"), next.c_str());
        QCOMPARE(QString::fromStdString(next).size(), qsizetype{40});
        const GenerateOptions warm{.tokens = 30, .temperature = 1, .seed = 7};
        QCOMPARE(generate_text(model, "the", warm), generate_text(model, "the", warm));
        int pieces = 0;
        generate_text(model, "the", greedy, [&](const std::string&) { return ++pieces < 5; });
        QCOMPARE(pieces, 5);
        QVERIFY_EXCEPTION_THROWN(generate_text(model, "#", greedy), DataError);
        QVERIFY(!generate_text(model, "", greedy).empty());
    }

    void whatCannotBeUsed() {
        const QTemporaryDir folder;
        QVERIFY_EXCEPTION_THROWN(usable_checkpoint(folder.path().toStdString()), DataError);
        QVERIFY_EXCEPTION_THROWN(usable_checkpoint(""), DataError);
        train({.experiment = small_experiment({{"train.epochs", "1"}}),
               .artifacts = folder.path().toStdString()});
        TrainedModel model(usable_checkpoint(folder.path().toStdString()));
        QVERIFY_EXCEPTION_THROWN(generate_text(model, "a", {}), InvalidInput);
        DataOptions other;
        other.dataset = "synthetic:9x9x1/4/50";
        QVERIFY_EXCEPTION_THROWN(evaluate_model(model, *open_dataset(other).validation), InvalidInput);
        other.dataset = "synthetic:8x8x1/5/50";
        QVERIFY_EXCEPTION_THROWN(evaluate_model(model, *open_dataset(other).validation), InvalidInput);
    }
};

QTEST_GUILESS_MAIN(TestUseOfModels)
#include "test_use_of_models.moc"
