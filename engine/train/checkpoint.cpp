// SPDX-License-Identifier: Apache-2.0
// The safetensors layout: 8 bytes of header length, a JSON header of names, types, shapes and offsets, then
// the data.
#include "engine/train/checkpoint.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "engine/core/error.h"

namespace laptime {

namespace {

using nlohmann::json;

const char* safetensors_name(DType type) {
    switch (type) {
    case DType::f64:
        return "F64";
    case DType::f32:
        return "F32";
    case DType::i64:
        return "I64";
    default:
        throw std::logic_error("checkpoint: session values are float64, float32 or int64");
    }
}

DType type_of(const std::string& name) {
    return name == "F64" ? DType::f64 : name == "I64" ? DType::i64 : DType::f32;
}

template <typename T>
void append(std::string& bytes, const std::vector<double>& values) {
    const std::size_t start = bytes.size();
    bytes.resize(start + values.size() * sizeof(T));
    char* out = bytes.data() + start;
    for (const double value : values) {
        const T typed = static_cast<T>(value);
        std::memcpy(out, &typed, sizeof(T));
        out += sizeof(T);
    }
}

template <typename T>
std::vector<double> take(const char* bytes, std::size_t count) {
    std::vector<double> values(count);
    for (std::size_t i = 0; i < count; ++i) {
        T typed;
        std::memcpy(&typed, bytes + i * sizeof(T), sizeof(T));
        values[i] = static_cast<double>(typed);
    }
    return values;
}

// JSON has no NaN: it is written as null.
json number(double value) {
    return std::isfinite(value) ? json(value) : json(nullptr);
}
double number(const json& value) {
    return value.is_null() ? not_measured : value.get<double>();
}

json to_json(const Progress& p) {
    return {{"step", p.step},
            {"epoch", p.epoch},
            {"batch", p.batch},
            {"samples", p.samples},
            {"epoch_loss", number(p.epoch_loss)},
            {"epoch_correct", p.epoch_correct},
            {"epoch_items", p.epoch_items},
            {"epoch_train_s", p.epoch_train_s},
            {"skipped", p.skipped},
            {"skipped_in_a_row", p.skipped_in_a_row},
            {"wall_s", p.wall_s},
            {"startup_s", p.startup_s},
            {"best", number(p.best)},
            {"val_loss", number(p.val_loss)},
            {"val_accuracy", number(p.val_accuracy)},
            {"time_to_target_s", number(p.time_to_target_s)},
            {"time",
             {p.time.startup, p.time.data, p.time.compute, p.time.collective, p.time.host, p.time.evaluation,
              p.time.checkpoint, p.time.paused}}};
}

Progress progress_of(const json& j) {
    Progress p;
    j.at("step").get_to(p.step);
    j.at("epoch").get_to(p.epoch);
    j.at("batch").get_to(p.batch);
    j.at("samples").get_to(p.samples);
    p.epoch_loss = number(j.at("epoch_loss"));
    j.at("epoch_correct").get_to(p.epoch_correct);
    j.at("epoch_items").get_to(p.epoch_items);
    j.at("epoch_train_s").get_to(p.epoch_train_s);
    j.at("skipped").get_to(p.skipped);
    j.at("skipped_in_a_row").get_to(p.skipped_in_a_row);
    j.at("wall_s").get_to(p.wall_s);
    j.at("startup_s").get_to(p.startup_s);
    p.best = number(j.at("best"));
    p.val_loss = number(j.at("val_loss"));
    p.val_accuracy = number(j.at("val_accuracy"));
    p.time_to_target_s = number(j.at("time_to_target_s"));
    const auto t = j.at("time").get<std::vector<double>>();
    p.time = {t.at(0), t.at(1), t.at(2), t.at(3), t.at(4), t.at(5), t.at(6), t.at(7)};
    return p;
}

[[noreturn]] void fail_write(const std::string& path) {
    throw RunError("checkpoint " + path + " cannot be written: " + std::strerror(errno) +
                   "; free some space or give the history another place with --history");
}

void write_whole(const std::string& path, const std::string& bytes) {
    const std::string temporary = path + ".tmp";
    const int file = open(temporary.c_str(), O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0644);
    if (file < 0)
        fail_write(path);
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t n = write(file, bytes.data() + done, bytes.size() - done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            const int error = errno;
            close(file);
            unlink(temporary.c_str());
            errno = error;
            fail_write(path);
        }
        done += static_cast<std::size_t>(n);
    }
    if (fsync(file) != 0 || close(file) != 0 || rename(temporary.c_str(), path.c_str()) != 0)
        fail_write(path);
}

} // namespace

void write_checkpoint(const std::string& path, const Checkpoint& checkpoint) {
    std::error_code ignored;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
    json header = json::object();
    header["__metadata__"] = {{"format", "laptime-1"},
                              {"progress", to_json(checkpoint.progress).dump()},
                              {"experiment", checkpoint.experiment}};
    std::string data;
    for (const StoredTensor& tensor : checkpoint.tensors) {
        const std::size_t start = data.size();
        switch (tensor.type.dtype) {
        case DType::f64:
            append<double>(data, tensor.values);
            break;
        case DType::i64:
            append<std::int64_t>(data, tensor.values);
            break;
        default:
            append<float>(data, tensor.values);
        }
        header[tensor.name] = {{"dtype", safetensors_name(tensor.type.dtype)},
                               {"shape", tensor.type.shape.dims()},
                               {"data_offsets", {start, data.size()}}};
    }
    std::string text = header.dump();
    text.resize((text.size() + 7) / 8 * 8, ' ');
    std::string bytes(8, '\0');
    const std::uint64_t length = text.size();
    for (std::size_t i = 0; i < 8; ++i)
        bytes[i] = static_cast<char>(length >> (8 * i));
    write_whole(path, bytes + text + data);
}

Checkpoint read_checkpoint(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file)
        throw DataError("checkpoint " + path + " is missing: this run cannot be resumed; launch it again");
    const std::string bytes((std::istreambuf_iterator<char>(file)), {});
    try {
        std::uint64_t length = 0;
        for (std::size_t i = 0; i < 8; ++i)
            length |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes.at(i))) << (8 * i);
        if (length > bytes.size() - 8)
            throw std::out_of_range("header");
        const json header = json::parse(bytes.substr(8, length));
        const std::size_t data_start = 8 + length;
        Checkpoint checkpoint;
        for (const auto& [name, entry] : header.items()) {
            if (name == "__metadata__") {
                checkpoint.progress = progress_of(json::parse(entry.at("progress").get<std::string>()));
                checkpoint.experiment = entry.at("experiment").get<std::string>();
                continue;
            }
            StoredTensor tensor{
                name,
                {type_of(entry.at("dtype")), Shape(entry.at("shape").get<std::vector<std::int64_t>>())},
                {}};
            const std::size_t start = data_start + entry.at("data_offsets").at(0).get<std::size_t>();
            const auto count = static_cast<std::size_t>(tensor.type.shape.count());
            if (start + tensor.type.bytes() > bytes.size())
                throw std::out_of_range("data");
            const char* from = bytes.data() + start;
            tensor.values = tensor.type.dtype == DType::f64   ? take<double>(from, count)
                            : tensor.type.dtype == DType::i64 ? take<std::int64_t>(from, count)
                                                              : take<float>(from, count);
            checkpoint.tensors.push_back(std::move(tensor));
        }
        return checkpoint;
    } catch (const std::exception& error) {
        throw DataError("checkpoint " + path + " is damaged (" + error.what() +
                        "): this run cannot be resumed; launch it again");
    }
}

} // namespace laptime
