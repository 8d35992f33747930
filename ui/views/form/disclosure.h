// SPDX-License-Identifier: GPL-3.0-or-later
// A line with an arrow that unfolds what is rarely needed.
#pragma once

#include <QToolButton>

namespace laptime::ui {

class Disclosure : public QToolButton {
    Q_OBJECT

public:
    explicit Disclosure(const QString& text, QWidget* parent = nullptr);
    bool isOpen() const { return m_open; }
    void setOpen(bool open);

signals:
    void toggledOpen(bool open);

private:
    bool m_open = false;
};

} // namespace laptime::ui
