// SPDX-License-Identifier: GPL-3.0-or-later
// An editor for one option of a model, by the type of its default value: number, switch, text or list of
// numbers.
#pragma once

#include <QWidget>

#include <functional>
#include <optional>

#include "engine/model/library.h"

namespace laptime::ui {

/// `edited` is called whenever the user changes the value.
QWidget* makeOptionEditor(const ModelOptionInfo& info, QWidget* parent, std::function<void()> edited);
void setOption(QWidget* editor, const ModelOptionValue& value);
/// Nothing where the text is no value of the type of `like`.
std::optional<ModelOptionValue> optionOf(const QWidget* editor, const ModelOptionValue& like);

} // namespace laptime::ui
