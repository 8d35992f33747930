// SPDX-License-Identifier: GPL-3.0-or-later
// Curves of many runs over each other: the loss, the accuracy or the throughput. Follows the tail of live
// runs until the user zooms or drags; follow() goes back.
#pragma once

#include <memory>

#include "ui/plots/plot_panel.h"

namespace laptime::ui {

class CurvePlot : public PlotPanel {
    Q_OBJECT
public:
    CurvePlot(CurveStore* store, Quantity quantity, QWidget* parent = nullptr);
    ~CurvePlot() override;

    Quantity quantity() const;
    QString title() const override;
    void setRuns(const QList<PlotRun>& runs) override;
    void setOptions(const PlotOptions& options) override;
    void setHighlighted(RunId run) override;
    void refresh() override;
    QImage picture(double scale = 2.0) override;

    bool isFollowing() const;
    /// Shows everything and keeps up with the tail.
    void follow();
    /// The visible part of x and y.
    void showRange(double x0, double x1, double y0, double y1);
    struct Range {
        double x0, x1, y0, y1;
    };
    Range range() const;

    /// The crosshair at x of the axis; NaN hides it. Plots of a grid follow each other's.
    void setCursor(double x);
    /// "run name: value" lines at x, as the crosshair shows them.
    QStringList valuesAt(double x) const;

signals:
    void followingChanged(bool following);
    void cursorMoved(double x);

protected:
    void changeEvent(QEvent* event) override;
    void fillMenu(QMenu& menu) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace laptime::ui
