// SPDX-License-Identifier: GPL-3.0-or-later
// Lets a model of texts go on with a beginning; the text appears as it comes.
#pragma once

#include <QWidget>

class QDoubleSpinBox;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace laptime::ui {

class ModelWork;
class WorkBar;

class WritePage : public QWidget {
    Q_OBJECT

public:
    explicit WritePage(ModelWork* work, QWidget* parent = nullptr);
    void setRun(const QString& artifacts);

    QPlainTextEdit* prompt() const { return m_prompt; }
    QPlainTextEdit* text() const { return m_text; }
    QPushButton* button() const { return m_button; }
    QSpinBox* length() const { return m_length; }
    WorkBar* bar() const { return m_bar; }

private:
    void start();
    void append(const QString& piece);
    void update();

    ModelWork* m_work;
    QPlainTextEdit* m_prompt;
    QSpinBox* m_length;
    QDoubleSpinBox* m_temperature;
    QSpinBox* m_seed;
    QPushButton* m_button;
    WorkBar* m_bar;
    QPlainTextEdit* m_text;
    QString m_artifacts;
};

} // namespace laptime::ui
