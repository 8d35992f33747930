// SPDX-License-Identifier: GPL-3.0-or-later
// Where the time goes: one stacked bar a run of start-up, waiting for data, compute, collectives, host,
// evaluation and checkpoints, as share of the whole or in seconds.
#pragma once

#include <QRectF>

#include <vector>

#include "ui/plots/plot_colors.h"
#include "ui/plots/plot_panel.h"

class QPainter;

namespace laptime::ui {

class TimePlot : public PlotPanel {
    Q_OBJECT
public:
    explicit TimePlot(CurveStore* store, QWidget* parent = nullptr);

    QString title() const override;
    void setRuns(const QList<PlotRun>& runs) override;
    void setOptions(const PlotOptions& options) override;
    void setHighlighted(RunId run) override;
    void refresh() override;

    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Bar {
        PlotRun run;
        double seconds[timePartCount] = {};
        double total = 0;
        bool final = false;
    };
    struct Piece {
        QRectF area;
        int bar, part;
    };
    void paint(QPainter& painter);

    CurveStore* m_store;
    QList<PlotRun> m_runs;
    bool m_asShare = true;
    RunId m_highlighted = 0;
    std::vector<Bar> m_bars;
    std::vector<Piece> m_pieces; // as last painted, for the tool tip
    double m_scaleEnd = 0;       // seconds at the right end; grows in steps
};

} // namespace laptime::ui
