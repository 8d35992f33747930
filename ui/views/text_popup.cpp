// SPDX-License-Identifier: GPL-3.0-or-later
// A Qt::Popup closes by itself on Escape and on a click elsewhere.
#include "ui/views/text_popup.h"

#include <QCompleter>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>
#include <QVBoxLayout>

#include <algorithm>

#include "ui/settings/style.h"
#include "ui/settings/theme.h"
#include "ui/views/tone_label.h"

namespace laptime::ui {

TextPopup::TextPopup(const QString& title, Shape shape, const QString& text,
                     std::function<void(const QString&)> accept, QWidget* parent)
    : QFrame(parent, Qt::Popup), m_accept(std::move(accept)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setFrameShape(QFrame::StyledPanel);
    setFixedWidth(40 * gridUnit);
    auto* layout = new QVBoxLayout(this);
    auto* heading = new QLabel(title);
    heading->setFont(scaledFont(0, true));
    heading->setWordWrap(true);
    layout->addWidget(heading);
    QString hint;
    if (shape == Shape::Line) {
        auto* line = new QLineEdit(text);
        line->selectAll();
        m_editor = line;
        hint = tr("Separate tags with blanks.");
    } else {
        auto* paragraph = new QPlainTextEdit(text);
        paragraph->setFixedHeight(14 * gridUnit);
        paragraph->setTabChangesFocus(true);
        m_editor = paragraph;
        hint = tr("Ctrl+Return keeps, Esc leaves it as it was.");
    }
    m_editor->setAccessibleName(title);
    m_editor->installEventFilter(this);
    layout->addWidget(m_editor);
    auto* bottom = new QHBoxLayout;
    auto* note = new ToneLabel(hint, Tone::Muted);
    note->setFont(scaledFont(-1));
    bottom->addWidget(note, 1);
    auto* keep = new QPushButton(tr("&Keep"));
    makePrimary(keep);
    connect(keep, &QPushButton::clicked, this, &TextPopup::accept);
    bottom->addWidget(keep);
    layout->addLayout(bottom);
}

void TextPopup::setWords(const QStringList& words) {
    auto* line = qobject_cast<QLineEdit*>(m_editor);
    if (!line || words.isEmpty())
        return;
    auto* completer = new QCompleter(words, line);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setCompletionMode(QCompleter::InlineCompletion);
    line->setCompleter(completer);
}

void TextPopup::popUp(const QPoint& anchor) {
    adjustSize();
    QPoint place = anchor;
    if (const QScreen* where = screen()) {
        const QRect room = where->availableGeometry();
        place.setX(std::clamp(place.x(), room.left(), std::max(room.left(), room.right() - width())));
        place.setY(std::clamp(place.y(), room.top(), std::max(room.top(), room.bottom() - height())));
    }
    move(place);
    show();
    m_editor->setFocus(Qt::PopupFocusReason);
}

bool TextPopup::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_editor && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool isReturn = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        if (isReturn && (qobject_cast<QLineEdit*>(m_editor) || (key->modifiers() & Qt::ControlModifier))) {
            accept();
            return true;
        }
    }
    return QFrame::eventFilter(watched, event);
}

void TextPopup::accept() {
    QString text;
    if (const auto* line = qobject_cast<QLineEdit*>(m_editor))
        text = line->text();
    else if (const auto* paragraph = qobject_cast<QPlainTextEdit*>(m_editor))
        text = paragraph->toPlainText();
    const auto tell = m_accept;
    close(); // deletes later; what follows must not use members
    tell(text.trimmed());
}

} // namespace laptime::ui
