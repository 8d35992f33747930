// SPDX-License-Identifier: GPL-3.0-or-later
// Comparison of history rows; see run_rows.h.
#include "ui/models/run_rows.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace laptime::ui {
namespace {

bool same(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

auto exactPart(const RunRow& r) {
    return std::tie(r.id, r.name, r.status, r.model, r.dataset, r.optimizer, r.precision, r.strategy,
                    r.devices, r.global_batch, r.created, r.started, r.steps, r.seed, r.group, r.color,
                    r.tags, r.note, r.error, r.resumable, r.artifacts);
}

} // namespace

bool sameRow(const RunRow& a, const RunRow& b) {
    return exactPart(a) == exactPart(b) && same(a.samples_per_second, b.samples_per_second) &&
           same(a.val_accuracy, b.val_accuracy) && same(a.val_loss, b.val_loss) && same(a.best, b.best) &&
           same(a.time_to_target_s, b.time_to_target_s) && same(a.wall_s, b.wall_s) &&
           same(a.startup_s, b.startup_s);
}

bool sameRows(const std::vector<RunRow>& a, const std::vector<RunRow>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), sameRow);
}

} // namespace laptime::ui
