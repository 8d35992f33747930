// SPDX-License-Identifier: Apache-2.0
// One run with everything it tells written into the history: the path that the desktop's queue and the
// command line share.
#pragma once

#include <string>

#include "engine/history/history.h"
#include "engine/history/history_writer.h"
#include "engine/train/trainer.h"

namespace laptime {

/// Folder of a run's checkpoints: "history.db" keeps those of run 12 in "history.runs/12" beside it.
std::string artifacts_folder(const std::string& history_path, RunId id);

/// Runs a prepared trainer as run `id`: tells `observer` and the history, the history first. A resumed run's
/// points after its checkpoint are removed before it goes on.
RunEnd run_recorded(Trainer& trainer, History& history, HistoryWriter& writer, RunId id,
                    RunObserver& observer, RunControl& control);

} // namespace laptime
