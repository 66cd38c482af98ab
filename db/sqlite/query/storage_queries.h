// Queries over an SQLite file: positions and games, statistics, duplicates of a batch.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "db/model/game_set.h"
#include "db/model/game_statistics.h"
#include "db/model/position_query.h"
#include "db/model/position_sums.h"
#include "db/model/storage.h"
#include "db/model/stored_game.h"
#include "db/sqlite/index/position_index.h"
#include "db/sqlite/query/sqlite_reader.h"

namespace arbiter::sqlite {

// Returns the first hit of each game in ascending order, including deleted games. Omits hits of
// different positions with the same stored key bits, if the next move is illegal.
std::vector<Hit> hits_of(SqliteReader& reader, const PositionQuery& query);

struct KeyHits {
  std::vector<Hit> hits = {};
  // True if the hits are those of one position, as in hits_of(). Otherwise the games must be
  // replayed.
  bool are_certain = false;
};

// Returns the hits of a key. If there are many, they are certain if one of them reaches a position
// with this key.
KeyHits hits_of_key(SqliteReader& reader, PositionKey key);

// Returns whether the position of the query occurs in the game at the ply of the hit. Replays the
// game, which takes about 3 us.
bool position_occurs_at(GameReader& games, const Hit& hit, const PositionQuery& query);

// Returns the sums of all games that reached a position, by the move played there. A game counts
// once, with its move at the first occurrence; transpositions count. With `among`, only these games
// count. Sums with an illegal move belong to a different position with the same key, and are
// omitted. If the games are few, they are replayed, so that the result is exact. Takes about 0.1 ms
// with stored sums, and otherwise about 10 ns per game.
PositionSums sums_at(SqliteReader& reader, const PositionQuery& query,
                     const CountedGames* among = nullptr);

// The positions of a few games, found by replaying these games. The cost of a tree then depends
// only on them, not on other games that reached its positions.
class PlayedPositions {
 public:
  // Replays the games, in about 10 us each. They must be indexed completely. `reader` and `among`
  // must outlive the object.
  PlayedPositions(SqliteReader& reader, const CountedGames& among);

  // Returns the sums over these games, like the function sums_at().
  PositionSums sums_at(const PositionQuery& query) const;

 private:
  struct Played {
    PositionKey key;
    Hit hit;
  };

  SqliteReader& reader_;
  const CountedGames& among_;
  std::vector<Played> positions_;  // sorted by key, game and ply; the first one in each game
};

// Returns the number of `games` that reached each position, like the total of find_games().
std::vector<std::uint64_t> count_hits(SqliteReader& reader, const GameSet& games,
                                      std::span<const PositionQuery> positions);

// Returns the games that match. Listed games are replayed to the position. Once in millions of
// queries, the total is too high, because a different position has the same 48-bit key. The next
// move is then legal in both positions. Positions beyond Storage::index_plies() are not found.
FoundGames find_games(SqliteReader& reader, const FindQuery& query);

// Passes the games to `stream` in the order of `found`, in batches of up to 256. Games that no
// longer exist are omitted. Each thread opens the file separately if possible, and holds a few
// hundred games in memory. Throws DamageError.
void stream_games(SqliteReader& reader, std::span<const FoundGame> found, const GameStream& stream);

// Returns the totals of the games. Takes about 20 ns per game and 50 ns per finding. Precondition:
// no game in `among` is deleted.
Totals totals_of(SqliteReader& reader, const CountedGames& among);

// Returns the groups of the games. Years, codes, ratings and lengths are in ascending order; other
// groups are sorted by the number of games. Unknown values come last. With GroupBy::Player a game
// counts for both players.
std::vector<StatisticsRow> groups_of(SqliteReader& reader, const CountedGames& among, GroupBy by);

// Returns the counts of the games that match each condition.
std::vector<GameCount> counts_of(SqliteReader& reader, const CountedGames& among,
                                 std::span<const GameFilter> conditions);

// A hash table of items whose hashes are known in advance. Takes 36 to 68 bytes per item.
class HashTable {
 public:
  HashTable() = default;
  // Creates the table. `hashes[i]` is the hash of item i.
  explicit HashTable(std::span<const std::uint64_t> hashes);

  // Returns the items whose hashes have the same upper 32 bits, in ascending order. These hashes
  // are nearly always equal. Takes a few ns if there are none.
  std::span<const std::uint32_t> find(std::uint64_t hash) const;

 private:
  struct Slot {
    std::uint32_t tag = 0;
    bool is_used = false;
    std::uint32_t begin = 0;  // index in items_
    std::uint32_t size = 0;
  };

  Slot& slot_of(std::uint32_t tag);

  std::vector<std::uint32_t> items_;
  std::vector<Slot> slots_;
};

// Returns whether each game of the batch has a duplicate in the database or earlier in the batch.
// Duplicates have the same initial position and moves, and no contradicting players, date and
// result (game_record.h). Reads the hash of every game in the database (5 ns each), and the games
// with the hash of a draft (5 us each).
std::vector<bool> find_duplicate_drafts(SqliteReader& reader, const DraftBatch& batch);

}  // namespace arbiter::sqlite
