// SPDX-License-Identifier: GPL-3.0-or-later
// Tints by the palette's WindowText role, so disabled labels and rich text stay right.
#include "ui/views/tone_label.h"

#include <QApplication>
#include <QEvent>

#include "ui/settings/theme.h"

namespace laptime::ui {

ToneLabel::ToneLabel(Tone tone, QWidget* parent) : QLabel(parent), m_tone(tone) {
    tint();
}

ToneLabel::ToneLabel(const QString& text, Tone tone, QWidget* parent) : QLabel(text, parent), m_tone(tone) {
    tint();
}

void ToneLabel::setTone(Tone tone) {
    if (tone == m_tone)
        return;
    m_tone = tone;
    tint();
}

void ToneLabel::setTextOrHide(const QString& text) {
    setText(text);
    setVisible(!text.isEmpty());
}

void ToneLabel::changeEvent(QEvent* event) {
    QLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        tint();
}

void ToneLabel::tint() {
    const QPalette application = QApplication::palette();
    const ThemeColors& colors = colorsFor(application);
    QColor color = application.color(QPalette::WindowText);
    switch (m_tone) {
    case Tone::Plain:
        break;
    case Tone::Muted:
        color = colors.muted;
        break;
    case Tone::Good:
        color = colors.good;
        break;
    case Tone::Warning:
        color = colors.warning;
        break;
    case Tone::Bad:
        color = colors.bad;
        break;
    }
    QPalette mine = palette();
    if (mine.color(QPalette::WindowText) == color)
        return; // also ends the recursion through PaletteChange
    mine.setColor(QPalette::WindowText, color);
    setPalette(mine);
}

} // namespace laptime::ui
