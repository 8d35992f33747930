// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/cpu_device.h"

#include "engine/backends/cpu/dnnl_compat.h"
#include "engine/backends/cpu/session.h"
#include "engine/core/error.h"
#include "engine/core/machine.h"

namespace laptime {

namespace {

class CpuDevice : public Device {
public:
    explicit CpuDevice(int index) : index_(index) {}

    DeviceInfo info() const override {
        const MachineFacts machine = machine_facts();
        DeviceInfo info;
        info.name = "cpu:" + std::to_string(index_);
        info.cores = usable_cores();
        info.description = machine.at("cpu") + ", " + std::to_string(info.cores) +
                           (info.cores == 1 ? " core, " : " cores, ") + cpu::onednn::instructions();
        info.memory_bytes = installed_memory();
        info.precisions["float64"] = {Support::native, "OpenBLAS and own kernels"};
        info.precisions["float32"] = {Support::native, cpu::onednn::instructions()};
        info.precisions["mixed_bfloat16"] =
            cpu::onednn::has_bfloat16()
                ? PrecisionSupport{Support::native, cpu::onednn::instructions()}
                : PrecisionSupport{Support::emulated,
                                   "no bfloat16 arithmetic on this CPU: stored as bfloat16, computed "
                                   "in float32; no speed-up expected here"};
        info.precisions["mixed_float16"] = {
            Support::emulated, "no float16 arithmetic on this CPU: stored as float16, computed in "
                               "float32; no speed-up expected here"};
        return info;
    }

    std::unique_ptr<Session> open_session(int threads) const override {
        if (threads < 0)
            throw DeviceError("cpu:" + std::to_string(index_) + " cannot use " + std::to_string(threads) +
                              " threads; 0 uses all cores");
        return std::make_unique<cpu::CpuSession>(threads == 0 ? usable_cores() : threads);
    }

private:
    int index_;
};

} // namespace

std::unique_ptr<Device> make_cpu_device(int index) {
    return std::make_unique<CpuDevice>(index);
}

std::map<std::string, std::string> cpu_backend_facts() {
    return {{"onednn", cpu::onednn::version()},
            {"openblas", LAPTIME_OPENBLAS_VERSION},
            {"instructions", cpu::onednn::instructions()}};
}

} // namespace laptime
