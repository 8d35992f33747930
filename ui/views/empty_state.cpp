// SPDX-License-Identifier: GPL-3.0-or-later
// Centred, quiet, no picture.
#include "ui/views/empty_state.h"

#include <QAction>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/settings/theme.h"
#include "ui/views/tone_label.h"

namespace laptime::ui {

EmptyState::EmptyState(QWidget* parent)
    : QWidget(parent), m_what(new ToneLabel(Tone::Plain)), m_next(new ToneLabel(Tone::Muted)),
      m_button(new QPushButton) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(3 * gridUnit, 3 * gridUnit, 3 * gridUnit, 3 * gridUnit);
    layout->addStretch(2);
    m_what->setFont(scaledFont(1, true));
    for (ToneLabel* label : {m_what, m_next}) {
        label->setAlignment(Qt::AlignCenter);
        label->setWordWrap(true);
        layout->addWidget(label);
    }
    layout->addWidget(m_button, 0, Qt::AlignHCenter);
    layout->addStretch(3);
    m_button->hide();
}

void EmptyState::setTexts(const QString& what, const QString& next) {
    m_what->setText(what);
    m_next->setTextOrHide(next);
}

void EmptyState::setAction(QAction* action, const QString& text) {
    if (m_action)
        m_action->disconnect(m_button), m_button->disconnect(m_action);
    m_action = action;
    m_button->setVisible(action);
    if (!action)
        return;
    m_button->setText(text.isEmpty() ? action->text() : text);
    m_button->setToolTip(action->toolTip());
    m_button->setEnabled(action->isEnabled());
    connect(m_button, &QPushButton::clicked, action, &QAction::trigger);
    connect(action, &QAction::enabledChanged, m_button, &QPushButton::setEnabled);
}

} // namespace laptime::ui
