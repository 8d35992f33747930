// SPDX-License-Identifier: Apache-2.0
// How each operation of a prediction graph is said in ONNX.
#pragma once

#include "engine/export/onnx_builder.h"

namespace laptime {

/// Appends what the node does. Throws InvalidInput for an operation that ONNX files cannot hold.
void write_onnx_node(OnnxBuilder& builder, const Node& node);

// Groups of operations; each says whether the node is one of its own.
bool write_element_wise(OnnxBuilder& builder, const Node& node);
bool write_image_operation(OnnxBuilder& builder, const Node& node);
bool write_matrix_operation(OnnxBuilder& builder, const Node& node);
bool write_movement(OnnxBuilder& builder, const Node& node);

} // namespace laptime
