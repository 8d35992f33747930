// SPDX-License-Identifier: GPL-3.0-or-later
// What a data set holds, for eyes: how often each class occurs, some samples as pictures, the beginning of a
// text, the first rows of a table. Loaded in the background.
#pragma once

#include <QImage>
#include <QMetaType>
#include <QObject>
#include <QStringList>
#include <QThreadPool>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

#include "engine/data/dataset.h"

namespace laptime::ui {

struct DataPreview {
    struct Picture {
        QImage image;
        QString caption;
    };
    QStringList classes;     ///< names, or numbers where there are none; empty where nothing has a class
    QList<qint64> counts;    ///< of the training part, one a class; may be empty
    QList<Picture> pictures; ///< as training sees them, without augmentation, of as many classes as possible
    QString text;            ///< first characters
    QStringList header;      ///< table: columns
    QList<QStringList> rows; ///< table: the first ones
    QStringList warnings;    ///< damaged files, missing values
    QString problem;         ///< why there is no preview
};

/// Opens the data and looks at it, on the caller's thread. `cancelled` is asked in between.
DataPreview previewOf(const DataOptions& options, const std::function<bool()>& cancelled);

class DataPreviewer : public QObject {
    Q_OBJECT

public:
    using Load = std::function<DataPreview(const DataOptions&, const std::function<bool()>&)>;
    explicit DataPreviewer(QObject* parent = nullptr, Load load = previewOf);
    ~DataPreviewer() override;

    /// Asks for the preview of data that can be opened. Nothing happens where it is there already, or on its
    /// way.
    void request(const DataOptions& options);
    /// Forgets what was asked for: no answer comes.
    void cancel();

signals:
    void started();
    void loaded(const laptime::ui::DataPreview& preview);

private:
    Load m_load;
    QThreadPool m_pool;
    std::optional<DataOptions> m_asked;
    std::shared_ptr<std::atomic<bool>> m_cancelled;
};

} // namespace laptime::ui
