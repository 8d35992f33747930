// SPDX-License-Identifier: Apache-2.0
#include "engine/train/trainer.h"

#include <filesystem>

#include "engine/core/error.h"
#include "engine/experiment/read_experiment.h"
#include "engine/train/checkpoint.h"
#include "engine/train/first_weights.h"
#include "engine/train/run_setup.h"
#include "engine/train/training_loop.h"

namespace laptime {

struct Trainer::Impl {
    TrainRequest request;
    std::unique_ptr<RunSetup> setup;
    Progress progress;

    void restore(const std::string& path) {
        const Checkpoint checkpoint = read_checkpoint(path);
        Session& session = *setup->session;
        std::map<std::string, TensorType> wanted;
        for (const auto& [name, type] : session.stored())
            wanted[name] = type;
        for (const StoredTensor& tensor : checkpoint.tensors) {
            const auto it = wanted.find(tensor.name);
            if (it == wanted.end() || it->second != tensor.type)
                throw InvalidInput("checkpoint " + path + " does not fit this experiment: it holds " +
                                   tensor.name + " as " + tensor.type.text() +
                                   (it == wanted.end() ? "" : ", the experiment needs " + it->second.text()) +
                                   "; resume with the settings that the run was started with");
            session.write_bytes(tensor.name, tensor.bytes);
            wanted.erase(it);
        }
        if (!wanted.empty())
            throw InvalidInput("checkpoint " + path + " does not fit this experiment: it lacks " +
                               wanted.begin()->first +
                               "; resume with the settings that the run was started with");
        progress = checkpoint.progress;
        if (!checkpoint.data_fingerprint.empty() && checkpoint.data_fingerprint != setup->data().fingerprint)
            setup->plan.warnings.push_back(
                {"data_changed", "the data is not what this run was started with: its curve goes on, but not "
                                 "as it would have"});
    }
};

Trainer::Trainer(TrainRequest request) : impl_(std::make_unique<Impl>()) {
    impl_->request = std::move(request);
}
Trainer::~Trainer() = default;

void Trainer::prepare() {
    impl_->setup = std::make_unique<RunSetup>(impl_->request.experiment, true);
    const std::string checkpoint = impl_->request.artifacts + "/" + last_checkpoint_name;
    if (impl_->request.resume && std::filesystem::exists(checkpoint))
        impl_->restore(checkpoint);
    else
        write_first_weights(*impl_->setup);
    // What is wrong with the data is wrong with the request; what was left out of it is told.
    for (const std::string& text : impl_->setup->data().warnings)
        impl_->setup->plan.warnings.push_back({"data", text});
}

void Trainer::set_artifacts(const std::string& folder) {
    impl_->request.artifacts = folder;
}

const RunPlan& Trainer::plan() const {
    return impl_->setup->plan;
}

bool Trainer::resumes() const {
    return impl_->request.resume;
}

std::int64_t Trainer::first_step() const {
    return impl_->progress.step;
}

std::string Trainer::data_fingerprint() const {
    return impl_->setup->data().fingerprint;
}

std::string Trainer::cast_map() const {
    std::string text;
    for (const std::string& line : plan().casts)
        text += line + "\n";
    return text;
}

RunEnd Trainer::run(RunObserver& observer, RunControl& control) {
    return TrainingLoop(*impl_->setup, impl_->request, impl_->progress, observer, control).run();
}

} // namespace laptime
