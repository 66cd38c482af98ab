// What games can be asked for by: one table for options, --where and help.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "db/model/game_filter.h"
#include "tools/cli/options/filter_values.h"

namespace arbiter::cli::options {

struct FilterField {
  std::string_view name;     // "white-elo": the option --white-elo, and the word in --where
  std::string_view value;    // as help shows it: "RANGE"
  std::string_view meaning;  // for help
  bool is_list;              // several values can be given, of which one has to hold
  bool is_ordered;           // can be compared with <, <=, > and >=

  // Adds the condition to a filter. What is wrong with the value is a sentence.
  std::optional<std::string> (*add)(GameFilter& filter, Comparison comparison,
                                    std::string_view value);
};

// In the order in which help shows them.
std::span<const FilterField> filter_fields();

// The field of that name, or null.
const FilterField* find_field(std::string_view name);

}  // namespace arbiter::cli::options
