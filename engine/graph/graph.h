// SPDX-License-Identifier: Apache-2.0
// A model, and every way of training it, as a graph: a list of nodes in execution order over static-shaped
// values. Every pass takes a Graph and gives a Graph; text() prints it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/graph/attributes.h"
#include "engine/graph/shape.h"

namespace laptime {

struct Op;

using ValueId = int;
constexpr ValueId no_value = -1;

enum class Role : unsigned char {
    input,    ///< fed by the host before each run
    variable, ///< a trainable weight: lives in the session, shared by name between programs
    state, ///< lives in the session as well but is not trained: moving statistics, optimizer slots, counters
    temporary, ///< made by a node, dead after its last use
};

struct Value {
    std::string name; ///< unique in the graph: "conv1/kernel", "x", "%12"
    TensorType type;
    Role role = Role::temporary;
    int producer = -1; ///< index of the node that makes it; -1 for inputs, variables and state
};

struct Node {
    const Op* op = nullptr;
    std::string layer; ///< name of the layer it belongs to, for messages and for the layer's own dtype
    std::vector<ValueId> inputs;
    std::vector<ValueId> outputs;
    Attributes attrs;
};

/// A named value of any shape that the host reads after a run: "loss", "correct", "output", …
struct Result {
    std::string name;
    ValueId value;
};

class Graph {
public:
    ValueId add_input(std::string name, TensorType type);
    ValueId add_variable(std::string name, TensorType type);
    ValueId add_state(std::string name, TensorType type);

    /// Appends a node; types of its outputs come from the operation's shape rule.
    /// Throws ShapeError, naming `layer`, when the inputs do not fit.
    std::vector<ValueId> apply(std::string_view op, std::vector<ValueId> inputs, Attributes attrs = {},
                               std::string layer = {});
    /// apply() of an operation with one output.
    ValueId apply1(std::string_view op, std::vector<ValueId> inputs, Attributes attrs = {},
                   std::string layer = {});

    void add_result(std::string name, ValueId value);

    const Value& value(ValueId id) const { return values_[static_cast<std::size_t>(id)]; }
    const std::vector<Value>& values() const { return values_; }
    const std::vector<Node>& nodes() const { return nodes_; }
    const std::vector<Result>& results() const { return results_; }
    /// Inputs in the order they were added, which is the order in which a program is fed.
    std::vector<ValueId> inputs() const { return with_role(Role::input); }
    std::vector<ValueId> with_role(Role role) const;
    /// The value of that name, or no_value.
    ValueId find(std::string_view name) const;
    /// The result of that name, or no_value.
    ValueId result(std::string_view name) const;
    /// Where result `index` begins among the numbers that a run gives the host (all elements of all results,
    /// in order); for index = results().size(), how many numbers there are.
    std::size_t result_offset(std::size_t index) const;

    /// Text form, one node a line, e.g. "%3: float32[128, 10] = matmul(%2, dense/kernel) {transpose_b=false}
    /// @dense".
    std::string text() const;

    /// Sum of the operations' own counts; one multiply-add counts two.
    double flops() const;

private:
    ValueId add_value(std::string name, TensorType type, Role role, int producer);

    std::vector<Value> values_;
    std::vector<Node> nodes_;
    std::vector<Result> results_;
};

/// Helps a pass to write a new graph from an old one: maps old values to new ones, copies the values that
/// have no producer at once, and copies nodes on demand.
class GraphRewriter {
public:
    explicit GraphRewriter(const Graph& old);

    /// The new value that stands for an old one; throws std::logic_error if there is none yet.
    ValueId operator()(ValueId old_value) const;
    std::vector<ValueId> operator()(const std::vector<ValueId>& old_values) const;
    void map(ValueId old_value, ValueId new_value) { map_[static_cast<std::size_t>(old_value)] = new_value; }
    /// Copies a node with its inputs mapped, and maps its outputs.
    void copy(const Node& node);
    /// Copies the results (all must be mapped) and hands the new graph over.
    Graph finish();

    Graph graph; ///< the new graph, open for apply()

private:
    const Graph& old_;
    std::vector<ValueId> map_;
};

} // namespace laptime
