// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers are read in the C locale first: experiment files and papers write 1e-3.
#include "ui/views/form/number_edit.h"

#include <QEvent>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace laptime::ui {

NumberEdit::NumberEdit(QWidget* parent) : QLineEdit(parent) {}

std::optional<double> NumberEdit::value() const {
    const QString typed = text().trimmed();
    bool readable = false;
    double value = QLocale::c().toDouble(typed, &readable);
    if (!readable)
        value = QLocale().toDouble(typed, &readable);
    if (!readable || !std::isfinite(value))
        return std::nullopt;
    return value;
}

void NumberEdit::setValue(double value) {
    setText(QLocale::c().toString(value, 'g', QLocale::FloatingPointShortest));
}

DoublingSpinBox::DoublingSpinBox(QWidget* parent) : QSpinBox(parent) {
    setRange(0, 1 << 24);
}

void DoublingSpinBox::stepBy(int steps) {
    qint64 next = value();
    for (; steps > 0; --steps)
        next = std::max<qint64>(1, next * 2);
    for (; steps < 0; ++steps)
        next = std::max<qint64>(1, next / 2);
    setValue(int(std::min<qint64>(next, maximum())));
}

namespace {

class WheelFilter : public QObject {
public:
    using QObject::QObject;
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() != QEvent::Wheel)
            return false;
        event->ignore(); // goes on to the scroll area
        return true;
    }
};

} // namespace

void ignoreWheel(QWidget* editor) {
    editor->setFocusPolicy(Qt::StrongFocus);
    editor->installEventFilter(new WheelFilter(editor));
}

} // namespace laptime::ui
