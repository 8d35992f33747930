// SPDX-License-Identifier: Apache-2.0
// Checkpoint files: exact round trip, and a damaged one is told apart from a whole one.
#include <QtTest>

#include <QTemporaryDir>
#include <QtEndian>

#include "engine/core/error.h"
#include "engine/train/checkpoint.h"
#include "tests/data/message_of.h"

using namespace laptime;
using namespace laptime::tests;

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

    QByteArray bytes_of(const Checkpoint& checkpoint) const {
        QFile file(folder_.filePath("whole.ckpt"));
        write_checkpoint(file.fileName().toStdString(), checkpoint);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    QString error_of_reading(const QByteArray& bytes) const {
        QFile file(folder_.filePath("changed.ckpt"));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write a file of the test");
        file.close();
        return message_of<DataError>([&] { read_checkpoint(file.fileName().toStdString()); });
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
        const QByteArray whole = bytes_of(sample());
        for (qsizetype length = 0; length < whole.size(); length += 7)
            VERIFY_CONTAINS(error_of_reading(whole.left(length)), "damaged");
    }

    void numbersThatCannotBeAreNoticed() {
        const QByteArray whole = bytes_of(sample());
        const auto error_with = [&](const QByteArray& before, const QByteArray& number) {
            const qsizetype at = whole.indexOf(before) + before.size();
            qsizetype end = at;
            while (at >= before.size() && QChar::isDigit(static_cast<uchar>(whole[end])))
                ++end;
            QByteArray changed = whole;
            changed.replace(at, end - at, number);
            // The header's length is the file's first number, in little endian.
            const auto longer = static_cast<quint64>(changed.size() - whole.size());
            qToLittleEndian(qFromLittleEndian<quint64>(changed.constData()) + longer, changed.data());
            return end == at ? before + " is not there" : error_of_reading(changed);
        };
        for (const char* number : {"-1", "1.5", "1e99", "18446744073709551615", "true", "null"}) {
            for (const char* name : {"step", "epoch", "batch", "samples", "skipped", "skipped_in_a_row",
                                     "epoch_items", "best_epoch"})
                VERIFY_CONTAINS(error_with(QByteArray("\\\"") + name + "\\\":", number), "whole number");
            for (const char* list : {"\"data_offsets\":[", "\"data_offsets\":[0,", "\"shape\":["})
                VERIFY_CONTAINS(error_with(list, number), "whole number");
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
