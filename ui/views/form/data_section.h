// SPDX-License-Identifier: GPL-3.0-or-later
// The data set: one of those with a name, a folder of IDX files, or made-up images; and what was found there.
#pragma once

#include "engine/data/dataset.h"
#include "ui/views/form/form_section.h"

class QComboBox;
class QLineEdit;
class QToolButton;

namespace laptime::ui {

class NumberEdit;

class DataSection : public FormSection {
    Q_OBJECT

public:
    explicit DataSection(QWidget* parent = nullptr);

    void show(const Experiment& experiment) override;
    void collect(Experiment& experiment) const override;
    std::vector<Problem> unreadable() const override;

    void showFound(const DataSummary& found);
    void clearFound();
    /// Where the folder dialog starts.
    void setFolder(const QString& path) { m_folder = path; }

signals:
    void folderChosen(const QString& path);

private:
    void showKind();
    void browse();

    QComboBox* m_kind;
    QLineEdit* m_place;
    QToolButton* m_browse;
    NumberEdit* m_validation;
    QString m_folder;
};

/// "60,000 to train on, 10,000 to validate · 28 × 28 × 1 · 10 classes"
QString summaryText(const DataSummary& found);

/// A data set's name as the form writes it: "Fashion-MNIST".
QString datasetTitle(const QString& name);

} // namespace laptime::ui
