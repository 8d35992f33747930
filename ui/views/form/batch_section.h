// SPDX-License-Identifier: GPL-3.0-or-later
// The batch: how many samples one optimizer step sees, in how many pieces they are computed, and how many
// steps run before the host looks.
#pragma once

#include "ui/views/form/form_section.h"

class QSpinBox;

namespace laptime::ui {

class DoublingSpinBox;
class SplitBar;

class BatchSection : public FormSection {
    Q_OBJECT

public:
    explicit BatchSection(QWidget* parent = nullptr);

    void show(const Experiment& experiment) override;
    void collect(Experiment& experiment) const override;

private:
    void showSplit();

    DoublingSpinBox* m_batch;
    DoublingSpinBox* m_accumulate;
    DoublingSpinBox* m_stepsPerExecution;
    SplitBar* m_bar;
};

} // namespace laptime::ui
