// SPDX-License-Identifier: GPL-3.0-or-later
// What every plot of the grid is: a titled panel that redraws itself only when told, and can give a picture
// of itself.
#pragma once

#include <QImage>
#include <QList>
#include <QWidget>

#include "ui/plots/plot_options.h"

class QMenu;

namespace laptime::ui {

class PlotPanel : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;

    virtual QString title() const = 0;
    virtual void setRuns(const QList<PlotRun>& runs) = 0;
    virtual void setOptions(const PlotOptions& options) = 0;
    /// Draws one run stronger than the others; 0: none.
    virtual void setHighlighted(RunId) {}
    /// Takes in new points and draws. Called by the grid's one timer, for visible plots only.
    virtual void refresh() = 0;

    /// The panel as drawn, `scale` times as many pixels, on its own background.
    virtual QImage picture(double scale = 2.0);
    /// Writes picture(2) as PNG; false with the reason in `error` when it cannot be written.
    bool exportPng(const QString& file, QString* error = nullptr);
    void copyPicture();

    /// Whether it is shown over the whole grid (for its menu).
    void setAlone(bool alone) { m_alone = alone; }

    /// Something changed since the last refresh().
    void markDirty() { m_dirty = true; }
    bool isDirty() const { return m_dirty; }

signals:
    /// The user wants this plot over the whole grid, or all of them again.
    void aloneRequested();
    void exportFailed(const QString& message);

protected:
    /// Adds the plot's own entries to its menu.
    virtual void fillMenu(QMenu&) {}
    void contextMenuEvent(QContextMenuEvent* event) override;
    void
    mouseDoubleClickEvent(QMouseEvent* event) override; // on the title: a curve's own area keeps its clicks

    bool m_dirty = true;

private:
    bool m_alone = false;
};

/// Writes a picture as PNG, whole or not at all; gives what went wrong, or "".
QString savePicture(const QImage& picture, const QString& file);

} // namespace laptime::ui
