// The deletion of games, of duplicates among them, and of databases without games.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "db/model/game_record.h"
#include "db/model/game_set.h"
#include "db/model/ids.h"
#include "db/sqlite/file/connection.h"
#include "db/sqlite/games/database.h"
#include "db/sqlite/games/game_columns.h"

namespace arbiter::sqlite {

// The result of a deletion, which marks games as deleted inside the caller's transaction, so that
// no query returns them. compact_database() frees their disk space. Games that do not exist or are
// already deleted are skipped. Takes about 15 us per game.
struct Deletion {
  std::uint64_t games = 0;     // number of deleted games
  std::uint64_t postings = 0;  // number of postings added to the index
};
Deletion delete_games(const Database& database, const GameSet& games, unsigned jobs = 1);

// Removes a database file without games. Does nothing if another program has the file open, or if
// the file cannot be read.
void remove_if_empty(const std::string& path);

enum class DuplicateKind : std::uint8_t {
  SameMoves,   // no known property differs: players, date, result
  Prefix,      // the moves are a prefix of the kept game's moves
  OtherNames,  // the same moves, date and result, but different player names
};

std::string_view to_string(DuplicateKind kind);

struct ContentDifference {
  // Content missing in the kept copy, such as "Date, WhiteElo, comments or variations".
  std::string missing;
  std::string other;  // values that differ, such as `Event "Blitz", Site "Bern"`
};

struct DuplicateGame {
  GameId game{};
  DuplicateKind kind{};
  std::string why;  // the reason to discard the copy, such as "it has 2 tags fewer"
  ContentDifference difference = {};

  // Returns whether the copy must be kept too, because it has content that the kept copy lacks.
  bool is_held() const { return !difference.missing.empty(); }
};

// The copies of one game.
struct DuplicateGroup {
  GameId kept{};
  std::vector<DuplicateGame> others;  // sorted by game number; not empty
};

// A function that receives each group, sorted by the kept game's number.
using DuplicateVisit = std::function<void(const DuplicateGroup&)>;
// A function that receives the name of a step and its finished share, from 0 to 1.
using DuplicateProgress = std::function<void(std::string_view step, double share)>;

// Finds all groups of duplicates among these games. Takes about 2 us for each game, and 25 us for
// each duplicate. Memory: 40 to 60 bytes per game, and 16 more per duplicate. A game is not grouped
// with longer games if it is a prefix of two different games, or has fewer than kMinPrefix
// half-moves.
void find_duplicates(
    const Database& database, const GameSet& among, const DuplicateVisit& visit,
    const DuplicateProgress& progress = [](std::string_view, double) {});

inline constexpr std::uint16_t kMinPrefix = 10;

enum class Sameness : std::uint8_t {
  No,
  OtherNames,  // the games may be the same, except for the player names
  Yes,
};

class GameComparison {
 public:
  // Reads the names of all players, at 0.3 us each.
  GameComparison(const Connection& connection, ColumnReader& columns);

  // Preloads the rounds of games that will be compared. `numbers` are ascending, because sequential
  // reads are faster than the random ones of comparisons. Takes 1 us and 16 bytes per game.
  void read_rounds(std::span<const std::uint32_t> numbers);

  // Compares two games, of which one has the same moves as the other, or a prefix of them. Players,
  // date and result are compared by may_be_same(). Rounds of the same event must not differ. For
  // short games (kMinDistinctPlies), event, site and round must not differ. Different names are
  // accepted only for equal moves with at least kMinPliesForOtherNames half-moves, and for the same
  // known date and result. Takes 0.1 to 5 us.
  Sameness compare(GameId a, GameId b);

  // Returns the number of White's person, which is equal for all names of that person; 0 if there
  // is none.
  std::uint32_t white_of(GameId game) { return person_of(columns_.value(game, GameColumn::White)); }
  std::uint32_t black_of(GameId game) { return person_of(columns_.value(game, GameColumn::Black)); }

  // The minimum number of half-moves for different names. Shorter games of different players may
  // have the same moves.
  static constexpr std::uint16_t kMinPliesForOtherNames = 40;

  const Connection& connection() const { return connection_; }
  ColumnReader& columns() { return columns_; }

 private:
  static bool may_have_other_names(const GameIdentity& a, const GameIdentity& b);
  GameIdentity claims_of(GameId game);
  std::string_view round_of(GameId game);
  const std::string* read_round(std::uint32_t number);
  std::uint32_t person_of(std::uint64_t player) const {
    return player < persons_.size() ? persons_[player] : 0;
  }
  bool may_be_one_round(GameId a, GameId b, bool is_short);
  bool contradicts(GameId a, GameId b, GameColumn column);

  const Connection& connection_;
  ColumnReader& columns_;
  Statement round_;
  std::set<std::string, std::less<>> rounds_;
  std::vector<std::pair<std::uint32_t, const std::string*>> read_;  // sorted by game number
  std::vector<std::string> players_;                                // names by id
  std::vector<std::uint32_t> persons_;  // the first name of the same person, by id
};

// Groups of two or more games, stored consecutively.
struct UnitedGames {
  std::vector<std::uint32_t> numbers;  // game numbers
  std::vector<std::uint32_t> ends;     // ends of the groups in `numbers`
};

// Chooses the game to keep in each group, and calls `visit` in ascending order of that game's
// number. Memory: 28 bytes per game, in addition to the comparison.
void choose_copies(GameComparison& comparison, const UnitedGames& united,
                   const DuplicateVisit& visit, const DuplicateProgress& progress);

}  // namespace arbiter::sqlite
