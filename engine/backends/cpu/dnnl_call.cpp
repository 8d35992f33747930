// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/dnnl_call.h"

namespace laptime::cpu {

namespace {

/// Telling oneDNN a memory's address can cost time, and addresses never change once a session has its memory.
void point(dnnl::memory& memory, void* address) {
    if (memory.get_data_handle() != address)
        memory.set_data_handle(address);
}

dnnl::memory unplaced(const onednn::Desc& desc) {
    return {desc, onednn::engine(), nullptr};
}

} // namespace

void DnnlCall::add(int dnnl_argument, int argument, const onednn::Desc& plain, const onednn::Desc& wanted,
                   bool is_input) {
    Port port;
    port.argument = argument;
    port.is_input = is_input;
    port.plain = unplaced(plain);
    if (plain == wanted) {
        port.inside = port.plain;
    } else {
        port.is_reordered = true;
        port.inside = unplaced(wanted);
        port.offset = scratch_bytes_;
        scratch_bytes_ += align_up(wanted.get_size());
        port.reorder =
            dnnl::reorder(is_input ? onednn::reorder(plain, wanted) : onednn::reorder(wanted, plain));
    }
    dnnl_arguments_[dnnl_argument] = port.inside;
    ports_.push_back(std::move(port));
}

Kernel DnnlCall::finish(std::shared_ptr<DnnlCall> call, dnnl::primitive primitive,
                        const onednn::Desc& scratchpad) {
    call->primitive_ = std::move(primitive);
    call->scratchpad_offset_ = call->scratch_bytes_;
    call->scratchpad_ = unplaced(scratchpad);
    call->dnnl_arguments_[DNNL_ARG_SCRATCHPAD] = call->scratchpad_;
    call->scratch_bytes_ += align_up(scratchpad.get_size());
    const std::size_t bytes = call->scratch_bytes_;
    return {[call = std::move(call)](Arguments args) { call->run(args); }, bytes};
}

void DnnlCall::run(Arguments args) {
    dnnl::stream& stream = onednn::stream();
    std::byte* const scratch = scratch_bytes_ ? static_cast<std::byte*>(args[scratch_argument_]) : nullptr;
    if (scratch)
        point(scratchpad_, scratch + scratchpad_offset_);
    for (Port& port : ports_) {
        point(port.plain, args[port.argument]);
        if (!port.is_reordered)
            continue;
        point(port.inside, scratch + port.offset);
        if (port.is_input)
            port.reorder.execute(stream, port.plain, port.inside);
    }
    primitive_.execute(stream, dnnl_arguments_);
    for (Port& port : ports_)
        if (port.is_reordered && !port.is_input)
            port.reorder.execute(stream, port.inside, port.plain);
}

} // namespace laptime::cpu
