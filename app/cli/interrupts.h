// SPDX-License-Identifier: Apache-2.0
// Ctrl-C, SIGTERM and SIGHUP. During training the first asks the run to end resumably, the second ends the
// process; elsewhere the first does.
#pragma once

#include <functional>
#include <mutex>
#include <thread>

#include "engine/train/run_control.h"

namespace laptime::cli {

/// From now on Ctrl-C, SIGTERM and SIGHUP end the process at once with the exit status of an interruption:
/// for commands that leave nothing behind.
void end_at_signals();

/// At most one at a time.
class Interrupts {
public:
    /// `first`: called once, at the first signal. `last`: called before the process ends at the second; it
    /// has half a second. Both on a thread of this object.
    Interrupts(std::function<void()> first, std::function<void()> last);
    ~Interrupts();
    Interrupts(const Interrupts&) = delete;
    Interrupts& operator=(const Interrupts&) = delete;

    /// The run that a signal interrupts, from now on; null: none. A signal that came before takes effect at
    /// once.
    void watch(RunControl* control);
    bool requested() const;
    /// The same as a first signal (nobody reads the output any more).
    void request();

private:
    void listen();
    [[noreturn]] void end_at_once();

    std::function<void()> first_, last_;
    mutable std::mutex mutex_;
    RunControl* control_ = nullptr;
    bool requested_ = false;
    int listening_ = -1; ///< the reading end of the pipe that the signal handler writes to
    std::thread thread_;
};

} // namespace laptime::cli
