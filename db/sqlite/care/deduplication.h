// Duplicate games of a database.
// The comparison of two games of a database, and the choice of the one to keep.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/game_record.h"
#include "db/model/game_set.h"
#include "db/model/ids.h"
#include "db/sqlite/file/connection.h"
#include "db/sqlite/games/database.h"
#include "db/sqlite/games/game_columns.h"

namespace arbiter::sqlite {

enum class DuplicateKind : std::uint8_t {
  SameMoves,   // no known property differs: players, date, result
  Prefix,      // the moves are the beginning of those of the kept game
  OtherNames,  // the same moves, date and result, but different player names
};

// "same-moves", "prefix", "other-names".
std::string_view to_string(DuplicateKind kind);

// The content that deleting a copy would lose.
struct ContentDifference {
  std::string missing;  // in the kept copy: "Date, WhiteElo, comments or variations"
  std::string other;    // the values that differ: `Event "Blitz", Site "Bern"`
};

struct DuplicateGame {
  GameId game{};
  DuplicateKind kind{};
  std::string why;  // the reason not to keep it: "it has 2 tags fewer"
  ContentDifference difference = {};

  // Returns whether the copy is kept because it has something that the other one lacks.
  bool is_held() const { return !difference.missing.empty(); }
};

// The copies of one game.
struct DuplicateGroup {
  GameId kept{};
  std::vector<DuplicateGame> others;  // by ascending number; at least one
};

// Receives each group, by ascending number of the kept game.
using DuplicateVisit = std::function<void(const DuplicateGroup&)>;
// Receives the name of a step and its finished share, from 0 to 1.
using DuplicateProgress = std::function<void(std::string_view step, double share)>;

// Finds all groups among these games. Reads the hashes and moves of all games, about 2 us per game,
// and the games of groups, about 25 us each. Memory: 40 to 60 bytes per game. A prefix of two
// different games, or of fewer than kMinPrefix half-moves, is not grouped with the longer games.
void find_duplicates(
    const Database& database, const GameSet& among, const DuplicateVisit& visit,
    const DuplicateProgress& progress = [](std::string_view, double) {});

inline constexpr std::uint16_t kMinPrefix = 10;

enum class Sameness : std::uint8_t {
  No,
  OtherNames,  // the games may be the same except for the player names
  Yes,
};

class GameComparison {
 public:
  // Reads the names of all players: 0.3 us each.
  GameComparison(const Connection& connection, ColumnReader& columns);

  // Compares two games with the same moves, or of which one is the beginning of the other. Players,
  // date and result are compared by may_be_same(). Rounds of the same event must not differ; of a
  // short game (kMinDistinctPlies) neither event, site nor round. Other names are possible only
  // with the same moves, kMinPliesForOtherNames half-moves or more, and the same known date and
  // result. 0.1 to 5 us.
  Sameness compare(GameId a, GameId b);

  // Returns the number of a player, equal for all names of a person; 0 means none.
  std::uint32_t white_of(GameId game) { return person_of(columns_.value(game, GameColumn::White)); }
  std::uint32_t black_of(GameId game) { return person_of(columns_.value(game, GameColumn::Black)); }

  // With fewer half-moves, two pairs of players may have played the same moves.
  static constexpr std::uint16_t kMinPliesForOtherNames = 40;

  const Connection& connection() const { return connection_; }
  ColumnReader& columns() { return columns_; }

 private:
  static bool may_have_other_names(const GameIdentity& a, const GameIdentity& b);
  GameIdentity claims_of(GameId game);
  std::string round_of(GameId game);
  std::uint32_t person_of(std::uint64_t player) const {
    return player < persons_.size() ? persons_[player] : 0;
  }
  bool may_be_one_round(GameId a, GameId b, bool is_short);
  bool contradicts(GameId a, GameId b, GameColumn column);

  const Connection& connection_;
  ColumnReader& columns_;
  Statement round_;
  std::vector<std::string> players_;    // names by id
  std::vector<std::uint32_t> persons_;  // by id: the first name of the same person
};

// Groups of two or more games in one list.
struct UnitedGames {
  std::vector<std::uint32_t> numbers;  // of the games
  std::vector<std::uint32_t> ends;     // of the groups, in `numbers`
};

// Chooses the game to keep of each group, and calls `visit` by ascending number of that game. Holds
// 28 bytes per game, and what comparing needs.
void choose_copies(GameComparison& comparison, const UnitedGames& united,
                   const DuplicateVisit& visit, const DuplicateProgress& progress);

}  // namespace arbiter::sqlite
