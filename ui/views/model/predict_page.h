// SPDX-License-Identifier: GPL-3.0-or-later
// Asks the run's model about files, which can be dropped here.
#pragma once

#include <QWidget>

#include "ui/models/predictions_model.h"

class QPushButton;
class QStackedWidget;
class QTableView;

namespace laptime::ui {

class EmptyState;
class ToneLabel;
class WorkBar;

class PredictPage : public QWidget {
    Q_OBJECT

public:
    explicit PredictPage(ModelWork* work, QWidget* parent = nullptr);
    void setRun(const QString& artifacts, const QString& dataset);
    void setFolder(const QString& folder) { m_folder = folder; }
    void predict(const QStringList& files);

    QTableView* table() const { return m_table; }
    WorkBar* bar() const { return m_bar; }

signals:
    void folderChosen(const QString& folder);

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void choose();
    void update();
    void show(const PredictionResult& result);

    ModelWork* m_work;
    QPushButton* m_button;
    ToneLabel* m_what;
    WorkBar* m_bar;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    PredictionsModel m_model;
    QTableView* m_table;
    QString m_artifacts, m_folder, m_filter;
};

} // namespace laptime::ui
