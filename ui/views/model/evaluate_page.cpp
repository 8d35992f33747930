// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/model/evaluate_page.h"

#include <QComboBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "ui/models/model_work.h"
#include "ui/settings/style.h"
#include "ui/settings/theme.h"
#include "ui/views/empty_state.h"
#include "ui/views/form/data_kinds.h"
#include "ui/views/model/evaluation_view.h"
#include "ui/views/model/work_bar.h"

namespace laptime::ui {

namespace {

enum Choice { OwnData, OtherData };

} // namespace

EvaluatePage::EvaluatePage(ModelWork* work, QWidget* parent)
    : QWidget(parent), m_work(work), m_choice(new QComboBox), m_place(new PathEdit),
      m_button(new QPushButton), m_bar(new WorkBar(work)), m_stack(new QStackedWidget),
      m_empty(new EmptyState), m_view(new EvaluationView) {
    m_choice->addItem(tr("Its validation part"));
    m_choice->addItem(tr("Other data"));
    m_choice->setAccessibleName(tr("Data to evaluate on"));
    m_button->setText(tr("Evaluate"));
    makePrimary(m_button);
    auto* line = new QHBoxLayout;
    line->setSpacing(gridUnit);
    line->addWidget(m_choice);
    line->addWidget(m_place, 1);
    line->addStretch(0);
    line->addWidget(m_button);

    m_empty->setTexts(tr("Not evaluated yet"),
                      tr("Evaluate shows the figures of each class, what is confused with what, and the "
                         "samples that the model got most wrong."));
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_view);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* top = new QVBoxLayout;
    top->setContentsMargins(gridUnit, 0, gridUnit, gridUnit);
    top->setSpacing(gridUnit);
    top->addLayout(line);
    top->addWidget(m_bar);
    column->addLayout(top);
    column->addWidget(m_stack, 1);

    connect(m_choice, &QComboBox::currentIndexChanged, this, &EvaluatePage::update);
    connect(m_place, &PathEdit::edited, this, &EvaluatePage::update);
    connect(m_place, &PathEdit::chosen, this,
            [this](const QString& path) { emit folderChosen(QFileInfo(path).absolutePath()); });
    connect(m_button, &QPushButton::clicked, this, &EvaluatePage::start);
    connect(m_work, &ModelWork::busyChanged, this, &EvaluatePage::update);
    connect(m_work, &ModelWork::failed, this, [this](const QString& why) {
        if (isVisible())
            m_bar->setProblem(why);
    });
    connect(m_work, &ModelWork::evaluated, this,
            [this](const std::shared_ptr<const EvaluationResult>& result) {
                m_view->setResult(*result);
                m_bar->setWarnings(result->warnings);
                m_stack->setCurrentWidget(m_view);
            });
    update();
}

void EvaluatePage::setRun(const QString& artifacts, const QString& dataset) {
    m_artifacts = artifacts;
    m_kind = kindOf(dataset);
    m_stack->setCurrentWidget(m_empty);
    m_bar->setProblem({});
    m_bar->setWarnings({});
    m_choice->setCurrentIndex(OwnData);
    m_place->setPath({});
    for (const DataKind& kind : dataKinds())
        if (kind.prefix == m_kind)
            // Of what has a name alone, other data comes in the files that it is made of.
            m_place->setWhat(kind.hasPlace() ? kind.what : PathEdit::What::Folder,
                             kind.hasPlace() ? kind.chooser
                                             : tr("Choose the folder that holds the IDX files"),
                             kind.hasPlace() ? kind.placeholder : tr("Folder"), kind.filter);
    update();
}

void EvaluatePage::setFolder(const QString& folder) {
    m_place->setFolder(folder);
}

void EvaluatePage::update() {
    const bool other = m_choice->currentIndex() == OtherData;
    m_place->setVisible(other);
    m_button->setEnabled(!m_work->isBusy() && !m_artifacts.isEmpty() &&
                         (!other || !m_place->path().isEmpty()));
}

void EvaluatePage::start() {
    QString dataset;
    if (m_choice->currentIndex() == OtherData)
        dataset = (m_kind.endsWith(u':') ? m_kind : QStringLiteral("idx:")) + m_place->path();
    m_work->evaluate(m_artifacts, dataset);
}

} // namespace laptime::ui
