// SPDX-License-Identifier: GPL-3.0-or-later
// Below the buttons of a page of the model panel: how far the work is, with a button to end it, or why it
// failed. Takes no room while there is nothing to say.
#pragma once

#include <QWidget>

class QLabel;
class QProgressBar;
class QToolButton;

namespace laptime::ui {

class ModelWork;
class ToneLabel;

class WorkBar : public QWidget {
    Q_OBJECT

public:
    explicit WorkBar(ModelWork* work, QWidget* parent = nullptr);
    void setProblem(const QString& text);
    void setWarnings(const QStringList& warnings);
    QString problem() const;

private:
    void setBusy(bool busy);
    void setProgress(qint64 done, qint64 all);
    void update();

    ModelWork* m_work;
    QWidget* m_line;
    QProgressBar* m_bar;
    ToneLabel* m_state;
    QToolButton* m_cancel;
    ToneLabel* m_problem;
    ToneLabel* m_warnings;
};

} // namespace laptime::ui
