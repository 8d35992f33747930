// SPDX-License-Identifier: GPL-3.0-or-later
// Hint and problem take no room while they are empty.
#include "ui/views/form/field.h"

#include <QFontMetrics>
#include <QGridLayout>
#include <QLabel>

#include "ui/settings/theme.h"
#include "ui/views/tone_label.h"

namespace laptime::ui {

namespace {

ToneLabel* makeNote(Tone tone, QWidget* parent) {
    auto* note = new ToneLabel(tone, parent);
    note->setFont(scaledFont(-1));
    note->setWordWrap(true);
    note->hide();
    return note;
}

} // namespace

Field::Field(const QString& label, QWidget* editor, QWidget* parent, Place place)
    : QWidget(parent), m_label(new QLabel(label, this)), m_editor(editor),
      m_hint(makeNote(Tone::Muted, this)), m_problem(makeNote(Tone::Bad, this)) {
    m_label->setBuddy(editor);
    m_label->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setHorizontalSpacing(gridUnit);
    layout->setVerticalSpacing(gridUnit / 4);
    layout->setColumnStretch(1, 1);
    if (place == Place::Above) {
        layout->addWidget(m_label, 0, 0, 1, 2);
        layout->addWidget(editor, 1, 0, 1, 2);
        layout->addWidget(m_hint, 2, 0, 1, 2);
        layout->addWidget(m_problem, 3, 0, 1, 2);
        return;
    }
    // The same width in every row, so that the editors stand in one line; a longer label takes two lines.
    m_label->setFixedWidth(labelWidth());
    m_label->setWordWrap(true);
    layout->addWidget(m_label, 0, 0);
    layout->addWidget(editor, 0, 1);
    layout->addWidget(m_hint, 1, 1);
    layout->addWidget(m_problem, 2, 1);
}

void Field::setHint(const QString& text) {
    m_hint->setTextOrHide(text);
}

void Field::setProblem(const QString& text) {
    m_problem->setTextOrHide(text);
    m_editor->setAccessibleDescription(text);
}

QString Field::problem() const {
    return m_problem->text();
}

QString Field::label() const {
    QString text = m_label->text();
    return text.remove(QLatin1Char('&'));
}

int Field::labelWidth() {
    return 15 * QFontMetrics(scaledFont(0)).averageCharWidth() + gridUnit;
}

} // namespace laptime::ui
