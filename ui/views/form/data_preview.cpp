// SPDX-License-Identifier: GPL-3.0-or-later
// A table is shown as its file has it, not as the normalised numbers that training sees.
#include "ui/views/form/data_preview.h"

#include <QThread>

#include <algorithm>
#include <cstring>
#include <map>
#include <vector>

#include "engine/data/csv_file.h"
#include "engine/data/preprocessing.h"
#include "ui/models/numbers.h"
#include "ui/models/sample_picture.h"

namespace laptime::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr std::int64_t pictures = 12, lookedAt = 1024;
constexpr std::size_t rows = 4, mostColumns = 64;
constexpr int textLength = 400;

QString className(const DataSplit& split, int label) {
    return std::size_t(label) < split.class_names.size()
               ? QString::fromStdString(split.class_names[std::size_t(label)])
               : QString::number(label);
}

void takeClasses(const DataSplit& split, DataPreview& preview) {
    const TargetType target = split.train->target();
    if (target.kind != TargetKind::class_label)
        return;
    for (int label = 0; label < target.classes; ++label)
        preview.classes += className(split, label);
    for (const std::int64_t count : split.class_counts)
        preview.counts += count;
}

/// A few indices spread over the data.
std::vector<std::uint32_t> spread(std::int64_t size, std::int64_t wanted) {
    std::vector<std::uint32_t> indices;
    const std::int64_t count = std::min(size, wanted);
    for (std::int64_t i = 0; i < count; ++i)
        indices.push_back(std::uint32_t(i * size / count));
    return indices;
}

/// The place among `labels` of samples to show: one of each class in turn.
std::vector<std::size_t> ofEachClass(const std::vector<std::int32_t>& labels) {
    std::map<std::int32_t, std::vector<std::size_t>> places;
    for (std::size_t i = 0; i < labels.size(); ++i)
        places[labels[i]].push_back(i);
    std::vector<std::size_t> chosen;
    for (std::size_t round = 0; std::int64_t(chosen.size()) < pictures; ++round) {
        const std::size_t before = chosen.size();
        for (const auto& [label, of] : places)
            if (round < of.size() && std::int64_t(chosen.size()) < pictures)
                chosen.push_back(of[round]);
        if (chosen.size() == before)
            break;
    }
    return chosen;
}

void takePictures(const DataSplit& split, const std::function<bool()>& cancelled, DataPreview& preview) {
    const Dataset& data = *split.train;
    const SampleType type = data.sample();
    const TargetType target = data.target();
    const bool classes = target.kind == TargetKind::class_label;
    // Labels come with the samples; reading a thousand large pictures for them would take too long.
    const std::int64_t fit =
        std::clamp<std::int64_t>(std::int64_t(8 << 20) / std::int64_t(type.bytes()), pictures, lookedAt);
    const std::vector<std::uint32_t> indices = spread(data.size(), classes ? fit : pictures);
    std::vector<unsigned char> samples(type.bytes()), targets(target.bytes());
    std::vector<std::vector<unsigned char>> kept;
    std::vector<std::int32_t> labels;
    for (const std::uint32_t index : indices) {
        if (cancelled())
            return;
        data.read({&index, 1}, Epoch{}, samples.data(), targets.data());
        std::int32_t label = 0;
        if (classes)
            std::memcpy(&label, targets.data(), sizeof label);
        labels.push_back(label);
        kept.push_back(samples);
    }
    std::vector<std::size_t> chosen;
    if (classes)
        chosen = ofEachClass(labels);
    else
        for (std::size_t i = 0; i < kept.size(); ++i)
            chosen.push_back(i);
    for (const std::size_t i : chosen)
        preview.pictures.append(
            {pictureOf(type, kept[i].data()), classes ? className(split, labels[i]) : QString()});
}

void takeText(const DataSplit& split, DataPreview& preview) {
    const Dataset& data = *split.train;
    const std::int64_t length = std::max<std::int64_t>(1, data.sample().count());
    std::vector<std::int32_t> ids(static_cast<std::size_t>(length));
    std::vector<unsigned char> targets(data.target().bytes());
    QByteArray text;
    for (std::uint32_t i = 0; i < data.size() && text.size() < textLength; ++i) {
        data.read({&i, 1}, Epoch{}, ids.data(), targets.data());
        for (const std::int32_t id : ids)
            if (std::size_t(id) < split.vocabulary.size())
                text += QByteArray::fromStdString(split.vocabulary[std::size_t(id)]);
    }
    preview.text = QString::fromUtf8(text).left(textLength);
}

void takeTable(const std::string& path, const DataOptions& options, DataPreview& preview) {
    CsvReader reader(path, options.delimiter);
    CsvRecord record;
    while (preview.rows.size() < qsizetype(rows) && reader.next(record)) {
        QStringList cells;
        for (std::size_t i = 0; i < std::min(record.size(), mostColumns); ++i)
            cells += QString::fromUtf8(record[i].data(), qsizetype(record[i].size()));
        if (options.header && preview.header.isEmpty())
            preview.header = cells;
        else
            preview.rows += cells;
    }
    if (preview.header.isEmpty() && !preview.rows.isEmpty())
        for (qsizetype i = 1; i <= preview.rows.first().size(); ++i)
            preview.header += QString::number(i);
}

void takeNumbers(const DataSplit& split, DataPreview& preview) {
    const Dataset& data = *split.train;
    const SampleType type = data.sample();
    std::vector<unsigned char> sample(type.bytes()), target(data.target().bytes());
    const std::size_t columns = std::min(std::size_t(type.count()), mostColumns);
    for (std::size_t i = 0; i < columns; ++i)
        preview.header += i < split.feature_names.size() ? QString::fromStdString(split.feature_names[i])
                                                         : QString::number(i + 1);
    for (std::uint32_t row = 0; row < std::min<std::int64_t>(data.size(), rows); ++row) {
        data.read({&row, 1}, Epoch{}, sample.data(), target.data());
        QStringList cells;
        for (std::size_t i = 0; i < columns; ++i) {
            const unsigned char* at = sample.data() + i * size_of(type.element);
            float real = 0;
            std::int32_t whole = 0;
            if (type.element == ElementType::f32)
                std::memcpy(&real, at, sizeof real);
            else if (type.element == ElementType::i32)
                std::memcpy(&whole, at, sizeof whole);
            else
                whole = *at;
            cells += type.element == ElementType::f32 ? siNumber(double(real)) : QString::number(whole);
        }
        preview.rows += cells;
    }
}

} // namespace

DataPreview previewOf(const DataOptions& options, const std::function<bool()>& cancelled) {
    DataPreview preview;
    try {
        const DataSplit split = open_dataset(options);
        for (const std::string& warning : split.warnings)
            preview.warnings += QString::fromStdString(warning);
        if (cancelled() || split.train->size() == 0)
            return preview;
        takeClasses(split, preview);
        const std::string csv = "csv:";
        if (!split.vocabulary.empty())
            takeText(split, preview);
        else if (isPicture(split.train->sample()))
            takePictures(split, cancelled, preview);
        else if (options.dataset.starts_with(csv))
            takeTable(options.dataset.substr(csv.size()), options, preview);
        else
            takeNumbers(split, preview);
    } catch (const std::exception& error) {
        preview.problem = QString::fromStdString(error.what());
    }
    return preview;
}

namespace {

/// The same data, whatever augmentation and seed.
bool sameData(const DataOptions& a, const DataOptions& b) {
    return a.dataset == b.dataset && a.validation == b.validation && a.image_size == b.image_size &&
           a.resize == b.resize && a.channels == b.channels && a.target == b.target && a.task == b.task &&
           a.header == b.header && a.delimiter == b.delimiter && a.context == b.context &&
           a.tokens == b.tokens;
}

} // namespace

DataPreviewer::DataPreviewer(QObject* parent, Load load) : QObject(parent), m_load(std::move(load)) {
    m_pool.setMaxThreadCount(1);
    m_pool.setThreadPriority(QThread::LowPriority);
}

DataPreviewer::~DataPreviewer() {
    cancel();
    m_pool.waitForDone();
}

void DataPreviewer::cancel() {
    if (m_cancelled)
        *m_cancelled = true;
    m_pool.clear();
    m_asked.reset();
}

void DataPreviewer::request(const DataOptions& wanted) {
    DataOptions options = wanted;
    options.augment = {}; // the samples are shown as they are
    if (m_asked && sameData(*m_asked, options))
        return;
    cancel();
    m_asked = options;
    m_cancelled = std::make_shared<std::atomic<bool>>(false);
    emit started();
    m_pool.start([this, options, load = m_load, cancelled = m_cancelled] {
        auto preview = std::make_shared<DataPreview>();
        if (!*cancelled)
            *preview = load(options, [cancelled] { return cancelled->load(); });
        // The destructor waits for this job, and Qt drops the call when the previewer is gone before it
        // arrives.
        QMetaObject::invokeMethod(this, [this, cancelled, preview] {
            if (!*cancelled)
                emit loaded(*preview);
        });
    });
}

} // namespace laptime::ui
