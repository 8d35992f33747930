// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/form/disclosure.h"

namespace laptime::ui {

Disclosure::Disclosure(const QString& text, QWidget* parent) : QToolButton(parent) {
    setText(text);
    setAutoRaise(true);
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setArrowType(Qt::RightArrow);
    connect(this, &QToolButton::clicked, this, [this] {
        setOpen(!m_open);
        emit toggledOpen(m_open);
    });
}

void Disclosure::setOpen(bool open) {
    m_open = open;
    setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
}

} // namespace laptime::ui
