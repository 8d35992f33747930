// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/model/predict_page.h"

#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMimeData>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QTableView>
#include <QUrl>
#include <QVBoxLayout>

#include "ui/models/numbers.h"
#include "ui/settings/style.h"
#include "ui/settings/theme.h"
#include "ui/views/empty_state.h"
#include "ui/views/form/data_kinds.h"
#include "ui/views/model/work_bar.h"
#include "ui/views/tone_label.h"

namespace laptime::ui {

using namespace Qt::StringLiterals;

PredictPage::PredictPage(ModelWork* work, QWidget* parent)
    : QWidget(parent), m_work(work), m_button(new QPushButton), m_what(new ToneLabel(Tone::Muted)),
      m_bar(new WorkBar(work)), m_stack(new QStackedWidget), m_empty(new EmptyState),
      m_table(new QTableView) {
    setAcceptDrops(true);
    m_button->setText(tr("Choose files…"));
    makePrimary(m_button);
    auto* line = new QHBoxLayout;
    line->setSpacing(gridUnit);
    line->addWidget(m_what, 1);
    line->addWidget(m_button);

    auto* sorted = new QSortFilterProxyModel(this);
    sorted->setSourceModel(&m_model);
    sorted->setSortRole(PredictionsModel::SortRole);
    m_table->setModel(sorted);
    m_table->setSortingEnabled(true);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setFont(tabularFont(m_table->font()));
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(QFontMetrics(m_table->font()).height() + gridUnit);
    m_table->setAccessibleName(tr("Predictions"));
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_table);

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

    connect(m_button, &QPushButton::clicked, this, &PredictPage::choose);
    connect(m_work, &ModelWork::busyChanged, this, &PredictPage::update);
    connect(m_work, &ModelWork::failed, this, [this](const QString& why) {
        if (isVisible())
            m_bar->setProblem(why);
    });
    connect(m_work, &ModelWork::predicted, this,
            [this](const std::shared_ptr<const PredictionResult>& result) { show(*result); });
    update();
}

void PredictPage::setRun(const QString& artifacts, const QString& dataset) {
    m_artifacts = artifacts;
    m_stack->setCurrentWidget(m_empty);
    m_bar->setProblem({});
    m_bar->setWarnings({});
    m_what->clear();
    const QString kind = kindOf(dataset);
    if (kind == u"csv:"_s) {
        m_filter = tr("Tables (*.csv *.tsv *.txt *.csv.gz);;All files (*)");
        m_empty->setTexts(
            tr("Drop tables here"),
            tr("The model says what it expects of each row. The columns must have the names that "
               "they had in training; the learnt one may be missing."));
    } else if (kind == u"npz:"_s) {
        m_filter = tr("NumPy arrays (*.npy);;All files (*)");
        m_empty->setTexts(tr("Drop arrays here"), tr("A .npy file holds one sample or many."));
    } else {
        m_filter = tr("Pictures (*.jpg *.jpeg *.png);;All files (*)");
        m_empty->setTexts(tr("Drop pictures or a folder of them here"),
                          tr("The model says what it takes each of them for, and how sure it is."));
    }
    update();
}

void PredictPage::update() {
    m_button->setEnabled(!m_work->isBusy() && !m_artifacts.isEmpty());
}

void PredictPage::choose() {
    auto* dialog = new QFileDialog(this, tr("Choose files"), m_folder, m_filter);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList& files) {
        if (files.isEmpty())
            return;
        m_folder = QFileInfo(files.first()).absolutePath();
        emit folderChosen(m_folder);
        predict(files);
    });
    dialog->open();
}

void PredictPage::predict(const QStringList& files) {
    if (m_artifacts.isEmpty() || files.isEmpty())
        return;
    m_what->setText(files.size() == 1 ? QFileInfo(files.first()).fileName()
                                      : tr("%n file(s)", nullptr, int(files.size())));
    m_work->predict(m_artifacts, files);
}

void PredictPage::show(const PredictionResult& result) {
    m_model.setResult(result);
    m_bar->setWarnings(result.warnings);
    m_stack->setCurrentWidget(m_table);
    m_table->sortByColumn(-1, Qt::AscendingOrder); // as the files were given
    m_table->resizeColumnsToContents();
    m_table->horizontalHeader()->setStretchLastSection(true);
}

void PredictPage::dragEnterEvent(QDragEnterEvent* event) {
    if (!m_artifacts.isEmpty() && !m_work->isBusy() && event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void PredictPage::dropEvent(QDropEvent* event) {
    QStringList files;
    for (const QUrl& url : event->mimeData()->urls())
        if (url.isLocalFile())
            files += url.toLocalFile();
    event->acceptProposedAction();
    predict(files);
}

} // namespace laptime::ui
