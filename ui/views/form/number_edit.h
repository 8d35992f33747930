// SPDX-License-Identifier: GPL-3.0-or-later
// Editors for numbers: a line that reads 0.001, 1e-3 and the user's own decimal mark, and a spin box that
// doubles.
#pragma once

#include <QLineEdit>
#include <QSpinBox>

#include <optional>

namespace laptime::ui {

class NumberEdit : public QLineEdit {
    Q_OBJECT

public:
    explicit NumberEdit(QWidget* parent = nullptr);
    /// Nothing while the text is no number.
    std::optional<double> value() const;
    /// Written in the shortest form that reads back exactly.
    void setValue(double value);
};

/// Steps by doubling and halving, as batch sizes go: 1, 2, 4 … Any whole number can be typed.
class DoublingSpinBox : public QSpinBox {
    Q_OBJECT

public:
    explicit DoublingSpinBox(QWidget* parent = nullptr);
    void stepBy(int steps) override;
};

/// Wheels over a form that scrolls must not change values that happen to pass below the pointer.
void ignoreWheel(QWidget* editor);

} // namespace laptime::ui
