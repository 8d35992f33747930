// SPDX-License-Identifier: GPL-3.0-or-later
// The outcome of an evaluation: figures, classes, confusions, and the samples that were judged worst.
#pragma once

#include <QScrollArea>

#include <memory>

#include "ui/models/evaluation_models.h"
#include "ui/models/model_work.h"

class QLabel;
class QTableView;

namespace laptime::ui {

class ConfusionDelegate;
class PictureStrip;
class ToneLabel;

class EvaluationView : public QScrollArea {
    Q_OBJECT

public:
    explicit EvaluationView(QWidget* parent = nullptr);
    void setResult(const EvaluationResult& result);

    QString figures() const;
    const PictureStrip* worst() const { return m_worst; }
    QTableView* classes() const { return m_classes; }
    QTableView* confusions() const { return m_confusions; }

private:
    void showConfusions(const EvaluationResult& result);
    void showWorst(const EvaluationResult& result);
    void fitHeights();

    QWidget* m_content;
    QLabel* m_figures;
    ToneLabel* m_about;
    ClassFiguresModel m_classModel;
    ConfusionModel m_confusionModel;
    QTableView* m_classes;
    QTableView* m_confusions;
    ConfusionDelegate* m_heat;
    PictureStrip* m_worst;
    QList<QWidget*> m_ofClasses; ///< what only an evaluation of classes has
    QWidget* m_worstPart;
};

} // namespace laptime::ui
