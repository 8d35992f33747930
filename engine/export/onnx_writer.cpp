// SPDX-License-Identifier: Apache-2.0
#include "engine/export/onnx_writer.h"

#include <limits>

#include "engine/core/atomic_file.h"
#include "engine/core/error.h"

namespace laptime {

namespace {

constexpr std::int64_t ir_version = 8; ///< the file format that came with operator set 17

// Field numbers of onnx.proto3.
namespace model_field {
constexpr int ir_version = 1, producer = 2, graph = 7, operator_set = 8, metadata = 14;
}
namespace graph_field {
constexpr int node = 1, name = 2, initializer = 5, input = 11, output = 12;
}
namespace node_field {
constexpr int input = 1, output = 2, name = 3, op = 4, attribute = 5;
}
namespace attribute_field {
constexpr int name = 1, real = 2, whole = 3, text = 4, wholes = 8, type = 20;
}
namespace tensor_field {
constexpr int shape = 1, type = 2, name = 8, bytes = 9;
}

ProtobufWriter attribute_of(const std::string& name, const OnnxAttribute& value) {
    enum Type { real = 1, whole = 2, text = 3, wholes = 7 };
    ProtobufWriter attribute;
    attribute.text(attribute_field::name, name);
    Type type = whole;
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
        attribute.whole(attribute_field::whole, *number);
    } else if (const auto* fraction = std::get_if<float>(&value)) {
        type = real;
        attribute.real(attribute_field::real, *fraction);
    } else if (const auto* word = std::get_if<std::string>(&value)) {
        type = text;
        attribute.text(attribute_field::text, *word);
    } else {
        type = wholes;
        // Not packed: some readers of the format take only what onnx's own writer does.
        for (const std::int64_t one : std::get<std::vector<std::int64_t>>(value))
            attribute.whole(attribute_field::wholes, one);
    }
    attribute.whole(attribute_field::type, type);
    return attribute;
}

/// ValueInfoProto: name = 1, type = 2 { tensor = 1 { element = 1, shape = 2 { dim = 1 { size = 1 | name = 2 }
/// } } }
ProtobufWriter value_info(const std::string& name, OnnxType type, std::span<const std::int64_t> shape) {
    ProtobufWriter dims, tensor, type_message, info;
    for (const std::int64_t size : shape) {
        ProtobufWriter dim;
        if (size < 0)
            dim.text(2, "batch");
        else
            dim.whole(1, size);
        dims.message(1, dim);
    }
    tensor.whole(1, static_cast<std::int64_t>(type));
    tensor.message(2, dims);
    type_message.message(1, tensor);
    info.text(1, name);
    info.message(2, type_message);
    return info;
}

template <typename T>
std::string_view bytes_of(std::span<const T> values) {
    return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

} // namespace

void OnnxWriter::node(const std::string& op, const std::vector<std::string>& inputs,
                      const std::string& output, const OnnxAttributes& attributes, const std::string& name) {
    ProtobufWriter node;
    for (const std::string& input : inputs)
        node.text(node_field::input, input);
    node.text(node_field::output, output);
    node.text(node_field::name, name);
    node.text(node_field::op, op);
    for (const auto& [key, value] : attributes)
        node.message(node_field::attribute, attribute_of(key, value));
    nodes_.message(graph_field::node, node);
}

void OnnxWriter::initializer(const std::string& name, std::span<const std::int64_t> shape, OnnxType type,
                             std::string_view bytes) {
    ProtobufWriter tensor;
    for (const std::int64_t size : shape)
        tensor.whole(tensor_field::shape, size);
    tensor.whole(tensor_field::type, static_cast<std::int64_t>(type));
    tensor.text(tensor_field::name, name);
    tensor.reserve(tensor.bytes().size() + bytes.size() + 16);
    tensor.text(tensor_field::bytes, bytes);
    tensors_.push_back(tensor.take());
}

void OnnxWriter::initializer(const std::string& name, std::span<const std::int64_t> shape,
                             std::span<const float> values) {
    initializer(name, shape, OnnxType::f32, bytes_of(values));
}

void OnnxWriter::initializer(const std::string& name, std::span<const std::int64_t> shape,
                             std::span<const std::int64_t> values) {
    initializer(name, shape, OnnxType::i64, bytes_of(values));
}

void OnnxWriter::input(const std::string& name, OnnxType type, std::span<const std::int64_t> shape) {
    ends_.message(graph_field::input, value_info(name, type, shape));
}

void OnnxWriter::output(const std::string& name, OnnxType type, std::span<const std::int64_t> shape) {
    ends_.message(graph_field::output, value_info(name, type, shape));
}

void OnnxWriter::metadata(const std::string& key, const std::string& value) {
    ProtobufWriter entry;
    entry.text(1, key);
    entry.text(2, value);
    metadata_.message(model_field::metadata, entry);
}

void OnnxWriter::save(const std::string& path, const std::string& graph_name) const {
    ProtobufWriter name, set, head;
    name.text(graph_field::name, graph_name);
    std::vector<std::string> tags;
    std::size_t size = nodes_.bytes().size() + name.bytes().size() + ends_.bytes().size();
    for (const std::string& tensor : tensors_) {
        ProtobufWriter tag;
        tag.begin(graph_field::initializer, tensor.size());
        size += tag.bytes().size() + tensor.size();
        tags.push_back(tag.take());
    }
    set.text(1, ""); // the standard operators
    set.whole(2, onnx_operator_set);
    head.whole(model_field::ir_version, ir_version);
    head.text(model_field::producer, "laptime");
    head.message(model_field::operator_set, set);
    head.begin(model_field::graph, size);
    if (head.bytes().size() + size + metadata_.bytes().size() >
        static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
        throw InvalidInput("cannot write " + path +
                           ": the model takes more than the 2 GiB that an ONNX file can hold; a .safetensors "
                           "file can hold it");
    AtomicFile file(path);
    file.write(head.bytes());
    file.write(nodes_.bytes());
    file.write(name.bytes());
    for (std::size_t i = 0; i < tensors_.size(); ++i) {
        file.write(tags[i]);
        file.write(tensors_[i]);
    }
    file.write(ends_.bytes());
    file.write(metadata_.bytes());
    file.commit();
}

} // namespace laptime
