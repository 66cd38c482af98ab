#include "tests/support/json_schema.h"

#include <algorithm>
#include <stdexcept>
#include <string_view>

namespace arbiter::testing {
namespace {

class Checker {
 public:
  explicit Checker(const Json& root) : root_(root) {}

  std::string fault(const Json& value, const Json& schema, const std::string& path) const {
    if (schema.contains("type") && !is_of(value, schema["type"].text())) {
      return path + ": it is no " + schema["type"].text();
    }
    for (const auto& [keyword, rule] : schema.members()) {
      if (std::string found = fault_by(keyword, rule, value, schema, path); !found.empty()) {
        return found;
      }
    }
    return {};
  }

 private:
  std::string fault_by(const std::string& keyword, const Json& rule, const Json& value,
                       const Json& schema, const std::string& path) const {
    const auto says = [&](bool is_right, const std::string& what) {
      return is_right ? "" : path + ": " + what;
    };
    if (keyword == "$ref") return fault(value, referred(rule.text()), path);
    if (keyword == "enum") {
      return says(std::ranges::find(rule.elements(), value) != rule.elements().end(),
                  "it is none of the values");
    }
    if (keyword == "minimum") return says(!(value < rule), "it is too small");
    if (keyword == "minItems") return says(value.size() >= rule.count(), "it has too few");
    if (keyword == "required") {
      return says(
          std::ranges::all_of(rule.elements(),
                              [&](const Json& name) { return value.contains(name.text()); }),
          "a member is missing");
    }
    if (keyword == "anyOf") {
      return says(
          std::ranges::any_of(rule.elements(),
                              [&](const Json& one) { return fault(value, one, path).empty(); }),
          "it fits nothing");
    }
    if (keyword == "items") return fault_in_items(value, rule, path);
    if (keyword == "properties" || keyword == "additionalProperties") {
      return keyword == "properties" && schema.contains("additionalProperties")
                 ? ""
                 : fault_in_members(value, schema, path);
    }
    constexpr std::string_view kNotes[] = {"$schema", "$defs", "title", "description", "type"};
    if (std::ranges::find(kNotes, keyword) == std::end(kNotes)) {
      throw std::invalid_argument("unknown keyword " + keyword);
    }
    return {};
  }

  const Json& referred(const std::string& reference) const {
    const std::string prefix = "#/$defs/";
    if (!reference.starts_with(prefix)) throw std::invalid_argument(reference);
    return root_["$defs"][reference.substr(prefix.size())];
  }

  static bool is_of(const Json& value, const std::string& type) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_text();
    if (type == "number") return value.is_number();
    if (type == "integer") return value.is_whole_number();
    throw std::invalid_argument(type);
  }

  std::string fault_in_items(const Json& value, const Json& rule, const std::string& path) const {
    std::size_t index = 0;
    for (const Json& element : value.elements()) {
      std::string found = fault(element, rule, path + "/" + std::to_string(index++));
      if (!found.empty()) return found;
    }
    return {};
  }

  std::string fault_in_members(const Json& value, const Json& schema,
                               const std::string& path) const {
    for (const auto& [name, member] : value.members()) {
      const bool is_named = schema.contains("properties") && schema["properties"].contains(name);
      const Json& rule = is_named ? schema["properties"][name] : schema["additionalProperties"];
      if (!rule.is_object()) return path + ": unknown member " + name;
      if (std::string found = fault(member, rule, path + "/" + name); !found.empty()) return found;
    }
    return {};
  }

  const Json& root_;
};

}  // namespace

std::string schema_fault(const Json& value, const Json& schema) {
  return Checker(schema).fault(value, schema, "");
}

}  // namespace arbiter::testing
