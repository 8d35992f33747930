// SPDX-License-Identifier: GPL-3.0-or-later
// Small parts: messages, the table's proxy, undo commands, tags and notes, empty states, the comparison's
// card.
#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include "ui/models/runs_model.h"
#include "ui/views/comparison_card.h"
#include "ui/views/empty_state.h"
#include "ui/views/message_bar.h"
#include "ui/views/runs_table_proxy.h"
#include "ui/views/text_popup.h"

using namespace laptime;
using namespace laptime::ui;
using namespace Qt::StringLiterals;

namespace {

RunRows someRows(int count) {
    std::vector<RunRow> rows;
    for (int i = count; i > 0; --i) {
        RunRow row;
        row.id = row.group = i;
        row.name = "run " + std::to_string(i);
        row.status = RunStatus::finished;
        row.created = row.started = i * 1000000;
        rows.push_back(row);
    }
    return std::make_shared<const std::vector<RunRow>>(rows);
}

QStringList labelTexts(const QWidget& widget) {
    QStringList texts;
    for (const QLabel* label : widget.findChildren<QLabel*>())
        if (!label->isHidden())
            texts += label->text();
    return texts;
}

} // namespace

class TestWidgets : public QObject {
    Q_OBJECT

private slots:
    void messagesReplaceTheirOwnKind();
    void messagesCanBeActedUponAndClosed();
    void messagesDoNotPileUp();
    void deletedRunsLeaveTheTableAndComeBack();
    void popupKeepsOnReturnAndNotOnEscape();
    void noteKeepsOnControlReturn();
    void emptyStateFollowsItsAction();
    void cardSaysVerdictQualityAndDifferences();
};

void TestWidgets::messagesReplaceTheirOwnKind() {
    MessageBar bar;
    QVERIFY(bar.isHidden());
    bar.show(MessageBar::Kind::Info, u"a"_s, u"first"_s);
    bar.show(MessageBar::Kind::Error, u"a"_s, u"second"_s);
    bar.show(MessageBar::Kind::Info, u"b"_s, u"third"_s);
    QCOMPARE(bar.texts(), (QStringList{u"second"_s, u"third"_s}));
    QVERIFY(!bar.isHidden());
    bar.remove(u"a"_s);
    bar.remove(u"b"_s);
    QVERIFY(bar.isHidden());
}

void TestWidgets::messagesCanBeActedUponAndClosed() {
    MessageBar bar;
    QSignalSpy dismissed(&bar, &MessageBar::dismissed);
    int acted = 0;
    bar.show(MessageBar::Kind::Info, u"deleted"_s, u"Deleted."_s, 60,
             {u"Take it back"_s, [&acted] { ++acted; }});
    bar.findChild<QPushButton*>()->click();
    QCOMPARE(acted, 1);
    QCOMPARE(dismissed.count(), 0); // acting upon it is not letting it pass
    QVERIFY(bar.texts().isEmpty());
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    bar.show(MessageBar::Kind::Info, u"deleted"_s, u"Deleted."_s, 60);
    bar.findChild<QToolButton*>()->click();
    QCOMPARE(dismissed.count(), 1);
    QCOMPARE(dismissed.front().front().toString(), u"deleted"_s);
    // By its time; an error stays.
    bar.show(MessageBar::Kind::Info, u"short"_s, u"gone soon"_s, 1);
    bar.show(MessageBar::Kind::Error, u"long"_s, u"stays"_s, 1);
    QTRY_COMPARE(bar.texts(), QStringList{u"stays"_s});
}

void TestWidgets::messagesDoNotPileUp() {
    MessageBar bar;
    bar.show(MessageBar::Kind::Error, u"error"_s, u"bad"_s);
    for (int i = 0; i < 20; ++i)
        bar.show(MessageBar::Kind::Info, QString::number(i), QString::number(i));
    QVERIFY(bar.texts().size() <= 4);
    QVERIFY(bar.texts().contains(u"bad"_s));
    QVERIFY(bar.texts().contains(u"19"_s));
}

void TestWidgets::deletedRunsLeaveTheTableAndComeBack() {
    RunsModel model(nullptr, nullptr);
    model.setRows(someRows(5));
    RunsTableProxy proxy(&model);
    QCOMPARE(proxy.rowCount(), 5);
    proxy.hideRuns({2, 4});
    QCOMPARE(proxy.rowCount(), 3);
    QCOMPARE(proxy.hiddenCount(), 2);
    QVERIFY(!proxy.indexOf(2).isValid());
    proxy.setExpression(u"\"run 3\""_s);
    QCOMPARE(proxy.rowCount(), 1);
    proxy.setExpression({});
    proxy.bringBack({2, 4});
    QCOMPARE(proxy.rowCount(), 5);
    proxy.hideRuns({5});
    model.setRows(someRows(4)); // the history has deleted it meanwhile
    QCOMPARE(proxy.rowCount(), 4);
    QCOMPARE(proxy.hiddenCount(), 0);
}

void TestWidgets::popupKeepsOnReturnAndNotOnEscape() {
    QWidget window;
    window.show();
    QStringList kept;
    const auto make = [&] {
        auto* popup = new TextPopup(
            u"Tags"_s, TextPopup::Shape::Line, u"old"_s, [&kept](const QString& text) { kept += text; },
            &window);
        popup->popUp(window.mapToGlobal(QPoint(10, 10)));
        return popup;
    };
    TextPopup* popup = make();
    qobject_cast<QLineEdit*>(popup->editor())->setText(u" paper fast "_s);
    QTest::keyClick(popup->editor(), Qt::Key_Escape);
    QVERIFY(kept.isEmpty());
    popup->close();
    popup = make();
    qobject_cast<QLineEdit*>(popup->editor())->setText(u" paper fast "_s);
    QTest::keyClick(popup->editor(), Qt::Key_Return);
    QCOMPARE(kept, QStringList{u"paper fast"_s});
}

void TestWidgets::noteKeepsOnControlReturn() {
    QWidget window;
    window.show();
    QStringList kept;
    auto* popup = new TextPopup(
        u"Note"_s, TextPopup::Shape::Paragraph, u"one"_s, [&kept](const QString& text) { kept += text; },
        &window);
    popup->popUp(window.mapToGlobal(QPoint(10, 10)));
    auto* edit = qobject_cast<QPlainTextEdit*>(popup->editor());
    edit->moveCursor(QTextCursor::End);
    QTest::keyClick(edit, Qt::Key_Return);
    QTest::keyClicks(edit, u"two"_s);
    QVERIFY(kept.isEmpty());
    QTest::keyClick(edit, Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(kept, QStringList{u"one\ntwo"_s});
}

void TestWidgets::emptyStateFollowsItsAction() {
    EmptyState state;
    auto* button = state.findChild<QPushButton*>();
    state.setTexts(u"Nothing"_s, u"Do this"_s);
    QVERIFY(button->isHidden());
    QAction action(u"Do it"_s);
    int done = 0;
    connect(&action, &QAction::triggered, this, [&done] { ++done; });
    action.setEnabled(false);
    state.setAction(&action);
    QVERIFY(!button->isHidden() && !button->isEnabled());
    action.setEnabled(true);
    QVERIFY(button->isEnabled());
    state.setAction(&action); // again: one click is still one
    button->click();
    QCOMPARE(done, 1);
    state.setAction(nullptr);
    QVERIFY(button->isHidden());
    QCOMPARE(labelTexts(state), (QStringList{u"Nothing"_s, u"Do this"_s}));
}

void TestWidgets::cardSaysVerdictQualityAndDifferences() {
    Comparison comparison;
    const auto arm = [](const char* name, double rate) {
        Arm one;
        one.runs.resize(1);
        one.runs[0].details.row.name = name;
        one.runs[0].details.row.samples_per_second = rate;
        return one;
    };
    comparison.baseline = arm("f32", 1000);
    comparison.other = arm("bf16", 1830);
    comparison.speed.ratio = 1.83;
    comparison.speed.interval = {1.79, 1.87};
    comparison.speed.verdict = Verdict::faster;
    comparison.quality.baseline = 0.91;
    comparison.quality.other = 0.908;
    comparison.quality.state = QualityGuard::State::kept;

    comparison.differences = {{"speed.precision", "float32", "mixed_bfloat16", true},
                              {"machine.kernel", "6.1", "6.2", false}};
    comparison.confounded = true;
    comparison.summary = "bf16 trains 1.83× as fast.";
    const ComparisonCard card(comparison);
    const QString all = labelTexts(card).join(u'\n');
    for (const char* part :
         {"faster", "1.83×", "bf16 trains 1.83× as fast.", "90.80", "91.00", "speed.precision",
          "mixed_bfloat16", "machine.kernel", "Not only the settings differ"})
        QVERIFY2(all.contains(QString::fromUtf8(part)), part);

    comparison.speed.verdict = Verdict::inconclusive;
    comparison.summary = "About 4 more runs an arm would tell.";
    comparison.confounded = false;
    comparison.differences.clear();
    const QString open = labelTexts(ComparisonCard(comparison)).join(u'\n');
    QVERIFY2(open.contains(u"not decided yet"_s) && open.contains(u"4 more runs"_s), qPrintable(open));
    QVERIFY(!open.contains(u"Not only"_s));
}

QTEST_MAIN(TestWidgets)
#include "test_widgets.moc"
