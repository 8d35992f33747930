// SPDX-License-Identifier: Apache-2.0
#include "engine/train/first_weights.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "engine/core/error.h"
#include "engine/model/data_initial_values.h"
#include "engine/train/safetensors.h"

namespace laptime {

namespace {

/// Training pictures as the first layer sees them, evenly spread over the training part.
struct Images {
    std::vector<double> values;
    Shape shape; ///< [count, height, width, channels]
};

Images some_images(RunSetup& setup) {
    const Dataset& data = *setup.data().train;
    const SampleType sample = data.sample();
    if (sample.element != ElementType::u8 || sample.shape.size() != 3)
        throw InvalidExperiment(
            {{"model", 0,
              "the model '" + setup.model.name + "' starts from pictures, but a sample of this data is " +
                  text_of(sample)}});
    const std::int64_t count = std::min(data.size(), images_for_initial_values);
    std::vector<std::uint32_t> indices(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < indices.size(); ++i)
        indices[i] = static_cast<std::uint32_t>(static_cast<std::int64_t>(i) * data.size() / count);
    std::vector<unsigned char> bytes(indices.size() * sample.bytes());
    data.read(indices, {setup.experiment.train.seed, 0}, bytes.data(), nullptr);
    Images images{{}, Shape{count, sample.shape[0], sample.shape[1], sample.shape[2]}};
    images.values.resize(bytes.size());
    std::ranges::transform(bytes, images.values.begin(), [](unsigned char b) { return b / 255.0; });
    return images;
}

/// Weights of a file, by the name of their parameter.
std::map<std::string, StoredTensor> weights_of(const std::string& path) {
    std::map<std::string, StoredTensor> weights;
    for (StoredTensor& tensor : read_safetensors(path).tensors)
        weights[tensor.name] = std::move(tensor);
    return weights;
}

/// The last layer of a model for other classes does not fit, and need not: it starts afresh.
bool take_over(const std::map<std::string, StoredTensor>& weights, const Parameter& parameter,
               std::vector<double>& values) {
    const auto it = weights.find(parameter.name);
    if (it == weights.end() || it->second.type.shape != parameter.shape)
        return false;
    values = values_of(it->second);
    return true;
}

} // namespace

void write_first_weights(RunSetup& setup) {
    Session& session = *setup.session;
    const std::uint64_t seed = setup.experiment.train.seed;
    const std::vector<Parameter>& parameters = setup.programs->staged().parameters;
    const Images images = need_images(parameters) ? some_images(setup) : Images{};
    const std::string& file = setup.experiment.model.weights;
    const std::map<std::string, StoredTensor> given =
        file.empty() ? std::map<std::string, StoredTensor>{} : weights_of(file);
    std::size_t taken = 0;
    std::string left;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const Parameter& parameter = parameters[i];
        std::vector<double> values = parameter.from_data.empty()
                                         ? initial_values(parameter, i, seed)
                                         : initial_values_from_images(parameter, images.values, images.shape);
        if (take_over(given, parameter, values))
            ++taken;
        else
            left += (left.empty() ? "" : ", ") + parameter.name;
        session.write(parameter.name, values);
        if (parameter.trainable && setup.options.ema > 0)
            session.write(average_name(parameter.name), values);
    }
    if (!file.empty() && taken == 0)
        throw InvalidExperiment({{"model.weights", 0,
                                  file + " has no tensor of this model's names and shapes, as " +
                                      parameters.front().name + " " + parameters.front().shape.text()}});
    if (!file.empty() && !left.empty())
        setup.plan.warnings.push_back(
            {"weights_left_out", "these did not come from " + file + " and start afresh: " + left});
    const std::map<std::string, double> states = initial_state();
    for (const auto& [name, type] : session.stored())
        if (const auto state = states.find(name); state != states.end())
            session.write(name,
                          std::vector<double>(static_cast<std::size_t>(type.shape.count()), state->second));
}

} // namespace laptime
