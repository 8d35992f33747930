// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of laptime-desktop.
#pragma once

#include <QString>
#include <QStringList>

#include <optional>

#include "ui/settings/settings.h"

namespace laptime::ui {

struct Options {
    QString history;    ///< empty: the default place
    QString experiment; ///< a file to fill the form from
    std::optional<ThemeChoice> theme;
    QString language;
    QString settings;   ///< a settings file of its own; empty: the user's
    QString screenshot; ///< written and then the program ends; for the documentation
    double after = 2;   ///< seconds before that
};

/// Reads the arguments without the program's name. Prints help, version or what is wrong, and then gives the
/// exit status instead of options. Needs no display.
std::optional<int> readOptions(const QStringList& arguments, Options& options);

} // namespace laptime::ui
