// SPDX-License-Identifier: Apache-2.0
// A model as a list of layers, and how layers become a graph.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/graph/graph.h"

namespace laptime {

/// Keras's names; fan_in and fan_out as Keras counts them.
enum class Initializer { zeros, ones, glorot_uniform, he_normal };

/// A stored tensor of the model: trainable, or a moving statistic.
struct Parameter {
    std::string name; ///< "conv1/kernel"
    Shape shape;
    Initializer initializer = Initializer::zeros;
    std::int64_t fan_in = 0, fan_out = 0;
    bool trainable = true;
};

/// What a layer is given while the graph is written.
struct BuildContext {
    Graph& graph;
    bool training;
    DType variable_type; ///< float32, or float64 in float64 mode
    ValueId rng;         ///< int64[4]: seed, epoch, step, first item
    int dropout_streams; ///< counts the random layers, in order; starts at 0
    std::vector<Parameter>& parameters;

    /// Declares a parameter of the model and gives its value in the graph.
    ValueId parameter(Parameter parameter);
};

class Layer {
public:
    explicit Layer(std::string layer_name) : name(std::move(layer_name)) {}
    virtual ~Layer() = default;
    virtual std::string kind() const = 0; ///< "conv2d"
    virtual ValueId build(BuildContext& context, ValueId x) const = 0;

    std::string name;
    std::optional<DType> dtype; ///< float32: stays float32 under mixed precision
};

struct Model {
    std::string name;
    Shape sample; ///< [height, width, channels]
    int classes = 0;
    bool float_samples = false; ///< samples arrive as float32, not uint8
    std::vector<std::shared_ptr<const Layer>> layers;
};

/// The forward part of a program, and the model's parameters.
struct ForwardGraph {
    Graph graph;
    ValueId logits = no_value;                 ///< [batch, classes]
    ValueId loss = no_value;                   ///< scalar: sum over the batch × scale
    ValueId correct = no_value;                ///< scalar: how many were classified right
    std::vector<Parameter> parameters;         ///< in the order of the layers
    std::map<std::string, DType> layer_dtypes; ///< of layers with a dtype of their own
    struct Row {
        std::string layer, kind;
        Shape output;
        std::int64_t parameters; ///< trainable numbers; moving statistics are not counted
        double flops_per_sample; ///< of the forward pass
    };
    std::vector<Row> table; ///< what `check` prints, one row a layer
};

/// Inputs of the graph, in this order: "x" [batch, H, W, C] uint8 or float32; "labels" int32[batch];
/// "scale" scalar (1 / items in the global batch); "rng" int64[4] (seed, epoch, step, first item; always
/// declared). Results: "loss", "correct". `variable_type`: float32 or float64. Scalars are of
/// `variable_type`. Under float64 there is no mixed precision to escape from, so `layer_dtypes` is empty
/// there. Throws ShapeError, naming the layer and both shapes, where a layer does not fit what comes before
/// it.
ForwardGraph build_forward(const Model& model, std::int64_t batch, bool training, DType variable_type);

/// Trainable numbers of a model: what `parameters` means everywhere that one number is shown.
std::int64_t trainable_count(const std::vector<Parameter>& parameters);

/// float64 initial values of a parameter, keyed by (seed, position in the model): the same on every device.
/// `position` is the parameter's index in ForwardGraph::parameters.
std::vector<double> initial_values(const Parameter& parameter, std::size_t position, std::uint64_t seed);

} // namespace laptime
