// SPDX-License-Identifier: Apache-2.0
// Text as a data set: pieces of `context` tokens, and the next token at each of their positions.
#pragma once

#include "engine/data/dataset.h"

namespace laptime {

/// `place`: a text file, or a folder whose .txt files (and those of the folders in it) follow each other by
/// name. The tokens' first part is for training: an epoch has tokens ÷ context samples, whole, cut at random
/// places that depend on (seed, epoch, index). The last part is for validation, cut every `context` tokens;
/// epoch number 0 cuts the training part like that, too. Characters are numbered by their code points among
/// those that occur anywhere in the text; bytes by themselves.
DataSplit open_text(const std::string& place, const DataOptions& options);

struct Preprocessing;

/// All of another text with the numbers and the context of a training text, cut every `context` tokens
/// whatever the epoch. Characters that training did not have are damaged items. Throws DataError.
std::shared_ptr<const Dataset> open_text_as(const std::string& place, const Preprocessing& learned,
                                            std::vector<std::string>& warnings);

} // namespace laptime
