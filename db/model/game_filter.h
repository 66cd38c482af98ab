// Filters of games.
// Games seen from the side of the player whom a filter names (white_is_player).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "db/model/game_tests.h"
#include "db/model/ids.h"
#include "lib/laws/game_end.h"

namespace arbiter {

// Tests combined by and, or and not. An empty filter matches all games.
struct GameFilter {
  enum class Kind : std::uint8_t {
    All,   // all of `parts` match
    Any,   // at least one of them matches
    Not,   // the only one of them does not match
    Test,  // the game passes `test`
  };

  Kind kind = Kind::All;
  std::vector<GameFilter> parts = {};
  std::optional<GameTest> test = {};
  std::string text = {};  // of a single condition: "elo >= 2400"

  bool is_empty() const { return kind == Kind::All && parts.empty(); }

  // Restricts the filter to games that match `other` too.
  void require(GameFilter other);
};

GameFilter filter_of(GameTest test);
GameFilter all_of(std::vector<GameFilter> parts);
// Precondition: `parts` is not empty.
GameFilter any_of(std::vector<GameFilter> parts);
GameFilter negated(GameFilter filter);

// Makes conditions on dates match dates with unknown parts that may be in the range, or with "!="
// outside it.
void accept_possible_dates(GameFilter& filter);

// Calls `visit` for every test of the filter.
void for_each_test(const GameFilter& filter, const std::function<void(const GameTest&)>& visit);
// Calls `visit` for every test that is not after "not".
void for_each_required_test(const GameFilter& filter,
                            const std::function<void(const GameTest&)>& visit);
// Returns whether `accepts` returns true for a test of the filter.
bool any_test(const GameFilter& filter, const std::function<bool(const GameTest&)>& accepts);

// Returns the games that the filter requires by single ids, which excludes ranges and ids after
// "not".
std::vector<GameId> games_by_id(const GameFilter& filter);

// Returns the condition that White is the player whom the filter names, by a name of White, of
// Black, of either or of both. Returns nothing if matching games need no named player. The first
// name counts; if it can be that of both players, White is the player.
std::optional<GameFilter> white_is_player(const GameFilter& filter);

// Returns whether a test of the filter uses the number.
bool uses_number(const GameFilter& filter, GameNumber number);

// Returns the filter as --where reads it: 'elo >= 2400 and not (white = "Carlsen, M" or black =
// Tal)'.
std::string to_string(const GameFilter& filter);

// Returns whether the game matches, deleted or not.
bool matches(const GameFilter& filter, const GameView& game);

// Return the games of the filter in which its player has White, or Black. Precondition: the filter
// names a player.
GameFilter as_white(const GameFilter& filter);
GameFilter as_black(const GameFilter& filter);

// Returns the games of the filter with this result of its player: WhiteWins are his wins, BlackWins
// his losses. Precondition: the filter names a player.
GameFilter with_player_result(const GameFilter& filter, Outcome result);

}  // namespace arbiter
