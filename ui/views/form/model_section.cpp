// SPDX-License-Identifier: GPL-3.0-or-later
// Options are folded away until asked for: the defaults are right for a first run. A model file is read when
// it is chosen; a run that is launched again keeps the text that it had.
#include "ui/views/form/model_section.h"

#include <QComboBox>
#include <QFile>
#include <QFileInfo>
#include <QLineEdit>
#include <QVBoxLayout>

#include <algorithm>

#include "engine/model/library.h"
#include "ui/views/form/disclosure.h"
#include "ui/views/form/number_edit.h"
#include "ui/views/form/option_editor.h"
#include "ui/views/form/path_edit.h"

namespace laptime::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 largestFile = 16 << 20;
const QString& fileWord() {
    static const QString word = u"file:"_s; // no model of the library has a colon in its name
    return word;
}

bool isKnown(const std::string& model) {
    const auto known = model_names();
    return std::find(known.begin(), known.end(), model) != known.end();
}

/// Equal, a whole number being as good as a real one.
bool sameValue(const ModelOption& a, const ModelOption& b) {
    const auto real = [](const ModelOption& value) -> std::optional<double> {
        if (const auto* whole = std::get_if<std::int64_t>(&value))
            return double(*whole);
        if (const auto* number = std::get_if<double>(&value))
            return *number;
        return std::nullopt;
    };
    const auto first = real(a), second = real(b);
    return first && second ? *first == *second : a == b;
}

} // namespace

ModelSection::ModelSection(QWidget* parent)
    : FormSection(QString(), parent), m_name(new QLineEdit), m_model(new QComboBox), m_file(new PathEdit),
      m_disclose(new Disclosure(tr("Model options"))) {
    m_name->setMaxLength(200);
    m_name->setClearButtonEnabled(true);
    addField(u"name"_s, tr("N&ame"), m_name);
    for (const std::string& name : model_names()) {
        m_model->addItem(QString::fromStdString(name), QString::fromStdString(name));
        m_model->setItemData(m_model->count() - 1, QString::fromStdString(model_help(name)), Qt::ToolTipRole);
    }
    m_model->insertSeparator(m_model->count());
    m_model->addItem(tr("Model file"), fileWord());
    ignoreWheel(m_model);
    addField(u"model.library"_s, tr("M&odel"), m_model);
    m_file->setWhat(PathEdit::What::File, tr("Choose a model file"), tr("File"),
                    tr("Model files (*.toml);;All files (*)"));
    addField(u"model.file"_s, QString(), m_file);
    setFieldOf(u"model"_s, field(u"model.library"_s)); // layers of a file are "model.<name>"
    rows()->addWidget(m_disclose);

    connect(m_name, &QLineEdit::textChanged, this, [this] { edit(); });
    connect(m_model, &QComboBox::currentIndexChanged, this, [this] {
        rebuildOptions({});
        showKind();
        edit();
    });
    connect(m_file, &PathEdit::edited, this, [this] {
        if (!m_showing)
            readFile();
        edit();
    });
    connect(m_file, &PathEdit::chosen, this,
            [this](const QString& path) { emit folderChosen(QFileInfo(path).absolutePath()); });
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, [this] {
        readFile(); // an editor saved it
        edit();
    });
    connect(m_disclose, &Disclosure::toggledOpen, this, &ModelSection::fold);
    rebuildOptions({});
    showKind();
}

bool ModelSection::isFile() const {
    return m_model->currentData().toString() == fileWord();
}

std::string ModelSection::library() const {
    return isFile() ? std::string() : m_model->currentData().toString().toStdString();
}

void ModelSection::setFolder(const QString& path) {
    m_file->setFolder(path);
}

void ModelSection::show(const Experiment& experiment) {
    m_showing = true;
    m_name->setText(QString::fromStdString(experiment.name));
    const bool file = !experiment.model.file.empty() || !experiment.model.definition.empty();
    const QString model = file ? fileWord() : QString::fromStdString(experiment.model.library);
    int index = m_model->findData(model);
    if (index < 0 && !model.isEmpty()) {
        // From a file or an older run: kept as it is, and the check says what is wrong with it.
        m_model->addItem(model, model);
        index = m_model->count() - 1;
    }
    m_model->setCurrentIndex(index);
    m_file->setPath(QString::fromStdString(experiment.model.file));
    m_definition = experiment.model.definition;
    m_fileProblem.clear();
    watchNothing();
    if (file && m_definition.empty())
        readFile();
    rebuildOptions(experiment.model.options);
    fold(!experiment.model.options.empty());
    showKind();
    m_showing = false;
}

void ModelSection::watchNothing() {
    if (!m_watcher.files().isEmpty())
        m_watcher.removePaths(m_watcher.files());
}

void ModelSection::readFile() {
    m_definition.clear();
    m_fileProblem.clear();
    watchNothing();
    if (m_file->path().isEmpty())
        return;
    QFile file(m_file->path());
    if (QFileInfo(file).isDir() || !file.open(QIODevice::ReadOnly))
        m_fileProblem =
            tr("Cannot be read: %1").arg(QFileInfo(file).isDir() ? tr("it is a folder") : file.errorString());
    else if (file.size() > largestFile)
        m_fileProblem = tr("Too large for a model file");
    else
        m_definition = file.readAll().toStdString();
    if (QFileInfo(file).isFile())
        m_watcher.addPath(m_file->path());
}

void ModelSection::collect(Experiment& experiment) const {
    experiment.name = m_name->text().trimmed().toStdString();
    if (experiment.name.empty())
        experiment.name = m_name->placeholderText().toStdString();
    Experiment::Model& model = experiment.model;
    if (isFile()) {
        if (!model.library.empty())
            model.options.clear();
        model.library.clear();
        model.file = m_file->path().toStdString();
        model.definition = m_definition;
        return;
    }
    if (model.library != library())
        model.options.clear();
    model.library = library();
    model.file.clear();
    model.definition.clear();
    if (!isKnown(model.library))
        return;
    for (const ModelOptionInfo& info : model_options(model.library)) {
        const auto editor = m_options.find(info.name);
        if (editor == m_options.end())
            continue;
        const auto value = optionOf(editor->second, info.default_value);
        const auto had = model.options.find(info.name);
        if (!value || (had != model.options.end() && sameValue(*value, had->second)))
            continue; // as it was, with its type
        if (*value != info.default_value)
            model.options[info.name] = *value;
        else if (had != model.options.end())
            model.options.erase(had);
    }
}

std::vector<Problem> ModelSection::unreadable() const {
    if (isFile()) {
        if (!m_fileProblem.isEmpty())
            return {{"model.file", 0, m_fileProblem.toStdString()}};
        if (m_definition.empty())
            return {{"model.file", 0, tr("Choose a model file").toStdString()}};
        return {};
    }
    std::vector<Problem> problems;
    if (!isKnown(library()))
        return problems;
    for (const ModelOptionInfo& info : model_options(library())) {
        const auto editor = m_options.find(info.name);
        if (editor != m_options.end() && !optionOf(editor->second, info.default_value))
            problems.push_back(
                {"model." + info.name, 0,
                 std::holds_alternative<double>(info.default_value)
                     ? tr("Not a number").toStdString()
                     : tr("Write whole numbers with commas between them, as 32, 64").toStdString()});
    }
    return problems;
}

void ModelSection::setSuggestedName(const QString& name) {
    m_name->setPlaceholderText(name);
}

void ModelSection::showKind() {
    field(u"model.file"_s)->setVisible(isFile());
    // Problems of a file that fits the data badly belong to the file.
    setFieldOf(u"model"_s, field(isFile() ? u"model.file"_s : u"model.library"_s));
    field(u"model.library"_s)
        ->setToolTip(isKnown(library()) ? QString::fromStdString(model_help(library())) : QString());
}

void ModelSection::rebuildOptions(const std::map<std::string, ModelOption>& values) {
    for (const auto& [name, editor] : m_options)
        removeField(u"model."_s + QString::fromStdString(name));
    m_options.clear();
    if (isKnown(library())) {
        for (const ModelOptionInfo& info : model_options(library())) {
            QWidget* editor = makeOptionEditor(info, this, [this] { edit(); });
            const auto value = values.find(info.name);
            if (value != values.end())
                setOption(editor, value->second);
            QString label = QString::fromStdString(info.name);
            label.replace(u'_', u' ');
            label[0] = label[0].toUpper();
            Field* field = addField(u"model."_s + QString::fromStdString(info.name), label, editor);
            field->setToolTip(QString::fromStdString(info.help));
            m_options[info.name] = editor;
        }
    }
    m_disclose->setVisible(!m_options.empty());
    fold(m_disclose->isOpen());
}

void ModelSection::fold(bool open) {
    m_disclose->setOpen(open);
    for (const auto& [name, editor] : m_options)
        if (Field* option = field(u"model."_s + QString::fromStdString(name)))
            option->setVisible(open);
}

} // namespace laptime::ui
