// SPDX-License-Identifier: GPL-3.0-or-later
// The fields are the truth, and experiment() reads them; keys that have no field stay as they were filled in.
#include "ui/views/experiment_form.h"

#include <QAction>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include "engine/experiment/data_options.h"
#include "ui/models/numbers.h"
#include "ui/settings/style.h"
#include "ui/settings/theme.h"
#include "ui/views/form/batch_section.h"
#include "ui/views/form/data_found.h"
#include "ui/views/form/data_section.h"
#include "ui/views/form/model_section.h"
#include "ui/views/form/precision_section.h"
#include "ui/views/form/train_section.h"
#include "ui/views/tone_label.h"

namespace laptime::ui {

using namespace Qt::StringLiterals;

Experiment firstExperiment() {
    return Experiment();
}

QString suggestedName(const Experiment& experiment) {
    QString precision;
    switch (experiment.speed.precision) {
    case Precision::float64:
        precision = u"f64"_s;
        break;
    case Precision::float32:
        precision = u"f32"_s;
        break;
    case Precision::mixed_float16:
        precision = u"f16"_s;
        break;
    case Precision::mixed_bfloat16:
        precision = u"bf16"_s;
        break;
    }
    const Experiment::Model& model = experiment.model;
    const QString what = model.library.empty()
                             ? QFileInfo(QString::fromStdString(model.file)).completeBaseName()
                             : QString::fromStdString(model.library);
    return u"%1 %2 b%3"_s.arg(what, precision).arg(experiment.speed.global_batch);
}

namespace {

QWidget* hairline() {
    auto* line = new QFrame;
    line->setFrameShape(QFrame::NoFrame);
    line->setFixedHeight(1);
    line->setAutoFillBackground(true);
    line->setBackgroundRole(QPalette::Mid);
    return line;
}

} // namespace

ExperimentForm::ExperimentForm(QAction* launch, QWidget* parent, Planner::Plan plan,
                               DataPreviewer::Load preview)
    : QWidget(parent), m_launch(launch), m_planner(new Planner(this, std::move(plan))),
      m_previewer(new DataPreviewer(this, std::move(preview))), m_model(new ModelSection),
      m_data(new DataSection), m_precision(new PrecisionSection), m_batch(new BatchSection),
      m_train(new TrainSection), m_sections{m_model, m_data, m_precision, m_batch, m_train},
      m_scroll(new QScrollArea), m_memory(new ToneLabel(Tone::Plain)), m_steps(new ToneLabel(Tone::Muted)),
      m_reason(new ToneLabel(Tone::Bad)), m_button(new QPushButton) {
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(gridUnit, gridUnit / 2, gridUnit, gridUnit);
    column->setSpacing(gridUnit);
    for (std::size_t i = 0; i < m_sections.size(); ++i) {
        if (i)
            column->addWidget(hairline());
        column->addWidget(m_sections[i]);
        connect(m_sections[i], &FormSection::edited, this, &ExperimentForm::onEdited);
    }
    column->addStretch(1);
    m_scroll->setWidget(content);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->viewport()->setBackgroundRole(QPalette::Window);
    m_scroll->setFocusPolicy(Qt::NoFocus);

    auto* footer = new QVBoxLayout;
    footer->setContentsMargins(gridUnit, gridUnit, gridUnit, gridUnit);
    footer->setSpacing(gridUnit / 2);
    for (ToneLabel* label : {m_memory, m_steps, m_reason})
        label->setWordWrap(true);
    m_steps->setFont(scaledFont(-1));
    m_button->setText(tr("&Launch"));
    m_button->setIcon(QIcon());
    m_button->setMinimumHeight(4 * gridUnit);
    makePrimary(m_button);
    footer->addWidget(m_memory);
    footer->addWidget(m_steps);
    footer->addWidget(m_reason);
    footer->addWidget(m_button);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_scroll, 1);
    layout->addWidget(hairline());
    layout->addLayout(footer);

    connect(m_button, &QPushButton::clicked, m_launch, &QAction::trigger);
    connect(m_planner, &Planner::planned, this, &ExperimentForm::onPlanned);
    connect(m_previewer, &DataPreviewer::started, m_data->found(), &DataFound::setBusy);
    connect(m_previewer, &DataPreviewer::loaded, m_data->found(), &DataFound::setPreview);
    connect(m_data, &DataSection::folderChosen, this, &ExperimentForm::folderChosen);
    connect(m_model, &ModelSection::folderChosen, this, &ExperimentForm::folderChosen);
    setMinimumWidth(40 * gridUnit); // narrower, and fields would be cut off
    setExperiment(firstExperiment());
}

ExperimentForm::~ExperimentForm() = default;

void ExperimentForm::setExperiment(const Experiment& experiment) {
    m_base = experiment;
    for (FormSection* section : m_sections)
        section->show(experiment);
    onEdited();
}

Experiment ExperimentForm::experiment() const {
    Experiment experiment = m_base;
    for (const FormSection* section : m_sections)
        section->collect(experiment);
    return experiment;
}

void ExperimentForm::setDevices(const std::vector<DeviceInfo>& devices) {
    m_precision->setDevices(devices);
}

void ExperimentForm::setRows(const RunRows& rows) {
    m_rows = rows;
    if (m_rows)
        m_precision->setMeasured(*m_rows, experiment());
}

void ExperimentForm::setFolder(const QString& path) {
    m_data->setFolder(path);
    m_model->setFolder(path);
    m_train->setFolder(path);
}

void ExperimentForm::onEdited() {
    m_model->setSuggestedName(suggestedName(experiment()));
    if (m_rows)
        m_precision->setMeasured(*m_rows, experiment());
    replan();
    emit edited();
}

void ExperimentForm::replan() {
    std::vector<Problem> unreadable;
    for (const FormSection* section : m_sections) {
        const auto more = section->unreadable();
        unreadable.insert(unreadable.end(), more.begin(), more.end());
    }
    if (!unreadable.empty()) {
        // A plan of half-typed values would show numbers of another experiment.
        showProblems(unreadable);
        m_memory->setText(tr("Memory: –"));
        m_steps->setText(QString());
        return;
    }
    m_planner->request(experiment());
    updateLaunch();
}

void ExperimentForm::onPlanned(const PlanOutcome& outcome) {
    for (const FormSection* section : m_sections)
        if (!section->unreadable().empty())
            return; // the answer is about values that are no longer there
    if (outcome.data) {
        m_data->showFound(*outcome.data);
        m_train->setTarget(outcome.data->target);
        m_previewer->request(data_options(experiment()));
    } else {
        clearFound();
    }
    if (outcome.plan) {
        showPlan(*outcome.plan);
    } else {
        m_memory->setText(tr("Memory: –"));
        m_steps->setText(QString());
    }
    showProblems(outcome.problems);
}

void ExperimentForm::clearFound() {
    m_previewer->cancel();
    m_data->clearFound();
    m_data->found()->clear();
    m_train->setTarget({});
}

void ExperimentForm::showPlan(const RunPlan& plan) {
    const double total = double(plan.memory.total());
    m_memory->setText(
        plan.device_memory_bytes > 0
            ? tr("Memory: %1 of %2").arg(bytesText(total), bytesText(double(plan.device_memory_bytes)))
            : tr("Memory: %1").arg(bytesText(total)));
    m_memory->setToolTip(tr("Weights %1, state %2, activations %3")
                             .arg(bytesText(double(plan.memory.variables)),
                                  bytesText(double(plan.memory.state)),
                                  bytesText(double(plan.memory.arena))));
    m_memory->setTone(plan.device_memory_bytes > 0 && total > double(plan.device_memory_bytes) ? Tone::Bad
                                                                                               : Tone::Plain);
    QStringList parts;
    parts += tr("%1 parameters").arg(siNumber(double(plan.parameters)));
    parts += tr("%1 FLOP/sample").arg(siNumber(plan.flops_per_sample));
    parts += tr("%1 steps/epoch").arg(wholeNumber(plan.steps_per_epoch));
    m_steps->setText(parts.join(u" · "_s));
}

void ExperimentForm::showProblems(const std::vector<Problem>& problems) {
    m_problems = problems;
    QHash<Field*, QStringList> texts;
    for (const Problem& problem : problems)
        if (Field* field = fieldOf(QString::fromStdString(problem.field)))
            texts[field] += QString::fromStdString(problem.message);
    for (const FormSection* section : m_sections)
        for (Field* field : section->fields()) {
            field->setProblem(texts.value(field).join(u'\n'));
            if (texts.contains(field) && field->isHidden())
                field->show(); // a problem in a folded field must be seen
        }
    updateLaunch();
}

Field* ExperimentForm::fieldOf(const QString& key) const {
    // The nearest field: the key itself, else the table it is in ("train.learning_rate.warmup" →
    // "train.learning_rate").
    QString name = key == u"train.steps"_s || key == u"train.minutes"_s ? u"train.epochs"_s : key;
    while (!name.isEmpty()) {
        for (const FormSection* section : m_sections)
            if (Field* field = section->field(name))
                return field;
        const qsizetype dot = name.lastIndexOf(u'.');
        name = dot < 0 ? QString() : name.left(dot);
    }
    return nullptr;
}

QString ExperimentForm::problemOf(const QString& key) const {
    const Field* field = fieldOf(key);
    return field ? field->problem() : QString();
}

QString ExperimentForm::launchReason() const {
    if (!m_blocked.isEmpty())
        return m_blocked;
    if (m_launching)
        return tr("Launching…");
    if (m_problems.empty())
        return {};
    QStringList names;
    for (const Problem& problem : m_problems) {
        const Field* field = fieldOf(QString::fromStdString(problem.field));
        if (!field || field->label().isEmpty())
            return QString::fromStdString(problem.message);
        if (!names.contains(field->label()))
            names += field->label();
    }
    return tr("Look at: %1").arg(names.join(u", "_s));
}

void ExperimentForm::updateLaunch() {
    const QString reason = launchReason();
    m_launch->setEnabled(reason.isEmpty());
    m_button->setEnabled(reason.isEmpty());
    m_button->setToolTip(reason.isEmpty() ? m_launch->toolTip() : reason);
    m_reason->setTone(m_launching ? Tone::Muted : Tone::Bad);
    m_reason->setTextOrHide(reason);
}

void ExperimentForm::focusFirst() {
    m_scroll->verticalScrollBar()->setValue(0);
    if (Field* field = m_model->field(u"name"_s))
        field->editor()->setFocus(Qt::ShortcutFocusReason);
}

void ExperimentForm::setBlocked(const QString& reason) {
    m_blocked = reason;
    updateLaunch();
}

void ExperimentForm::setLaunching(bool launching) {
    m_launching = launching;
    updateLaunch();
}

} // namespace laptime::ui
