// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluates the run's model on its validation part or on other data.
#pragma once

#include <QWidget>

class QComboBox;
class QPushButton;
class QStackedWidget;

namespace laptime::ui {

class EmptyState;
class EvaluationView;
class ModelWork;
class PathEdit;
class WorkBar;

class EvaluatePage : public QWidget {
    Q_OBJECT

public:
    explicit EvaluatePage(ModelWork* work, QWidget* parent = nullptr);
    /// Another run: what is shown of the one before is thrown away.
    void setRun(const QString& artifacts, const QString& dataset);
    void setFolder(const QString& folder);

    EvaluationView* view() const { return m_view; }
    QPushButton* button() const { return m_button; }
    PathEdit* place() const { return m_place; }
    QComboBox* choice() const { return m_choice; }
    WorkBar* bar() const { return m_bar; }

signals:
    void folderChosen(const QString& folder);

private:
    void start();
    void update();

    ModelWork* m_work;
    QComboBox* m_choice;
    PathEdit* m_place;
    QPushButton* m_button;
    WorkBar* m_bar;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    EvaluationView* m_view;
    QString m_artifacts, m_kind;
};

} // namespace laptime::ui
