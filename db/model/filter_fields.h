// What games can be asked for by: the one table for options, --where, help and completions.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/filter_readers.h"
#include "db/model/game_filter.h"
#include "lib/base/result.h"

namespace arbiter {

struct FilterField {
  std::string_view name;     // "white-elo": the option --white-elo, and the word in --where
  std::string_view value;    // as help shows it: "RANGE"
  std::string_view meaning;  // for help
  // The question about a game; a test judges games of a database and of an import alike. What is
  // wrong with the value is a sentence.
  Result<GameFilter> (*read)(const Condition& condition);
  bool is_ordered = false;          // can be compared with <, <=, > and >=
  bool has_key = false;             // "tag.Annotator = X", as an option "--tag Annotator=X"
  std::size_t words = 1;            // that the option takes: --between NAME NAME
  std::string_view dividers = "|";  // each divides values of which one has to hold
  std::span<const std::string_view> choices = {};  // all values that there are; none: any text
};

// In the order in which help shows them.
std::span<const FilterField> filter_fields();

// The field of that name, or null.
const FilterField* find_field(std::string_view name);

// "unknown field 'wite' (did you mean 'white'?); fields: player, white, ...".
Error unknown_field(std::string_view name);

// The condition's filter: of several values divided as the field says, one has to hold. Its text is
// the condition again.
Result<GameFilter> read_condition(const FilterField& field, const Condition& condition);

// The same from the value of an option: with the key before it, if the field has keys.
Result<GameFilter> read_option(const FilterField& field, std::string_view value);

}  // namespace arbiter
