// SPDX-License-Identifier: GPL-3.0-or-later
// Headings are bold text over a column of fields; no frames.
#include "ui/views/form/form_section.h"

#include <QLabel>
#include <QVBoxLayout>

#include "ui/settings/theme.h"

namespace laptime::ui {

FormSection::FormSection(const QString& title, QWidget* parent)
    : QWidget(parent), m_rows(new QVBoxLayout(this)) {
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(gridUnit * 3 / 4);
    if (!title.isEmpty()) {
        auto* heading = new QLabel(title, this);
        heading->setFont(scaledFont(0, true));
        m_rows->addWidget(heading);
    }
}

Field* FormSection::addField(const QString& key, const QString& label, QWidget* editor, Field::Place place) {
    auto* field = new Field(label, editor, this, place);
    m_rows->addWidget(field);
    m_fields.insert(key, field);
    return field;
}

void FormSection::removeField(const QString& key) {
    // Later: the editor may be the sender of the signal that led here.
    if (Field* field = m_fields.take(key)) {
        field->hide();
        m_rows->removeWidget(field);
        field->deleteLater();
    }
}

void FormSection::edit() {
    if (!m_showing)
        emit edited();
}

} // namespace laptime::ui
