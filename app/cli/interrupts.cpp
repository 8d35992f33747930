// SPDX-License-Identifier: Apache-2.0
// Signals taken by a thread with sigwait, so that nothing has to run inside a signal handler.
#include "app/cli/interrupts.h"

#include <chrono>
#include <csignal>
#include <future>
#include <pthread.h>
#include <unistd.h>

#include "app/cli/command.h"

namespace laptime::cli {

namespace {

sigset_t watched() {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGUSR1}) // SIGUSR1: our own, to end the thread
        sigaddset(&signals, signal);
    return signals;
}

} // namespace

Interrupts::Interrupts(std::function<void()> first, std::function<void()> last)
    : first_(std::move(first)), last_(std::move(last)) {
    const sigset_t signals = watched();
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    thread_ = std::thread([this] { wait_for_signals(); });
}

Interrupts::~Interrupts() {
    pthread_kill(thread_.native_handle(), SIGUSR1);
    thread_.join();
}

void Interrupts::watch(RunControl* control) {
    const std::lock_guard lock(mutex_);
    control_ = control;
    if (control_ && requested_)
        control_->interrupt();
}

bool Interrupts::requested() const {
    const std::lock_guard lock(mutex_);
    return requested_;
}

void Interrupts::request() {
    const std::lock_guard lock(mutex_);
    requested_ = true;
    if (control_)
        control_->interrupt();
}

void Interrupts::wait_for_signals() {
    const sigset_t signals = watched();
    for (;;) {
        int signal = 0;
        if (sigwait(&signals, &signal) != 0)
            continue;
        if (signal == SIGUSR1)
            return;
        if (!requested()) {
            first_();
            request();
            continue;
        }
        // The run's own thread may be deep in a long execution, so the process ends under it. What it has
        // told so far is brought to the disk if that is quick; the next start finds the run dead and marks it
        // interrupted.
        std::promise<void> finished;
        std::thread([this, &finished] {
            try {
                last_();
            } catch (const std::exception&) { // the disk does not take it: nothing that could be done about
                                              // it here
            }
            finished.set_value();
        }).detach();
        finished.get_future().wait_for(std::chrono::milliseconds(500));
        _exit(interrupted);
    }
}

} // namespace laptime::cli
