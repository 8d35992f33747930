// SPDX-License-Identifier: GPL-3.0-or-later
// Version, licences, libraries.
#pragma once

class QWidget;

namespace laptime::ui {

/// Opens the window about Laptime; it does not stop the one behind it.
void showAbout(QWidget* parent);

} // namespace laptime::ui
