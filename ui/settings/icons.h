// SPDX-License-Identifier: GPL-3.0-or-later
// Our own SVG icons, one colour each, tinted with the text colour of the palette in use when they are
// painted, so that they follow the theme without being made again.
#pragma once

#include <QIcon>
#include <QString>

namespace laptime::ui {

/// The icon of resources/icons/<name>.svg. An unknown name gives an icon that isNull().
QIcon themedIcon(const QString& name);

/// Laptime's own icon in its colours, drawn here: it needs no icon plugin at run time.
QIcon applicationIcon();

} // namespace laptime::ui
