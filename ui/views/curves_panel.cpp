// SPDX-License-Identifier: GPL-3.0-or-later
// A selection of hundreds of runs (Ctrl+A) is not drawn: nobody could tell the curves apart.
#include "ui/views/curves_panel.h"

#include <QVBoxLayout>

#include "ui/plots/plot_controls.h"
#include "ui/settings/theme.h"

namespace laptime::ui {

namespace {

constexpr int mostSelected = 8;

} // namespace

CurvesPanel::CurvesPanel(RunsModel* runs, CurveStore* store, Settings* settings, QWidget* parent)
    : QWidget(parent), m_runs(runs), m_grid(new PlotGrid(store)) {
    const CurvePreferences kept = settings->curves();
    PlotOptions options;
    options.x = xAxisOf(kept.xAxis);
    options.smoothing = kept.smoothing;
    options.logX = kept.logX;
    options.logY = kept.logY;
    options.timeAsShare = kept.timeAsShare;
    m_grid->setOptions(options);
    m_grid->setEmptyText(
        QStringLiteral("<p><b>%1</b></p><p>%2</p>")
            .arg(tr("No curves yet"), tr("Launch an experiment, or click the dot in front of a run.")));

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(new PlotControls(m_grid));
    layout->addWidget(m_grid, 1);

    connect(m_grid, &PlotGrid::optionsChanged, this, [settings](const PlotOptions& now) {
        settings->setCurves({keyOf(now.x), now.smoothing, now.logX, now.logY, now.timeAsShare});
    });
    connect(m_runs, &RunsModel::shownChanged, this, &CurvesPanel::update);
    connect(m_runs, &RunsModel::baselineChanged, this, &CurvesPanel::update);
    connect(m_runs, &QAbstractItemModel::dataChanged, this, &CurvesPanel::update); // a new name
    connect(m_runs, &QAbstractItemModel::rowsInserted, this, &CurvesPanel::update);
    update();
}

void CurvesPanel::setSelected(const std::vector<RunId>& runs, RunId current) {
    m_selected = runs.size() <= mostSelected ? runs : std::vector<RunId>{current};
    m_grid->setHighlighted(runs.size() == 1 ? current : 0);
    update();
}

void CurvesPanel::update() {
    QList<RunId> ids = m_runs->shown();
    for (RunId run : m_selected)
        if (!ids.contains(run))
            ids.append(run);
    QList<PlotRun> drawn;
    for (RunId run : ids)
        if (const RunRow* row = m_runs->row(run); row && row->started > 0)
            drawn.append({run, QString::fromStdString(row->name), row->color, run == m_runs->baseline()});
    if (drawn == m_grid->runs())
        return;
    m_grid->setRuns(drawn);
}

} // namespace laptime::ui
