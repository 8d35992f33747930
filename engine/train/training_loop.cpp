// SPDX-License-Identifier: Apache-2.0
#include "engine/train/training_loop.h"

#include <array>
#include <cmath>

#include "engine/core/clock.h"
#include "engine/core/error.h"
#include "engine/experiment/read_experiment.h"
#include "engine/train/validation.h"

namespace laptime {

namespace {

/// mixed_float16 gives up after so many skipped steps in a row (DESIGN §3).
constexpr std::int64_t most_skips_in_a_row = 50;

} // namespace

struct TrainingLoop::Execution {
    /// One call's scalars; they must not move while the calls point at them.
    struct CallData {
        double scale64 = 0;
        float scale32 = 0;
        std::array<std::int64_t, 4> rng{};
        std::array<double, 4> results{};
    };
    struct Step {
        std::unique_ptr<Batch> batch;
        std::size_t first_call = 0, calls = 0; ///< micro-batches, and the apply call after them
    };
    std::vector<Step> steps;
    std::vector<Call> calls;
    std::vector<std::unique_ptr<CallData>> data;
    double data_s = 0, compute_s = 0;
    std::size_t calls_done = 0;

    CallData& add(Program& program, int halt_result) {
        data.push_back(std::make_unique<CallData>());
        calls.push_back({&program, {}, data.back()->results.data(), halt_result});
        return *data.back();
    }
};

TrainingLoop::TrainingLoop(RunSetup& setup, const TrainRequest& request, const Progress& progress,
                           RunObserver& observer, RunControl& control)
    : setup_(setup), request_(request), observer_(observer), control_(control), progress_(progress),
      loader_(setup.data().train, setup.experiment.train.seed, setup.sizes.global_batch,
              progress.batch == setup.steps_per_epoch ? progress.epoch + 1 : progress.epoch,
              progress.batch == setup.steps_per_epoch ? 0 : progress.batch,
              std::max(8, 2 * setup.experiment.speed.steps_per_execution)),
      checkpoints_(request.artifacts) {
    const double now = monotonic_seconds();
    started_ = request.requested_at > 0 ? request.requested_at : now;
    last_checkpoint_ = now;
    checkpoint_every_s_ = request.checkpoint_every_s > 0 ? request.checkpoint_every_s
                                                         : setup.experiment.train.checkpoint_minutes * 60;
    wall_before_ = progress.wall_s;
}

double TrainingLoop::wall_s() const {
    return wall_before_ + monotonic_seconds() - started_ - paused_;
}

RunEnd TrainingLoop::run() {
    announce();
    try {
        while (keep_going())
            execute();
    } catch (const std::exception& error) {
        end_as(RunStatus::failed, error.what());
    }
    checkpoints_.flush(); // who is told of the end may resume at once
    tell_checkpoint_trouble();
    end_.wall_s = wall_s();
    end_.startup_s = progress_.startup_s;
    end_.samples_per_second = throughput_.samples_per_second();
    end_.val_loss = progress_.val_loss;
    end_.val_accuracy = progress_.val_accuracy;
    end_.best = progress_.best;
    end_.skipped_steps = progress_.skipped;
    end_.time_to_target_s = progress_.time_to_target_s;
    end_.steps = progress_.step;
    end_.samples = progress_.samples;
    end_.time = progress_.time;
    end_.memory_bytes = setup_.session->memory().total();
    observer_.on_end(end_);
    return end_;
}

void TrainingLoop::announce() {
    const Experiment& experiment = setup_.experiment;
    observer_.on_start({.name = experiment.name,
                        .devices = experiment.speed.devices,
                        .precision = word_of(experiment.speed.precision),
                        .strategy = word_of(experiment.speed.strategy),
                        .global_batch = experiment.speed.global_batch,
                        .parameters = setup_.plan.parameters,
                        .predicted_memory_bytes = setup_.plan.memory.total(),
                        .first_step = progress_.step,
                        .total_steps = setup_.total_steps,
                        .steps_per_epoch = setup_.steps_per_epoch,
                        .total_epochs = setup_.total_epochs});
    for (const RunWarning& warning : setup_.plan.warnings)
        observer_.on_warning(warning);
}

bool TrainingLoop::reached_end() const {
    if (setup_.total_steps > 0)
        return progress_.step >= setup_.total_steps;
    return wall_s() >= setup_.experiment.train.minutes.value_or(0) * 60;
}

bool TrainingLoop::keep_going() {
    if (ended_)
        return false;
    if (control_.paused() && control_.requested_stop() == RunControl::Stop::none) {
        save_checkpoint();
        checkpoints_.flush(); // nothing is lost if the machine goes down during a long pause
        observer_.on_status(RunStatus::paused);
        const double waited = control_.wait_while_paused();
        paused_ += waited;
        progress_.time.paused += waited;
        observer_.on_status(RunStatus::running);
    }
    if (const RunControl::Stop stop = control_.requested_stop(); stop != RunControl::Stop::none) {
        save_checkpoint();
        end_as(stop == RunControl::Stop::stop ? RunStatus::stopped : RunStatus::interrupted);
        return false;
    }
    const bool epoch_done = progress_.batch == setup_.steps_per_epoch;
    const bool end = reached_end();
    if (epoch_done || end) {
        // An epoch cut short by train.steps or train.minutes is evaluated as well, so that the run has a
        // metric.
        if (progress_.batch > 0)
            finish_epoch(epoch_done);
        if (ended_)
            return false;
        if (control_.requested_stop() != RunControl::Stop::none)
            return true; // the stop is handled by the next look
        if (end) {
            save_checkpoint();
            end_as(RunStatus::finished);
            return false;
        }
    }
    if (monotonic_seconds() - last_checkpoint_ >= checkpoint_every_s_)
        save_checkpoint();
    return true;
}

void TrainingLoop::execute() {
    const double loop_start = monotonic_seconds();
    const auto& speed = setup_.experiment.speed;
    std::int64_t count =
        std::min<std::int64_t>(speed.steps_per_execution, setup_.steps_per_epoch - progress_.batch);
    if (setup_.total_steps > 0)
        count = std::min(count, setup_.total_steps - progress_.step);

    Execution execution;
    for (std::int64_t i = 0; i < count; ++i) {
        const double wait_start = monotonic_seconds();
        std::unique_ptr<Batch> batch = loader_.next();
        execution.data_s += monotonic_seconds() - wait_start;

        Execution::Step step;
        step.first_call = execution.calls.size();
        const std::size_t sample_bytes = setup_.summary.sample.bytes(),
                          target_bytes = setup_.summary.target.bytes();
        std::int64_t first = 0;
        for (const std::int64_t items : split_evenly(batch->items, speed.accumulate)) {
            auto& data = execution.add(setup_.programs->train(items), 0);
            data.scale64 = 1.0 / static_cast<double>(batch->items * setup_.losses_per_sample());
            data.scale32 = static_cast<float>(data.scale64);
            data.rng = {static_cast<std::int64_t>(setup_.experiment.train.seed), progress_.epoch,
                        progress_.step + i, first};
            const void* scale = setup_.options.precision == Precision::float64
                                    ? static_cast<const void*>(&data.scale64)
                                    : &data.scale32;
            execution.calls.back().inputs = {
                batch->samples.data() + static_cast<std::size_t>(first) * sample_bytes,
                batch->targets.data() + static_cast<std::size_t>(first) * target_bytes, scale,
                data.rng.data()};
            first += items;
        }
        if (setup_.programs->accumulates())
            execution.add(setup_.programs->apply(), -1);
        step.calls = execution.calls.size() - step.first_call;
        step.batch = std::move(batch);
        execution.steps.push_back(std::move(step));
    }

    const double compute_start = monotonic_seconds();
    execution.calls_done = setup_.session->execute(execution.calls);
    execution.compute_s = monotonic_seconds() - compute_start;

    std::size_t steps_done = 0;
    while (steps_done < execution.steps.size() &&
           execution.steps[steps_done].first_call + execution.steps[steps_done].calls <= execution.calls_done)
        ++steps_done;
    // A step that was halted by its loss is reported too: the curve must show where it happened.
    if (execution.calls_done < execution.calls.size() && steps_done < execution.steps.size() &&
        execution.calls_done > execution.steps[steps_done].first_call)
        ++steps_done;

    report(execution, steps_done, loop_start);
    check_health(execution);
    for (Execution::Step& step : execution.steps)
        loader_.recycle(std::move(step.batch));
}

void TrainingLoop::report(const Execution& execution, std::size_t steps_done, double loop_start) {
    const double loop_s = monotonic_seconds() - loop_start;
    const auto share = static_cast<double>(std::max<std::size_t>(steps_done, 1));
    const double step_s = loop_s / share;
    if (!first_step_done_) {
        const double startup_s = monotonic_seconds() - started_;
        if (progress_.startup_s == 0)
            progress_.startup_s = startup_s; // a resumed run keeps the figure of its first start
        progress_.time.startup += startup_s - loop_s;
    }
    progress_.time.data += execution.data_s;
    progress_.time.compute += execution.compute_s;
    progress_.time.host += loop_s - execution.data_s - execution.compute_s;
    progress_.epoch_train_s += loop_s;

    const bool accumulates = setup_.programs->accumulates();
    const double wall_end = wall_s();
    std::vector<StepPoint> points;
    for (std::size_t i = 0; i < steps_done; ++i) {
        const Execution::Step& step = execution.steps[i];
        double loss = 0, correct = 0;
        const std::size_t micro_batches = step.calls - (accumulates ? 1 : 0);
        for (std::size_t call = step.first_call;
             call < std::min(step.first_call + micro_batches, execution.calls_done); ++call) {
            loss += execution.data[call]->results[0];
            correct += execution.data[call]->results[1];
        }
        const auto& last = execution.data[step.first_call + step.calls - 1]->results;
        const double ok = accumulates ? last[0] : last[2];
        const double rate = accumulates ? last[1] : last[3];
        const bool skipped = ok == 0 && std::isfinite(loss);
        progress_.skipped += skipped;
        progress_.skipped_in_a_row = skipped ? progress_.skipped_in_a_row + 1 : 0;
        progress_.step += 1;
        progress_.batch += 1;
        progress_.samples += step.batch->items;
        progress_.epoch_loss += loss * static_cast<double>(step.batch->items);
        progress_.epoch_correct += correct;
        progress_.epoch_items += step.batch->items;
        throughput_.add(step.batch->items, step_s);
        points.push_back({.step = progress_.step,
                          .epoch = progress_.epoch,
                          .samples = progress_.samples,
                          .wall_s = wall_end - step_s * static_cast<double>(steps_done - 1 - i),
                          .loss = loss,
                          .learning_rate = rate,
                          .step_ms = step_s * 1e3,
                          .data_ms = execution.data_s / share * 1e3,
                          .collective_ms = 0,
                          .skipped = skipped});
    }
    if (!first_step_done_) {
        first_step_done_ = true;
        throughput_.first_execution_done();
    }
    observer_.on_steps(points);
}

void TrainingLoop::check_health(const Execution& execution) {
    if (execution.calls_done == 0)
        return;
    const Call& last = execution.calls[execution.calls_done - 1];
    const bool halted = last.halt_result >= 0 && !std::isfinite(last.results[last.halt_result]);
    const bool gave_up = progress_.skipped_in_a_row >= most_skips_in_a_row;
    if (!halted && !gave_up)
        return;
    // The last training call is looked at again with every tensor inspected; its weights are still as it saw
    // them.
    const Call* suspect = &last;
    while (suspect->halt_result < 0)
        --suspect;
    Call again = *suspect;
    std::array<double, 4> scratch{};
    again.results = scratch.data();
    const std::optional<std::string> tensor = setup_.session->first_non_finite(again);
    const std::string where =
        "step " + std::to_string(progress_.step) + " (epoch " + std::to_string(progress_.epoch) + ")";
    const std::string which =
        "; the first tensor that is not finite: " + tensor.value_or("not found again in a second look");
    if (halted)
        end_as(RunStatus::diverged, std::string("the loss became ") +
                                        (std::isnan(last.results[last.halt_result]) ? "NaN" : "infinite") +
                                        " at " + where + which +
                                        "; a lower learning rate or a warm-up often helps");
    else
        end_as(RunStatus::diverged, std::to_string(most_skips_in_a_row) +
                                        " steps in a row were skipped by the loss scale, the last at " +
                                        where + which +
                                        "; mixed_bfloat16 or float32 have the range that is missing here");
}

void TrainingLoop::finish_epoch(bool complete) {
    const double evaluation_start = monotonic_seconds();
    const std::optional<ValidationFigures> figures = validate(setup_, control_);
    if (!figures)
        return; // stopped in the middle: the checkpoint stands before the evaluation, which a resumed run
                // does again
    const double evaluation_s = monotonic_seconds() - evaluation_start;
    progress_.time.evaluation += evaluation_s;
    progress_.val_loss = figures->loss;
    progress_.val_accuracy = figures->accuracy;
    const auto items = static_cast<double>(progress_.epoch_items);
    const double judged = items * static_cast<double>(setup_.losses_per_sample());
    EpochPoint epoch{.epoch = progress_.epoch,
                     .step = progress_.step,
                     .samples = progress_.samples,
                     .wall_s = wall_s(),
                     .train_s = progress_.epoch_train_s,
                     .eval_s = evaluation_s,
                     .loss = progress_.epoch_loss / items,
                     .accuracy =
                         can_count_right(setup_.model.task) ? progress_.epoch_correct / judged : not_measured,
                     .val_loss = figures->loss,
                     .val_accuracy = figures->accuracy,
                     .samples_per_second = items / progress_.epoch_train_s,
                     .metrics = figures->metrics};
    watch_best(epoch);
    epoch.best = progress_.best;
    observer_.on_epoch(epoch);
    for (const auto& part : {setup_.data().train, setup_.data().validation})
        for (const std::string& text : part->take_warnings())
            observer_.on_warning({"data", text});
    const auto& train = setup_.experiment.train;
    if (train.target && std::isnan(progress_.time_to_target_s) &&
        train.target->reached_by(value_of(epoch, train.target->metric)))
        progress_.time_to_target_s = wall_s();
    if (complete) {
        progress_.epoch += 1;
        progress_.batch = 0;
        progress_.epoch_loss = progress_.epoch_correct = progress_.epoch_train_s = 0;
        progress_.epoch_items = 0;
    }
    save_best();
    if (train.checkpoint_epochs > 0 && epoch.epoch % train.checkpoint_epochs == 0)
        save_checkpoint();
    stop_early_or_go_on();
}

void TrainingLoop::watch_best(const EpochPoint& epoch) {
    const Metric monitor = setup_.monitor;
    const double value = value_of(epoch, monitor);
    const bool better = higher_is_better(monitor) ? value > progress_.best : value < progress_.best;
    if (std::isfinite(value) && (better || std::isnan(progress_.best))) {
        progress_.best = value;
        progress_.best_epoch = epoch.epoch;
        best_is_due_ = true;
    }
}

void TrainingLoop::stop_early_or_go_on() {
    const auto& train = setup_.experiment.train;
    const bool reached = train.target && train.stop_at_target && !std::isnan(progress_.time_to_target_s);
    const std::int64_t last = progress_.batch == 0 ? progress_.epoch - 1 : progress_.epoch;
    const bool stale = train.patience > 0 && last - progress_.best_epoch >= train.patience;
    if (!reached && !stale)
        return;
    if (!reached)
        observer_.on_warning({"stopped_early", std::string(word_of(setup_.monitor)) + " was best in epoch " +
                                                   std::to_string(progress_.best_epoch) +
                                                   " and has not become better in the " +
                                                   std::to_string(train.patience) + " epochs since"});
    save_checkpoint();
    end_as(RunStatus::finished);
}

/// A copy of everything; the only part of a checkpoint that the steps wait for.
std::shared_ptr<const Checkpoint> TrainingLoop::snapshot() {
    auto checkpoint = std::make_shared<Checkpoint>();
    checkpoint->progress = progress_;
    checkpoint->progress.wall_s = wall_s();
    checkpoint->experiment = write_experiment(setup_.experiment);
    checkpoint->preprocessing = setup_.data().preprocessing;
    checkpoint->data_fingerprint = setup_.data().fingerprint;
    for (const auto& [name, type] : setup_.session->stored()) {
        StoredTensor& tensor = checkpoint->tensors.emplace_back(StoredTensor{name, type, {}});
        tensor.bytes.resize(type.bytes());
        setup_.session->read_bytes(name, tensor.bytes);
    }
    return checkpoint;
}

void TrainingLoop::save_checkpoint() {
    last_checkpoint_ = monotonic_seconds();
    if (!checkpoints_.is_on() || progress_.step == 0)
        return;
    const double start = last_checkpoint_;
    const std::shared_ptr<const Checkpoint> checkpoint = snapshot();
    checkpoints_.write(checkpoint, last_checkpoint_name);
    progress_.time.checkpoint += monotonic_seconds() - start;
    tell_checkpoint_trouble();
}

void TrainingLoop::save_best() {
    if (!best_is_due_ || !checkpoints_.is_on())
        return;
    best_is_due_ = false;
    const double start = monotonic_seconds();
    checkpoints_.write(snapshot(), best_checkpoint_name);
    progress_.time.checkpoint += monotonic_seconds() - start;
}

/// A full disk does not cost the run: the next checkpoint tries again.
void TrainingLoop::tell_checkpoint_trouble() {
    if (const std::string trouble = checkpoints_.take_trouble(); !trouble.empty())
        observer_.on_warning({"checkpoint_failed", trouble});
}

void TrainingLoop::end_as(RunStatus status, std::string error) {
    end_.status = status;
    end_.error = std::move(error);
    ended_ = true;
}

} // namespace laptime
