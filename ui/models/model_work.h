// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done with a run's trained model, each on a background thread: evaluate it, ask it about files,
// let it go on with a text. One job at a time; the last model used stays loaded.
#pragma once

#include <QImage>
#include <QObject>
#include <QStringList>
#include <QThreadPool>

#include <atomic>
#include <functional>
#include <memory>

#include "engine/train/evaluate_model.h"
#include "engine/train/generate_text.h"

namespace laptime::ui {

struct EvaluationResult {
    Evaluation figures;
    TargetKind kind = TargetKind::class_label;
    QStringList classes;    ///< names, or numbers where there are none
    QList<QImage> pictures; ///< of figures.worst; empty where samples are no pictures
    QString checkpoint;     ///< "best.ckpt"
    qint64 epoch = 0;       ///< when it was made
    qint64 size = 0;        ///< items in the data; more than figures.items where the job was cancelled
    double seconds = 0;
    QStringList warnings;
};

struct PredictionResult {
    struct Guess {
        QString name;
        double probability = 0;
    };
    struct Row {
        QString item;
        QList<Guess> guesses; ///< of classes: the most likely three
        QList<double> values; ///< of numbers
    };
    QList<Row> rows;
    TargetKind kind = TargetKind::class_label;
    QStringList warnings;
};

class ModelWork : public QObject {
    Q_OBJECT

public:
    explicit ModelWork(QObject* parent = nullptr);
    ~ModelWork() override; ///< cancels, and waits for the job to see it

    /// `artifacts`: the run's folder of checkpoints. `dataset`: empty for the run's own validation part.
    void evaluate(const QString& artifacts, const QString& dataset);
    void predict(const QString& artifacts, const QStringList& files);
    void generate(const QString& artifacts, const QString& prompt, const GenerateOptions& options);
    /// Ends the job soon; what it has by then is told.
    void cancel();
    /// Forgets the loaded model, and the answer of a job that goes on.
    void release();
    bool isBusy() const { return m_cancelled != nullptr; }

signals:
    void busyChanged(bool busy);
    /// `all` is 0 while the model and the data are being opened.
    void progressed(qint64 done, qint64 all);
    void evaluated(const std::shared_ptr<const laptime::ui::EvaluationResult>& result);
    void predicted(const std::shared_ptr<const laptime::ui::PredictionResult>& result);
    void wrote(const QString& piece);
    void failed(const QString& why);

private:
    struct Loaded;
    using Flag = std::shared_ptr<std::atomic<bool>>;
    using Job = std::function<std::function<void()>(Loaded&, const Flag& cancelled)>;
    /// Runs the job on the thread; what it gives back is called on this one, unless another job was started.
    void start(Job job);
    void toScreen(const Flag& of, std::function<void()> call);

    QThreadPool m_pool;
    std::shared_ptr<Loaded> m_loaded;
    Flag m_cancelled; ///< of the job that goes on; null: none does
};

} // namespace laptime::ui
