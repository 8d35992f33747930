// SPDX-License-Identifier: GPL-3.0-or-later
// The bottom of the window: a lane for each device with what runs there and how far it is, and the queue
// beside them.
#pragma once

#include <QWidget>

#include "ui/commands/actions.h"
#include "ui/models/queue_models.h"

class QListView;
class QVBoxLayout;

namespace laptime::ui {

class DeviceLane;
class SchedulerService;
class ToneLabel;

class DeviceLanes : public QWidget {
    Q_OBJECT

public:
    DeviceLanes(QueueWatcher* watcher, SchedulerService* scheduler, Actions* actions,
                QWidget* parent = nullptr);

    void setDevices(const QStringList& devices);
    void focusQueue();
    QSize sizeHint() const override;

signals:
    /// The user pointed at a run here.
    void runChosen(laptime::RunId run);

private:
    void rebuild();
    void update(int first, int last);
    void updateQueue();

    SchedulerService* m_scheduler;
    DeviceLanesModel* m_model;
    QueueModel* m_queue;
    QVBoxLayout* m_lanes;
    QList<DeviceLane*> m_rows;
    QListView* m_list;
    ToneLabel* m_queueTitle;
    ToneLabel* m_queueEmpty;
};

} // namespace laptime::ui
