// SPDX-License-Identifier: GPL-3.0-or-later
// News for the user that must not interrupt: a strip above the plots with a text, perhaps one thing to do,
// and a cross.
#pragma once

#include <QWidget>

#include <functional>

class QVBoxLayout;

namespace laptime::ui {

class MessageBar : public QWidget {
    Q_OBJECT

public:
    enum class Kind { Info, Warning, Error };

    explicit MessageBar(QWidget* parent = nullptr);

    struct Offer {
        QString text; ///< of the button; empty: none
        std::function<void()> act;
    };

    /// Shows a message. One with the same `key` is replaced, so that news that repeats does not pile up.
    /// `seconds`: goes by itself after so long; 0: stays until closed. Errors stay in any case.
    void show(Kind kind, const QString& key, const QString& text, int seconds = 0, const Offer& offer = {});
    void remove(const QString& key);
    /// Texts shown at the moment, newest last.
    QStringList texts() const;

signals:
    /// Closed by the user or by its time, not through remove() or its button.
    void dismissed(const QString& key);

private:
    QWidget* find(const QString& key) const;

    QVBoxLayout* m_rows;
};

} // namespace laptime::ui
