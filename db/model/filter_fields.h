// The fields that filters can compare: one table for options, --where, help and completions.
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

// A comparison with a value as it was written.
struct Condition {
  Comparison comparison = Comparison::Equal;
  std::string_view value;
  std::string_view key = {};  // "Annotator" of tag.Annotator
};

struct FilterField {
  std::string_view name;     // "white-elo": the option --white-elo, and the word in --where
  std::string_view value;    // in help: "RANGE"
  std::string_view meaning;  // in help
  // Returns the filter of a condition, or an error message about its value. Its comparison is never
  // "!=".
  Result<GameFilter> (*read)(const Condition& condition);
  std::string_view delimiters = "|";               // between alternative values
  bool is_ordered = false;                         // can be compared with <, <=, > and >=
  std::span<const std::string_view> choices = {};  // the valid values; empty: any text
  bool has_key = false;           // "tag.Annotator = X", as an option "--tag Annotator=X"
  std::string_view synonym = {};  // another name
  // Returns the condition that the game has a known value. Null: the value is a text, or always
  // known.
  GameFilter (*known)() = nullptr;

  // The number of option values: two for --between NAME NAME.
  std::size_t words() const { return 1 + static_cast<std::size_t>(std::ranges::count(value, ' ')); }
};

// Returns all fields in the order of help.
std::span<const FilterField> filter_fields();

// Returns the field of that name or synonym, or null.
const FilterField* find_field(std::string_view name);

// Returns "unknown field 'wite' (did you mean 'white'?); fields: player, white, ...".
Error unknown_field(std::string_view name);

// Returns the filter of a condition, with the condition as its text. At least one of several values
// has to match. With "!=" the value must be known, and none of them may match.
Result<GameFilter> read_condition(const FilterField& field, const Condition& condition);

// Returns the filter of an option value, which begins with "KEY=" if the field has keys.
Result<GameFilter> read_option(const FilterField& field, std::string_view value);

}  // namespace arbiter
