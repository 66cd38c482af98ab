// How the values of fields become questions about a game: what the table of filter_fields.h is made
// of. All fail with a sentence that says what is wrong with the value.
#pragma once

#include <span>
#include <string_view>

#include "db/model/filter_values.h"
#include "db/model/game_filter.h"
#include "lib/base/result.h"

namespace arbiter {

// One comparison, its value as it was written.
struct Condition {
  Comparison comparison = Comparison::Equal;
  std::string_view value;
  std::string_view key = {};  // "Annotator" of tag.Annotator
};

// Names: of a player, an event or a place.
GameFilter name_filter(GameText of, std::string_view text);
template <GameText kOf>
Result<GameFilter> read_name(const Condition& condition) {
  return name_filter(kOf, condition.value);
}

// Numbers. What is not known is 0 in a column, and in no range.
enum class Zero { IsNumber, IsUnknown };
struct NumberField {
  GameNumber of;
  const ValueForm& form;
  Zero zero = Zero::IsUnknown;
};
Result<GameFilter> number_filter(const NumberField& field, const Condition& condition);
template <GameNumber kOf, const ValueForm& kForm, Zero kZero = Zero::IsUnknown>
Result<GameFilter> read_number(const Condition& condition) {
  return number_filter({kOf, kForm, kZero}, condition);
}

Result<GameFilter> read_player(const Condition& condition);
Result<GameFilter> read_between(const Condition& condition);  // "A vs B"
Result<GameFilter> read_date(const Condition& condition);
Result<GameFilter> read_round(const Condition& condition);
Result<GameFilter> read_both_elos(const Condition& condition);
Result<GameFilter> read_eco(const Condition& condition);
Result<GameFilter> read_opening(const Condition& condition);
Result<GameFilter> read_title(const Condition& condition);
Result<GameFilter> read_result(const Condition& condition);
Result<GameFilter> read_clocks(const Condition& condition);  // a time control
Result<GameFilter> read_ending(const Condition& condition);
Result<GameFilter> read_finding(const Condition& condition);
Result<GameFilter> read_material(const Condition& condition);
Result<GameFilter> read_pattern(const Condition& condition);
Result<GameFilter> read_tag(const Condition& condition);
Result<GameFilter> read_source(const Condition& condition);
Result<GameFilter> read_flag(const Condition& condition);

// All values of a field that has a list of them.
std::span<const std::string_view> title_words();
std::span<const std::string_view> result_words();
std::span<const std::string_view> ending_words();
std::span<const std::string_view> flag_words();

}  // namespace arbiter
