// SPDX-License-Identifier: GPL-3.0-or-later
// The thread has a low priority: a run that is being measured comes first.
#include "ui/models/model_work.h"

#include <QDateTime>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QThread>

#include <algorithm>
#include <numeric>
#include <optional>

#include "engine/core/error.h"
#include "engine/data/predict_input.h"
#include "ui/models/sample_picture.h"

namespace laptime::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr std::size_t keptWorst = 24;
constexpr std::int64_t itemsAtOnce = 128;
constexpr int guessesShown = 3;

QStringList classNames(const Preprocessing& learned) {
    QStringList names;
    for (int label = 0; label < learned.target.classes; ++label)
        names += std::size_t(label) < learned.class_names.size()
                     ? QString::fromStdString(learned.class_names[std::size_t(label)])
                     : QString::number(label);
    return names;
}

QList<QImage> picturesOf(const Dataset& data, const std::vector<Evaluation::Sample>& samples) {
    QList<QImage> pictures;
    if (!isPicture(data.sample()))
        return pictures;
    std::vector<unsigned char> bytes(data.sample().bytes());
    for (const Evaluation::Sample& sample : samples) {
        data.read({&sample.index, 1}, Epoch{}, bytes.data(), nullptr);
        pictures += pictureOf(data.sample(), bytes.data());
    }
    return pictures;
}

/// The most likely classes of one item's probabilities, the likeliest first.
QList<PredictionResult::Guess> guessesOf(const double* output, const QStringList& classes) {
    std::vector<int> order(std::size_t(classes.size()));
    std::iota(order.begin(), order.end(), 0);
    const auto shown = std::min<qsizetype>(guessesShown, classes.size());
    std::partial_sort(order.begin(), order.begin() + shown, order.end(),
                      [output](int a, int b) { return output[a] > output[b]; });
    QList<PredictionResult::Guess> guesses;
    for (qsizetype i = 0; i < shown; ++i)
        guesses.append({classes[order[std::size_t(i)]], output[order[std::size_t(i)]]});
    return guesses;
}

} // namespace

/// Touched by the job's thread only.
struct ModelWork::Loaded {
    std::string path;
    QDateTime written;
    std::optional<TrainedModel> model;

    TrainedModel& open(const QString& artifacts) {
        const std::string wanted = usable_checkpoint(artifacts.toStdString());
        const QDateTime now = QFileInfo(QString::fromStdString(wanted)).lastModified();
        if (!model || path != wanted || written != now) {
            model.reset(); // two at once would need the memory of both
            model.emplace(wanted);
            path = wanted;
            written = now;
        }
        return *model;
    }
};

ModelWork::ModelWork(QObject* parent) : QObject(parent), m_loaded(std::make_shared<Loaded>()) {
    m_pool.setMaxThreadCount(1);
    m_pool.setExpiryTimeout(-1);
    m_pool.setThreadPriority(QThread::LowPriority);
}

ModelWork::~ModelWork() {
    cancel();
    m_pool.clear();
    m_pool.waitForDone();
}

void ModelWork::cancel() {
    if (m_cancelled)
        *m_cancelled = true;
}

void ModelWork::release() {
    cancel();
    if (m_cancelled) {
        m_cancelled.reset(); // its answer finds another job, or none
        emit busyChanged(false);
    }
    m_pool.start([loaded = m_loaded] { loaded->model.reset(); });
}

void ModelWork::toScreen(const Flag& of, std::function<void()> call) {
    // The destructor waits for the job, and Qt drops calls for an object that is gone.
    QMetaObject::invokeMethod(this, [this, of, call = std::move(call)] {
        if (of == m_cancelled)
            call();
    });
}

void ModelWork::start(Job job) {
    cancel();
    const Flag flag = std::make_shared<std::atomic<bool>>(false);
    m_cancelled = flag;
    emit busyChanged(true);
    emit progressed(0, 0);
    m_pool.start([this, flag, loaded = m_loaded, job = std::move(job)] {
        std::function<void()> answer;
        try {
            if (!*flag)
                answer = job(*loaded, flag);
        } catch (const std::exception& error) {
            answer = [this, why = QString::fromStdString(error.what())] { emit failed(why); };
        }
        toScreen(flag, [this, answer] {
            m_cancelled.reset();
            emit busyChanged(false);
            if (answer)
                answer();
        });
    });
}

void ModelWork::evaluate(const QString& artifacts, const QString& dataset) {
    start([this, artifacts, dataset](Loaded& loaded, const Flag& cancelled) -> std::function<void()> {
        QElapsedTimer clock;
        clock.start();
        TrainedModel& model = loaded.open(artifacts);
        auto result = std::make_shared<EvaluationResult>();
        std::vector<std::string> warnings;
        const auto data = evaluation_data(model, dataset.toStdString(), warnings);
        if (*cancelled)
            return {};
        result->size = data->size();
        result->figures = evaluate_model(model, *data, keptWorst, [&](std::int64_t done) {
            toScreen(cancelled, [this, done, all = result->size] { emit progressed(done, all); });
            return !*cancelled;
        });
        result->kind = model.preprocessing().target.kind;
        if (result->kind == TargetKind::class_label)
            result->classes = classNames(model.preprocessing());
        result->pictures = picturesOf(*data, result->figures.worst);
        result->checkpoint = QFileInfo(QString::fromStdString(loaded.path)).fileName();
        result->epoch = model.progress().epoch;
        result->seconds = double(clock.elapsed()) * 1e-3;
        for (const auto& list : {warnings, data->take_warnings()})
            for (const std::string& warning : list)
                result->warnings += QString::fromStdString(warning);
        return [this, result] { emit evaluated(result); };
    });
}

void ModelWork::predict(const QString& artifacts, const QStringList& files) {
    start([this, artifacts, files](Loaded& loaded, const Flag& cancelled) -> std::function<void()> {
        TrainedModel& model = loaded.open(artifacts);
        const Preprocessing& learned = model.preprocessing();
        std::vector<std::string> paths;
        for (const QString& file : files)
            paths.push_back(file.toStdString());
        const PredictInput input = open_predict_input(learned, paths);
        auto result = std::make_shared<PredictionResult>();
        result->kind = learned.target.kind;
        for (const std::string& warning : input.warnings)
            result->warnings += QString::fromStdString(warning);
        const QStringList classes = classNames(learned);
        const std::int64_t size = input.data->size(), outputs = model.outputs_per_sample();
        for (std::int64_t first = 0; first < size && !*cancelled; first += itemsAtOnce) {
            const std::int64_t count = std::min(itemsAtOnce, size - first);
            std::vector<std::uint32_t> indices(static_cast<std::size_t>(count));
            std::iota(indices.begin(), indices.end(), std::uint32_t(first));
            std::vector<unsigned char> samples(indices.size() * learned.sample.bytes());
            input.data->read(indices, Epoch{}, samples.data(), nullptr);
            const std::vector<double> output = model.predict(samples, count);
            for (std::int64_t i = 0; i < count; ++i) {
                const double* one = output.data() + i * outputs;
                PredictionResult::Row row;
                row.item = QString::fromStdString(input.names[std::size_t(first + i)]);
                if (learned.target.kind == TargetKind::class_label)
                    row.guesses = guessesOf(one, classes);
                else
                    row.values = QList<double>(one, one + outputs);
                result->rows.append(row);
            }
            toScreen(cancelled, [this, done = first + count, size] { emit progressed(done, size); });
        }
        for (const std::string& warning : input.data->take_warnings())
            result->warnings += QString::fromStdString(warning);
        return [this, result] { emit predicted(result); };
    });
}

void ModelWork::generate(const QString& artifacts, const QString& prompt, const GenerateOptions& options) {
    start([this, artifacts, prompt, options](Loaded& loaded, const Flag& cancelled) -> std::function<void()> {
        TrainedModel& model = loaded.open(artifacts);
        generate_text(model, prompt.toStdString(), options, [&](const std::string& piece) {
            toScreen(cancelled, [this, text = QString::fromStdString(piece)] { emit wrote(text); });
            return !*cancelled;
        });
        return {};
    });
}

} // namespace laptime::ui
