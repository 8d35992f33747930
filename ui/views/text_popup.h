// SPDX-License-Identifier: GPL-3.0-or-later
// A small editor for a run's tags or note that opens beside the table and goes away by itself: Return keeps
// (Ctrl+Return in a note), Escape leaves everything as it was.
#pragma once

#include <QFrame>

#include <functional>

namespace laptime::ui {

class TextPopup : public QFrame {
    Q_OBJECT

public:
    enum class Shape { Line, Paragraph };

    TextPopup(const QString& title, Shape shape, const QString& text,
              std::function<void(const QString&)> accept, QWidget* parent);
    /// Words offered while typing (the tags already in use).
    void setWords(const QStringList& words);
    /// Below `anchor` (global coordinates), kept on the screen.
    void popUp(const QPoint& anchor);
    QWidget* editor() const { return m_editor; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void accept();

    QWidget* m_editor;
    std::function<void(const QString&)> m_accept;
};

} // namespace laptime::ui
