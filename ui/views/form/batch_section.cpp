// SPDX-License-Identifier: GPL-3.0-or-later
// Zero can be typed: the check then says what is wrong with it, which a range that ends at 1 would not.
#include "ui/views/form/batch_section.h"

#include "ui/settings/theme.h"
#include "ui/views/form/number_edit.h"
#include "ui/views/form/split_bar.h"

namespace laptime::ui {

using namespace Qt::StringLiterals;

BatchSection::BatchSection(QWidget* parent)
    : FormSection(QString(), parent), m_batch(new DoublingSpinBox), m_accumulate(new DoublingSpinBox),
      m_stepsPerExecution(new DoublingSpinBox), m_bar(new SplitBar) {
    m_accumulate->setMaximum(4096);
    m_stepsPerExecution->setMaximum(65536);
    m_batch->setToolTip(tr("Samples that one optimizer step sees. Up and down double and halve."));
    m_accumulate->setToolTip(
        tr("Pieces that a batch is computed in, one after the other: less memory, same gradient"));
    m_stepsPerExecution->setToolTip(
        tr("Optimizer steps that run before the host looks. Every step's loss is kept."));
    for (QSpinBox* box : {static_cast<QSpinBox*>(m_batch), static_cast<QSpinBox*>(m_accumulate),
                          static_cast<QSpinBox*>(m_stepsPerExecution)}) {
        ignoreWheel(box);
        connect(box, &QSpinBox::valueChanged, this, [this] {
            showSplit();
            edit();
        });
    }
    addField(u"speed.global_batch"_s, tr("&Batch"), m_batch);
    addField(u"speed.accumulate"_s, tr("A&ccumulate"), m_accumulate);
    addField(u"speed.split"_s, QString(), m_bar);
    addField(u"speed.steps_per_execution"_s, tr("Steps per execution"), m_stepsPerExecution);
    show(Experiment());
}

void BatchSection::show(const Experiment& experiment) {
    m_showing = true;
    m_batch->setValue(int(experiment.speed.global_batch));
    m_accumulate->setValue(experiment.speed.accumulate);
    m_stepsPerExecution->setValue(experiment.speed.steps_per_execution);
    showSplit();
    m_showing = false;
}

void BatchSection::collect(Experiment& experiment) const {
    experiment.speed.global_batch = m_batch->value();
    experiment.speed.accumulate = m_accumulate->value();
    experiment.speed.steps_per_execution = m_stepsPerExecution->value();
}

void BatchSection::showSplit() {
    m_bar->setSplit(m_batch->value(), m_accumulate->value());
    field(u"speed.split"_s)->setVisible(m_accumulate->value() > 1 && m_batch->value() > 1);
    field(u"speed.global_batch"_s)
        ->setHint(m_accumulate->value() > 1 ? splitText(m_batch->value(), m_accumulate->value()) : QString());
}

} // namespace laptime::ui
