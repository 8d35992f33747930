// SPDX-License-Identifier: GPL-3.0-or-later
// The trained model of the selected run: evaluate it, ask it about files, or let it write.
#pragma once

#include <QWidget>

#include "ui/models/model_work.h"
#include "ui/models/runs_model.h"

class QButtonGroup;
class QStackedWidget;

namespace laptime::ui {

class EmptyState;
class EvaluatePage;
class PredictPage;
class ToneLabel;
class WritePage;

class ModelPanel : public QWidget {
    Q_OBJECT

public:
    ModelPanel(RunsModel* runs, HistoryService* history, QWidget* parent = nullptr);

    /// 0: none is selected.
    void setRun(RunId run);
    /// Where file dialogs start.
    void setFolder(const QString& folder);

    enum Page { Evaluate, Predict, Write };
    void showPage(Page page);
    EvaluatePage* evaluatePage() const { return m_evaluate; }
    PredictPage* predictPage() const { return m_predict; }
    WritePage* writePage() const { return m_write; }
    ModelWork* work() { return &m_work; }
    /// Whether the run's model can be used.
    bool hasModel() const;

signals:
    void folderChosen(const QString& folder);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void update();
    void showEmpty(const QString& what, const QString& next);

    RunsModel* m_runs;
    HistoryService* m_history;
    ModelWork m_work;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    QWidget* m_content;
    ToneLabel* m_name;
    ToneLabel* m_about;
    QButtonGroup* m_tabs;
    QStackedWidget* m_pages;
    EvaluatePage* m_evaluate;
    PredictPage* m_predict;
    WritePage* m_write;
    RunId m_run = 0;
    QString m_artifacts; ///< of the model that the pages are about; empty: none
};

} // namespace laptime::ui
