// SPDX-License-Identifier: GPL-3.0-or-later
// Optimizer, learning rate, length, seed, repeats and target.
#pragma once

#include "ui/views/form/form_section.h"

class QCheckBox;
class QComboBox;
class QLineEdit;
class QSpinBox;

namespace laptime::ui {

class NumberEdit;

class TrainSection : public FormSection {
    Q_OBJECT

public:
    explicit TrainSection(QWidget* parent = nullptr);

    void show(const Experiment& experiment) override;
    void collect(Experiment& experiment) const override;
    std::vector<Problem> unreadable() const override;

private:
    void showKind();

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
};

} // namespace laptime::ui
