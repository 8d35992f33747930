// SPDX-License-Identifier: GPL-3.0-or-later
// Name and model: one of the library with its options (made from what the library says about them), or a
// model file.
#pragma once

#include <QFileSystemWatcher>

#include <map>

#include "ui/views/form/form_section.h"

class QComboBox;
class QLineEdit;

namespace laptime::ui {

class Disclosure;
class PathEdit;

class ModelSection : public FormSection {
    Q_OBJECT

public:
    explicit ModelSection(QWidget* parent = nullptr);

    void show(const Experiment& experiment) override;
    void collect(Experiment& experiment) const override;
    std::vector<Problem> unreadable() const override;

    /// What the run is called while the name is left empty.
    void setSuggestedName(const QString& name);
    /// Where the file dialog starts.
    void setFolder(const QString& path);

signals:
    void folderChosen(const QString& path);

private:
    bool isFile() const;
    std::string library() const;
    void showKind();
    void readFile();
    void watchNothing();
    void rebuildOptions(const std::map<std::string, ModelOption>& values);
    void fold(bool open);

    QLineEdit* m_name;
    QComboBox* m_model;
    PathEdit* m_file;
    Disclosure* m_disclose;
    QFileSystemWatcher m_watcher;              ///< of the model file, where its text was read from there
    std::string m_definition;                  ///< text of the model file
    QString m_fileProblem;                     ///< why it cannot be read
    std::map<std::string, QWidget*> m_options; ///< editor by the option's name
};

} // namespace laptime::ui
