// SPDX-License-Identifier: Apache-2.0
// Ctrl-C, SIGTERM and SIGHUP during training: the first asks the run to end resumably, the second ends the
// process.
#pragma once

#include <functional>
#include <mutex>
#include <thread>

#include "engine/train/run_control.h"

namespace laptime::cli {

class Interrupts {
public:
    /// Must be made before any other thread: they inherit that the signals are blocked, and a thread of this
    /// object is the only one to take them. `first`: called once, at the first signal. `last`: called before
    /// the process ends at the second; it has half a second.
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
    void wait_for_signals();

    std::function<void()> first_, last_;
    mutable std::mutex mutex_;
    RunControl* control_ = nullptr;
    bool requested_ = false;
    std::thread thread_;
};

} // namespace laptime::cli
