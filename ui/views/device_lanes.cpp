// SPDX-License-Identifier: GPL-3.0-or-later
// The queue's buttons are the same commands as in the menus; pointing at a run here selects it in the table.
#include "ui/views/device_lanes.h"

#include <QHBoxLayout>
#include <QItemSelectionModel>
#include <QListView>
#include <QScrollArea>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/commands/scheduler_service.h"
#include "ui/settings/theme.h"
#include "ui/views/device_lane.h"
#include "ui/views/tone_label.h"

namespace laptime::ui {

DeviceLanes::DeviceLanes(QueueWatcher* watcher, SchedulerService* scheduler, Actions* actions,
                         QWidget* parent)
    : QWidget(parent), m_scheduler(scheduler), m_model(new DeviceLanesModel(watcher, this)),
      m_queue(new QueueModel(watcher, this)), m_lanes(new QVBoxLayout), m_list(new QListView),
      m_queueTitle(new ToneLabel(Tone::Plain)), m_queueEmpty(new ToneLabel(Tone::Muted)) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(gridUnit, gridUnit / 2, gridUnit, gridUnit);
    layout->setSpacing(2 * gridUnit);

    auto* lanes = new QWidget;
    auto* column = new QVBoxLayout(lanes);
    column->setContentsMargins(0, 0, 0, 0);
    m_lanes->setSpacing(gridUnit / 2);
    column->addLayout(m_lanes);
    column->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setWidget(lanes);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->viewport()->setBackgroundRole(QPalette::Window);
    scroll->setFocusPolicy(Qt::NoFocus);
    layout->addWidget(scroll, 3);

    auto* side = new QVBoxLayout;
    side->setSpacing(gridUnit / 2);
    auto* top = new QHBoxLayout;
    top->setSpacing(0);
    m_queueTitle->setFont(scaledFont(0, true));
    top->addWidget(m_queueTitle, 1);
    for (Command command : {Command::MoveEarlier, Command::MoveLater, Command::Stop}) {
        auto* button = new QToolButton;
        button->setDefaultAction((*actions)[command]);
        button->setAutoRaise(true);
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);
        button->setFocusPolicy(Qt::TabFocus);
        top->addWidget(button);
    }
    side->addLayout(top);
    m_list->setModel(m_queue);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setSpacing(2);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setAccessibleName(tr("Queue"));
    m_queueEmpty->setText(
        tr("Nothing waits. A run that is launched while another runs on its device waits here."));
    m_queueEmpty->setWordWrap(true);
    m_queueEmpty->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    auto* stack = new QWidget;
    auto* stacked = new QStackedLayout(stack);
    stacked->addWidget(m_queueEmpty);
    stacked->addWidget(m_list);
    side->addWidget(stack, 1);
    layout->addLayout(side, 2);

    connect(m_model, &QAbstractItemModel::modelReset, this, &DeviceLanes::rebuild);
    connect(m_model, &QAbstractItemModel::dataChanged, this,
            [this](const QModelIndex& first, const QModelIndex& last) { update(first.row(), last.row()); });
    const auto queueChanged = [this, stacked] {
        updateQueue();
        stacked->setCurrentIndex(m_queue->rowCount() > 0 ? 1 : 0);
    };
    connect(m_queue, &QAbstractItemModel::rowsInserted, this, queueChanged);
    connect(m_queue, &QAbstractItemModel::rowsRemoved, this, queueChanged);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& index) {
                if (index.isValid())
                    emit runChosen(m_queue->runAt(index.row()));
            });
    rebuild();
    queueChanged();
}

void DeviceLanes::setDevices(const QStringList& devices) {
    m_model->setDevices(devices);
}

void DeviceLanes::focusQueue() {
    if (m_queue->rowCount() > 0)
        m_list->setFocus(Qt::ShortcutFocusReason);
    else if (!m_rows.isEmpty())
        m_rows.front()->setFocus(Qt::ShortcutFocusReason);
}

QSize DeviceLanes::sizeHint() const {
    return {80 * gridUnit, 13 * gridUnit};
}

void DeviceLanes::rebuild() {
    while (m_rows.size() > m_model->rowCount())
        m_rows.takeLast()->deleteLater();
    while (m_rows.size() < m_model->rowCount()) {
        auto* lane = new DeviceLane;
        m_lanes->addWidget(lane);
        m_rows.append(lane);
        connect(lane, &DeviceLane::runChosen, this, &DeviceLanes::runChosen);
        connect(lane, &DeviceLane::pauseAsked, this, [this](RunId run) { m_scheduler->pause({run}); });
        connect(lane, &DeviceLane::goOnAsked, this, [this](RunId run) { m_scheduler->unpause({run}); });
        connect(lane, &DeviceLane::stopAsked, this, [this](RunId run) { m_scheduler->stop({run}); });
    }
    update(0, int(m_rows.size()) - 1);
}

void DeviceLanes::update(int first, int last) {
    for (int row = first; row <= last && row < m_rows.size(); ++row)
        m_rows[row]->show(m_model->index(row));
}

void DeviceLanes::updateQueue() {
    const int waiting = m_queue->rowCount();
    m_queueTitle->setText(waiting ? tr("Queue: %n waiting", nullptr, waiting) : tr("Queue"));
}

} // namespace laptime::ui
