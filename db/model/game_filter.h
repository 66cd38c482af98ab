// Filters of games, and the filtered player, from whose side games can be counted.
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
    Any,   // at least one of `parts` matches
    Not,   // the only part does not match
    Test,  // the game passes `test`
  };

  Kind kind = Kind::All;
  std::vector<GameFilter> parts = {};
  std::optional<GameTest> test = {};
  std::string text = {};  // source text of a single condition, such as "elo >= 2400"

  bool is_empty() const { return kind == Kind::All && parts.empty(); }

  // Restricts the filter to games that also match `other`.
  void require(GameFilter other);
};

GameFilter filter_of(GameTest test);
GameFilter all_of(std::vector<GameFilter> parts);
// Precondition: `parts` is not empty.
GameFilter any_of(std::vector<GameFilter> parts);
GameFilter negated(GameFilter filter);

// Changes conditions on dates so that partially unknown dates match if they may be in the range, or
// for "!=" outside it.
void accept_possible_dates(GameFilter& filter);

// Calls `visit` for every test of the filter.
void for_each_test(const GameFilter& filter, const std::function<void(const GameTest&)>& visit);
// Calls `visit` for every test that is not negated.
void for_each_required_test(const GameFilter& filter,
                            const std::function<void(const GameTest&)>& visit);
// Returns whether `accepts` returns true for a test of the filter.
bool any_test(const GameFilter& filter, const std::function<bool(const GameTest&)>& accepts);

// Returns the games that the filter requires by single ids. Ranges and negated ids are excluded.
std::vector<GameId> games_by_id(const GameFilter& filter);

// Returns the condition that White is the player named by the filter, with any of its name tests.
// The first name counts; if both players match it, White is the player. Returns nothing if the
// filter does not require a name.
std::optional<GameFilter> white_is_player(const GameFilter& filter);

// Returns whether a test of the filter uses the number.
bool uses_number(const GameFilter& filter, GameNumber number);

// Returns the filter in the syntax of --where, such as 'elo >= 2400 and not (white = "Carlsen, M"
// or black = Tal)'.
std::string to_string(const GameFilter& filter);

// Returns whether the game matches, whether it is deleted or not.
bool matches(const GameFilter& filter, const GameView& game);

// Return the filter for games in which the named player has White, or Black. Precondition: the
// filter names a player.
GameFilter as_white(const GameFilter& filter);
GameFilter as_black(const GameFilter& filter);

// Returns the filter for games that match `if_white` if the named player has White, and `if_black`
// otherwise. Precondition: the filter names a player.
GameFilter with_player_condition(const GameFilter& filter, const GameFilter& if_white,
                                 const GameFilter& if_black);

// Returns the filter for games with this result from the named player's side: WhiteWins is a win of
// the player, and BlackWins a loss. Precondition: the filter names a player.
GameFilter with_player_result(const GameFilter& filter, Outcome result);

}  // namespace arbiter
