// SPDX-License-Identifier: Apache-2.0
// The typed errors of the engine. Engine code throws these and never exits; the command line turns them into
// an exit status and the form into a message beside the field.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace laptime {

/// Base of all errors. what() names the thing, the place and a way out, in one or two sentences.
class Error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The request was wrong (exit status 2): an experiment, a data set, a command-line argument, a history.
class InvalidInput : public Error {
public:
    using Error::Error;
};

/// One thing wrong in an experiment or a model file.
struct Problem {
    std::string field; ///< dotted key, as "speed.global_batch"; empty if the file as a whole is wrong
    int line = 0;      ///< line in the file, from 1; 0 if it did not come from a file
    std::string message;
};

/// An experiment or model that cannot run; carries every problem found, so that a form can show each at its
/// field.
class InvalidExperiment : public InvalidInput {
public:
    explicit InvalidExperiment(std::vector<Problem> problems)
        : InvalidInput(text_of(problems)), problems_(std::move(problems)) {}
    const std::vector<Problem>& problems() const { return problems_; }

private:
    static std::string text_of(const std::vector<Problem>& problems);
    std::vector<Problem> problems_;
};

/// Shapes or types of a graph's operands do not fit; the message names the layer and both shapes.
class ShapeError : public InvalidInput {
public:
    using InvalidInput::InvalidInput;
};

/// A data set that is missing, truncated, or not what it says it is.
class DataError : public InvalidInput {
public:
    using InvalidInput::InvalidInput;
};

/// The history cannot be opened, read or written (locked, read-only, newer, damaged, disk full).
class HistoryError : public InvalidInput {
public:
    using InvalidInput::InvalidInput;
};

/// A device that does not exist or cannot do what is asked.
class DeviceError : public InvalidInput {
public:
    using InvalidInput::InvalidInput;
};

/// A run that started and could not go on (exit status 1).
class RunError : public Error {
public:
    using Error::Error;
};

} // namespace laptime
