// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/placement.h"

#include <algorithm>
#include <numeric>

#include "engine/passes/memory_plan.h"

namespace laptime::cpu {

namespace {

class Placer {
public:
    Placer(const Graph& graph, const std::vector<Step>& steps)
        : graph_(graph), steps_(steps), group_(graph.values().size()), first_(graph.values().size(), 0),
          last_(graph.values().size(), -1) {
        std::iota(group_.begin(), group_.end(), ValueId{0});
    }

    Placement run() {
        find_lifetimes();
        for (const Step& step : steps_)
            if (step.is_reshape && may_stand_on(step.inputs[0]))
                join(step.outputs[0], step.inputs[0]);
        for (int i = 0; i < static_cast<int>(steps_.size()); ++i)
            work_in_place(i);
        return plan();
    }

private:
    static std::size_t at(ValueId id) { return static_cast<std::size_t>(id); }
    bool is_temporary(ValueId id) const { return graph_.value(id).role == Role::temporary; }
    /// A variable may change while its reshaped form is still needed; what the host feeds cannot.
    bool may_stand_on(ValueId id) const {
        return graph_.value(root(id)).role == Role::temporary || graph_.value(root(id)).role == Role::input;
    }
    ValueId root(ValueId id) const {
        while (group_[at(id)] != id)
            id = group_[at(id)];
        return id;
    }
    void join(ValueId member, ValueId into) {
        const ValueId from = root(member), to = root(into);
        group_[at(from)] = to;
        last_[at(to)] = std::max(last_[at(to)], last_[at(from)]);
    }

    void find_lifetimes() {
        for (int i = 0; i < static_cast<int>(steps_.size()); ++i) {
            for (const ValueId id : steps_[static_cast<std::size_t>(i)].inputs)
                last_[at(id)] = i;
            for (const ValueId id : steps_[static_cast<std::size_t>(i)].outputs) {
                first_[at(id)] = i;
                last_[at(id)] = std::max(last_[at(id)], i);
            }
        }
        for (const Result& result : graph_.results())
            last_[at(result.value)] = static_cast<int>(steps_.size()); // until the host has read it
    }

    void work_in_place(int i) {
        const Step& step = steps_[static_cast<std::size_t>(i)];
        for (const int place : {step.in_place, step.or_in_place}) {
            if (place < 0)
                continue;
            const ValueId input = step.inputs[static_cast<std::size_t>(place)], output = step.outputs[0];
            const ValueId owner = root(input);
            if (is_temporary(owner) && last_[at(owner)] == i && root(output) == output &&
                graph_.value(input).type.bytes() == graph_.value(output).type.bytes()) {
                join(output, input);
                return;
            }
        }
    }

    Placement plan() const {
        Placement placement;
        placement.values.assign(group_.size(), Placement::nowhere);
        placement.stands_on.resize(group_.size());
        std::vector<PlannedBuffer> buffers;
        std::vector<std::size_t> buffer_of(group_.size(), Placement::nowhere);
        for (std::size_t v = 0; v < group_.size(); ++v) {
            const auto id = static_cast<ValueId>(v);
            if (!is_temporary(id) || root(id) != id || last_[v] < 0)
                continue;
            buffer_of[v] = buffers.size();
            buffers.push_back({graph_.value(id).type.bytes(), first_[v], last_[v]});
        }
        for (int i = 0; i < static_cast<int>(steps_.size()); ++i)
            buffers.push_back({steps_[static_cast<std::size_t>(i)].kernel.scratch_bytes, i, i});
        const MemoryPlan plan = plan_memory(buffers);
        for (std::size_t v = 0; v < group_.size(); ++v) {
            const ValueId owner = root(static_cast<ValueId>(v));
            placement.stands_on[v] = owner;
            if (buffer_of[at(owner)] != Placement::nowhere)
                placement.values[v] = plan.offsets[buffer_of[at(owner)]];
        }
        placement.scratch.assign(plan.offsets.end() - static_cast<std::ptrdiff_t>(steps_.size()),
                                 plan.offsets.end());
        placement.total = plan.total;
        return placement;
    }

    const Graph& graph_;
    const std::vector<Step>& steps_;
    std::vector<ValueId> group_; ///< union-find: a parent, or the value itself
    std::vector<int> first_, last_;
};

} // namespace

Placement place(const Graph& graph, const std::vector<Step>& steps) {
    return Placer(graph, steps).run();
}

} // namespace laptime::cpu
