// SPDX-License-Identifier: GPL-3.0-or-later
// The registry of commands: unique, complete, in menus, and found by the command finder.
#include <QLineEdit>
#include <QMenu>
#include <QSet>
#include <QTest>
#include <QWidget>

#include "ui/commands/actions.h"
#include "ui/views/command_finder.h"

using namespace laptime::ui;

class TestActions : public QObject {
    Q_OBJECT

private slots:
    void idsAndShortcutsAreUnique();
    void everyCommandHasTextTipAndPlace();
    void mnemonicsOfAMenuAreUnique();
    void iconsExist();
    void finderFindsAndRuns();
    void finderDoesNotRunWhatIsOff();
};

void TestActions::idsAndShortcutsAreUnique() {
    QWidget window;
    const Actions actions(&window);
    QCOMPARE(actions.all().size(), static_cast<int>(Command::Count));
    QSet<QString> ids, shortcuts;
    for (const QAction* action : actions.all()) {
        QVERIFY2(!ids.contains(action->objectName()), qPrintable(action->objectName()));
        ids.insert(action->objectName());
        for (const QKeySequence& shortcut : action->shortcuts()) {
            QVERIFY2(!shortcuts.contains(shortcut.toString()), qPrintable(shortcut.toString()));
            shortcuts.insert(shortcut.toString());
        }
    }
    // The table is in the enumeration's order: an action is the one its name says.
    QCOMPARE(actions[Command::Launch]->objectName(), QStringLiteral("run.launch"));
    QCOMPARE(actions[Command::About]->objectName(), QStringLiteral("help.about"));
}

void TestActions::everyCommandHasTextTipAndPlace() {
    QWidget window;
    const Actions actions(&window);
    QSet<QAction*> placed;
    for (MenuId id : {MenuId::File, MenuId::Edit, MenuId::Run, MenuId::View, MenuId::Help}) {
        QMenu menu;
        actions.fill(&menu, id);
        for (QAction* action : menu.actions())
            if (!action->isSeparator())
                placed.insert(action);
        QVERIFY(!Actions::titleOf(id).isEmpty());
    }
    for (QAction* action : actions.all()) {
        QVERIFY2(placed.contains(action), qPrintable(action->objectName()));
        QVERIFY(!action->text().isEmpty());
        QVERIFY2(action->statusTip().size() > 5, qPrintable(action->objectName()));
    }
}

void TestActions::mnemonicsOfAMenuAreUnique() {
    QWidget window;
    const Actions actions(&window);
    for (MenuId id : {MenuId::File, MenuId::Edit, MenuId::Run, MenuId::View, MenuId::Help}) {
        QMenu menu;
        actions.fill(&menu, id);
        QSet<QString> seen;
        for (const QAction* action : menu.actions()) {
            const QString key = QKeySequence::mnemonic(action->text()).toString();
            if (key.isEmpty())
                continue;
            QVERIFY2(!seen.contains(key), qPrintable(action->text()));
            seen.insert(key);
        }
    }
}

void TestActions::iconsExist() {
    QWidget window;
    const Actions actions(&window);
    for (Command command : {Command::Launch, Command::Stop, Command::Pause, Command::GoOn, Command::Resume,
                            Command::Delete, Command::PinBaseline, Command::ExportReport})
        QVERIFY2(!actions[command]->icon().isNull(), qPrintable(actions.idOf(command)));
}

void TestActions::finderFindsAndRuns() {
    QWidget window;
    window.resize(800, 600);
    window.show();
    const Actions actions(&window);
    auto* finder = new CommandFinder(actions, CommandFinder::Order::ByUse, &window);
    QCOMPARE(finder->shown().size(), actions.all().size());
    finder->popUp();
    finder->input()->setText(QStringLiteral("always dark"));
    QCOMPARE(finder->shown(), QStringList{plainText(actions[Command::ThemeDark]->text())});
    int triggered = 0;
    connect(actions[Command::ThemeDark], &QAction::triggered, this, [&triggered] { ++triggered; });
    QTest::keyClick(finder->input(), Qt::Key_Return);
    QTRY_COMPARE(triggered, 1);
}

void TestActions::finderDoesNotRunWhatIsOff() {
    QWidget window;
    window.show();
    const Actions actions(&window);
    actions[Command::Delete]->setEnabled(false);
    int triggered = 0;
    connect(actions[Command::Delete], &QAction::triggered, this, [&triggered] { ++triggered; });
    auto* finder = new CommandFinder(actions, CommandFinder::Order::ByUse, &window);
    finder->popUp();
    finder->input()->setText(plainText(actions[Command::Delete]->text()));
    QVERIFY(finder->shown().contains(plainText(actions[Command::Delete]->text())));
    QTest::keyClick(finder->input(), Qt::Key_Return);
    QTest::qWait(20);
    QCOMPARE(triggered, 0);
    finder->close();
}

QTEST_MAIN(TestActions)
#include "test_actions.moc"
