// SPDX-License-Identifier: GPL-3.0-or-later
// What stands where there is nothing yet: one line that says so, one that says what to do, perhaps a button.
#pragma once

#include <QWidget>

class QAction;
class QPushButton;

namespace laptime::ui {

class ToneLabel;

class EmptyState : public QWidget {
    Q_OBJECT

public:
    explicit EmptyState(QWidget* parent = nullptr);
    void setTexts(const QString& what, const QString& next);
    /// The button triggers the action and is enabled with it; null: no button.
    void setAction(QAction* action, const QString& text = {});

private:
    ToneLabel* m_what;
    ToneLabel* m_next;
    QPushButton* m_button;
    QAction* m_action = nullptr;
};

} // namespace laptime::ui
