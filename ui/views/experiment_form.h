// SPDX-License-Identifier: GPL-3.0-or-later
// The experiment to launch next: sections of fields, what the experiment would take, and the Launch button,
// which says why it cannot be pressed. The check runs in the background; each problem is shown beside its
// field.
#pragma once

#include <QWidget>

#include <memory>
#include <vector>

#include "engine/backends/device.h"
#include "engine/experiment/experiment.h"
#include "ui/models/history_service.h"
#include "ui/views/form/data_preview.h"
#include "ui/views/form/planner.h"

class QAction;
class QPushButton;
class QScrollArea;

namespace laptime::ui {

class BatchSection;
class DataSection;
class Field;
class FormSection;
class ModelSection;
class PrecisionSection;
class ToneLabel;
class TrainSection;

/// What a first start shows: cnn on Fashion-MNIST, ready to launch.
Experiment firstExperiment();

/// A run's name while the user gives none: "cnn bf16 b128".
QString suggestedName(const Experiment& experiment);

class ExperimentForm : public QWidget {
    Q_OBJECT

public:
    /// `launch`: the action behind the button; the form decides whether it is enabled.
    explicit ExperimentForm(QAction* launch, QWidget* parent = nullptr, Planner::Plan plan = planExperiment,
                            DataPreviewer::Load preview = previewOf);
    ~ExperimentForm() override;

    void setExperiment(const Experiment& experiment);
    Experiment experiment() const;

    void setDevices(const std::vector<DeviceInfo>& devices);
    /// The history's rows, from which the form knows measured speed-ups.
    void setRows(const RunRows& rows);
    /// Where folder dialogs start.
    void setFolder(const QString& path);

    /// Shows problems beside their fields (a launch that was refused).
    void showProblems(const std::vector<Problem>& problems);
    /// The text beside a field, "" when it is fine. For tests and accessibility.
    QString problemOf(const QString& key) const;
    /// Why Launch is disabled; empty when it is not.
    QString launchReason() const;
    /// Puts the cursor into the first field.
    void focusFirst();
    /// Launching makes no sense at all for this reason (the history is not there, the window closes); empty:
    /// it does.
    void setBlocked(const QString& reason);
    /// While a launch is on its way, the button waits for the answer.
    void setLaunching(bool launching);

signals:
    void edited();
    void folderChosen(const QString& path);

private:
    void onEdited();
    void replan();
    void onPlanned(const PlanOutcome& outcome);
    void clearFound();
    void showPlan(const RunPlan& plan);
    void updateLaunch();
    Field* fieldOf(const QString& key) const;

    QAction* m_launch;
    Planner* m_planner;
    DataPreviewer* m_previewer;
    ModelSection* m_model;
    DataSection* m_data;
    PrecisionSection* m_precision;
    BatchSection* m_batch;
    TrainSection* m_train;
    std::vector<FormSection*> m_sections;
    QScrollArea* m_scroll;
    ToneLabel* m_memory;
    ToneLabel* m_steps;
    ToneLabel* m_reason;
    QPushButton* m_button;
    Experiment m_base; ///< as the form was filled
    RunRows m_rows;
    std::vector<Problem> m_problems;
    QString m_blocked;
    bool m_launching = false;
};

} // namespace laptime::ui
