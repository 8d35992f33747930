// SPDX-License-Identifier: Apache-2.0
// The values of a graph as values of an ONNX file. An image is "rows" as Laptime has it ([N, H, W, C]) and
// "planes" as ONNX's convolutions and pools want it ([N, C, H, W]). A value has the form that its maker gave
// it; the other one is made by a transposition when somebody asks for it, so that between two convolutions
// there is none.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/export/onnx_writer.h"
#include "engine/graph/graph.h"
#include "engine/train/safetensors.h"

namespace laptime {

enum class Form : unsigned char { rows, planes };

class OnnxBuilder {
public:
    /// The same graph for batches of two sizes: what differs in a shape is the batch. `weights`: of its
    /// variables and state. Everything must outlive the builder.
    OnnxBuilder(const Graph& graph, const Graph& other_batch, const std::vector<StoredTensor>& weights,
                OnnxWriter& writer);

    const Graph& graph() const { return graph_; }
    /// As Laptime has it, with -1 for what depends on the batch.
    std::vector<std::int64_t> shape(ValueId value) const;
    int rank(ValueId value) const { return graph_.value(value).type.shape.rank(); }

    /// The value in that form, made if need be. Only values of four axes have planes.
    std::string in(ValueId value, Form form = Form::rows);
    /// The form that a value is there in; planes where both are.
    Form form_of(ValueId value) const;
    /// The name under which a value is to be made in that form.
    std::string out(ValueId value, Form form = Form::rows);
    /// Numbers of a weight or constant, row-major; nothing for a value that is computed.
    std::optional<std::vector<float>> data(ValueId value) const;

    // Constants of the file; the same numbers are written once.
    std::string scalar(double value);
    std::string wholes(const std::vector<std::int64_t>& values); ///< a list
    std::string numbers(const std::vector<std::int64_t>& shape, const std::vector<float>& values);
    /// A weight of one number a channel, so that it goes along the channels of that form of `image`.
    std::string channels(ValueId weight, ValueId image, Form form);

    /// Appends a node for the graph's node `of`; gives its output, which has a new name where none is given.
    std::string node(const Node& of, const std::string& op, const std::vector<std::string>& inputs,
                     const OnnxAttributes& attributes = {}, std::string output = {});

private:
    struct Names {
        std::string rows, planes; ///< empty: not there in that form
    };
    std::string name_of(ValueId value, Form form) const;
    std::string write_weight(ValueId value, Form form);

    const Graph &graph_, &other_;
    OnnxWriter& writer_;
    std::map<std::string, const StoredTensor*> weights_;
    std::vector<Names> names_;
    std::map<std::vector<std::int64_t>, std::string> known_wholes_;
    std::map<double, std::string> known_scalars_;
    std::int64_t nodes_ = 0, constants_ = 0;
};

/// The place of an axis of an image's rows among the axes of its planes.
constexpr std::size_t axis_in_planes(std::size_t axis_in_rows) {
    return axis_in_rows == 0 ? 0 : axis_in_rows == 3 ? 1 : axis_in_rows + 1;
}

} // namespace laptime
