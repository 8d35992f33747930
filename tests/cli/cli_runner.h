// SPDX-License-Identifier: Apache-2.0
// Runs the built `laptime` in a folder of its own with a history of its own.
#pragma once

#include <QtTest/QtTest>

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>

namespace laptime::test {

struct Outcome {
    int status = -1; ///< exit status; -1 if it did not end by itself
    QByteArray out, err;
    /// Each line of stdout as an object; a line that is none fails the test.
    QList<QJsonObject> events() const {
        QList<QJsonObject> list;
        for (const QByteArray& line : out.split('\n')) {
            if (line.isEmpty())
                continue;
            QJsonParseError error;
            const auto document = QJsonDocument::fromJson(line, &error);
            if (!document.isObject())
                QTest::qFail(("not a JSON object: " + line).constData(), __FILE__, __LINE__);
            list.append(document.object());
        }
        return list;
    }
};

inline constexpr int patience_ms = 60000; ///< for a machine that is busy with other things

class Laptime {
public:
    Laptime() {
        write("tiny.toml", tiny);
        environment_.insert("LAPTIME_HISTORY", path("history.db"));
        environment_.insert("XDG_DATA_HOME", path("xdg"));
        environment_.insert("OMP_NUM_THREADS", "1"); // several tests may share a few cores
        environment_.remove("NO_COLOR");
    }

    static constexpr const char* tiny = "name = \"tiny\"\n"
                                        "[data]\ndataset = \"synthetic:6x6x1/3/300\"\n"
                                        "[model]\nlibrary = \"mlp\"\nhidden = [16]\n"
                                        "[speed]\nglobal_batch = 50\nthreads_per_device = 1\n"
                                        "[train]\nepochs = 4\n";

    QString path(const QString& name) const { return folder_.filePath(name); }
    void write(const QString& name, const QByteArray& text) const {
        QFile file(path(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write a file of the test");
    }
    QByteArray read(const QString& name) const {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void set(const QString& variable, const QString& value) { environment_.insert(variable, value); }

    void start_program(QProcess& process, const QString& program, const QStringList& arguments) const {
        process.setProcessEnvironment(environment_);
        process.setWorkingDirectory(folder_.path());
        process.start(program, arguments);
    }
    void start(QProcess& process, const QStringList& arguments) const {
        start_program(process, LAPTIME_BINARY, arguments);
    }
    Outcome operator()(const QStringList& arguments) const {
        QProcess process;
        start(process, arguments);
        return finished(process);
    }
    static Outcome finished(QProcess& process) {
        Outcome outcome;
        if (process.waitForFinished(patience_ms) && process.exitStatus() == QProcess::NormalExit)
            outcome.status = process.exitCode();
        else
            process.kill();
        outcome.out = process.readAllStandardOutput();
        outcome.err = process.readAllStandardError();
        return outcome;
    }

private:
    QTemporaryDir folder_;
    QProcessEnvironment environment_ = QProcessEnvironment::systemEnvironment();
};

} // namespace laptime::test
