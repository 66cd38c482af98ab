#include "tools/cli/options/filter_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "lib/base/text.h"
#include "tools/cli/options/filter_fields.h"

namespace arbiter::cli::options {
namespace {

bool is_quote(char c) { return c == '"' || c == '\''; }

// Where the text in quotes that begins at `at` ends: behind its closing quote. A quote within a
// word is an apostrophe.
std::size_t end_of_quoted(std::string_view text, std::size_t at) {
  const std::size_t end = text.find(text[at], at + 1);
  return end == std::string_view::npos ? text.size() : end + 1;
}

bool begins_quoted(std::string_view text, std::size_t at) {
  return is_quote(text[at]) &&
         (at == 0 || std::string_view("=<> ").find(text[at - 1]) != std::string_view::npos);
}

bool is_and(std::string_view text, std::size_t at) {
  return text.size() - at >= 5 && equal_ignoring_case(text.substr(at, 5), " and ");
}

std::vector<std::string_view> conditions_in(std::string_view text) {
  std::vector<std::string_view> conditions;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (begins_quoted(text, at)) {
      at = end_of_quoted(text, at);
    } else if (is_and(text, at)) {
      conditions.push_back(trim(text.substr(begin, at - begin)));
      begin = at + 5;
      at = begin - 1;  // the blank behind it can begin the next one
    } else {
      ++at;
    }
  }
  conditions.push_back(trim(text.substr(std::min(begin, text.size()))));
  return conditions;
}

struct Sign {
  std::string_view text;
  Comparison comparison;
};

// The longer ones first.
constexpr Sign kSigns[] = {{">=", Comparison::AtLeast},
                           {"<=", Comparison::AtMost},
                           {"=", Comparison::Equal},
                           {">", Comparison::MoreThan},
                           {"<", Comparison::LessThan}};

std::string_view without_quotes(std::string_view value) {
  const bool is_quoted = value.size() >= 2 && is_quote(value.front()) &&
                         value.find(value.front(), 1) == value.size() - 1;
  return is_quoted ? value.substr(1, value.size() - 2) : value;
}

Error unknown_field(std::string_view name) {
  std::vector<std::string_view> names;
  for (const FilterField& field : filter_fields()) names.push_back(field.name);
  const auto near = nearest_words(name, names, 1);
  return {fmt::format("games cannot be asked for by '{}'{}", name,
                      near.empty() ? "" : fmt::format("; did you mean {}?", near.front()))};
}

struct Condition {
  const FilterField* field;
  Comparison comparison;
  std::string_view value;
};

Result<Condition> parse_condition(std::string_view text) {
  const std::size_t at = text.find_first_of("=<>");
  if (at == std::string_view::npos) {
    return Error{fmt::format("'{}' is no condition such as elo>=2400", text)};
  }
  std::string name(trim(text.substr(0, at)));
  std::replace(name.begin(), name.end(), '_', '-');
  const auto* sign = std::find_if(std::begin(kSigns), std::end(kSigns), [&](const Sign& one) {
    return text.substr(at).starts_with(one.text);
  });
  const FilterField* field = find_field(name);
  if (field == nullptr) return unknown_field(name);
  if (!field->is_ordered && sign->comparison != Comparison::Equal) {
    return Error{fmt::format("{} can only be compared with =", field->name)};
  }
  std::string_view value = text.substr(at + sign->text.size());
  // "elo == 2400"; but "white==Name" asks for the whole name.
  if (field->is_ordered && value.starts_with('=')) value.remove_prefix(1);
  return Condition{field, sign->comparison, without_quotes(trim(value))};
}

}  // namespace

Result<GameFilter> with_conditions(GameFilter filter, std::string_view text) {
  std::vector<const FilterField*> lists;
  for (const std::string_view part : conditions_in(text)) {
    const auto condition = parse_condition(part);
    if (!condition) return Error{condition.error()};
    const auto& [field, comparison, value] = *condition;
    if (field->is_list) {
      if (std::find(lists.begin(), lists.end(), field) != lists.end()) {
        return Error{fmt::format("{0} is asked for twice; one of several is {0}=A|B", field->name)};
      }
      lists.push_back(field);
    }
    if (const auto fault = field->add(filter, comparison, value)) {
      return Error{fmt::format("{}: {}", field->name, *fault)};
    }
  }
  return filter;
}

}  // namespace arbiter::cli::options
