// SPDX-License-Identifier: GPL-3.0-or-later
// The plots with their controls: draws the runs that are ticked in the table, and the selected ones with
// them.
#pragma once

#include <QWidget>

#include <vector>

#include "ui/models/runs_model.h"
#include "ui/plots/plot_grid.h"
#include "ui/settings/settings.h"

namespace laptime::ui {

class CurvesPanel : public QWidget {
    Q_OBJECT

public:
    CurvesPanel(RunsModel* runs, CurveStore* store, Settings* settings, QWidget* parent = nullptr);

    PlotGrid* grid() const { return m_grid; }
    /// Drawn as long as they are selected, ticked or not.
    void setSelected(const std::vector<RunId>& runs, RunId current);

private:
    void update();

    RunsModel* m_runs;
    PlotGrid* m_grid;
    std::vector<RunId> m_selected;
};

} // namespace laptime::ui
