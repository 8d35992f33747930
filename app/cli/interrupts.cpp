// SPDX-License-Identifier: Apache-2.0
// A signal handler may do next to nothing, so it writes a byte to a pipe, and a thread does the rest.
// (Waiting with sigwait instead would need the signals blocked in every thread, and libraries start threads
// before main().)
#include "app/cli/interrupts.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <future>
#include <unistd.h>

#include "app/cli/command.h"
#include "engine/core/error.h"

namespace laptime::cli {

namespace {

constexpr int signals[] = {SIGINT, SIGTERM, SIGHUP};
constexpr char came = 's', quit = 'q';
int signal_pipe = -1; ///< the writing end

void on_signal(int) {
    const int error = errno;
    [[maybe_unused]] const ssize_t written = ::write(signal_pipe, &came, 1);
    errno = error;
}

void on_every_signal(void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    for (const int signal : signals) {
        struct sigaction before {};
        sigaction(signal, nullptr, &before);
        if (before.sa_handler != SIG_IGN) // nohup stays nohup
            sigaction(signal, &action, nullptr);
    }
}

} // namespace

void end_at_signals() {
    static const bool on_terminal = isatty(STDERR_FILENO) == 1; // asked now: a handler may do next to nothing
    on_every_signal([](int) {
        if (on_terminal) [[maybe_unused]]
            const ssize_t written = ::write(STDERR_FILENO, "\n", 1);
        _exit(interrupted);
    });
}

Interrupts::Interrupts(std::function<void()> first, std::function<void()> last)
    : first_(std::move(first)), last_(std::move(last)) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        throw RunError(std::string("cannot make a pipe for signals: ") + std::strerror(errno));
    listening_ = ends[0];
    signal_pipe = ends[1];
    thread_ = std::thread([this] { listen(); });
    on_every_signal(on_signal);
}

Interrupts::~Interrupts() {
    for (const int signal : signals)
        std::signal(signal, SIG_DFL);
    [[maybe_unused]] const ssize_t written = ::write(signal_pipe, &quit, 1);
    thread_.join();
    close(signal_pipe);
    close(listening_);
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

void Interrupts::listen() {
    bool before = false;
    for (;;) {
        char what = 0;
        const ssize_t count = ::read(listening_, &what, 1);
        if (count < 0 && errno == EINTR)
            continue;
        if (count != 1 || what == quit)
            return;
        if (before)
            end_at_once();
        before = true;
        first_();
        request();
    }
}

void Interrupts::end_at_once() {
    // The run's own thread may be deep in a long execution, so the process ends under it. What it has told so
    // far is brought to the disk if that is quick; the next start finds the run dead and marks it
    // interrupted.
    std::promise<void> finished;
    std::thread([this, &finished] {
        try {
            last_();
        } catch (
            const std::exception&) { // the disk does not take it: nothing that could be done about it here
        }
        finished.set_value();
    }).detach();
    finished.get_future().wait_for(std::chrono::milliseconds(500));
    _exit(interrupted);
}

} // namespace laptime::cli
