#include "tools/cli/options/command_line.h"

#include <algorithm>

namespace arbiter {
namespace {

using Values = std::vector<std::string>;

// Returns the names in a string such as "-o,--output".
std::vector<std::string> names_in(std::string_view text) {
  std::vector<std::string> names;
  while (true) {
    const std::size_t comma = text.find(',');
    names.emplace_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return names;
    text.remove_prefix(comma + 1);
  }
}

template <class T>
TakeValues store_last(T* value) {
  return [value](const Values& values) {
    *value = values.back();
    return std::string();
  };
}

}  // namespace

OptionTarget::OptionTarget(bool* value)
    : kind(Kind::Switch), take([value](const Values& values) {
        *value = values.back() == "true";
        return std::string();
      }) {}

OptionTarget::OptionTarget(std::function<void()> call)
    : kind(Kind::Switch), take([call = std::move(call)](const Values& values) {
        if (values.back() == "true") call();
        return std::string();
      }) {}

OptionTarget::OptionTarget(std::string* value)
    : kind(Kind::Once), take(store_last(value)), type_name("TEXT") {}

OptionTarget::OptionTarget(std::optional<std::string>* value)
    : kind(Kind::Once), take(store_last(value)), type_name("TEXT") {}

OptionTarget::OptionTarget(std::vector<std::string>* values)
    : kind(Kind::Every),
      take([values](const Values& given) {
        *values = given;
        return std::string();
      }),
      type_name("TEXT") {}

OptionTarget::OptionTarget(LastValue last)
    : kind(Kind::Last), take([take_one = std::move(last.take)](const Values& values) {
        std::string fault;
        for (const std::string& value : values) {
          if (fault.empty()) fault = take_one(value);
        }
        return fault;
      }) {}

Option::Option(std::string names, OptionTarget target, std::string group)
    : target_(std::move(target)), group_(std::move(group)) {
  const std::size_t blank = names.find(' ');
  if (!names.starts_with('-')) {
    names_ = {names};
    type_name(names.substr(0, names.rfind("...")));
    return;
  }
  if (blank != std::string::npos) type_name(names.substr(blank + 1));
  names_ = names_in(std::string_view(names).substr(0, blank));
  std::ranges::stable_partition(names_,
                                [](const std::string& name) { return !name.starts_with("--"); });
}

bool Option::is_named(std::string_view name) const {
  return !name.empty() && (name == alias_ || std::ranges::find(names_, name) != names_.end());
}

void CommandLine::move_to_end(std::string_view name) {
  std::ranges::stable_partition(
      options_, [&](const std::unique_ptr<Option>& option) { return !option->is_named(name); });
}

Option* CommandLine::add(const std::string& names, OptionTarget target) {
  options_.push_back(std::make_unique<Option>(names, std::move(target), group_));
  return options_.back().get();
}

}  // namespace arbiter
