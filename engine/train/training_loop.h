// SPDX-License-Identifier: Apache-2.0
// The loop of one run: executions of K steps, evaluation after each epoch, checkpoints between executions.
#pragma once

#include "engine/data/loader.h"
#include "engine/train/checkpoint_writer.h"
#include "engine/train/run_setup.h"
#include "engine/train/throughput.h"

namespace laptime {

class TrainingLoop {
public:
    TrainingLoop(RunSetup& setup, const TrainRequest& request, const Progress& progress,
                 RunObserver& observer, RunControl& control);
    RunEnd run();

private:
    struct Execution; // the calls of up to K steps, and the buffers that they point to

    void announce();
    bool keep_going(); ///< between executions: pauses, stops, ends, checkpoints
    void execute();    ///< up to K steps
    void report(const Execution& execution, std::size_t steps_done, double loop_start);
    void check_health(const Execution& execution);
    void finish_epoch(bool complete);
    void watch_best(const EpochPoint& epoch);
    void stop_early_or_go_on(); ///< the target is reached, or patience is at its end
    std::shared_ptr<const Checkpoint> snapshot();
    void save_checkpoint();
    void save_best();
    void tell_checkpoint_trouble();
    void end_as(RunStatus status, std::string error = {});
    bool reached_end() const; ///< the planned number of steps or minutes
    double wall_s() const;

    RunSetup& setup_;
    const TrainRequest& request_;
    RunObserver& observer_;
    RunControl& control_;
    Progress progress_;
    Loader loader_;
    CheckpointWriter checkpoints_;
    Throughput throughput_;
    RunEnd end_;
    bool ended_ = false;
    bool first_step_done_ = false;
    double started_ = 0;     ///< monotonic; wall_s counts from here
    double wall_before_ = 0; ///< of a resumed run
    double paused_ = 0;
    double last_checkpoint_ = 0;
    double checkpoint_every_s_ = 0;
    bool best_is_due_ = false;
};

} // namespace laptime
