// SPDX-License-Identifier: GPL-3.0-or-later
// The whole window on a history of its own, with the real scheduler: launching, the commands on runs, and
// closing in each state.
#include <QAction>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include "engine/experiment/read_experiment.h"
#include "ui/commands/actions.h"
#include "ui/views/close_guard.h"
#include "ui/views/compare_panel.h"
#include "ui/views/experiment_form.h"
#include "ui/views/main_window.h"
#include "ui/views/message_bar.h"
#include "ui/views/run_commands.h"
#include "ui/views/runs_panel.h"
#include "ui/views/runs_table_proxy.h"

using namespace laptime;
using namespace laptime::ui;
using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 60000; ///< ms; how long something may take on a busy machine, not how long it takes

Experiment tiny(const char* name, const char* length) {
    return parse_experiment(std::string("name = '") + name +
                            "'\n[data]\ndataset = 'synthetic:6x6x1/3/96'\n[model]\nlibrary = 'mlp'\n"
                            "[speed]\nglobal_batch = 32\n[train]\n" +
                            length + "\n");
}

Experiment shortRun(const char* name) {
    return tiny(name, "epochs = 2");
}
/// Goes on until somebody stops it.
Experiment longRun(const char* name) {
    return tiny(name, "minutes = 600");
}

/// A program: services and window on a history file.
struct Desktop {
    explicit Desktop(const QString& folder, const QString& history)
        : services(std::make_unique<QSettings>(folder + u"/settings.ini"_s, QSettings::IniFormat), history),
          window(services, nullptr), closed(&window, &MainWindow::closed) {
        window.show();
        window.start();
    }

    bool waitReady() {
        return QTest::qWaitFor([this] { return services.scheduler.isReady(); }, patience);
    }

    bool launch(const Experiment& experiment) {
        window.parts().form->setExperiment(experiment);
        QAction* action = (*window.parts().actions)[Command::Launch];
        if (!QTest::qWaitFor([action] { return action->isEnabled(); }, patience))
            return false;
        const int before = services.runs.rowCount();
        action->trigger();
        return QTest::qWaitFor([&] { return services.runs.rowCount() > before; }, patience);
    }

    RunId runNamed(const std::string& name) const {
        for (const RunRow& row : *services.history.rows())
            if (row.name == name)
                return row.id;
        return 0;
    }
    RunStatus statusOf(const std::string& name) const {
        const RunRow* row = services.history.row(runNamed(name));
        return row ? row->status : RunStatus::failed;
    }
    bool waitFor(const std::string& name, RunStatus status) {
        return QTest::qWaitFor([&] { return statusOf(name) == status; }, patience);
    }
    void select(const std::string& name) {
        window.parts().runs->table()->clearSelection();
        window.parts().runs->select(runNamed(name));
    }
    QAction* action(Command command) { return (*window.parts().actions)[command]; }
    QMessageBox* question() { return window.closeGuard()->question(); }
    QStringList messages() const { return window.parts().messages->texts(); }

    Services services;
    MainWindow window;
    QSignalSpy closed;
};

} // namespace

class TestWindow : public QObject {
    Q_OBJECT

private slots:
    void init();
    void firstStartIsReady();
    void closesAtOnceWhenIdle();
    void asksOnceWhileRunning();
    void closesWhilePausedAndQueued();
    void signalClosesWithoutAsking();
    void renameTagsNoteAndUndo();
    void deleteCanBeTakenBack();
    void tableShowsHidesAndFilters();
    void groupedRowStandsForItsRepeats();
    void comparesWithTheBaseline();
    void launchAgainFillsTheForm();
    void runsOfAnotherProgramCanOnlyBeWatched();
    void brokenHistoryIsTold();
    void remembersTheForm();

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Desktop> start() {
        return std::make_unique<Desktop>(m_folder->path(), m_folder->filePath(u"history.db"_s));
    }
};

void TestWindow::init() {
    m_folder = std::make_unique<QTemporaryDir>();
}

void TestWindow::firstStartIsReady() {
    const auto program = start();
    QVERIFY(program->waitReady());
    QCOMPARE(program->services.runs.rowCount(), 0);
    const Experiment shown = program->window.parts().form->experiment();
    QCOMPARE(shown.model.library, std::string("cnn"));
    QCOMPARE(shown.data.dataset, std::string("fashion-mnist"));
    for (Command off : {Command::Stop, Command::Pause, Command::Rename, Command::Delete, Command::ExportCsv,
                        Command::PinBaseline, Command::Resume, Command::Undo})
        QVERIFY2(!program->action(off)->isEnabled(), qPrintable(program->action(off)->objectName()));
    // The empty table says what to do next.
    QStringList texts;
    for (const QLabel* label : program->window.parts().runs->findChildren<QLabel*>())
        if (label->isVisible())
            texts += label->text();
    QVERIFY2(texts.join(u'\n').contains(u"Launch"_s), qPrintable(texts.join(u'\n')));
}

void TestWindow::closesAtOnceWhenIdle() {
    const auto program = start();
    QVERIFY(program->waitReady());
    QVERIFY(program->launch(shortRun("done")));
    QVERIFY(program->waitFor("done", RunStatus::finished));
    QTRY_VERIFY_WITH_TIMEOUT(program->services.queue.entries().empty(), patience);
    program->window.close();
    QVERIFY(!program->question());
    QTRY_COMPARE_WITH_TIMEOUT(program->closed.count(), 1, patience);
    QVERIFY(!program->window.isVisible());
}

void TestWindow::asksOnceWhileRunning() {
    {
        const auto program = start();
        QVERIFY(program->waitReady());
        QVERIFY(program->launch(longRun("long")));
        QVERIFY(program->waitFor("long", RunStatus::running));
        QTRY_COMPARE_WITH_TIMEOUT(program->services.queue.entries().size(), std::size_t{1}, patience);

        program->window.close();
        QVERIFY(program->question() && program->question()->isVisible());
        program->window.close(); // impatient: still one question
        QCOMPARE(program->window.findChildren<QMessageBox*>().size(), 1);
        program->question()->escapeButton()->click();
        QTRY_VERIFY(!program->question());
        QVERIFY(program->window.isVisible());
        QCOMPARE(program->closed.count(), 0);
        QCOMPARE(program->statusOf("long"), RunStatus::running);
        QVERIFY(program->window.parts().form->isEnabled());

        program->window.close();
        QVERIFY(program->question());
        program->question()->defaultButton()->click();
        QVERIFY(!program->window.parts().form->isEnabled()); // nothing can be launched into a closing window
        QTRY_COMPARE_WITH_TIMEOUT(program->closed.count(), 1, patience);
        QVERIFY(!program->window.isVisible());
    }
    // What was stopped can go on at the next start.
    const auto program = start();
    QVERIFY(program->waitReady());
    QTRY_VERIFY_WITH_TIMEOUT(program->runNamed("long") != 0, patience);
    QCOMPARE(program->statusOf("long"), RunStatus::interrupted);
    QVERIFY(program->services.history.row(program->runNamed("long"))->resumable);
    program->select("long");
    QTRY_VERIFY_WITH_TIMEOUT(program->action(Command::Resume)->isEnabled(), patience);
    program->action(Command::Resume)->trigger();
    QVERIFY(program->waitFor("long", RunStatus::running));
    QTRY_VERIFY_WITH_TIMEOUT(program->action(Command::Stop)->isEnabled(), patience);
    program->action(Command::Stop)->trigger();
    QVERIFY(program->waitFor("long", RunStatus::stopped));
}

void TestWindow::closesWhilePausedAndQueued() {
    {
        const auto program = start();
        QVERIFY(program->waitReady());
        QVERIFY(program->launch(longRun("first")));
        QVERIFY(program->waitFor("first", RunStatus::running));
        QVERIFY(program->launch(longRun("second")));
        program->select("first");
        QTRY_VERIFY_WITH_TIMEOUT(program->action(Command::Pause)->isEnabled(), patience);
        program->action(Command::Pause)->trigger();
        QVERIFY(program->waitFor("first", RunStatus::paused));
        QTRY_VERIFY_WITH_TIMEOUT(program->action(Command::GoOn)->isEnabled(), patience);
        program->action(Command::GoOn)->trigger();
        QVERIFY(program->waitFor("first", RunStatus::running));
        QTRY_VERIFY_WITH_TIMEOUT(program->action(Command::Pause)->isEnabled(), patience);
        program->action(Command::Pause)->trigger();
        QVERIFY(program->waitFor("first", RunStatus::paused));
        QCOMPARE(program->statusOf("second"), RunStatus::queued);
        program->window.close();
        QVERIFY(program->question());
        QVERIFY2(program->question()->text().contains(u'2'), qPrintable(program->question()->text()));
        program->question()->defaultButton()->click();
        QTRY_COMPARE_WITH_TIMEOUT(program->closed.count(), 1, patience);
    }
    const auto program = start();
    QVERIFY(program->waitReady());
    QTRY_VERIFY_WITH_TIMEOUT(program->runNamed("second") != 0, patience);
    QCOMPARE(program->statusOf("first"), RunStatus::interrupted);
    QCOMPARE(program->statusOf("second"), RunStatus::interrupted);
}

void TestWindow::signalClosesWithoutAsking() {
    const auto program = start();
    QVERIFY(program->waitReady());
    QVERIFY(program->launch(longRun("long")));
    QVERIFY(program->waitFor("long", RunStatus::running));
    program->window.closeNow();
    QVERIFY(!program->question());
    program->window.closeNow(); // Ctrl-C twice
    QTRY_COMPARE_WITH_TIMEOUT(program->closed.count(), 1, patience);
}

void TestWindow::renameTagsNoteAndUndo() {
    const auto program = start();
    QVERIFY(program->waitReady());
    QVERIFY(program->launch(shortRun("before")));
    QVERIFY(program->waitFor("before", RunStatus::finished));
    const RunId run = program->runNamed("before");
    RunsModel& model = program->services.runs;
    const auto nameOf = [&] { return program->services.history.row(run)->name; };

    QVERIFY(model.setData(model.indexOf(run, RunsModel::Name), u"after"_s));
    QTRY_COMPARE_WITH_TIMEOUT(nameOf(), std::string("after"), patience);
    QVERIFY(program->action(Command::Undo)->isEnabled());
    program->action(Command::Undo)->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(nameOf(), std::string("before"), patience);
    program->action(Command::Redo)->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(nameOf(), std::string("after"), patience);

    QVERIFY(model.setData(model.indexOf(run, RunsModel::Tags), u"paper fast"_s));
    QTRY_COMPARE_WITH_TIMEOUT(program->services.history.row(run)->tags,
                              (std::vector<std::string>{"paper", "fast"}), patience);
    program->action(Command::Undo)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(program->services.history.row(run)->tags.empty(), patience);

    QVERIFY(model.setData(model.indexOf(run, RunsModel::Note), u"slower than hoped"_s));
    QTRY_COMPARE_WITH_TIMEOUT(program->services.history.row(run)->note, std::string("slower than hoped"),
                              patience);
    program->action(Command::Undo)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(program->services.history.row(run)->note.empty(), patience);
}

void TestWindow::deleteCanBeTakenBack() {
    {
        const auto program = start();
        QVERIFY(program->waitReady());
        QVERIFY(program->launch(shortRun("one")));
        QVERIFY(program->waitFor("one", RunStatus::finished));
        RunsTableProxy* table = program->window.parts().runs->proxy();
        program->select("one");
        QTRY_VERIFY_WITH_TIMEOUT(program->action(Command::Delete)->isEnabled(), patience);
        program->action(Command::Delete)->trigger();
        QCOMPARE(table->rowCount(), 0);
        QVERIFY(program->runNamed("one") != 0); // not really gone
        for (QPushButton* button : program->window.parts().messages->findChildren<QPushButton*>())
            button->click();
        QCOMPARE(table->rowCount(), 1);
        // An active run is not deleted.
        QVERIFY(program->launch(longRun("long")));
        QVERIFY(program->waitFor("long", RunStatus::running));
        program->select("long");
        QTRY_VERIFY_WITH_TIMEOUT(program->action(Command::Stop)->isEnabled(), patience);
        QVERIFY(!program->action(Command::Delete)->isEnabled());
        program->action(Command::Stop)->trigger();
        QVERIFY(program->waitFor("long", RunStatus::stopped));
        // Deleted, and the window closed before the time is over: deleted it is.
        program->select("one");
        program->action(Command::Delete)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(program->services.queue.entries().empty(), patience);
        program->window.close();
        QTRY_COMPARE_WITH_TIMEOUT(program->closed.count(), 1, patience);
    }
    const auto program = start();
    QVERIFY(program->waitReady());
    QTRY_VERIFY_WITH_TIMEOUT(program->runNamed("long") != 0, patience);
    QCOMPARE(program->runNamed("one"), RunId{0});
}

void TestWindow::tableShowsHidesAndFilters() {
    const auto program = start();
    QVERIFY(program->waitReady());
    QVERIFY(program->launch(shortRun("one")));
    RunsPanel* panel = program->window.parts().runs;
    const auto shows = [panel](const QString& part) {
        for (const QLabel* label : panel->findChildren<QLabel*>())
            if (label->isVisible() && label->text().contains(part))
                return true;
        return false;
    };
    // The space bar shows and hides the selected runs' curves.
    program->select("one");
    QTRY_VERIFY_WITH_TIMEOUT(program->services.runs.shown().contains(program->runNamed("one")), patience);
    QTest::keyClick(panel->table(), Qt::Key_Space);
    QVERIFY(!program->services.runs.shown().contains(program->runNamed("one")));
    QTest::keyClick(panel->table(), Qt::Key_Space);
    QVERIFY(program->services.runs.shown().contains(program->runNamed("one")));

    panel->filter()->setText(u"no_such_key:1"_s);
    QTRY_VERIFY(shows(u"no_such_key"_s));
    QCOMPARE(panel->proxy()->rowCount(), 1); // the last good filter stays in force
    panel->filter()->setText(u"name:other"_s);
    QTRY_COMPARE(panel->proxy()->rowCount(), 0);
    QVERIFY(!shows(u"no_such_key"_s));
    QVERIFY(shows(u"filter"_s)); // and says so
    panel->filter()->clear();
    QTRY_COMPARE(panel->proxy()->rowCount(), 1);
}

void TestWindow::groupedRowStandsForItsRepeats() {
    const auto program = start();
    QVERIFY(program->waitReady());
    Experiment experiment = longRun("set");
    experiment.train.repeats = 2;
    QVERIFY(program->launch(experiment));
    QTRY_COMPARE_WITH_TIMEOUT(program->services.queue.entries().size(), std::size_t{2}, patience);
    program->services.runs.setGrouped(true);
    RunsPanel* panel = program->window.parts().runs;
    QTRY_COMPARE_WITH_TIMEOUT(panel->proxy()->rowCount(), 1, patience);
    panel->table()->selectRow(0);
    QCOMPARE(panel->selected().size(), std::size_t{1});
    QCOMPARE(panel->selectedWithRepeats().size(), std::size_t{2});
    QTRY_VERIFY_WITH_TIMEOUT(program->action(Command::Stop)->isEnabled(), patience);
    program->action(Command::Stop)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(program->services.queue.entries().empty(), patience);
    QTRY_VERIFY_WITH_TIMEOUT(program->services.history.rows()->front().status == RunStatus::stopped,
                             patience);
}

void TestWindow::comparesWithTheBaseline() {
    const auto program = start();
    QVERIFY(program->waitReady());
    // Long enough for steady-state steps behind the warm-up.
    for (const char* name : {"base", "other"}) {
        QVERIFY(program->launch(tiny(name, "epochs = 60")));
        QVERIFY(program->waitFor(name, RunStatus::finished));
    }
    program->select("base");
    QTRY_VERIFY_WITH_TIMEOUT(program->action(Command::PinBaseline)->isEnabled(), patience);
    program->action(Command::PinBaseline)->trigger();
    QCOMPARE(program->services.runs.baseline(), program->runNamed("base"));
    QVERIFY(program->action(Command::PinBaseline)->isChecked());
    program->action(Command::ShowComparison)->trigger();
    program->select("other");
    QVERIFY(program->action(Command::ExportReport)->isEnabled());
    QTRY_COMPARE_WITH_TIMEOUT(program->window.parts().comparison->shownComparisons(), 1, patience);
    program->action(Command::Undo)->trigger();
    QCOMPARE(program->services.runs.baseline(), RunId{0});
    QTRY_COMPARE_WITH_TIMEOUT(program->window.parts().comparison->shownComparisons(), 0, patience);
}

void TestWindow::launchAgainFillsTheForm() {
    const auto program = start();
    QVERIFY(program->waitReady());
    const Experiment experiment = shortRun("mine");
    QVERIFY(program->launch(experiment));
    QVERIFY(program->waitFor("mine", RunStatus::finished));
    program->window.parts().form->setExperiment(firstExperiment());
    program->select("mine");
    QTRY_VERIFY_WITH_TIMEOUT(program->action(Command::LaunchAgain)->isEnabled(), patience);
    program->action(Command::LaunchAgain)->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(write_experiment(program->window.parts().form->experiment()),
                              write_experiment(experiment), patience);
}

void TestWindow::runsOfAnotherProgramCanOnlyBeWatched() {
    const auto first = start(), second = start();
    QVERIFY(first->waitReady() && second->waitReady());
    QVERIFY(first->launch(longRun("long")));
    QVERIFY(first->waitFor("long", RunStatus::running));
    QVERIFY(second->waitFor("long", RunStatus::running));
    second->select("long");
    for (Command off : {Command::Stop, Command::Pause, Command::Delete})
        QVERIFY(!second->action(off)->isEnabled());
    bool told = false;
    for (const QLabel* label : second->window.findChildren<QLabel*>())
        told |= label->text().contains(u"another Laptime"_s);
    QVERIFY(told);
    second->window.close(); // nothing of its own runs: no question
    QVERIFY(!second->question());
    QTRY_COMPARE_WITH_TIMEOUT(second->closed.count(), 1, patience);
    first->window.closeNow();
    QTRY_COMPARE_WITH_TIMEOUT(first->closed.count(), 1, patience);
}

void TestWindow::brokenHistoryIsTold() {
    const QString path = m_folder->filePath(u"history.db"_s);
    QVERIFY(QDir().mkpath(path)); // a folder where the file should be
    const auto program = start();
    QTRY_VERIFY_WITH_TIMEOUT(!program->messages().isEmpty(), patience);
    QVERIFY2(program->messages().join(u'\n').contains(u"history.db"_s),
             qPrintable(program->messages().join(u'\n')));
    program->window.close();
    QTRY_COMPARE_WITH_TIMEOUT(program->closed.count(), 1, patience);
}

void TestWindow::remembersTheForm() {
    const Experiment experiment = shortRun("kept");
    {
        const auto program = start();
        QVERIFY(program->waitReady());
        program->window.parts().form->setExperiment(experiment);
        QTRY_VERIFY_WITH_TIMEOUT(program->action(Command::Launch)->isEnabled(), patience);
        program->window.close();
        QTRY_COMPARE_WITH_TIMEOUT(program->closed.count(), 1, patience);
    }
    const auto program = start();
    QCOMPARE(write_experiment(program->window.parts().form->experiment()), write_experiment(experiment));
}

QTEST_MAIN(TestWindow)
#include "test_window.moc"
