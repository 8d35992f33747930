// SPDX-License-Identifier: GPL-3.0-or-later
// A run has a model once it has written a checkpoint, be it running still.
#include "ui/views/model_panel.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "engine/core/error.h"
#include "engine/schedule/recorded_run.h"
#include "ui/models/numbers.h"
#include "ui/settings/theme.h"
#include "ui/views/empty_state.h"
#include "ui/views/form/data_kinds.h"
#include "ui/views/model/evaluate_page.h"
#include "ui/views/model/predict_page.h"
#include "ui/views/model/write_page.h"
#include "ui/views/tone_label.h"

namespace laptime::ui {

using namespace Qt::StringLiterals;

namespace {

bool hasCheckpoint(const QString& artifacts) {
    try {
        usable_checkpoint(artifacts.toStdString());
        return true;
    } catch (const std::exception&) {
        return false;
    }
}

} // namespace

ModelPanel::ModelPanel(RunsModel* runs, HistoryService* history, QWidget* parent)
    : QWidget(parent), m_runs(runs), m_history(history), m_stack(new QStackedWidget), m_empty(new EmptyState),
      m_content(new QWidget), m_name(new ToneLabel(Tone::Plain)), m_about(new ToneLabel(Tone::Muted)),
      m_tabs(new QButtonGroup(this)), m_pages(new QStackedWidget), m_evaluate(new EvaluatePage(&m_work)),
      m_predict(new PredictPage(&m_work)), m_write(new WritePage(&m_work)) {
    auto* head = new QHBoxLayout;
    head->setContentsMargins(gridUnit, gridUnit, gridUnit, gridUnit);
    head->setSpacing(gridUnit);
    m_name->setFont(scaledFont(1, true));
    m_name->setTextFormat(Qt::PlainText);
    m_about->setTextFormat(Qt::PlainText);
    head->addWidget(m_name);
    head->addWidget(m_about, 1);
    const QString titles[] = {tr("Evaluate"), tr("Predict files"), tr("Write")};
    const QString tips[] = {tr("How good the model is on data with known answers"),
                            tr("What the model says of files"), tr("Let the model go on with a text")};
    for (int page = Evaluate; page <= Write; ++page) {
        auto* button = new QToolButton;
        button->setText(titles[page]);
        button->setToolTip(tips[page]);
        button->setCheckable(true);
        button->setAutoRaise(true);
        m_tabs->addButton(button, page);
        head->addWidget(button);
    }
    m_tabs->button(Evaluate)->setChecked(true);
    m_pages->addWidget(m_evaluate);
    m_pages->addWidget(m_predict);
    m_pages->addWidget(m_write);
    connect(m_tabs, &QButtonGroup::idClicked, m_pages, &QStackedWidget::setCurrentIndex);

    auto* column = new QVBoxLayout(m_content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(m_pages, 1);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_content);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);

    connect(m_evaluate, &EvaluatePage::folderChosen, this, &ModelPanel::folderChosen);
    connect(m_predict, &PredictPage::folderChosen, this, &ModelPanel::folderChosen);
    connect(m_history, &HistoryService::rowsChanged, this, &ModelPanel::update);
    update();
}

bool ModelPanel::hasModel() const {
    return !m_artifacts.isEmpty();
}

void ModelPanel::setRun(RunId run) {
    if (run == m_run)
        return;
    m_run = run;
    m_artifacts.clear();
    m_work.release();
    update();
}

void ModelPanel::setFolder(const QString& folder) {
    m_evaluate->setFolder(folder);
    m_predict->setFolder(folder);
}

void ModelPanel::showPage(Page page) {
    m_tabs->button(page)->setChecked(true);
    m_pages->setCurrentIndex(page);
}

void ModelPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    update();
}

void ModelPanel::update() {
    if (!isVisible())
        return; // the file system is asked only while somebody looks
    const RunRow* row = m_runs->row(m_run);
    if (!row) {
        m_artifacts.clear();
        if (m_runs->rowCount() == 0)
            showEmpty(tr("No model yet"), tr("Launch an experiment. Its trained model can be evaluated and "
                                             "used here."));
        else
            showEmpty(tr("Select a run"), tr("Its trained model can be evaluated and used here."));
        return;
    }
    const QString folder = QString::fromStdString(artifacts_folder(m_history->path().toStdString(), row->id));
    const QString artifacts = row->artifacts.empty() ? folder : QString::fromStdString(row->artifacts);
    const QString name = QString::fromStdString(row->name);
    if (!hasCheckpoint(artifacts)) {
        m_artifacts.clear();
        if (is_ended(row->status))
            showEmpty(tr("%1 has no trained model").arg(name),
                      tr("It ended before its first checkpoint. Resume it, or launch it again."));
        else
            showEmpty(tr("%1 has no trained model yet").arg(name),
                      tr("It can be used here as soon as the first checkpoint is written."));
        return;
    }
    m_name->setText(name);
    m_about->setText(u"%1 · %2"_s.arg(QString::fromStdString(row->model),
                                      datasetTitle(QString::fromStdString(row->dataset))));
    m_stack->setCurrentWidget(m_content);
    if (m_artifacts == artifacts)
        return;
    m_artifacts = artifacts;
    const QString dataset = QString::fromStdString(row->dataset);
    const bool text = kindOf(dataset) == u"text:"_s;
    m_tabs->button(Predict)->setVisible(!text);
    m_tabs->button(Write)->setVisible(text);
    if (!m_tabs->checkedButton() || m_tabs->checkedId() == (text ? Predict : Write))
        showPage(text ? Write : Predict);
    m_evaluate->setRun(artifacts, dataset);
    m_predict->setRun(artifacts, dataset);
    m_write->setRun(artifacts);
}

void ModelPanel::showEmpty(const QString& what, const QString& next) {
    m_empty->setTexts(what, next);
    m_stack->setCurrentWidget(m_empty);
}

} // namespace laptime::ui
