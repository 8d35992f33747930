// SPDX-License-Identifier: GPL-3.0-or-later
// Options are folded away until asked for: the defaults are right for a first run.
#include "ui/views/form/model_section.h"

#include <QComboBox>
#include <QLineEdit>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

#include "engine/model/library.h"
#include "ui/views/form/number_edit.h"
#include "ui/views/form/option_editor.h"

namespace laptime::ui {

using namespace Qt::StringLiterals;

ModelSection::ModelSection(QWidget* parent)
    : FormSection(QString(), parent), m_name(new QLineEdit), m_model(new QComboBox),
      m_disclose(new QToolButton) {
    m_name->setMaxLength(200);
    m_name->setClearButtonEnabled(true);
    addField(u"name"_s, tr("N&ame"), m_name);
    for (const std::string& name : model_names())
        m_model->addItem(QString::fromStdString(name));
    ignoreWheel(m_model);
    addField(u"model.library"_s, tr("M&odel"), m_model);

    m_disclose->setText(tr("Model options"));
    m_disclose->setAutoRaise(true);
    m_disclose->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    rows()->addWidget(m_disclose);

    connect(m_name, &QLineEdit::textChanged, this, [this] { edit(); });
    connect(m_model, &QComboBox::currentIndexChanged, this, [this] {
        rebuildOptions({});
        edit();
    });
    connect(m_disclose, &QToolButton::clicked, this, [this] { fold(!m_open); });
    rebuildOptions({});
}

void ModelSection::show(const Experiment& experiment) {
    m_showing = true;
    m_name->setText(QString::fromStdString(experiment.name));
    const QString model = QString::fromStdString(experiment.model.library);
    int index = m_model->findText(model);
    if (index < 0 && !model.isEmpty()) {
        // From a file or an older run: kept as it is, and the check says what is wrong with it.
        m_model->addItem(model);
        index = m_model->count() - 1;
    }
    m_model->setCurrentIndex(index);
    rebuildOptions(experiment.model.options);
    fold(!experiment.model.options.empty());
    m_showing = false;
}

void ModelSection::collect(Experiment& experiment) const {
    experiment.name = m_name->text().trimmed().toStdString();
    if (experiment.name.empty())
        experiment.name = m_name->placeholderText().toStdString();
    experiment.model.file.clear();
    experiment.model.library = m_model->currentText().toStdString();
    experiment.model.options.clear();
    for (const ModelOptionInfo& info : model_options(experiment.model.library)) {
        const auto editor = m_options.find(info.name);
        if (editor == m_options.end())
            continue;
        const auto value = optionOf(editor->second, info.default_value);
        if (value && *value != info.default_value)
            experiment.model.options[info.name] = *value;
    }
}

std::vector<Problem> ModelSection::unreadable() const {
    std::vector<Problem> problems;
    for (const ModelOptionInfo& info : model_options(m_model->currentText().toStdString())) {
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

void ModelSection::rebuildOptions(const std::map<std::string, ModelOption>& values) {
    for (const auto& [name, editor] : m_options)
        removeField(u"model."_s + QString::fromStdString(name));
    m_options.clear();
    const std::string model = m_model->currentText().toStdString();
    const auto known = model_names();
    if (std::find(known.begin(), known.end(), model) != known.end()) {
        for (const ModelOptionInfo& info : model_options(model)) {
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
    fold(m_open);
}

void ModelSection::fold(bool open) {
    m_open = open;
    m_disclose->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    for (const auto& [name, editor] : m_options)
        if (Field* option = field(u"model."_s + QString::fromStdString(name)))
            option->setVisible(open);
}

} // namespace laptime::ui
