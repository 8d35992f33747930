// SPDX-License-Identifier: Apache-2.0
#include "engine/train/programs.h"

#include <set>

namespace laptime {

std::vector<std::int64_t> split_evenly(std::int64_t items, std::int64_t parts) {
    std::vector<std::int64_t> sizes;
    for (std::int64_t i = 0; i < parts; ++i)
        if (const std::int64_t size = items / parts + (i < items % parts ? 1 : 0); size > 0)
            sizes.push_back(size);
    return sizes;
}

Programs::Programs(Session& session, const Model& model, const StepOptions& options, const BatchSizes& sizes)
    : accumulates_(sizes.accumulate > 1) {
    const ProgramKind kind = accumulates_ ? ProgramKind::accumulate : ProgramKind::step;
    std::set<std::int64_t, std::greater<>> train_sizes; // the full size first: it is the one that is shown
    for (const std::int64_t batch : {sizes.global_batch, sizes.last_batch})
        for (const std::int64_t size : split_evenly(batch, sizes.accumulate))
            train_sizes.insert(size);
    for (const std::int64_t size : train_sizes) {
        StagedGraph staged = build_program(kind, model, size, options);
        train_[size] = session.compile(staged.finished());
        if (staged_.stages.empty())
            staged_ = std::move(staged);
    }
    if (accumulates_)
        apply_ =
            session.compile(build_program(ProgramKind::apply, model, sizes.global_batch, options).finished());
    for (const std::int64_t size : std::set<std::int64_t>{sizes.evaluate, sizes.last_evaluate})
        if (size > 0)
            evaluate_[size] =
                session.compile(build_program(ProgramKind::evaluate, model, size, options).finished());
}

} // namespace laptime
