// SPDX-License-Identifier: GPL-3.0-or-later
// The data set: its kind and place, what was found there, and the settings that mean something for that kind.
#pragma once

#include "engine/data/dataset.h"
#include "ui/views/form/data_kinds.h"
#include "ui/views/form/form_section.h"
#include "ui/views/form/key_editors.h"

class QComboBox;

namespace laptime::ui {

class DataFound;
class Disclosure;

class DataSection : public FormSection {
    Q_OBJECT

public:
    explicit DataSection(QWidget* parent = nullptr);

    void show(const Experiment& experiment) override;
    void collect(Experiment& experiment) const override;
    std::vector<Problem> unreadable() const override;

    void showFound(const DataSummary& found);
    void clearFound();
    DataFound* found() const { return m_found; }
    /// Where the folder dialog starts.
    void setFolder(const QString& path);

signals:
    void folderChosen(const QString& path);

private:
    const DataKind& kind() const;
    void addKeys();
    void showKind();
    void unfold(bool open);

    std::vector<DataKind> m_kinds;
    QComboBox* m_kind;
    PathEdit* m_place;
    DataFound* m_found;
    KeyEditors m_keys;    ///< of some kinds each
    KeyEditors m_augment; ///< of pictures, folded away
    Disclosure* m_disclose;
    QString m_shownKind; ///< of the experiment that was shown
    std::optional<DataSummary> m_summary;
};

/// "60,000 to train on, 10,000 to validate · 28 × 28 × 1 · 10 classes"
QString summaryText(const DataSummary& found);

} // namespace laptime::ui
