// SPDX-License-Identifier: GPL-3.0-or-later
// The language of all texts: the one asked for, else the system's, else English.
#pragma once

#include <QString>

class QCoreApplication;

namespace laptime::ui {

/// Installs our translation and Qt's own for its dialogs, and the locale for numbers and dates. `name`: as
/// "zh_CN"; empty: the system's. To be called before any widget is made. Returns whether our texts are
/// translated.
bool installLanguage(QCoreApplication& application, const QString& name);

} // namespace laptime::ui
