// SPDX-License-Identifier: GPL-3.0-or-later
// One thread of low priority: a plan must not take time from a run that is being measured.
#include "ui/views/form/planner.h"

#include <QPointer>
#include <QThread>

#include "engine/experiment/data_options.h"
#include "engine/experiment/read_experiment.h"

namespace laptime::ui {

namespace {

constexpr int debounceMs = 150;

/// Where an error without a field of its own belongs in the form.
Problem problemAt(const char* field, const std::exception& error) {
    return {field, 0, error.what()};
}

} // namespace

PlanOutcome planExperiment(const Experiment& experiment) {
    PlanOutcome outcome;
    // The data first: what was found is worth knowing even while another field is wrong.
    try {
        outcome.data = summarize_dataset(data_options(experiment));
    } catch (const InvalidExperiment& error) {
        outcome.problems = error.problems();
    } catch (const std::exception& error) {
        outcome.problems.push_back(problemAt("data.dataset", error));
    }
    const auto values = problems_of(experiment);
    outcome.problems.insert(outcome.problems.end(), values.begin(), values.end());
    if (!outcome.problems.empty())
        return outcome;
    try {
        outcome.plan = plan_run(experiment);
    } catch (const InvalidExperiment& error) {
        outcome.problems = error.problems();
    } catch (const DataError& error) {
        outcome.problems.push_back(problemAt("data.dataset", error));
    } catch (const DeviceError& error) {
        outcome.problems.push_back(problemAt("speed.devices", error));
    } catch (const ShapeError& error) {
        outcome.problems.push_back(problemAt("model.library", error));
    } catch (const std::exception& error) {
        outcome.problems.push_back(problemAt("", error));
    }
    return outcome;
}

Planner::Planner(QObject* parent, Plan plan) : QObject(parent), m_plan(std::move(plan)) {
    m_pool.setMaxThreadCount(1);
    m_pool.setThreadPriority(QThread::LowPriority);
    m_debounce.setSingleShot(true);
    m_debounce.setInterval(debounceMs);
    connect(&m_debounce, &QTimer::timeout, this, &Planner::start);
}

Planner::~Planner() {
    m_pool.clear();
    m_pool.waitForDone();
}

void Planner::request(const Experiment& experiment) {
    m_next = experiment;
    m_busy = true;
    ++m_generation;
    m_debounce.start();
}

void Planner::start() {
    m_pool.clear(); // a request that has not begun is out of date
    m_pool.start([this, generation = m_generation, experiment = m_next, plan = m_plan] {
        auto outcome = std::make_shared<PlanOutcome>(plan(experiment));
        // The destructor waits for this job, and Qt drops the call when the planner is gone before it
        // arrives.
        QMetaObject::invokeMethod(this, [this, generation, outcome] {
            if (generation != m_generation)
                return;
            m_busy = false;
            emit planned(*outcome);
        });
    });
}

} // namespace laptime::ui
