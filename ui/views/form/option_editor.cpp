// SPDX-License-Identifier: GPL-3.0-or-later
// Lists are written as "32, 64".
#include "ui/views/form/option_editor.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QSpinBox>

#include <limits>

#include "ui/views/form/number_edit.h"

namespace laptime::ui {

QWidget* makeOptionEditor(const ModelOptionInfo& info, QWidget* parent, std::function<void()> edited) {
    QWidget* editor = nullptr;
    if (std::holds_alternative<std::int64_t>(info.default_value)) {
        auto* spin = new QSpinBox(parent);
        spin->setRange(std::numeric_limits<int>::min(), std::numeric_limits<int>::max());
        QObject::connect(spin, &QSpinBox::valueChanged, spin, [edited] { edited(); });
        ignoreWheel(spin);
        editor = spin;
    } else if (std::holds_alternative<double>(info.default_value)) {
        auto* line = new NumberEdit(parent);
        QObject::connect(line, &QLineEdit::textChanged, line, [edited] { edited(); });
        editor = line;
    } else if (std::holds_alternative<bool>(info.default_value)) {
        auto* box = new QCheckBox(parent);
        QObject::connect(box, &QCheckBox::toggled, box, [edited] { edited(); });
        editor = box;
    } else {
        auto* line = new QLineEdit(parent);
        QObject::connect(line, &QLineEdit::textChanged, line, [edited] { edited(); });
        editor = line;
    }
    editor->setToolTip(QString::fromStdString(info.help));
    setOption(editor, info.default_value);
    return editor;
}

void setOption(QWidget* editor, const ModelOptionValue& value) {
    if (auto* spin = qobject_cast<QSpinBox*>(editor)) {
        if (const auto* whole = std::get_if<std::int64_t>(&value))
            spin->setValue(int(*whole));
    } else if (auto* number = qobject_cast<NumberEdit*>(editor)) {
        if (const auto* real = std::get_if<double>(&value))
            number->setValue(*real);
        else if (const auto* whole = std::get_if<std::int64_t>(&value)) // "dropout = 0" in a file
            number->setValue(double(*whole));
    } else if (auto* box = qobject_cast<QCheckBox*>(editor)) {
        if (const auto* flag = std::get_if<bool>(&value))
            box->setChecked(*flag);
    } else if (auto* line = qobject_cast<QLineEdit*>(editor)) {
        if (const auto* text = std::get_if<std::string>(&value))
            line->setText(QString::fromStdString(*text));
        else if (const auto* list = std::get_if<std::vector<std::int64_t>>(&value)) {
            QStringList parts;
            for (std::int64_t item : *list)
                parts += QString::number(item);
            line->setText(parts.join(QStringLiteral(", ")));
        }
    }
}

std::optional<ModelOptionValue> optionOf(const QWidget* editor, const ModelOptionValue& like) {
    if (const auto* spin = qobject_cast<const QSpinBox*>(editor))
        return ModelOptionValue(std::int64_t{spin->value()});
    if (const auto* number = qobject_cast<const NumberEdit*>(editor)) {
        const auto value = number->value();
        return value ? std::optional<ModelOptionValue>(*value) : std::nullopt;
    }
    if (const auto* box = qobject_cast<const QCheckBox*>(editor))
        return ModelOptionValue(box->isChecked());
    const auto* line = qobject_cast<const QLineEdit*>(editor);
    if (!line)
        return std::nullopt;
    if (std::holds_alternative<std::string>(like))
        return ModelOptionValue(line->text().toStdString());
    std::vector<std::int64_t> list;
    for (const QString& part : line->text().split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        bool readable = false;
        list.push_back(part.trimmed().toLongLong(&readable));
        if (!readable)
            return std::nullopt;
    }
    return ModelOptionValue(list);
}

} // namespace laptime::ui
