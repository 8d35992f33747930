// SPDX-License-Identifier: GPL-3.0-or-later
// Finds out in the background what an experiment would do: problems, data found, memory, steps. Requests are
// debounced, and only the answer to the newest one is told.
#pragma once

#include <QMetaType>
#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/core/error.h"
#include "engine/data/dataset.h"
#include "engine/experiment/experiment.h"
#include "engine/train/trainer.h"

namespace laptime::ui {

struct PlanOutcome {
    std::vector<Problem> problems;
    std::optional<DataSummary> data; ///< what the data set's headers say
    std::optional<RunPlan> plan;     ///< where there are no problems
};

/// All of it, on the caller's thread; reads files.
PlanOutcome planExperiment(const Experiment& experiment);

class Planner : public QObject {
    Q_OBJECT

public:
    using Plan = std::function<PlanOutcome(const Experiment&)>;
    explicit Planner(QObject* parent = nullptr, Plan plan = planExperiment);
    ~Planner() override;

    /// The answer comes as planned(), unless another request follows first.
    void request(const Experiment& experiment);
    bool isBusy() const { return m_busy; }

signals:
    void planned(const laptime::ui::PlanOutcome& outcome);

private:
    void start();

    Plan m_plan;
    Experiment m_next;
    QTimer m_debounce;
    QThreadPool m_pool;
    quint64 m_generation = 0;
    bool m_busy = false;
};

} // namespace laptime::ui
