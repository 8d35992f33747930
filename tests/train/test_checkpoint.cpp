// SPDX-License-Identifier: Apache-2.0
// Checkpoint files: exact round trip, and a damaged one is told apart from a whole one.
#include <QtTest>

#include <QTemporaryDir>
#include <QtEndian>

#include <cctype>

#include "engine/core/error.h"
#include "engine/train/checkpoint.h"

using namespace laptime;

class TestCheckpoint : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    static Checkpoint sample() {
        Checkpoint checkpoint;
        checkpoint.progress.step = 1234567890123;
        checkpoint.progress.wall_s = 0.1 + 0.2;
        checkpoint.progress.epoch_loss = 1.0 / 3;
        checkpoint.experiment = "name = \"a\"\n";
        checkpoint.preprocessing = "{\"a\": 1}";
        checkpoint.data_fingerprint = "0123";
        checkpoint.tensors = {
            stored_tensor("conv1/kernel", {DType::f32, {2, 3}}, {1, -2, 0.5f, 1e-30f, 3.4e38f, -0.0}),
            stored_tensor("w64", {DType::f64, {1}}, {0.1}),
            stored_tensor("counter", {DType::i64, {}}, {9007199254740991.0})};
        return checkpoint;
    }

private slots:
    void roundTripIsExact() {
        const std::string path = folder_.filePath("a/b/last.ckpt").toStdString();
        const Checkpoint written = sample();
        write_checkpoint(path, written);
        const Checkpoint back = read_checkpoint(path);
        QCOMPARE(back.progress.step, written.progress.step);
        QVERIFY(back.progress.wall_s == written.progress.wall_s);
        QVERIFY(back.progress.epoch_loss == written.progress.epoch_loss);
        QVERIFY(std::isnan(back.progress.best));
        QCOMPARE(back.experiment, written.experiment);
        QCOMPARE(back.tensors.size(), written.tensors.size());
        for (const StoredTensor& tensor : written.tensors) {
            const auto it = std::ranges::find(back.tensors, tensor.name, &StoredTensor::name);
            QVERIFY(it != back.tensors.end());
            QCOMPARE(it->type, tensor.type);
            QVERIFY(it->bytes == tensor.bytes);
        }
        QCOMPARE(back.preprocessing, written.preprocessing);
        QCOMPARE(back.data_fingerprint, written.data_fingerprint);
        QCOMPARE(QDir(folder_.filePath("a/b")).entryList(QDir::Files), QStringList{"last.ckpt"});
    }

    void everyTruncationIsNoticed() {
        const QString path = folder_.filePath("cut.ckpt");
        write_checkpoint(path.toStdString(), sample());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray whole = file.readAll();
        file.close();
        for (qsizetype length = 0; length < whole.size(); length += 7) {
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(whole.left(length));
            file.close();
            QVERIFY_EXCEPTION_THROWN(read_checkpoint(path.toStdString()), DataError);
        }
    }

    void numbersThatCannotBeAreNoticed() {
        const QString path = folder_.filePath("numbers.ckpt");
        write_checkpoint(path.toStdString(), sample());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray whole = file.readAll();
        file.close();
        const auto error_with = [&](const QByteArray& before, QByteArray number) -> QString {
            const qsizetype at = whole.indexOf(before) + before.size();
            qsizetype end = at;
            while (end < whole.size() &&
                   (std::isdigit(static_cast<unsigned char>(whole[end])) || whole[end] == '.'))
                ++end;
            if (at < before.size() || end == at)
                return before + " is not there";
            QByteArray changed = whole;
            changed.replace(at, end - at, number.leftJustified(end - at));
            // The header's length is the file's first number, in little endian.
            const qsizetype longer = changed.size() - whole.size();
            const auto length =
                qFromLittleEndian<quint64>(changed.constData()) + static_cast<quint64>(longer);
            qToLittleEndian(length, changed.data());
            if (!file.open(QIODevice::WriteOnly))
                return "cannot write";
            file.write(changed);
            file.close();
            try {
                read_checkpoint(path.toStdString());
                return "was read";
            } catch (const DataError& error) {
                return QString::fromStdString(error.what());
            }
        };
        for (const char* number : {"-1", "1.5", "1e99", "18446744073709551615", "true", "null"}) {
            for (const char* name : {"step", "epoch", "batch", "samples", "skipped", "epoch_items"}) {
                const QString error = error_with(QByteArray("\\\"") + name + "\\\":", number);
                QVERIFY2(error.contains("whole number"), qPrintable(error));
            }
            const QString error = error_with("\"data_offsets\":[", number);
            QVERIFY2(error.contains("whole number"), qPrintable(error));
        }
    }

    void garbageIsNoticed() {
        QFile file(folder_.filePath("garbage.ckpt"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(4096, '\xff'));
        file.close();
        QVERIFY_EXCEPTION_THROWN(read_checkpoint(file.fileName().toStdString()), DataError);
        QVERIFY_EXCEPTION_THROWN(read_checkpoint("/nowhere/last.ckpt"), DataError);
    }
};

QTEST_GUILESS_MAIN(TestCheckpoint)
#include "test_checkpoint.moc"
