// SPDX-License-Identifier: GPL-3.0-or-later
// A label whose colour says how to take its text; the colour follows a change of theme.
#pragma once

#include <QLabel>

namespace laptime::ui {

enum class Tone { Plain, Muted, Good, Warning, Bad };

class ToneLabel : public QLabel {
    Q_OBJECT

public:
    explicit ToneLabel(Tone tone, QWidget* parent = nullptr);
    ToneLabel(const QString& text, Tone tone, QWidget* parent = nullptr);

    void setTone(Tone tone);
    Tone tone() const { return m_tone; }
    /// The text, and hidden while it is empty.
    void setTextOrHide(const QString& text);

protected:
    void changeEvent(QEvent* event) override;

private:
    void tint();

    Tone m_tone;
};

} // namespace laptime::ui
