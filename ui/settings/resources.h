// SPDX-License-Identifier: GPL-3.0-or-later
// Icons and translations are compiled into a static library, whose resources register only when they are
// asked to.
#pragma once

namespace laptime::ui {

/// Registers them; calling it again does nothing.
void initResources();

} // namespace laptime::ui
