#include "tools/cli/options/command_line.h"

#include <algorithm>
#include <string_view>

namespace arbiter {
namespace {

// "-o" and "--output" of "-o,--output".
std::vector<std::string> names_in(std::string_view text) {
  std::vector<std::string> names;
  while (true) {
    const std::size_t comma = text.find(',');
    names.emplace_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return names;
    text.remove_prefix(comma + 1);
  }
}

// What help calls a value of which nothing more is said.
std::string usual_type_name(const OptionTarget& target) {
  const bool is_callback =
      std::holds_alternative<LastValue>(target) || std::holds_alternative<EveryValue>(target);
  return is_callback ? "" : "TEXT";
}

}  // namespace

Option::Option(const std::string& names, OptionTarget target)
    : names_(names_in(names)), type_name_(usual_type_name(target)), target_(std::move(target)) {
  std::stable_partition(names_.begin(), names_.end(),
                        [](const std::string& name) { return !name.starts_with("--"); });
}

Option* Option::description(std::string text) {
  description_ = std::move(text);
  return this;
}

Option* Option::type_name(std::string name) {
  type_name_ = std::move(name);
  return this;
}

Option* Option::group(std::string name) {
  group_ = std::move(name);
  return this;
}

Option* Option::required() {
  is_required_ = true;
  return this;
}

Option* Option::unlisted() {
  is_unlisted_ = true;
  return this;
}

Option* Option::choices(std::vector<std::string> values) {
  choices_ = std::move(values);
  return this;
}

Option* Option::list() {
  is_list_ = true;
  return this;
}

bool Option::takes_value() const {
  return !std::holds_alternative<bool*>(target_) &&
         !std::holds_alternative<std::function<void()>>(target_) && !asks_for_help();
}

Option* CommandLine::add(const std::string& names, OptionTarget target) {
  options_.push_back(std::make_unique<Option>(names, std::move(target)));
  return options_.back().get();
}

}  // namespace arbiter
