// SPDX-License-Identifier: GPL-3.0-or-later
// Q_INIT_RESOURCE declares functions of the global namespace, so it has to stand outside of ours.
#include "ui/settings/resources.h"

#include <QDir>
#include <QtCore/qglobal.h>

static void initAll() {
    Q_INIT_RESOURCE(laptime);
    Q_INIT_RESOURCE(laptime_translations);
}

namespace laptime::ui {

void initResources() {
    static const bool done = (initAll(), true);
    Q_UNUSED(done)
}

} // namespace laptime::ui
