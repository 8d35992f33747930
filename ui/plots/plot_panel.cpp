// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of a plot and the menu that all plots share; see plot_panel.h.
#include "ui/plots/plot_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QFileDialog>
#include <QMenu>
#include <QPainter>
#include <QSaveFile>

namespace laptime::ui {

QString savePicture(const QImage& picture, const QString& file) {
    // Nothing is left half-written: the file appears only once it is whole.
    QSaveFile out(file);
    if (out.open(QIODevice::WriteOnly) && picture.save(&out, "PNG") && out.commit())
        return {};
    return PlotPanel::tr("The picture could not be written to %1: %2. Choose another folder.")
        .arg(file, out.errorString());
}

QImage PlotPanel::picture(double scale) {
    QImage image(size() * scale, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(scale);
    image.fill(palette().color(QPalette::Base));
    QPainter painter(&image);
    render(&painter);
    return image;
}

bool PlotPanel::exportPng(const QString& file, QString* error) {
    const QString problem = savePicture(picture(), file);
    if (error)
        *error = problem;
    return problem.isEmpty();
}

void PlotPanel::copyPicture() {
    QApplication::clipboard()->setImage(picture());
}

void PlotPanel::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    fillMenu(menu);
    if (!menu.isEmpty())
        menu.addSeparator();
    menu.addAction(m_alone ? tr("Show all plots") : tr("Show this plot alone"), this,
                   &PlotPanel::aloneRequested);
    menu.addSeparator();
    menu.addAction(tr("Copy picture"), this, &PlotPanel::copyPicture);
    menu.addAction(tr("Save picture…"), this, [this] {
        const QString file = QFileDialog::getSaveFileName(
            this, tr("Save picture"), title() + QStringLiteral(".png"), tr("PNG pictures (*.png)"));
        QString error;
        if (!file.isEmpty() && !exportPng(file, &error))
            emit exportFailed(error);
    });
    menu.exec(event->globalPos());
}

void PlotPanel::mouseDoubleClickEvent(QMouseEvent* event) {
    QWidget::mouseDoubleClickEvent(event);
    emit aloneRequested();
}

} // namespace laptime::ui
