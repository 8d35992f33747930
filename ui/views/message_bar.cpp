// SPDX-License-Identifier: GPL-3.0-or-later
// At most four messages are on screen; when a fifth comes, the oldest that only informs goes.
#include "ui/views/message_bar.h"

#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>

#include "ui/settings/icons.h"
#include "ui/settings/theme.h"

namespace laptime::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int mostMessages = 4;

/// One message, on a ground that says how serious it is.
class MessageRow : public QWidget {
public:
    MessageRow(MessageBar::Kind kind, const QString& key, const QString& text, QWidget* parent)
        : QWidget(parent), m_kind(kind), m_text(new QLabel(text)), m_icon(new QLabel),
          m_layout(new QHBoxLayout(this)) {
        setObjectName(key);
        m_layout->setContentsMargins(gridUnit, gridUnit / 2, gridUnit / 2, gridUnit / 2);
        m_layout->setSpacing(gridUnit);
        m_text->setWordWrap(true);
        m_text->setTextFormat(Qt::PlainText);
        m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
        m_layout->addWidget(m_icon);
        m_layout->addWidget(m_text, 1);
        setAccessibleName(text);
        tint();
    }

    void addButton(QWidget* button) { m_layout->addWidget(button); }
    MessageBar::Kind kind() const { return m_kind; }
    QString text() const { return m_text->text(); }

protected:
    void paintEvent(QPaintEvent*) override {
        const ThemeColors& colors = colorsFor(palette());
        QPainter painter(this);
        painter.fillRect(rect(), m_kind == MessageBar::Kind::Error     ? colors.badGround
                                 : m_kind == MessageBar::Kind::Warning ? colors.warningGround
                                                                       : colors.infoGround);
        painter.setPen(colors.line);
        painter.drawLine(rect().bottomLeft(), rect().bottomRight());
    }

    void changeEvent(QEvent* event) override {
        QWidget::changeEvent(event);
        if (event->type() == QEvent::PaletteChange)
            tint();
    }

private:
    void tint() {
        const QString name = m_kind == MessageBar::Kind::Error     ? u"error"_s
                             : m_kind == MessageBar::Kind::Warning ? u"warning"_s
                                                                   : u"info"_s;
        m_icon->setPixmap(themedIcon(name).pixmap(16, 16));
    }

    MessageBar::Kind m_kind;
    QLabel* m_text;
    QLabel* m_icon;
    QHBoxLayout* m_layout;
};

} // namespace

MessageBar::MessageBar(QWidget* parent) : QWidget(parent), m_rows(new QVBoxLayout(this)) {
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(0);
    setVisible(false);
}

QWidget* MessageBar::find(const QString& key) const {
    return findChild<QWidget*>(key, Qt::FindDirectChildrenOnly);
}

void MessageBar::show(Kind kind, const QString& key, const QString& text, int seconds, const Offer& offer) {
    remove(key);
    if (m_rows->count() >= mostMessages)
        for (int i = 0; i < m_rows->count(); ++i)
            if (auto* row = static_cast<MessageRow*>(m_rows->itemAt(i)->widget());
                row->kind() == Kind::Info) {
                remove(row->objectName());
                break;
            }
    auto* row = new MessageRow(kind, key, text, this);
    if (!offer.text.isEmpty()) {
        auto* button = new QPushButton(offer.text);
        connect(button, &QPushButton::clicked, this, [this, key, act = offer.act] {
            remove(key);
            if (act)
                act();
        });
        row->addButton(button);
    }
    auto* close = new QToolButton;
    close->setIcon(themedIcon(u"close"_s));
    close->setAutoRaise(true);
    close->setToolTip(tr("Close this message"));
    close->setAccessibleName(close->toolTip());
    const auto dismiss = [this, key] {
        remove(key);
        emit dismissed(key);
    };
    connect(close, &QToolButton::clicked, this, dismiss);
    row->addButton(close);
    m_rows->addWidget(row);
    setVisible(true);
    if (seconds > 0 && kind != Kind::Error)
        QTimer::singleShot(seconds * 1000, row, dismiss);
}

void MessageBar::remove(const QString& key) {
    if (QWidget* row = find(key)) {
        row->setObjectName(QString());
        row->hide();
        m_rows->removeWidget(row);
        row->deleteLater();
    }
    setVisible(m_rows->count() > 0);
}

QStringList MessageBar::texts() const {
    QStringList texts;
    for (int i = 0; i < m_rows->count(); ++i)
        texts += static_cast<MessageRow*>(m_rows->itemAt(i)->widget())->text();
    return texts;
}

} // namespace laptime::ui
