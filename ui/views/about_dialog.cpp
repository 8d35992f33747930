// SPDX-License-Identifier: GPL-3.0-or-later
// A dialog of our own: QMessageBox::about would be modal.
#include "ui/views/about_dialog.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/settings/icons.h"
#include "ui/settings/theme.h"
#include "ui/views/tone_label.h"

namespace laptime::ui {

namespace {

QString translated(const char* text) {
    return QCoreApplication::translate("laptime::ui::AboutDialog", text);
}

} // namespace

void showAbout(QWidget* parent) {
    auto* dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(translated(QT_TRANSLATE_NOOP("laptime::ui::AboutDialog", "About Laptime")));
    auto* layout = new QVBoxLayout(dialog);
    layout->setContentsMargins(3 * gridUnit, 3 * gridUnit, 3 * gridUnit, 2 * gridUnit);
    layout->setSpacing(gridUnit);
    auto* top = new QHBoxLayout;
    top->setSpacing(2 * gridUnit);
    auto* icon = new QLabel;
    icon->setPixmap(applicationIcon().pixmap(64, 64));
    top->addWidget(icon);
    auto* title = new QVBoxLayout;
    title->setSpacing(gridUnit / 2);
    auto* name = new QLabel(QStringLiteral("Laptime %1").arg(QCoreApplication::applicationVersion()));
    name->setFont(scaledFont(5, true));
    title->addWidget(name);
    title->addWidget(new ToneLabel(
        translated(QT_TRANSLATE_NOOP("laptime::ui::AboutDialog", "Shorter laps from idea to result")),
        Tone::Muted));
    top->addLayout(title, 1);
    layout->addLayout(top);
    auto* words = new QLabel(translated(QT_TRANSLATE_NOOP(
        "laptime::ui::AboutDialog", "Trains neural networks with its own engine, keeps every run, and says "
                                    "with honest statistics how much faster "
                                    "one setting is than another.\n\nThe window is free software under the "
                                    "GNU General Public License, version 3 "
                                    "or later; the engine and the command line are under the Apache License "
                                    "2.0.\n\nBuilt with Qt, QCustomPlot, "
                                    "oneDNN, OpenBLAS, SQLite, zstd, toml++ and JSON for Modern C++.")));
    words->setWordWrap(true);
    words->setMinimumWidth(52 * gridUnit);
    words->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    layout->addWidget(words);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
    layout->addWidget(buttons);
    dialog->open();
}

} // namespace laptime::ui
