// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/form/path_edit.h"

#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMimeData>
#include <QToolButton>
#include <QUrl>

#include "ui/settings/icons.h"
#include "ui/settings/theme.h"

namespace laptime::ui {

PathEdit::PathEdit(QWidget* parent) : QWidget(parent), m_line(new QLineEdit), m_button(new QToolButton) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(gridUnit / 2);
    layout->addWidget(m_line);
    layout->addWidget(m_button);
    m_button->setIcon(themedIcon(QStringLiteral("open")));
    setFocusProxy(m_line);
    m_line->installEventFilter(this);
    connect(m_line, &QLineEdit::textChanged, this, &PathEdit::edited);
    connect(m_button, &QToolButton::clicked, this, &PathEdit::browse);
}

void PathEdit::setWhat(What what, const QString& title, const QString& placeholder, const QString& filter) {
    m_what = what;
    m_title = title;
    m_filter = filter;
    m_line->setPlaceholderText(placeholder);
    m_line->setAccessibleName(placeholder);
    m_button->setVisible(what != What::Text);
    m_button->setToolTip(what == What::File ? tr("Choose a file") : tr("Choose a folder"));
    m_button->setAccessibleName(m_button->toolTip());
}

QString PathEdit::path() const {
    return m_line->text().trimmed();
}

void PathEdit::setPath(const QString& path) {
    m_line->setText(path);
}

void PathEdit::browse() {
    const QString now = path();
    const QString start = now.isEmpty() ? m_folder : QFileInfo(now).absolutePath();
    auto* dialog = new QFileDialog(this, m_title, start, m_filter);
    dialog->setFileMode(m_what == What::Folder ? QFileDialog::Directory : QFileDialog::ExistingFile);
    if (m_what == What::Folder)
        dialog->setOption(QFileDialog::ShowDirsOnly);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        m_line->setText(path);
        emit chosen(path);
    });
    dialog->open();
}

bool PathEdit::eventFilter(QObject* watched, QEvent* event) {
    // A file manager drops "file:///…", which a line would take as it is.
    if (watched == m_line && event->type() == QEvent::Drop && m_what != What::Text) {
        auto* drop = static_cast<QDropEvent*>(event);
        const QList<QUrl> urls = drop->mimeData()->urls();
        if (!urls.isEmpty() && urls.first().isLocalFile()) {
            m_line->setText(urls.first().toLocalFile());
            drop->acceptProposedAction();
            emit chosen(path());
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace laptime::ui
