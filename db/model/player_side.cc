#include "db/model/player_side.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "db/model/column_values.h"

namespace arbiter {
namespace {

bool is_false(const GameFilter& filter) {
  return filter.kind == GameFilter::Kind::Not && filter.parts.front().is_empty();
}

// Returns the same filter without parts that are always true or always false.
GameFilter simplified(GameFilter filter) {
  if (!filter.text.empty() || filter.parts.empty()) return filter;
  const bool is_any = filter.kind == GameFilter::Kind::Any;
  if (!is_any && filter.kind != GameFilter::Kind::All) return filter;
  std::vector<GameFilter> parts;
  for (GameFilter& part : filter.parts) {
    GameFilter simple = simplified(std::move(part));
    const bool decides = is_any ? simple.is_empty() : is_false(simple);
    if (decides) return simple;
    if (!simple.is_empty() && !is_false(simple)) parts.push_back(std::move(simple));
  }
  if (parts.empty()) return is_any ? negated(GameFilter()) : GameFilter();
  return is_any ? any_of(std::move(parts)) : all_of(std::move(parts));
}

GameFilter opposite(GameFilter filter) {
  if (filter.kind == GameFilter::Kind::Not) return std::move(filter.parts.front());
  return negated(std::move(filter));
}

GameFilter white_condition(const GameFilter& filter) {
  return simplified(white_is_player(filter).value_or(GameFilter()));
}

GameFilter also(GameFilter filter, GameFilter condition) {
  if (!condition.is_empty()) filter.require(std::move(condition));
  return filter;
}

GameFilter with_result(Outcome result) {
  const std::uint64_t number = number_of(result);
  GameFilter filter = filter_of(NumberTest{.of = GameNumber::Result, .range = {number, number}});
  filter.text = "result = " + std::string(to_string(result));
  return filter;
}

}  // namespace

GameFilter as_white(const GameFilter& filter) { return also(filter, white_condition(filter)); }

GameFilter as_black(const GameFilter& filter) {
  return also(filter, opposite(white_condition(filter)));
}

GameFilter with_player_result(const GameFilter& filter, Outcome result) {
  const GameFilter is_white = white_condition(filter);
  return also(filter,
              simplified(any_of({all_of({is_white, with_result(result)}),
                                 all_of({opposite(is_white), with_result(swapped(result))})})));
}

}  // namespace arbiter
