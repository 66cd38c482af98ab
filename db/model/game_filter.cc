#include "db/model/game_filter.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "db/model/column_values.h"

namespace arbiter {
namespace {

GameFilter joined(GameFilter::Kind kind, std::vector<GameFilter> parts) {
  if (parts.size() == 1) return std::move(parts.front());
  return {.kind = kind, .parts = std::move(parts)};
}

bool needs_parentheses(const GameFilter& filter) {
  return filter.text.empty() &&
         (filter.kind == GameFilter::Kind::All || filter.kind == GameFilter::Kind::Any);
}

std::string part_text(const GameFilter& part) {
  return needs_parentheses(part) ? "(" + to_string(part) + ")" : to_string(part);
}

}  // namespace

void GameFilter::require(GameFilter other) {
  if (is_empty()) {
    *this = std::move(other);
  } else if (kind == Kind::All && text.empty()) {
    parts.push_back(std::move(other));
  } else {
    GameFilter before = std::move(*this);
    *this = all_of({std::move(before), std::move(other)});
  }
}

GameFilter filter_of(GameTest test) {
  return {.kind = GameFilter::Kind::Test, .test = std::move(test)};
}

GameFilter all_of(std::vector<GameFilter> parts) {
  return joined(GameFilter::Kind::All, std::move(parts));
}

GameFilter any_of(std::vector<GameFilter> parts) {
  return joined(GameFilter::Kind::Any, std::move(parts));
}

GameFilter negated(GameFilter filter) {
  return {.kind = GameFilter::Kind::Not, .parts = {std::move(filter)}};
}

void accept_possible_dates(GameFilter& filter) {
  for (GameFilter& part : filter.parts) accept_possible_dates(part);
  auto* number = filter.test ? std::get_if<NumberTest>(&*filter.test) : nullptr;
  if (number == nullptr) return;
  if (number->form == NumberTest::Form::Date) {
    number->form = NumberTest::Form::PossibleDate;
  } else if (number->form == NumberTest::Form::PossibleDate) {
    number->form = NumberTest::Form::Date;  // used for "!="
  }
}

void for_each_test(const GameFilter& filter, const std::function<void(const GameTest&)>& visit) {
  for (const GameFilter& part : filter.parts) for_each_test(part, visit);
  if (filter.test) visit(*filter.test);
}

void for_each_required_test(const GameFilter& filter,
                            const std::function<void(const GameTest&)>& visit) {
  if (filter.kind == GameFilter::Kind::Not) return;
  for (const GameFilter& part : filter.parts) for_each_required_test(part, visit);
  if (filter.test) visit(*filter.test);
}

bool any_test(const GameFilter& filter, const std::function<bool(const GameTest&)>& accepts) {
  return (filter.test && accepts(*filter.test)) ||
         std::ranges::any_of(filter.parts,
                             [&](const GameFilter& part) { return any_test(part, accepts); });
}

std::vector<GameId> games_by_id(const GameFilter& filter) {
  std::vector<GameId> games;
  for_each_required_test(filter, [&games](const GameTest& test) {
    const auto* number = std::get_if<NumberTest>(&test);
    if (number != nullptr && number->of == GameNumber::Id && number->range.min &&
        number->range.min == number->range.max) {
      games.push_back(GameId{static_cast<std::int64_t>(*number->range.min)});
    }
  });
  return games;
}

std::optional<GameFilter> white_is_player(const GameFilter& filter) {
  const auto* name = filter.test ? std::get_if<NameTest>(&*filter.test) : nullptr;
  if (name != nullptr && name->of == GameText::White) return GameFilter();
  if (name != nullptr && name->of == GameText::Black) return negated(GameFilter());
  if (filter.kind == GameFilter::Kind::All) {
    for (const GameFilter& part : filter.parts) {
      if (auto condition = white_is_player(part)) return condition;
    }
  }
  if (filter.kind != GameFilter::Kind::Any) return std::nullopt;
  std::vector<GameFilter> cases;
  for (const GameFilter& part : filter.parts) {
    auto condition = white_is_player(part);
    if (!condition) return std::nullopt;
    cases.push_back(all_of({part, *std::move(condition)}));
  }
  return any_of(std::move(cases));
}

bool uses_number(const GameFilter& filter, GameNumber number) {
  return any_test(filter, [number](const GameTest& test) {
    const auto* one = std::get_if<NumberTest>(&test);
    const auto* comparison = std::get_if<ComparisonTest>(&test);
    return (one != nullptr && one->of == number) ||
           (comparison != nullptr && comparison->uses_number(number));
  });
}

std::string to_string(const GameFilter& filter) {
  if (!filter.text.empty()) return filter.text;
  if (filter.kind == GameFilter::Kind::Not) return "not " + part_text(filter.parts.front());
  std::string text;
  for (const GameFilter& part : filter.parts) {
    if (!text.empty()) text += filter.kind == GameFilter::Kind::All ? " and " : " or ";
    text += part_text(part);
  }
  return text;
}

bool matches(const GameFilter& filter, const GameView& game) {
  const auto part_matches = [&game](const GameFilter& part) { return matches(part, game); };
  switch (filter.kind) {
    case GameFilter::Kind::All:
      break;
    case GameFilter::Kind::Any:
      return std::any_of(filter.parts.begin(), filter.parts.end(), part_matches);
    case GameFilter::Kind::Not:
      return !matches(filter.parts.front(), game);
    case GameFilter::Kind::Test:
      return holds(*filter.test, game);
  }
  return std::all_of(filter.parts.begin(), filter.parts.end(), part_matches);
}

namespace {

bool is_false(const GameFilter& filter) {
  return filter.kind == GameFilter::Kind::Not && filter.parts.front().is_empty();
}

// Returns an equivalent filter without parts that are always true or always false.
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

GameFilter with_player_condition(const GameFilter& filter, const GameFilter& if_white,
                                 const GameFilter& if_black) {
  const GameFilter is_white = white_condition(filter);
  return also(
      filter,
      simplified(any_of({all_of({is_white, if_white}), all_of({opposite(is_white), if_black})})));
}

GameFilter with_player_result(const GameFilter& filter, Outcome result) {
  return with_player_condition(filter, with_result(result), with_result(swapped(result)));
}

}  // namespace arbiter
