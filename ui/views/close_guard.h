// SPDX-License-Identifier: GPL-3.0-or-later
// What closing the window means while runs are active: ask once, stop them so that they can be resumed, wait
// for that without freezing, then really close.
#pragma once

#include <QMessageBox>
#include <QObject>
#include <QPointer>

#include <functional>

class QWidget;

namespace laptime::ui {

class QueueWatcher;
class SchedulerService;

class CloseGuard : public QObject {
    Q_OBJECT

public:
    enum class State { Open, Asking, Stopping, Done };

    /// `finish`: called before the scheduler shuts down (keep settings, carry out what is pending).
    CloseGuard(QWidget* window, QueueWatcher* queue, SchedulerService* scheduler,
               std::function<void()> finish);

    /// The window's close event: true when it may go now. Otherwise closing goes on by itself, if at all, and
    /// mayClose() tells when.
    bool requestClose();
    /// Closing without a question (a signal, the end of the session).
    void closeNow();
    State state() const { return m_state; }
    /// The question while it is asked, for tests.
    QMessageBox* question() const { return m_question; }

signals:
    /// Runs are being stopped; the window should say so and take no more requests.
    void stopping(int runs);
    void mayClose();

private:
    void ask(int runs);

    QWidget* m_window;
    QueueWatcher* m_queue;
    SchedulerService* m_scheduler;
    std::function<void()> m_finish;
    QPointer<QMessageBox> m_question;
    State m_state = State::Open;
};

} // namespace laptime::ui
