// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/form/key_editors.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QLineEdit>

#include <algorithm>
#include <limits>

#include "ui/views/form/number_edit.h"

namespace laptime::ui {

KeyEditors::KeyEditors(AddField add, std::function<void()> edited)
    : m_add(std::move(add)), m_edited(std::move(edited)) {}

Field* KeyEditors::custom(const QString& key, const QString& label, QWidget* editor,
                          std::function<void(const Experiment&)> read,
                          std::function<QString(Experiment&)> write, Copy copy) {
    Field* field = m_add(key, label, editor);
    m_keys[key] = {field, std::move(read), std::move(write), std::move(copy)};
    return field;
}

Field* KeyEditors::number(const QString& key, const QString& label, Ref<double> ref) {
    auto* editor = new NumberEdit;
    QObject::connect(editor, &QLineEdit::textChanged, editor, [this] { m_edited(); });
    return custom(
        key, label, editor,
        [editor, ref](const Experiment& experiment) {
            Experiment copy = experiment;
            editor->setValue(ref(copy));
        },
        [editor, ref](Experiment& experiment) {
            const auto value = editor->value();
            if (!value)
                return QCoreApplication::translate("laptime::ui::TrainSection", "Not a number");
            ref(experiment) = *value;
            return QString();
        },
        copier(ref));
}

QSpinBox* KeyEditors::makeSpin(int least, const QString& zero) {
    auto* editor = new QSpinBox;
    editor->setRange(least, std::numeric_limits<int>::max());
    editor->setSpecialValueText(zero);
    ignoreWheel(editor);
    QObject::connect(editor, &QSpinBox::valueChanged, editor, [this] { m_edited(); });
    return editor;
}

Field* KeyEditors::text(const QString& key, const QString& label, Ref<std::string> ref,
                        const QString& placeholder) {
    auto* editor = new QLineEdit;
    editor->setPlaceholderText(placeholder);
    QObject::connect(editor, &QLineEdit::textChanged, editor, [this] { m_edited(); });
    return custom(
        key, label, editor,
        [editor, ref](const Experiment& experiment) {
            Experiment copy = experiment;
            editor->setText(QString::fromStdString(ref(copy)));
        },
        [editor, ref](Experiment& experiment) {
            ref(experiment) = editor->text().toStdString();
            return QString();
        },
        copier(ref));
}

Field* KeyEditors::flag(const QString& key, const QString& text, Ref<bool> ref) {
    auto* editor = new QCheckBox(text);
    QObject::connect(editor, &QCheckBox::toggled, editor, [this] { m_edited(); });
    return custom(
        key, QString(), editor,
        [editor, ref](const Experiment& experiment) {
            Experiment copy = experiment;
            editor->setChecked(ref(copy));
        },
        [editor, ref](Experiment& experiment) {
            ref(experiment) = editor->isChecked();
            return QString();
        },
        copier(ref));
}

Field* KeyEditors::chosen(const QString& key, const QString& label, const QStringList& texts,
                          std::function<int(const Experiment&)> place,
                          std::function<void(Experiment&, int)> set, Copy copy) {
    auto* editor = new QComboBox;
    editor->addItems(texts);
    editor->setPlaceholderText(QCoreApplication::translate("laptime::ui::KeyEditors", "as in the file"));
    ignoreWheel(editor);
    QObject::connect(editor, &QComboBox::currentIndexChanged, editor, [this] { m_edited(); });
    return custom(
        key, label, editor,
        [editor, place](const Experiment& experiment) { editor->setCurrentIndex(place(experiment)); },
        [editor, set](Experiment& experiment) {
            set(experiment, editor->currentIndex());
            return QString();
        },
        std::move(copy));
}

void KeyEditors::update(Key& key) const {
    key.field->setVisible(key.applies && m_open);
}

void KeyEditors::setApplies(const QString& name, bool applies) {
    Key& key = m_keys.at(name);
    key.applies = applies;
    update(key);
}

bool KeyEditors::applies(const QString& name) const {
    return m_keys.at(name).applies;
}

bool KeyEditors::anyApplies() const {
    return std::any_of(m_keys.begin(), m_keys.end(), [](const auto& one) { return one.second.applies; });
}

void KeyEditors::setOpen(bool open) {
    m_open = open;
    for (auto& [name, key] : m_keys)
        update(key);
}

void KeyEditors::show(const Experiment& experiment) {
    for (const auto& [name, key] : m_keys)
        key.read(experiment);
}

void KeyEditors::collect(Experiment& experiment, bool reset) const {
    for (const auto& [name, key] : m_keys) {
        if (key.applies)
            key.write(experiment);
        else if (reset)
            key.copy(Experiment(), experiment);
    }
}

std::vector<Problem> KeyEditors::unreadable() const {
    std::vector<Problem> problems;
    Experiment scratch;
    for (const auto& [name, key] : m_keys)
        if (key.applies)
            if (const QString wrong = key.write(scratch); !wrong.isEmpty())
                problems.push_back({name.toStdString(), 0, wrong.toStdString()});
    return problems;
}

bool KeyEditors::isPlain(const Experiment& experiment) const {
    return std::all_of(m_keys.begin(), m_keys.end(), [&](const auto& one) {
        Experiment changed = experiment;
        one.second.copy(Experiment(), changed);
        return changed == experiment;
    });
}

} // namespace laptime::ui
