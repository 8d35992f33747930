// SPDX-License-Identifier: Apache-2.0
// A whole mixed_float16 run whose gradients overflow although its loss is finite: skipped steps are counted
// and shown, change nothing, and fifty in a row end the run.
#include <QtTest>

#include <QTemporaryDir>
#include <numeric>

#include "engine/train/checkpoint.h"
#include "tests/train/recorder.h"

using namespace laptime;
using namespace laptime::testing;

namespace {

/// Writes black 4 × 4 images of two classes as IDX files.
void write_black_images(const QTemporaryDir& folder, int count) {
    for (const char* part : {"train", "t10k"}) {
        const auto write = [&](const QString& name, const QByteArray& header, const QByteArray& data) {
            QFile file(folder.filePath(part + name));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(header + data);
        };
        const auto big_endian = [](int n) {
            return QByteArray::fromRawData("\0\0\0", 3) + static_cast<char>(n);
        };
        QByteArray labels;
        for (int i = 0; i < count; ++i)
            labels += static_cast<char>(i % 2);
        write("-images-idx3-ubyte",
              QByteArray("\0\0\x08\x03", 4) + big_endian(count) + big_endian(4) + big_endian(4),
              QByteArray(count * 16, '\0'));
        write("-labels-idx1-ubyte", QByteArray("\0\0\x08\x01", 4) + big_endian(count), labels);
    }
}

/// Weights that cancel on the way forward and multiply on the way back: every unit of a layer has the same
/// small output, which kernels of alternating signs add up to zero; the gradients alternate, too, and so they
/// add up.
void make_backward_overflow(const std::string& path) {
    Checkpoint checkpoint = read_checkpoint(path);
    for (StoredTensor& tensor : checkpoint.tensors) {
        std::vector<double> values = values_of(tensor);
        const bool inner = tensor.type.shape == Shape{8, 8};
        if (inner && tensor.name.find("adam") == std::string::npos)
            for (std::size_t i = 0; i < values.size(); ++i)
                values[i] = i / 8 % 2 == i % 8 % 2 ? 60000 : -60000;
        else if (tensor.type.shape == Shape{8}) // biases of the hidden layers
            std::fill(values.begin(), values.end(), 0.25);
        else if (tensor.type.shape == Shape{8, 2})
            for (std::size_t i = 0; i < values.size(); ++i)
                values[i] = (i / 2 % 2 ? 1 : -1) * (i % 2 ? 0.5 : -0.25);
        tensor = stored_tensor(tensor.name, tensor.type, values);
    }
    write_checkpoint(path, checkpoint);
}

} // namespace

class TestLossScaleRun : public QObject {
    Q_OBJECT

private slots:
    void fiftySkipsInARowEndTheRun() {
        const QTemporaryDir data, artifacts;
        write_black_images(data, 60);
        TrainRequest request{.experiment = parse_experiment(
                                 "name = \"a\"\n[model]\nlibrary = \"mlp\"\nhidden = [8, 8, 8, 8]\n"
                                 "[speed]\nprecision = \"mixed_float16\"\nglobal_batch = 3\n"
                                 "[train]\noptimizer = \"sgd\"\nlearning_rate = 1e-30\nepochs = 20\n",
                                 {{"data.dataset", "idx:" + data.path().toStdString()}}),
                             .artifacts = artifacts.path().toStdString()};
        train(request, [](Recorder& recorder, RunControl& control) {
            recorder.after_steps = [&control](std::int64_t) { control.stop(); };
        });
        const std::string path = artifacts.filePath(last_checkpoint_name).toStdString();
        make_backward_overflow(path);
        request.resume = true;
        const Recorder run = train(request);

        QCOMPARE(run.end.status, RunStatus::diverged);
        QCOMPARE(run.steps.size(), std::size_t{50});
        QCOMPARE(run.end.skipped_steps, std::int64_t{50});
        for (const StepPoint& point : run.steps) {
            QVERIFY(point.skipped);
            QVERIFY(std::isfinite(point.loss));
            QVERIFY(point.learning_rate == run.steps.front().learning_rate);
        }
        const QString error = QString::fromStdString(run.end.error);
        QVERIFY2(error.contains("50 steps in a row"), qPrintable(error));
        QVERIFY2(error.contains("dense"), qPrintable(error)); // the first tensor that is not finite
    }
};

QTEST_GUILESS_MAIN(TestLossScaleRun)
#include "test_loss_scale_run.moc"
