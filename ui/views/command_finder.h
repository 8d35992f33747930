// SPDX-License-Identifier: GPL-3.0-or-later
// All commands in one list: type a part of a name, press Return. The same list, with nothing typed, is the
// list of keyboard shortcuts.
#pragma once

#include <QFrame>

class QLineEdit;
class QTreeWidget;

namespace laptime::ui {

class Actions;

class CommandFinder : public QFrame {
    Q_OBJECT

public:
    enum class Order { ByUse, ByShortcut };
    CommandFinder(const Actions& actions, Order order, QWidget* parent);

    /// At the top of the parent, in the middle.
    void popUp();
    QLineEdit* input() const { return m_input; }
    /// Commands listed at the moment.
    QStringList shown() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void filter(const QString& text);
    void run();

    QLineEdit* m_input;
    QTreeWidget* m_list;
};

/// An action's text without its mnemonic and dots.
QString plainText(const QString& actionText);

} // namespace laptime::ui
