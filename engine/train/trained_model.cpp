// SPDX-License-Identifier: Apache-2.0
#include "engine/train/trained_model.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <map>
#include <set>

#include "engine/backends/find_device.h"
#include "engine/core/error.h"
#include "engine/experiment/read_experiment.h"
#include "engine/train/model_of.h"
#include "engine/train/step_graph.h"

namespace laptime {

namespace {

/// One size for all calls, which a last, shorter one is filled up to: a program is compiled once.
constexpr std::int64_t largest_batch = 128;
constexpr std::int64_t most_outputs_a_batch = std::int64_t{1} << 24; ///< doubles: 128 MiB

std::string no_use(const std::string& path) {
    return "the checkpoint " + path + " cannot be used: ";
}

} // namespace

struct TrainedModel::Impl {
    Experiment experiment;
    Preprocessing preprocessing;
    Progress progress;
    Model model;
    StepOptions options;
    std::vector<Parameter> parameters;
    std::unique_ptr<Device> device;
    std::unique_ptr<Session> session;
    /// For `batch` samples, and for one, which a text is made with token by token.
    std::unique_ptr<Program> program, single;
    std::int64_t batch = 1, outputs = 0;

    explicit Impl(const std::string& path, const std::string& device_name) {
        const Checkpoint checkpoint = read_checkpoint(path);
        if (checkpoint.preprocessing.empty())
            throw DataError(no_use(path) + "it was made by an older version, which did not keep what the "
                                           "data was like; train again");
        experiment = parse_experiment(checkpoint.experiment);
        preprocessing = preprocessing_of(checkpoint.preprocessing);
        progress = checkpoint.progress;
        // Weights of the loss do not matter here, only its kind.
        experiment.data.class_weights = {};
        model = model_of(experiment, preprocessing.sample, preprocessing.target, {});
        device = find_device(device_name);
        options = StepOptions::of(experiment, 0);
        const auto precisions = device->info().precisions;
        const auto support = precisions.find(word_of(options.precision));
        if (support == precisions.end() || support->second.support == Support::unavailable)
            options.precision = Precision::float32;
        session = device->open_session(0);
        compile();
        load(path, checkpoint);
    }

    void compile() {
        const auto output_of = [&](std::int64_t items) {
            const StagedGraph staged = build_program(ProgramKind::predict, model, items, options);
            parameters = staged.parameters;
            return staged.finished();
        };
        const Graph one = output_of(1);
        outputs = one.value(one.results().front().value).type.shape.count();
        batch = std::clamp<std::int64_t>(most_outputs_a_batch / outputs, 1, largest_batch);
        program = session->compile(output_of(batch));
        single = session->compile(one);
    }

    void load(const std::string& path, const Checkpoint& checkpoint) {
        std::map<std::string, const StoredTensor*> stored;
        for (const StoredTensor& tensor : checkpoint.tensors)
            stored[tensor.name] = &tensor;
        for (const auto& [name, type] : session->stored()) {
            const auto it = stored.find(name);
            if (it == stored.end() || it->second->type.shape != type.shape)
                throw DataError(no_use(path) + "it does not hold " + name + " as " + type.text());
            if (it->second->type == type)
                session->write_bytes(name, it->second->bytes);
            else
                session->write(name, values_of(*it->second));
        }
    }

    std::vector<double> predict(std::span<const unsigned char> samples, std::int64_t items) {
        const std::size_t bytes = preprocessing.sample.bytes();
        if (samples.size() != static_cast<std::size_t>(items) * bytes)
            throw std::logic_error("predict: samples of another size");
        std::vector<double> result(static_cast<std::size_t>(items * outputs));
        std::vector<unsigned char> filled;
        std::vector<double> scratch;
        const std::array<std::int64_t, 4> rng{};
        if (items == 1) {
            const Call call{single.get(), {samples.data(), rng.data()}, result.data(), -1};
            session->execute({&call, 1});
            return result;
        }
        for (std::int64_t first = 0; first < items; first += batch) {
            const std::int64_t count = std::min(batch, items - first);
            Call call{program.get(),
                      {samples.data() + static_cast<std::size_t>(first) * bytes, rng.data()},
                      result.data() + first * outputs,
                      -1};
            if (count < batch) {
                filled.assign(static_cast<std::size_t>(batch) * bytes, 0);
                std::memcpy(filled.data(), call.inputs[0], static_cast<std::size_t>(count) * bytes);
                scratch.resize(static_cast<std::size_t>(batch * outputs));
                call.inputs[0] = filled.data();
                call.results = scratch.data();
            }
            session->execute({&call, 1});
            if (count < batch)
                std::copy_n(scratch.data(), count * outputs, result.data() + first * outputs);
        }
        return result;
    }
};

TrainedModel::TrainedModel(const std::string& checkpoint_path, const std::string& device)
    : impl_(std::make_unique<Impl>(checkpoint_path, device)) {}
TrainedModel::~TrainedModel() = default;
TrainedModel::TrainedModel(TrainedModel&&) noexcept = default;

const Experiment& TrainedModel::experiment() const {
    return impl_->experiment;
}
const Preprocessing& TrainedModel::preprocessing() const {
    return impl_->preprocessing;
}
const Progress& TrainedModel::progress() const {
    return impl_->progress;
}
const Model& TrainedModel::model() const {
    return impl_->model;
}
std::int64_t TrainedModel::outputs_per_sample() const {
    return impl_->outputs;
}

std::vector<double> TrainedModel::predict(std::span<const unsigned char> samples, std::int64_t items) {
    return impl_->predict(samples, items);
}

std::vector<StoredTensor> TrainedModel::weights() const {
    std::map<std::string, std::string> own_names; // of what is stored as an average
    for (const Parameter& parameter : impl_->parameters)
        own_names[average_name(parameter.name)] = parameter.name;
    std::vector<StoredTensor> tensors;
    for (const auto& [name, type] : impl_->session->stored()) {
        const auto own = own_names.find(name);
        StoredTensor& tensor =
            tensors.emplace_back(StoredTensor{own == own_names.end() ? name : own->second, type, {}});
        tensor.bytes.resize(type.bytes());
        impl_->session->read_bytes(name, tensor.bytes);
    }
    return tensors;
}

std::string usable_checkpoint(const std::string& artifacts, bool prefer_last) {
    const std::string best = artifacts + "/" + best_checkpoint_name,
                      last = artifacts + "/" + last_checkpoint_name;
    const auto there = [&](const std::string& path) {
        return !artifacts.empty() && std::filesystem::exists(path);
    };
    if (there(best) && !(prefer_last && there(last)))
        return best;
    if (there(last))
        return last;
    throw DataError("the run has no checkpoint: it ended before the first one was written");
}

} // namespace laptime
