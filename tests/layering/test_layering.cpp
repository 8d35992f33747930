// SPDX-License-Identifier: Apache-2.0
// Looks at every file of the project for what house_rules.h forbids, and shows the rules planted violations,
// so that a rule which no longer finds anything fails here as well.
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QSet>
#include <QTest>

#include "tests/layering/house_rules.h"

using namespace laptime::house;

namespace {

const QDir root(LAPTIME_SOURCE_DIR);

QString text_of(const QString& path) {
    QFile file(root.filePath(path));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// What git tracks; where this is no clone (an unpacked archive), every file but those of build folders.
QStringList tracked_files() {
    QProcess git;
    git.setWorkingDirectory(root.path());
    git.start("git", {"-c", "safe.directory=*", "ls-files", "-z"});
    if (git.waitForStarted() && git.waitForFinished() && git.exitStatus() == QProcess::NormalExit &&
        git.exitCode() == 0) {
        QStringList files;
        for (const QByteArray& name : git.readAllStandardOutput().split('\0'))
            if (!name.isEmpty() && QFile::exists(root.filePath(QString::fromUtf8(name))))
                files << QString::fromUtf8(name);
        return files;
    }
    QStringList files;
    QDirIterator all(root.path(), QDir::Files, QDirIterator::Subdirectories);
    while (all.hasNext()) {
        const QString path = root.relativeFilePath(all.next());
        if (!path.startsWith("build/") && !path.startsWith('.'))
            files << path;
    }
    return files;
}

bool is_code(const QString& path) {
    return path.endsWith(".cpp") || path.endsWith(".h");
}

bool is_text(const QString& path) {
    return !path.startsWith("LICENSES/") && !path.endsWith(".png") && !path.endsWith(".gz");
}

QString joined(const std::vector<Violation>& violations) {
    QString all;
    for (const Violation& violation : violations)
        all += "\n  " + violation.text();
    return all;
}

} // namespace

class TestLayering : public QObject {
    Q_OBJECT

    QStringList files_;

private slots:
    void initTestCase() {
        files_ = tracked_files();
        QVERIFY2(files_.size() > 50,
                 qPrintable(QString("only %1 files in %2").arg(files_.size()).arg(root.path())));
    }

    void includesRunDownwards() {
        std::vector<Violation> found;
        for (const QString& path : std::as_const(files_))
            if (is_code(path)) {
                const auto more = check_includes(path, text_of(path));
                found.insert(found.end(), more.begin(), more.end());
            }
        QVERIFY2(found.empty(), qPrintable(joined(found)));
    }

    /// A room that no longer exists would be a rule about nothing.
    void tableHasNoEmptyRooms() {
        for (const Room& room : rooms()) {
            const bool holds_code = std::any_of(files_.cbegin(), files_.cend(), [&](const QString& path) {
                return is_code(path) && room_of(path) && room_of(path)->folder == room.folder;
            });
            QVERIFY2(holds_code, qPrintable(room.folder + " holds no code: remove it from the table"));
        }
    }

    void tableRunsDownwards() {
        // A cycle would let two rooms include each other; only the door to the backends names its own
        // sub-rooms.
        for (const Room& room : rooms())
            for (const Room& other : rooms())
                if (room.folder != other.folder && may_include(room, other.folder + "/x.h"))
                    QVERIFY2(!may_include(other, room.folder + "/x.h"),
                             qPrintable(room.folder + " ⇄ " + other.folder));
    }

    void everyFileCarriesItsLicence() {
        std::vector<Violation> found;
        for (const QString& path : std::as_const(files_))
            if (is_text(path)) {
                const auto more = check_license(path, text_of(path));
                found.insert(found.end(), more.begin(), more.end());
            }
        QVERIFY2(found.empty(), qPrintable(joined(found)));
    }

    void noPathsOfOneMachine() {
        std::vector<Violation> found;
        for (const QString& path : std::as_const(files_))
            if (is_text(path)) {
                const auto more = check_paths(path, text_of(path));
                found.insert(found.end(), more.begin(), more.end());
            }
        QVERIFY2(found.empty(), qPrintable(joined(found)));
    }

    void plantedIncludes_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("line");
        QTest::addColumn<bool>("allowed");
        const auto row = [](const char* path, const char* line, bool allowed) {
            QTest::addRow("%s: %s", path, line) << QString(path) << QString(line) << allowed;
        };
        row("engine/core/clock.cpp", "#include \"engine/graph/graph.h\"", false);
        row("engine/graph/ops/relu.cpp", "#include \"engine/core/error.h\"", true);
        row("engine/graph/ops/relu.cpp", "#include \"engine/passes/fuse.h\"", false);
        row("engine/backends/cpu/kernels/conv2d.cpp", "#include \"engine/backends/device.h\"", true);
        row("engine/backends/cpu/session.cpp", "#include \"engine/backends/reference/session.h\"", false);
        row("engine/backends/cpu/session.cpp", "#include \"engine/backends/find_device.h\"", false);
        row("engine/backends/find_device.cpp", "#include \"engine/backends/cpu/cpu_device.h\"", true);
        row("engine/compare/compare.h", "#include \"engine/core/error.h\"", true);
        row("engine/compare/compare.h", "#include \"engine/train/trainer.h\"", false);
        row("engine/history/history.cpp", "#include \"engine/schedule/scheduler.h\"", false);
        row("engine/train/trainer.cpp", "#include \"ui/models/runs_model.h\"", false);
        row("engine/train/trainer.cpp", "#include <QString>", false);
        row("engine/train/trainer.cpp", "  #  include <QtCore/qglobal.h>", false);
        row("engine/train/trainer.cpp", "#include <qstring.h>", false);
        row("engine/train/trainer.cpp", "#include <queue>", true);
        row("engine/train/trainer.cpp", "#include \"trainer.h\"", false);
        row("engine/train/trainer.cpp", "#include <sqlite3.h>", false);
        row("engine/elsewhere/new.cpp", "#include <vector>", false);
        row("app/cli/main.cpp", "#include \"engine/report/report.h\"", true);
        row("app/cli/main.cpp", "#include \"ui/settings/settings.h\"", false);
        row("app/cli/main.cpp", "#include <QCoreApplication>", false);
        row("ui/models/runs_model.cpp", "#include \"engine/history/history.h\"", true);
        row("ui/models/runs_model.cpp", "#include \"ui/views/runs_view.h\"", false);
        row("ui/views/runs_view.cpp", "#include \"app/desktop/main_window.h\"", false);
        row("ui/views/runs_view.cpp", "#include <qcustomplot.h>", false);
        row("ui/plots/curve_plot.cpp", "#include <qcustomplot.h>", true);
        row("app/desktop/main.cpp", "#include \"ui/views/runs_view.h\"", true);
        row("tests/history/test_history.cpp", "#include <sqlite3.h>", true);
    }
    void plantedIncludes() {
        QFETCH(QString, path);
        QFETCH(QString, line);
        QFETCH(bool, allowed);
        const auto found = check_includes(path, "// a file\n" + line + "\n");
        QVERIFY2(found.empty() == allowed, qPrintable(joined(found)));
        if (!allowed && room_of(path))
            QCOMPARE(found.front().line, 2);
    }

    void plantedLicences() {
        const QString apache = "// SPDX-License-Identifier: Apache-2.0\n",
                      gpl = "// SPDX-License-Identifier: GPL-3.0-or-later\n";
        QVERIFY(check_license("engine/core/a.cpp", apache).empty());
        QVERIFY(!check_license("engine/core/a.cpp", gpl).empty());
        QVERIFY(!check_license("engine/core/a.cpp", "#include <vector>\n").empty());
        QVERIFY(!check_license("engine/core/a.cpp", "\n\n\n" + apache).empty());
        QVERIFY(check_license("ui/views/a.cpp", gpl).empty());
        QVERIFY(!check_license("ui/views/a.cpp", apache).empty());
        QVERIFY(!check_license("tests/ui_models/a.cpp", apache).empty());
        QVERIFY(check_license("tests/model/a.cpp", apache).empty());
        QVERIFY(!check_license("app/desktop/CMakeLists.txt", apache).empty());
        QVERIFY(!check_license("test", "#!/usr/bin/env bash\n").empty());
        QVERIFY(!check_license("packaging/a.toml", "# SPDX-License-Identifier: MIT\n").empty());
        QVERIFY(check_license("docs/a.md", "no line needed").empty());
    }

    void plantedPaths() {
        // Written in parts: this file is looked at as well.
        QVERIFY(!check_paths("a.md", QString("see /") + "home/someone/notes").empty());
        QVERIFY(!check_paths("a.cmake", QString("set(X \"/") + "work/main/build\")").empty());
        QVERIFY(!check_paths("a.py", QString("open('/") + "root/data.npz')").empty());
        QVERIFY(check_paths("a.md", "/usr/share/datasets and https://example.org/home/page").empty());
        QVERIFY(check_paths("a.h", QString("such as /") + "home/me/data").empty());
        QVERIFY(!check_paths("a.h", QString("such as /") + "home/meyer/data").empty());
        QVERIFY(check_paths("a.sh", "cp $x/work/file ./root/x").empty());
    }
};

QTEST_GUILESS_MAIN(TestLayering)
#include "test_layering.moc"
