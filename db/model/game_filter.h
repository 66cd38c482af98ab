// Which games are meant: a question as a value.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "db/model/game_tests.h"
#include "db/model/ids.h"

namespace arbiter {

// Tests, put together by and, or and not. By default everything is meant.
struct GameFilter {
  enum class Kind : std::uint8_t {
    All,   // of `parts` all have to hold
    Any,   // one of them
    Not,   // the one of them must not
    Test,  // `test`
  };

  Kind kind = Kind::All;
  std::vector<GameFilter> parts = {};
  std::optional<GameTest> test = {};
  std::string text = {};  // "elo >= 2400": how it is written, if it is one condition

  bool is_empty() const { return kind == Kind::All && parts.empty(); }

  // From now on `other` has to hold too.
  void require(GameFilter other);
};

GameFilter filter_of(GameTest test);
GameFilter all_of(std::vector<GameFilter> parts);
// Precondition: there are parts.
GameFilter any_of(std::vector<GameFilter> parts);
GameFilter negated(GameFilter filter);

// Conditions on dates hold also for a date with unknown parts that only may be in the range.
void accept_possible_dates(GameFilter& filter);

// Shows every test of the filter.
void for_each_test(const GameFilter& filter, const std::function<void(const GameTest&)>& visit);

// The games that the filter asks for one by one, by their numbers; those of ranges, or behind a
// "not", are not among them.
std::vector<GameId> games_named(const GameFilter& filter);

// Whether a test looks at that number.
bool asks_for(const GameFilter& filter, GameNumber number);

// As --where reads it: 'elo >= 2400 and not (white = "Carlsen, M" or black = Tal)'.
std::string to_string(const GameFilter& filter);

// Whether the game is meant, deleted or not.
bool matches(const GameFilter& filter, const GameView& game);

}  // namespace arbiter
