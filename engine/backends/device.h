// SPDX-License-Identifier: Apache-2.0
// The small interface behind which every device stands. A Session holds the variables of one run on one
// device and compiles graphs into programs that share them; execute() runs a list of calls without returning
// to the host between them, which is what makes several steps per execution cheap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/graph/graph.h"

namespace laptime {

/// How well a device can do a precision mode.
enum class Support { native, emulated, unavailable };

struct PrecisionSupport {
    Support support = Support::unavailable;
    std::string why; ///< e.g. "AVX512-BF16", "no float16 arithmetic: stored as float16, computed in float32"
};

struct DeviceInfo {
    std::string name;        ///< "cpu:0"
    std::string description; ///< "AMD EPYC, 2 cores, AVX512-BF16"
    std::int64_t memory_bytes = 0;
    int cores = 0;
    std::map<std::string, PrecisionSupport> precisions; ///< by the experiment file's name of the mode
};

/// Bytes that a session needs, known before anything is allocated.
struct SessionMemory {
    std::int64_t variables = 0; ///< weights
    std::int64_t state = 0;     ///< optimizer slots, moving statistics, gradient accumulators, counters
    std::int64_t arena = 0; ///< activations, gradients and the kernels' work space: maximum over the programs
    std::int64_t total() const { return variables + state + arena; }
};

/// A compiled graph. Belongs to the session that made it.
class Program {
public:
    virtual ~Program() = default;
    /// The graph as it was compiled (after the device's own lowering), for `check --dump` and for messages.
    virtual const Graph& graph() const = 0;
};

/// One run of a program within an execution.
struct Call {
    Program* program = nullptr;
    std::vector<const void*> inputs; ///< plain row-major host data of each graph input, in the graph's order
    /// Where the graph's results go, in the graph's order: a result of n elements is n consecutive doubles in
    /// row-major order, whatever its type; Graph::result_offset() says where each begins. May be null where
    /// nobody reads them.
    double* results = nullptr;
    /// Index of a result that stops the execution after this call if its first element is not finite. Needs
    /// `results`.
    int halt_result = -1;
};

class Session {
public:
    virtual ~Session() = default;

    virtual std::unique_ptr<Program> compile(const Graph& graph) = 0;

    /// Known once all programs are compiled; nothing is allocated before the first write() or execute().
    virtual SessionMemory memory() const = 0;

    /// Writes or reads a variable or state by name as float64 in the logical row-major order, whatever the
    /// device's own layout and type. Exact for every type up to float64. Throws std::logic_error for an
    /// unknown name or count.
    virtual void write(const std::string& name, std::span<const double> values) = 0;
    virtual std::vector<double> read(const std::string& name) const = 0;
    /// The same without conversion: the elements as stored() types them, row-major, one behind the other.
    virtual void write_bytes(const std::string& name, std::span<const std::byte> bytes) = 0;
    virtual void read_bytes(const std::string& name, std::span<std::byte> bytes) const = 0;
    /// Names of all variables and state, with their logical types.
    virtual std::vector<std::pair<std::string, TensorType>> stored() const = 0;

    /// Runs the calls in order and returns how many were run (fewer where halt_result stopped it).
    /// Must always be called from the same thread. Throws RunError.
    virtual std::size_t execute(std::span<const Call> calls) = 0;

    /// Runs one call with every value inspected, leaving all variables and state as they were; returns the
    /// name of the first value with a NaN or infinity ("layer/op", or the variable's name), if any.
    virtual std::optional<std::string> first_non_finite(const Call& call) = 0;
};

class Device {
public:
    virtual ~Device() = default;
    virtual DeviceInfo info() const = 0;
    /// `threads`: CPU threads that compute (0: all cores). Ignored by other devices.
    virtual std::unique_ptr<Session> open_session(int threads) const = 0;
};

} // namespace laptime
