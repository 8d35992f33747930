// SPDX-License-Identifier: GPL-3.0-or-later
// The words typed must all occur, in any order. A command that is off is listed, but cannot be run.
#include "ui/views/command_finder.h"

#include <QAction>
#include <QCoreApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPixmap>
#include <QRegularExpression>
#include <QTimer>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

#include "ui/commands/actions.h"
#include "ui/settings/theme.h"

namespace laptime::ui {

using namespace Qt::StringLiterals;

QString plainText(const QString& actionText) {
    QString text = actionText;
    // Translations into Chinese write the mnemonic behind the word: "文件(&F)".
    text.remove(QRegularExpression(u"\\(&.\\)"_s));
    text.remove(u'&');
    text.remove(u'…');
    return text.trimmed();
}

CommandFinder::CommandFinder(const Actions& actions, Order order, QWidget* parent)
    : QFrame(parent, Qt::Popup), m_input(new QLineEdit), m_list(new QTreeWidget) {
    setAttribute(Qt::WA_DeleteOnClose);
    setFrameShape(QFrame::StyledPanel);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(gridUnit, gridUnit, gridUnit, gridUnit);
    m_input->setPlaceholderText(tr("Find a command"));
    m_input->setAccessibleName(m_input->placeholderText());
    m_input->installEventFilter(this);
    layout->addWidget(m_input);
    m_list->setColumnCount(2);
    m_list->setHeaderHidden(true);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    layout->addWidget(m_list);

    QList<QAction*> all = actions.all();
    if (order == Order::ByShortcut)
        std::stable_partition(all.begin(), all.end(),
                              [](QAction* one) { return !one->shortcut().isEmpty(); });
    else // what can be done now comes first
        std::stable_partition(all.begin(), all.end(), [](QAction* one) { return one->isEnabled(); });
    QPixmap blank(16, 16); // so that all names stand in one line
    blank.fill(Qt::transparent);
    for (QAction* action : all) {
        auto* item = new QTreeWidgetItem(m_list);
        item->setText(0, plainText(action->text()));
        item->setText(1, action->shortcut().toString(QKeySequence::NativeText));
        item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        item->setIcon(0, action->icon().isNull() ? QIcon(blank) : action->icon());
        item->setToolTip(0, action->statusTip());
        item->setData(0, Qt::UserRole, QVariant::fromValue(action));
        item->setDisabled(!action->isEnabled());
    }
    connect(m_input, &QLineEdit::textChanged, this, &CommandFinder::filter);
    connect(m_list, &QTreeWidget::itemClicked, this, &CommandFinder::run);
    filter({});
}

void CommandFinder::popUp() {
    const QWidget* parent = parentWidget();
    const int w = std::min(64 * gridUnit, parent->width() - 4 * gridUnit);
    const int h = std::min(56 * gridUnit, parent->height() - 12 * gridUnit);
    resize(w, h);
    move(parent->mapToGlobal(QPoint((parent->width() - w) / 2, 8 * gridUnit)));
    show();
    m_input->setFocus(Qt::PopupFocusReason);
}

QStringList CommandFinder::shown() const {
    QStringList texts;
    for (int i = 0; i < m_list->topLevelItemCount(); ++i)
        if (!m_list->topLevelItem(i)->isHidden())
            texts += m_list->topLevelItem(i)->text(0);
    return texts;
}

void CommandFinder::filter(const QString& text) {
    const QStringList words = text.split(u' ', Qt::SkipEmptyParts);
    QTreeWidgetItem* first = nullptr;
    for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
        QTreeWidgetItem* item = m_list->topLevelItem(i);
        const bool match = std::all_of(words.begin(), words.end(), [item](const QString& word) {
            return item->text(0).contains(word, Qt::CaseInsensitive) ||
                   item->toolTip(0).contains(word, Qt::CaseInsensitive);
        });
        item->setHidden(!match);
        if (match && !first && !item->isDisabled())
            first = item;
    }
    m_list->setCurrentItem(first);
}

void CommandFinder::run() {
    const QTreeWidgetItem* item = m_list->currentItem();
    if (!item || item->isDisabled() || item->isHidden())
        return;
    auto* action = item->data(0, Qt::UserRole).value<QAction*>();
    close();
    // Once the popup is gone: a command may open one of its own or move the focus.
    QTimer::singleShot(0, action, &QAction::trigger);
}

bool CommandFinder::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_input && event->type() == QEvent::KeyPress) {
        auto* key = static_cast<QKeyEvent*>(event);
        switch (key->key()) {
        case Qt::Key_Up:
        case Qt::Key_Down:
        case Qt::Key_PageUp:
        case Qt::Key_PageDown:
            QCoreApplication::sendEvent(m_list, key);
            return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            run();
            return true;
        default:
            break;
        }
    }
    return QFrame::eventFilter(watched, event);
}

} // namespace laptime::ui
