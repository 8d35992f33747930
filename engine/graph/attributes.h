// SPDX-License-Identifier: Apache-2.0
// The constants of a node: stride, padding, probability, …
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace laptime {

using Attribute =
    std::variant<std::int64_t, double, bool, std::string, std::vector<std::int64_t>, std::vector<double>>;

class Attributes {
public:
    Attributes() = default;
    Attributes(std::initializer_list<std::pair<const std::string, Attribute>> list) : map_(list) {}

    void set(const std::string& name, Attribute value) { map_[name] = std::move(value); }
    bool has(std::string_view name) const { return map_.find(name) != map_.end(); }

    /// The attribute, or `otherwise` where it is not set. Asking for another type than the one set throws.
    std::int64_t integer(std::string_view name, std::int64_t otherwise = 0) const {
        return get(name, otherwise);
    }
    double number(std::string_view name, double otherwise = 0) const { return get(name, otherwise); }
    bool flag(std::string_view name, bool otherwise = false) const { return get(name, otherwise); }
    std::string text(std::string_view name, std::string otherwise = {}) const {
        return get(name, std::move(otherwise));
    }
    std::vector<std::int64_t> integers(std::string_view name) const {
        return get(name, std::vector<std::int64_t>{});
    }
    std::vector<double> numbers(std::string_view name) const { return get(name, std::vector<double>{}); }

    const std::map<std::string, Attribute, std::less<>>& map() const { return map_; }
    bool operator==(const Attributes&) const = default;

private:
    template <typename T>
    T get(std::string_view name, T otherwise) const {
        const auto it = map_.find(name);
        return it == map_.end() ? std::move(otherwise) : std::get<T>(it->second);
    }
    std::map<std::string, Attribute, std::less<>> map_;
};

} // namespace laptime
