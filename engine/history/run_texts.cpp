// SPDX-License-Identifier: Apache-2.0
// JSON texts of a run (see run_texts.h). Each struct's fields are listed once, for reading and writing.
#include "engine/history/run_texts.h"

#include <nlohmann/json.hpp>

#include "engine/experiment/words.h"

namespace laptime::history {

namespace {

using Json = nlohmann::json;

std::string dump(const Json& json) {
    // A name may hold bytes that are no UTF-8; that must not lose the run.
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json parse(const std::string& text) {
    return Json::parse(text, nullptr, false);
}

struct Writer {
    Json json = Json::object();
    void operator()(const char* key, double value) {
        if (std::isnan(value))
            json[key] = "nan";
        else if (std::isinf(value))
            json[key] = value > 0 ? "inf" : "-inf";
        else
            json[key] = value;
    }
    void operator()(const char* key, RunStatus value) { json[key] = word_of(value); }
    template <class T>
    void operator()(const char* key, const T& value) {
        json[key] = value;
    }
};

struct Reader {
    const Json& json;
    const Json* find(const char* key) const {
        if (!json.is_object())
            return nullptr;
        const auto found = json.find(key);
        return found == json.end() ? nullptr : &*found;
    }
    void operator()(const char* key, double& value) const {
        const Json* found = find(key);
        if (!found)
            return;
        if (found->is_number())
            value = found->get<double>();
        else if (*found == "nan")
            value = not_measured;
        else if (*found == "inf" || *found == "-inf")
            value = *found == "inf" ? std::numeric_limits<double>::infinity()
                                    : -std::numeric_limits<double>::infinity();
    }
    void operator()(const char* key, std::int64_t& value) const {
        if (const Json* found = find(key); found && found->is_number_integer())
            value = found->get<std::int64_t>();
    }
    void operator()(const char* key, std::string& value) const {
        if (const Json* found = find(key); found && found->is_string())
            value = found->get<std::string>();
    }
    void operator()(const char* key, RunStatus& value) const {
        std::string word;
        (*this)(key, word);
        if (!word.empty())
            value = run_status(word);
    }
    void operator()(const char* key, std::vector<std::string>& value) const {
        if (const Json* found = find(key); found && found->is_array())
            value = read_list(dump(*found));
    }
};

template <class Visit, class Start>
void visit_start(Visit&& visit, Start& start) {
    visit("name", start.name);
    visit("devices", start.devices);
    visit("precision", start.precision);
    visit("strategy", start.strategy);
    visit("global_batch", start.global_batch);
    visit("parameters", start.parameters);
    visit("predicted_memory_bytes", start.predicted_memory_bytes);
    visit("first_step", start.first_step);
    visit("total_steps", start.total_steps);
    visit("steps_per_epoch", start.steps_per_epoch);
    visit("total_epochs", start.total_epochs);
}

template <class Visit, class End>
void visit_end(Visit&& visit, End& end) {
    visit("status", end.status);
    visit("wall_s", end.wall_s);
    visit("startup_s", end.startup_s);
    visit("samples_per_second", end.samples_per_second);
    visit("val_loss", end.val_loss);
    visit("val_accuracy", end.val_accuracy);
    visit("best", end.best);
    visit("skipped_steps", end.skipped_steps);
    visit("time_to_target_s", end.time_to_target_s);
    visit("error", end.error);
    visit("steps", end.steps);
    visit("samples", end.samples);
    visit("time_startup_s", end.time.startup);
    visit("time_data_s", end.time.data);
    visit("time_compute_s", end.time.compute);
    visit("time_collective_s", end.time.collective);
    visit("time_host_s", end.time.host);
    visit("time_evaluation_s", end.time.evaluation);
    visit("time_checkpoint_s", end.time.checkpoint);
    visit("time_paused_s", end.time.paused);
    visit("memory_bytes", end.memory_bytes);
}

} // namespace

std::string write_list(const std::vector<std::string>& words) {
    return words.empty() ? "[]" : dump(Json(words));
}

std::string write_facts(const MachineFacts& facts) {
    return dump(Json(facts));
}

std::string write_start(const RunStart& start) {
    Writer writer;
    visit_start(writer, start);
    return dump(writer.json);
}

std::string write_end(const RunEnd& end) {
    Writer writer;
    visit_end(writer, end);
    return dump(writer.json);
}

std::vector<std::string> read_list(const std::string& text) {
    std::vector<std::string> words;
    if (text.size() <= 2)
        return words;
    const Json json = parse(text);
    if (json.is_array())
        for (const Json& word : json)
            if (word.is_string())
                words.push_back(word.get<std::string>());
    return words;
}

MachineFacts read_facts(const std::string& text) {
    MachineFacts facts;
    const Json json = parse(text);
    if (json.is_object())
        for (const auto& [key, value] : json.items())
            if (value.is_string())
                facts[key] = value.get<std::string>();
    return facts;
}

RunStart read_start(const std::string& text) {
    RunStart start;
    const Json json = parse(text);
    visit_start(Reader{json}, start);
    return start;
}

RunEnd read_end(const std::string& text) {
    RunEnd end;
    const Json json = parse(text);
    visit_end(Reader{json}, end);
    return end;
}

std::string write_metrics(const std::vector<MetricValue>& metrics) {
    Writer writer;
    for (const MetricValue& one : metrics)
        writer(word_of(one.metric), one.value);
    return dump(writer.json);
}

std::vector<MetricValue> read_metrics(const std::string& text) {
    std::vector<MetricValue> metrics;
    const Json json = parse(text);
    const Reader reader{json};
    for (const auto& [metric, word] : metric_words)
        if (reader.find(word)) {
            metrics.push_back({metric, not_measured});
            reader(word, metrics.back().value);
        }
    return metrics;
}

} // namespace laptime::history
