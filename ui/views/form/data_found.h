// SPDX-License-Identifier: GPL-3.0-or-later
// Below the choice of a data set: what was found in it. Classes with their frequencies, and samples as
// pictures, text or rows.
#pragma once

#include <QWidget>

#include "ui/views/form/data_preview.h"

class QLabel;
class QTableWidget;

namespace laptime::ui {

class ClassBars;
class PictureStrip;
class ToneLabel;

class DataFound : public QWidget {
    Q_OBJECT

public:
    explicit DataFound(QWidget* parent = nullptr);

    void setPreview(const DataPreview& preview);
    /// Says that samples are being read.
    void setBusy();
    void clear();

    const PictureStrip* pictures() const { return m_pictures; }
    QString classesLine() const;
    QString textShown() const;
    const QTableWidget* table() const { return m_rows; }

private:
    void showRows(const DataPreview& preview);

    ToneLabel* m_state;
    ToneLabel* m_classes;
    ClassBars* m_bars;
    PictureStrip* m_pictures;
    QLabel* m_text;
    QTableWidget* m_rows;
    ToneLabel* m_warnings;
};

} // namespace laptime::ui
