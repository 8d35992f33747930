// SPDX-License-Identifier: Apache-2.0
// A model as a tree of layers, and how layers become a graph.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/graph/graph.h"
#include "engine/model/initializer.h"
#include "engine/model/task.h"

namespace laptime {

/// A stored tensor of the model: trainable, or a moving statistic, or a weight that training leaves alone.
struct Parameter {
    std::string name; ///< "block1/conv1/kernel": starts with its layer's name, which is a path
    Shape shape;
    Initializer initializer = {};
    std::int64_t fan_in = 0, fan_out = 0;
    bool trainable = true;
    bool decays = true;     ///< false for biases, norms' gamma and beta, positional embeddings
    bool fast_bias = false; ///< a bias or a norm's beta, which `bias_rate_factor` speeds up
    std::string from_data =
        {}; ///< "whitening": first values come from samples, see initial_values_from_data()
};

/// One leaf of the model in the table that `check` prints.
struct LayerRow {
    std::string layer, kind;
    Shape output;
    std::int64_t parameters;         ///< trainable numbers; moving statistics are not counted
    double flops_per_sample;         ///< of the forward pass
    std::optional<DType> dtype = {}; ///< its own type, or that of the layer around it
};

class Layer;

/// What a layer is given while the graph is written.
struct BuildContext {
    Graph& graph;
    bool training;
    DType variable_type; ///< float32, or float64 in float64 mode
    ValueId rng;         ///< int64[4]: seed, epoch, step, first item
    std::int64_t batch;
    int vocabulary;      ///< of a text; 0: the data is none
    int dropout_streams; ///< counts the random layers, in order; starts at 0
    std::vector<Parameter>& parameters;
    std::vector<LayerRow>& table;
    std::optional<DType> dtype = {}; ///< of the layer being built, from itself or what is around it

    /// Declares a parameter of the model and gives its value in the graph. Throws InvalidExperiment where
    /// another layer has taken the name.
    ValueId parameter(Parameter parameter);
    /// Builds a layer and enters it into the table: how a model, and a layer made of layers, runs its parts.
    /// What goes wrong is told with the layer's origin.
    ValueId run(const Layer& layer, ValueId x);
    const Shape& shape(ValueId id) const { return graph.value(id).type.shape; }
};

class Layer {
public:
    explicit Layer(std::string layer_name) : name(std::move(layer_name)) {}
    virtual ~Layer() = default;
    virtual std::string kind() const = 0; ///< "conv2d"
    /// Throws ShapeError, naming the layer and the shape that does not fit.
    virtual ValueId build(BuildContext& context, ValueId x) const = 0;
    /// A mere row of layers: has no line of its own in the table.
    virtual bool is_sequence() const { return false; }

    std::string name;           ///< the whole path: "block1/conv1"
    std::optional<DType> dtype; ///< float32: it and all within stay float32 under mixed precision
    std::string origin;         ///< "my-model.toml, line 12", where it comes from a file
};

using LayerList = std::vector<std::shared_ptr<const Layer>>;

struct Model {
    std::string name;
    InputType input;
    Task task;
    LayerList layers = {};
};

/// What a graph of the model is for.
enum class Outputs : unsigned char {
    training,   ///< loss and accuracy, layers in training mode
    evaluation, ///< the same and the task's other figures, layers in inference mode
    prediction, ///< what the model says, without labels and loss
};

/// The forward part of a program, and the model's parameters.
struct ForwardGraph {
    using Row = LayerRow;

    Graph graph;
    ValueId logits = no_value;  ///< [N, outputs]; of tokens [N·T, vocabulary]: the last layer's output
    ValueId loss = no_value;    ///< scalar: sum over the batch (of tokens: over all positions) × scale
    ValueId correct = no_value; ///< scalar: how many were right; 0 for values (binary cross-entropy excepted)
    std::vector<Parameter> parameters;         ///< in the order of the layers
    std::map<std::string, DType> layer_dtypes; ///< of layers with a dtype of their own
    std::vector<LayerRow> table;               ///< what `check` prints, one row a layer, parts before wholes
};

/// Inputs of the graph, in this order: "x" [N, …sample]; "labels": int32[N] of classes, int32[N, T] of
/// tokens, float32[N, width] of values (float32 in float64 mode, too); "scale" scalar (1 / items in the
/// global batch); "rng" int64[4] (seed, epoch, step, first item; always declared). A prediction has no labels
/// and no scale.
///
/// Results, in this order: "loss", "correct"; evaluation: then "top5" where the task asks for it, and for
/// values "sum_abs", "sum_square" (of the errors), "sum_target", "sum_target_square". Prediction: "output"
/// alone: probabilities [N, classes], of tokens [N, T, vocabulary]; values [N, width], as probabilities under
/// binary cross-entropy.
///
/// `variable_type`: float32 or float64. Scalars are of `variable_type`. Under float64 there is no mixed
/// precision to escape from, so `layer_dtypes` is empty there. Throws ShapeError, naming the layer and both
/// shapes, where a layer does not fit what comes before it; InvalidExperiment where the task contradicts
/// itself or a layer is misused.
ForwardGraph build_forward(const Model& model, std::int64_t batch, Outputs outputs, DType variable_type);

/// Trainable numbers of a model: what `parameters` means everywhere that one number is shown.
std::int64_t trainable_count(const std::vector<Parameter>& parameters);

/// float64 initial values of a parameter, keyed by (seed, position in the model): the same on every device.
/// `position` is the parameter's index in ForwardGraph::parameters.
std::vector<double> initial_values(const Parameter& parameter, std::size_t position, std::uint64_t seed);

} // namespace laptime
