// SPDX-License-Identifier: GPL-3.0-or-later
// The four plots in their places: loss, accuracy, samples/s, where the time goes. Holds the one timer that
// redraws those that are visible and have something new, and paces it so that drawing takes only a small
// share of the processor from the training that it shows.
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

#include <vector>

#include "ui/plots/curve_plot.h"
#include "ui/plots/time_plot.h"

class QGridLayout;
class QStackedLayout;
class QLabel;

namespace laptime::ui {

class PlotGrid : public QWidget {
    Q_OBJECT
public:
    explicit PlotGrid(CurveStore* store, QWidget* parent = nullptr);

    void setRuns(const QList<PlotRun>& runs);
    QList<PlotRun> runs() const { return m_runs; }
    void setOptions(const PlotOptions& options);
    PlotOptions options() const { return m_options; }
    void setHighlighted(RunId run);

    CurvePlot* loss() const { return m_loss; }
    CurvePlot* accuracy() const { return m_accuracy; }
    CurvePlot* throughput() const { return m_throughput; }
    TimePlot* time() const { return m_time; }
    QList<PlotPanel*> panels() const;
    /// Shows one plot alone over the whole grid; null: all again.
    void setMaximised(PlotPanel* panel);
    PlotPanel* maximised() const { return m_maximised; }

    /// All curve plots show everything and keep up with the tail.
    void follow();
    bool isFollowing() const;

    /// Share of one processor core that redrawing may take while something moves, all plots together (default
    /// 1 %).
    void setDrawingShare(double share) { m_share = share; }

    /// The whole grid as one picture.
    QImage picture(double scale = 2.0);
    bool exportPng(const QString& file, QString* error = nullptr);
    void copyPicture();

    /// Text shown while no run is drawn, as "Launch an experiment, or tick runs in the table".
    void setEmptyText(const QString& text);

signals:
    void optionsChanged(const laptime::ui::PlotOptions& options);
    void followingChanged(bool following);
    void exportFailed(const QString& message);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void tick();
    void touch(bool now);
    void arrange();
    void recolor();

    CurveStore* m_store;
    PlotOptions m_options;
    QList<PlotRun> m_runs;
    CurvePlot *m_loss, *m_accuracy, *m_throughput;
    TimePlot* m_time;
    QWidget* m_plots;
    QLabel* m_empty;
    QGridLayout* m_layout;
    QStackedLayout* m_stack;
    PlotPanel* m_maximised = nullptr;
    QTimer m_timer;
    QElapsedTimer m_clock;
    double m_share = 0.01;
    std::vector<qint64> m_due; // per panel: not redrawn before (ms of m_clock)
};

} // namespace laptime::ui
