// SPDX-License-Identifier: GPL-3.0-or-later
// The one dialog that may stand in the way: closing would otherwise end hours of work unasked.
#include "ui/views/close_guard.h"

#include <QPushButton>

#include "ui/commands/scheduler_service.h"
#include "ui/models/queue_models.h"
#include "ui/settings/icons.h"
#include "ui/settings/style.h"
#include "ui/settings/theme.h"

namespace laptime::ui {

CloseGuard::CloseGuard(QWidget* window, QueueWatcher* queue, SchedulerService* scheduler,
                       std::function<void()> finish)
    : QObject(window), m_window(window), m_queue(queue), m_scheduler(scheduler), m_finish(std::move(finish)) {
    connect(m_scheduler, &SchedulerService::stopped, this, [this] {
        m_state = State::Done;
        emit mayClose();
    });
}

bool CloseGuard::requestClose() {
    switch (m_state) {
    case State::Done:
        return true;
    case State::Stopping:
        return false; // it goes by itself as soon as the runs have stopped
    case State::Asking:
        if (m_question)
            m_question->activateWindow();
        return false;
    case State::Open:
        break;
    }
    const int active = int(m_queue->entries().size());
    if (active > 0)
        ask(active);
    else
        closeNow();
    return m_state == State::Done;
}

void CloseGuard::ask(int runs) {
    m_state = State::Asking;
    auto* question = new QMessageBox(m_window);
    m_question = question;
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setIconPixmap(themedIcon(QStringLiteral("warning")).pixmap(4 * gridUnit, 4 * gridUnit));
    question->setWindowTitle(tr("Close Laptime"));
    question->setText(tr("%n run(s) are active.", nullptr, runs));
    question->setInformativeText(tr("They are stopped so that they can be resumed later, from where they "
                                    "are. Nothing measured is lost."));
    auto* stop = question->addButton(tr("&Stop and close"), QMessageBox::AcceptRole);
    auto* stay = question->addButton(tr("&Keep running"), QMessageBox::RejectRole);
    makePrimary(stop);
    question->setDefaultButton(stop);
    question->setEscapeButton(stay);
    connect(question, &QDialog::finished, this, [this, question, stop] {
        m_state = State::Open;
        if (question->clickedButton() == stop)
            closeNow();
    });
    question->open();
}

void CloseGuard::closeNow() {
    if (m_state == State::Stopping || m_state == State::Done)
        return;
    m_state = State::Stopping;
    if (m_question)
        m_question->close();
    m_finish();
    emit stopping(int(m_queue->entries().size()));
    m_scheduler->shutDown();
}

} // namespace laptime::ui
