// SPDX-License-Identifier: GPL-3.0-or-later
// The self-pipe trick.
#include "app/desktop/unix_signals.h"

#include <QSocketNotifier>

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace laptime::ui {

namespace {

int pipeEnds[2] = {-1, -1};

extern "C" void onSignal(int) {
    const int kept = errno;
    const char byte = 1;
    [[maybe_unused]] const auto written = ::write(pipeEnds[1], &byte, 1);
    errno = kept;
}

} // namespace

UnixSignals::UnixSignals(QObject* parent) : QObject(parent) {
    if (::pipe2(pipeEnds, O_CLOEXEC | O_NONBLOCK) != 0)
        return; // then the signals end the program at once, as they always do; the history survives that
    auto* notifier = new QSocketNotifier(pipeEnds[0], QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, [this, count = 0]() mutable {
        char byte = 0;
        while (::read(pipeEnds[0], &byte, 1) == 1)
            emit endRequested(++count);
    });
    struct sigaction action = {};
    action.sa_handler = onSignal;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    for (int number : {SIGINT, SIGTERM, SIGHUP})
        sigaction(number, &action, nullptr);
}

} // namespace laptime::ui
