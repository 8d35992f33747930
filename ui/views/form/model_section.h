// SPDX-License-Identifier: GPL-3.0-or-later
// Name and model: which one of the library, and its options (made from what the library says about them).
#pragma once

#include <map>

#include "ui/views/form/form_section.h"

class QComboBox;
class QLineEdit;
class QToolButton;

namespace laptime::ui {

class ModelSection : public FormSection {
    Q_OBJECT

public:
    explicit ModelSection(QWidget* parent = nullptr);

    void show(const Experiment& experiment) override;
    void collect(Experiment& experiment) const override;
    std::vector<Problem> unreadable() const override;

    /// What the run is called while the name is left empty.
    void setSuggestedName(const QString& name);

private:
    void rebuildOptions(const std::map<std::string, ModelOption>& values);
    void fold(bool open);

    QLineEdit* m_name;
    QComboBox* m_model;
    QToolButton* m_disclose;
    bool m_open = false;                       ///< the options are unfolded
    std::map<std::string, QWidget*> m_options; ///< editor by the option's name
};

} // namespace laptime::ui
