// SPDX-License-Identifier: GPL-3.0-or-later
// Optimizer, learning rate, length, seed, repeats and target; behind a line to unfold, loss, clipping,
// averages, metrics and checkpoints.
#pragma once

#include "engine/data/dataset.h"
#include "ui/views/form/form_section.h"
#include "ui/views/form/key_editors.h"

class QCheckBox;
class QComboBox;
class QLineEdit;
class QSpinBox;

namespace laptime::ui {

class Disclosure;
class MetricsEdit;
class NumberEdit;
class PathEdit;

class TrainSection : public FormSection {
    Q_OBJECT

public:
    explicit TrainSection(QWidget* parent = nullptr);

    void show(const Experiment& experiment) override;
    void collect(Experiment& experiment) const override;
    std::vector<Problem> unreadable() const override;

    /// What the data has to learn: decides which losses and metrics there are. Nothing: not known.
    void setTarget(const std::optional<TargetType>& target);
    /// Where the file dialog starts.
    void setFolder(const QString& path);

private:
    void addKeys();
    void addMetrics();
    void showKind();
    void fillMetrics();
    void unfold(bool open);
    bool usesMomentum() const;

    QComboBox* m_optimizer;
    NumberEdit* m_rate;
    QComboBox* m_schedule;
    QSpinBox* m_warmup;
    NumberEdit* m_finalRate;
    NumberEdit* m_factor;
    QSpinBox* m_every;
    NumberEdit* m_peakAt;
    NumberEdit* m_decay;
    NumberEdit* m_length;
    QComboBox* m_unit;
    QLineEdit* m_seed;
    QSpinBox* m_repeats;
    QComboBox* m_metric;
    NumberEdit* m_target;
    QCheckBox* m_stopThere;
    Disclosure* m_disclose;
    KeyEditors m_more; ///< folded away
    QComboBox* m_loss = nullptr;
    QComboBox* m_monitor;
    MetricsEdit* m_metrics;
    PathEdit* m_weights;
    std::optional<TargetType> m_kindOfTarget;
    LearningRate m_shownRate; ///< of the experiment that was shown
};

} // namespace laptime::ui
