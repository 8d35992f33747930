// SPDX-License-Identifier: Apache-2.0
#include "engine/model/model_file.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "engine/core/nearest.h"
#include "engine/model/layer_type.h"
#include "engine/toml/toml_tree.h"

namespace laptime {

namespace {

using Kind = TomlValue::Kind;

constexpr std::size_t most_layers =
    10000; ///< repeats multiply, so a slip of the keyboard must not fill the memory
constexpr std::int64_t most_repeats = 1000;
constexpr int deepest = 32;

/// First parts of names that the training adds to a model's own: gradients, optimizer state, averages, loss
/// scale.
const std::set<std::string> reserved_names{"average", "gradient", "input", "loss", "loss_scale", "optimizer"};

/// Keys that every layer has.
const std::vector<std::string>& common_keys() {
    static const std::vector<std::string> keys{"type", "name", "repeat", "dtype"};
    return keys;
}

/// A value in the type it was written in; false for what no option can be (tables, dates, lists of other
/// things).
bool option_of(const TomlValue& value, OptionValue& option) {
    switch (value.kind) {
    case Kind::whole:
        option = value.whole;
        return true;
    case Kind::number:
        option = value.number;
        return true;
    case Kind::flag:
        option = value.flag;
        return true;
    case Kind::text:
        option = value.text;
        return true;
    case Kind::list: {
        std::vector<std::int64_t> list;
        for (const TomlValue& item : value.items) {
            if (item.kind != Kind::whole)
                return false;
            list.push_back(item.whole);
        }
        option = std::move(list);
        return true;
    }
    case Kind::table:
    case Kind::time:
        break;
    }
    return false;
}

bool is_list_of(const TomlValue& value, Kind kind) {
    return value.kind == Kind::list &&
           std::ranges::all_of(value.items, [&](const TomlValue& item) { return item.kind == kind; });
}

/// Names given on one level: the same path must not be used twice, and layers without a name are numbered by
/// kind.
struct Level {
    std::string prefix; ///< "block1/", or "" at the top
    std::set<std::string> taken = {};
    std::map<std::string, int> numbers = {};
};

class Reader {
public:
    explicit Reader(std::string place) : place_(std::move(place)) {}

    LayerList layers(const TomlValue& list, Level& level, int depth) {
        LayerList result;
        for (const TomlValue& table : list.items)
            add(table, level, depth, result);
        return result;
    }

    void problem(int line, const std::string& message) {
        problems_.push_back({"model.file", 0, at(line) + ": " + message});
    }
    std::string at(int line) const { return line > 0 ? place_ + ", line " + std::to_string(line) : place_; }
    std::vector<Problem> take_problems() { return std::move(problems_); }

private:
    /// Reads one layer, as often as it is repeated.
    void add(const TomlValue& table, Level& level, int depth, LayerList& result) {
        const LayerType* type = type_of(table);
        if (!type)
            return;
        if (depth > deepest) {
            problem(table.line, "layers are nested more than " + std::to_string(deepest) + " deep");
            return;
        }
        const std::int64_t repeat = whole(table, "repeat", 1, most_repeats);
        const std::string given = name_of(table);
        const OptionValues values = values_of(table, *type, given.empty() ? type->kind : given);
        for (std::int64_t i = 1; i <= repeat; ++i) {
            if (++count_ > most_layers) {
                if (count_ == most_layers + 1)
                    problem(table.line, "that makes more than " + std::to_string(most_layers) + " layers");
                return;
            }
            std::string name = given.empty() ? type->kind + std::to_string(++level.numbers[type->kind])
                               : repeat > 1  ? given + std::to_string(i)
                                             : given;
            name = level.prefix + name;
            if (!level.taken.insert(name).second) {
                problem(table.line,
                        "there is a layer '" + name + "' already; give every layer a name of its own");
                return;
            }
            auto layer = make(table, *type, values, name, depth);
            if (layer)
                result.push_back(std::move(layer));
        }
    }

    std::shared_ptr<Layer> make(const TomlValue& table, const LayerType& type, const OptionValues& values,
                                const std::string& name, int depth) {
        LayerParts parts;
        Level inner{name + "/"};
        for (const LayerType::Part& part : type.parts)
            read_part(table, part, name, inner, depth, parts);
        if (!problems_.empty())
            return nullptr; // the file is wrong anyway: what could not be read cannot be made
        auto layer = type.make(name, values, parts);
        layer->origin = at(table.line);
        if (const TomlValue* dtype = table.find("dtype"); dtype && dtype->kind == Kind::text)
            layer->dtype = DType::f32;
        return layer;
    }

    void read_part(const TomlValue& table, const LayerType::Part& part, const std::string& name, Level& inner,
                   int depth, LayerParts& parts) {
        const TomlValue* value = table.find(part.key);
        if (!value) {
            if (part.required)
                problem(table.line, "layer '" + name + "': " + part.key + " is missing: " + part.help);
            return;
        }
        std::vector<LayerList>& lists = parts[part.key];
        if (!part.several) {
            if (is_list_of(*value, Kind::table))
                lists.push_back(layers(*value, inner, depth + 1));
            else
                problem(value->line, "layer '" + name + "': " + part.key + " must be a list of layers");
        } else if (is_list_of(*value, Kind::list) && !value->items.empty()) {
            for (const TomlValue& branch : value->items) {
                if (is_list_of(branch, Kind::table))
                    lists.push_back(layers(branch, inner, depth + 1));
                else
                    problem(branch.line,
                            "layer '" + name + "': each of the " + part.key + " must be a list of layers");
            }
        } else {
            problem(value->line, "layer '" + name + "': " + part.key + " must be a list of lists of layers");
        }
    }

    const LayerType* type_of(const TomlValue& table) {
        std::vector<std::string> kinds;
        for (const LayerType* type : layer_types())
            kinds.push_back(type->kind);
        const TomlValue* type = table.find("type");
        if (!type || type->kind != Kind::text) {
            problem(type ? type->line : table.line,
                    "a layer needs a type in quotes, as type = \"dense\"; known are " + listed(kinds));
            return nullptr;
        }
        const LayerType* found = find_layer_type(type->text);
        if (!found)
            problem(type->line, "there is no layer '" + type->text + "'" + suggestion(type->text, kinds));
        return found;
    }

    std::string name_of(const TomlValue& table) {
        const TomlValue* name = table.find("name");
        if (!name)
            return {};
        const auto fits = [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
                   c == '-';
        };
        if (name->kind == Kind::text && reserved_names.contains(name->text)) {
            problem(name->line, "the name '" + name->text + "' is taken by training itself; choose another");
            return {};
        }
        if (name->kind == Kind::text && !name->text.empty() && std::ranges::all_of(name->text, fits))
            return name->text;
        problem(name->line, "a name must be text of letters, digits, _ and -, not " +
                                (name->kind == Kind::text ? "'" + name->text + "'" : kind_text(name->kind)));
        return {};
    }

    std::int64_t whole(const TomlValue& table, const std::string& key, std::int64_t otherwise,
                       std::int64_t most) {
        const TomlValue* value = table.find(key);
        if (!value)
            return otherwise;
        if (value->kind == Kind::whole && value->whole >= 1 && value->whole <= most)
            return value->whole;
        problem(value->line, key + " must be a whole number from 1 to " + std::to_string(most));
        return otherwise;
    }

    /// The options of the layer's kind, with problems noted.
    OptionValues values_of(const TomlValue& table, const LayerType& type, const std::string& name) {
        std::map<std::string, OptionValue> given;
        std::vector<std::string> known = common_keys();
        for (const OptionInfo& info : type.keys)
            known.push_back(info.name);
        for (const LayerType::Part& part : type.parts)
            known.push_back(part.key);
        for (std::size_t i = 0; i < table.keys.size(); ++i) {
            const std::string& key = table.keys[i];
            const TomlValue& value = table.items[i];
            const auto is_info = [&](const OptionInfo& info) { return info.name == key; };
            const auto info = std::ranges::find_if(type.keys, is_info);
            if (key == "dtype" && !(value.kind == Kind::text && value.text == "float32"))
                problem(value.line, "layer '" + name + "': dtype can only be \"float32\"");
            else if (std::ranges::count(known, key) == 0)
                problem(value.line, "layer '" + name + "': " + type.kind + " has no key '" + key + "'" +
                                        suggestion(key, known));
            else if (info != type.keys.end())
                take(*info, value, name, given);
        }
        for (const OptionInfo& info : type.keys)
            if (info.required && !table.find(info.name))
                problem(table.line, "layer '" + name + "': " + info.name + " is missing: " + info.help);
        return OptionValues(type.keys, given);
    }

    void take(const OptionInfo& info, const TomlValue& value, const std::string& name,
              std::map<std::string, OptionValue>& given) {
        OptionValue option;
        const std::string wrong =
            option_of(value, option) ? option_problem(info, option) : "cannot be " + kind_text(value.kind);
        if (wrong.empty())
            given[info.name] = std::move(option);
        else
            problem(value.line, "layer '" + name + "': " + info.name + " " + wrong);
    }

    std::string place_;
    std::vector<Problem> problems_;
    std::size_t count_ = 0;
};

TomlValue parsed(std::string_view toml, const std::string& place) {
    try {
        return parse_toml(toml);
    } catch (const InvalidExperiment& error) {
        std::vector<Problem> problems = error.problems();
        for (Problem& problem : problems)
            problem = {"model.file", 0,
                       place + ", line " + std::to_string(problem.line) + ": " + problem.message};
        throw InvalidExperiment(std::move(problems));
    }
}

} // namespace

Model parse_model(std::string_view toml, const std::string& place, InputType input, Task task) {
    const TomlValue root = parsed(toml, place);
    Reader reader(place);
    Model model{"model", std::move(input), std::move(task)};
    for (std::size_t i = 0; i < root.keys.size(); ++i) {
        const TomlValue& value = root.items[i];
        if (root.keys[i] == "name") {
            if (value.kind == Kind::text)
                model.name = value.text;
            else
                reader.problem(value.line, "name must be text in quotes");
        } else if (root.keys[i] != "layer") {
            reader.problem(value.line, "there is no key '" + root.keys[i] + "'" +
                                           suggestion(root.keys[i], {"name", "layer"}));
        }
    }
    const TomlValue* list = root.find("layer");
    Level top{""};
    if (!list || !is_list_of(*list, Kind::table) || list->items.empty())
        reader.problem(list ? list->line : 0,
                       "a model is a list of layers, each a table [[layer]] with a type");
    else
        model.layers = reader.layers(*list, top, 1);
    if (std::vector<Problem> problems = reader.take_problems(); !problems.empty())
        throw InvalidExperiment(std::move(problems));
    build_forward(model, 1, Outputs::training, DType::f32);
    return model;
}

Model read_model_file(const std::string& path, InputType input, Task task) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    if (!file || !(text << file.rdbuf()))
        throw InvalidInput("cannot read the model file " + path + "; give its path beside the experiment");
    return parse_model(text.str(), path, std::move(input), std::move(task));
}

} // namespace laptime
