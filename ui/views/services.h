// SPDX-License-Identifier: GPL-3.0-or-later
// The parts behind the window, made once by the program and handed to whoever needs them. Members are
// destroyed in the reverse order: models before the services they read from.
#pragma once

#include <memory>

#include "ui/commands/scheduler_service.h"
#include "ui/models/curve_store.h"
#include "ui/models/history_service.h"
#include "ui/models/live_hub.h"
#include "ui/models/queue_models.h"
#include "ui/models/runs_model.h"
#include "ui/settings/settings.h"

namespace laptime::ui {

struct Services {
    /// Nothing is opened yet; the window starts that once it is on screen.
    Services(std::unique_ptr<QSettings> store, const QString& historyPath)
        : settings(std::move(store)), history(historyPath), scheduler(hub.observerFactory()),
          queue(scheduler.queueSource()), curves(&history, &hub), runs(&history, &hub) {
        QObject::connect(&scheduler, &SchedulerService::queueChanged, &queue, &QueueWatcher::refresh);
    }

    Settings settings;
    HistoryService history;
    LiveHub hub;
    SchedulerService scheduler;
    QueueWatcher queue;
    CurveStore curves;
    RunsModel runs;
};

} // namespace laptime::ui
