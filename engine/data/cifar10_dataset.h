// SPDX-License-Identifier: Apache-2.0
// The folder of CIFAR-10's binary version as a data set: data_batch_*.bin to train on, test_batch.bin to
// validate, batches.meta.txt for the names of the classes.
#pragma once

#include "engine/data/dataset.h"

namespace laptime {

/// Any number of training files, plain or with .gz behind the name, in the order of their numbers. Without a
/// test file, a part is split off. The names may be missing; then they are the usual ones where there are ten
/// classes. Records with a label that names no class are damaged items.
DataSplit open_cifar10(const std::string& folder, const DataOptions& options);

} // namespace laptime
