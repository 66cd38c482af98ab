// Searches for games and positions in an SQLite file.
#pragma once

#include <span>
#include <vector>

#include "db/model/game_set.h"
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

}  // namespace arbiter::sqlite
