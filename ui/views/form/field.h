// SPDX-License-Identifier: GPL-3.0-or-later
// One row of the experiment form: a label, the editor, a hint below it, and below that what is wrong with the
// value.
#pragma once

#include <QWidget>

class QLabel;

namespace laptime::ui {

class ToneLabel;

class Field : public QWidget {
    Q_OBJECT

public:
    /// Beside: label and editor in one row, as most. Above: the label over an editor that needs the whole
    /// width.
    enum class Place { Beside, Above };

    /// `label` may hold a mnemonic ("&Seed"), which goes to the editor. An empty one leaves the column free.
    Field(const QString& label, QWidget* editor, QWidget* parent = nullptr, Place place = Place::Beside);

    QWidget* editor() const { return m_editor; }
    void setHint(const QString& text);
    /// Empty: the value is fine.
    void setProblem(const QString& text);
    QString problem() const;
    QString label() const;

    /// Width of the column of labels, the same in the whole form.
    static int labelWidth();

private:
    QLabel* m_label;
    QWidget* m_editor;
    ToneLabel* m_hint;
    ToneLabel* m_problem;
};

} // namespace laptime::ui
