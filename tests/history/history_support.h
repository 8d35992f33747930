// SPDX-License-Identifier: Apache-2.0
// What the history's tests share: a place for files, points with hard numbers, and comparison of bits.
#pragma once

#include <bit>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <unistd.h>
#include <vector>

#include "engine/core/machine.h"
#include "engine/history/history.h"

namespace laptime::test {

/// A folder that is gone at the end.
class Folder {
public:
    Folder() {
        std::string name = (std::filesystem::temp_directory_path() / "laptime-history-XXXXXX").string();
        path_ = mkdtemp(name.data());
    }
    ~Folder() {
        std::error_code error;
        std::filesystem::remove_all(path_, error);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    std::string file(const std::string& name) const { return path_ + "/" + name; }
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

inline std::string contents(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

inline void write_file(const std::string& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

/// All NaNs are one: the history promises to keep them, not their payload.
inline std::uint64_t bits(double value) {
    return std::isnan(value) ? 0x7ff8000000000000u : std::bit_cast<std::uint64_t>(value);
}

inline bool same(const StepPoint& a, const StepPoint& b) {
    return a.step == b.step && a.epoch == b.epoch && a.samples == b.samples &&
           bits(a.wall_s) == bits(b.wall_s) && bits(a.loss) == bits(b.loss) &&
           bits(a.learning_rate) == bits(b.learning_rate) && bits(a.step_ms) == bits(b.step_ms) &&
           bits(a.data_ms) == bits(b.data_ms) && bits(a.collective_ms) == bits(b.collective_ms) &&
           a.skipped == b.skipped;
}

inline bool same(const EpochPoint& a, const EpochPoint& b) {
    return a.epoch == b.epoch && a.step == b.step && a.samples == b.samples &&
           bits(a.wall_s) == bits(b.wall_s) && bits(a.train_s) == bits(b.train_s) &&
           bits(a.eval_s) == bits(b.eval_s) && bits(a.loss) == bits(b.loss) &&
           bits(a.accuracy) == bits(b.accuracy) && bits(a.val_loss) == bits(b.val_loss) &&
           bits(a.val_accuracy) == bits(b.val_accuracy) &&
           bits(a.samples_per_second) == bits(b.samples_per_second);
}

template <class T>
bool same(const std::vector<T>& a, const std::vector<T>& b) {
    if (a.size() != b.size())
        return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (!same(a[i], b[i]))
            return false;
    return true;
}

/// Step `step` with numbers that storage likes to spoil: NaN, infinities, -0, the smallest and largest
/// doubles.
inline StepPoint hard_point(std::int64_t step) {
    using Limits = std::numeric_limits<double>;
    constexpr double hard[] = {Limits::quiet_NaN(),
                               Limits::infinity(),
                               -Limits::infinity(),
                               -0.0,
                               0.0,
                               1.0,
                               -3.0,
                               Limits::denorm_min(),
                               Limits::max(),
                               Limits::lowest(),
                               0.1,
                               1e15,
                               9007199254740993.0};
    const auto pick = [&](std::int64_t n) { return hard[static_cast<std::size_t>(n) % std::size(hard)]; };
    StepPoint p;
    p.step = step;
    p.epoch = step / 100 + 1;
    p.samples = step * 128 - step % 7;
    p.wall_s = 0.013 * static_cast<double>(step);
    p.loss = step % 5 == 0 ? pick(step / 5) : 2.5 / static_cast<double>(step);
    p.learning_rate = pick(step + 3);
    p.step_ms = 13.0 + 1.0 / static_cast<double>(step);
    p.data_ms = pick(step + 5);
    p.collective_ms = 0;
    p.skipped = step % 11 == 0;
    return p;
}

inline std::vector<StepPoint> hard_points(std::int64_t first, std::int64_t last) {
    std::vector<StepPoint> points;
    for (std::int64_t step = first; step <= last; ++step)
        points.push_back(hard_point(step));
    return points;
}

inline RunId add_running(History& history, const std::string& name, const std::string& artifacts = {}) {
    Experiment experiment;
    experiment.name = name;
    const RunId id = history.add_run(experiment, {{"cpu", "test"}});
    RunStart start;
    start.name = name;
    start.devices = experiment.speed.devices;
    start.precision = "float32";
    start.strategy = "single";
    start.global_batch = 128;
    history.begin(id, start, {{"cpu", "test"}}, "fingerprint", "casts", artifacts);
    return id;
}

/// The message of the Error that `action` throws; "" when it throws none.
template <class E = Error, class Action>
std::string error_of(Action action) {
    try {
        action();
    } catch (const E& error) {
        return error.what();
    }
    return {};
}

} // namespace laptime::test
