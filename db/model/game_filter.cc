#include "db/model/game_filter.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace arbiter {
namespace {

GameFilter joined(GameFilter::Kind kind, std::vector<GameFilter> parts) {
  if (parts.size() == 1) return std::move(parts.front());
  GameFilter filter;
  filter.kind = kind;
  filter.parts = std::move(parts);
  return filter;
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
  GameFilter filter;
  filter.kind = GameFilter::Kind::Test;
  filter.test = std::move(test);
  return filter;
}

GameFilter all_of(std::vector<GameFilter> parts) {
  return joined(GameFilter::Kind::All, std::move(parts));
}

GameFilter any_of(std::vector<GameFilter> parts) {
  return joined(GameFilter::Kind::Any, std::move(parts));
}

GameFilter negated(GameFilter filter) {
  GameFilter outer;
  outer.kind = GameFilter::Kind::Not;
  outer.parts.push_back(std::move(filter));
  return outer;
}

void accept_possible_dates(GameFilter& filter) {
  for (GameFilter& part : filter.parts) accept_possible_dates(part);
  auto* number = filter.test ? std::get_if<NumberTest>(&*filter.test) : nullptr;
  if (number != nullptr && number->form == NumberTest::Form::Date) {
    number->form = NumberTest::Form::PossibleDate;
  }
}

void for_each_test(const GameFilter& filter, const std::function<void(const GameTest&)>& visit) {
  for (const GameFilter& part : filter.parts) for_each_test(part, visit);
  if (filter.test) visit(*filter.test);
}

std::vector<GameId> games_named(const GameFilter& filter) {
  std::vector<GameId> games;
  if (filter.kind == GameFilter::Kind::Not) return games;
  for (const GameFilter& part : filter.parts)
    std::ranges::copy(games_named(part), std::back_inserter(games));
  const auto* number = filter.test ? std::get_if<NumberTest>(&*filter.test) : nullptr;
  if (number != nullptr && number->of == GameNumber::Id && number->range.min &&
      number->range.min == number->range.max) {
    games.push_back(GameId{static_cast<std::int64_t>(*number->range.min)});
  }
  return games;
}

bool asks_for(const GameFilter& filter, GameNumber number) {
  bool is_asked = false;
  for_each_test(filter, [&](const GameTest& test) {
    const auto* one = std::get_if<NumberTest>(&test);
    is_asked = is_asked || (one != nullptr && one->of == number);
  });
  return is_asked;
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

}  // namespace arbiter
