// SPDX-License-Identifier: Apache-2.0
// A file in the ONNX format (onnx.proto3 of github.com/onnx/onnx), node by node.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/export/protobuf_writer.h"

namespace laptime {

/// By onnx.proto's TensorProto.DataType.
enum class OnnxType : int { f32 = 1, u8 = 2, i64 = 7 };

using OnnxAttribute = std::variant<std::int64_t, float, std::string, std::vector<std::int64_t>>;
using OnnxAttributes = std::vector<std::pair<std::string, OnnxAttribute>>;

/// Of every operation used here version 17 of the set is meant; that has layer normalisation.
constexpr std::int64_t onnx_operator_set = 17;

class OnnxWriter {
public:
    /// `inputs`: names of values; an empty one stands for an input that is left out.
    void node(const std::string& op, const std::vector<std::string>& inputs, const std::string& output,
              const OnnxAttributes& attributes = {}, const std::string& name = {});
    /// A constant of the file, row-major.
    void initializer(const std::string& name, std::span<const std::int64_t> shape,
                     std::span<const float> values);
    void initializer(const std::string& name, std::span<const std::int64_t> shape,
                     std::span<const std::int64_t> values);
    /// -1 in a shape stands for the batch, of any size.
    void input(const std::string& name, OnnxType type, std::span<const std::int64_t> shape);
    void output(const std::string& name, OnnxType type, std::span<const std::int64_t> shape);
    void metadata(const std::string& key, const std::string& value);

    /// A new file, or none. Throws InvalidInput where it cannot be written, or is larger than the 2 GiB that
    /// the format can hold.
    void save(const std::string& path, const std::string& graph_name) const;

private:
    void initializer(const std::string& name, std::span<const std::int64_t> shape, OnnxType type,
                     std::string_view bytes);

    ProtobufWriter nodes_, ends_, metadata_; ///< fields of the graph, the graph, the model
    std::vector<std::string> tensors_;       ///< large, so kept apart until they go into the file
};

} // namespace laptime
