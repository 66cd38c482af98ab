// The fields that filters can compare, in one table for options, --where, help and completions.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/filter_text.h"
#include "db/model/game_filter.h"
#include "lib/base/result.h"

namespace arbiter {

// A comparison with a value, as the user wrote it.
struct Condition {
  Comparison comparison = Comparison::Equal;
  std::string_view value;
  std::string_view key = {};  // the "Annotator" in tag.Annotator
};

struct FilterField {
  std::string_view name;     // "white-elo", for the option --white-elo and for --where
  std::string_view value;    // value name in help, such as "RANGE"
  std::string_view meaning;  // description in help
  // Returns the filter of a condition, or an error message about its value. Precondition: the
  // comparison is not "!=".
  Result<GameFilter> (*read)(const Condition& condition);
  std::string_view delimiters = "|";               // delimiters between alternative values
  bool is_ordered = false;                         // true if <, <=, > and >= are allowed
  std::span<const std::string_view> choices = {};  // the valid values; if empty, any text is valid
  bool has_key = false;  // true for "tag.Annotator = X", written as option "--tag Annotator=X"
  std::string_view synonym = {};  // another name
  // Returns the condition that the value is known. Null if the value is text or always known.
  GameFilter (*known)() = nullptr;

  // Returns the number of option values, such as two for --between NAME NAME.
  std::size_t words() const { return 1 + static_cast<std::size_t>(std::ranges::count(value, ' ')); }
};

std::span<const FilterField> filter_fields();

// Returns the field with this name or synonym, or null.
const FilterField* find_field(std::string_view name);

// Returns an error such as "unknown field 'wite' (did you mean 'white'?); fields: player, white,
// ...".
Error unknown_field(std::string_view name);

// Returns the filter of a condition, with the condition as its text. One of several values must
// match. With "!=", the value must be known, and none may match.
Result<GameFilter> read_condition(const FilterField& field, const Condition& condition);

// Returns the filter of an option value, which starts with "KEY=" if the field has keys.
Result<GameFilter> read_option(const FilterField& field, std::string_view value);

}  // namespace arbiter
