// Rows of `games` as games.
// Ranges of games that fit into memory.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "db/clickhouse/cluster/query_session.h"
#include "db/clickhouse/wire/row_reader.h"
#include "db/model/game_tests.h"
#include "db/model/position_query.h"
#include "db/model/stored_game.h"

namespace arbiter::clickhouse {

// The optional columns of a row. Columns that are not requested are empty.
struct RowParts {
  bool moves = false;   // the initial position and the moves
  bool record = false;  // tags, and the movetext if it is kept
  bool findings = false;
};

// Returns the columns of a GameRow for SELECT.
std::string row_columns(RowParts parts);

// Returns the SELECT of the visible games among these, without order.
std::string games_sql(std::span<const std::uint64_t> games, RowParts parts);

// A row, with views into its response.
struct GameRow {
  GameId id{};
  std::array<std::uint64_t, 5> names{};  // the ids of white, black, event, site and opening
  GameDraft draft;                       // the numbers, without texts and findings
  std::uint16_t opening_eco = 0, opening_ply = 0;
  SourceId source{};
  std::string_view round, start, moves, record;
  std::vector<DraftFinding> findings;  // those that this version has
};

GameRow read_row(RowReader& rows);
// Reads all rows of a response, which must outlive them.
std::vector<GameRow> read_rows(const Answer& answer);

// Appends the game to a batch, without moves hash and opening. Throws IoError if a name is missing.
class NameTexts;
void add_draft(const GameRow& row, const NameTexts& names, DraftBatch& batch);

// A cache of names by id.
class NameTexts {
 public:
  explicit NameTexts(QuerySession& session) : session_(session) {}

  // Reads the unknown names of these games of the shard.
  void learn(unsigned shard, std::span<const GameRow> games);

  // Returns a name of the last learn(), or an empty one for 0. Valid until the next learn().
  const std::string& operator[](std::uint64_t id) const;

 private:
  QuerySession& session_;
  std::unordered_map<std::uint64_t, std::string> names_;
};

// The names of source files.
using SourceNames = std::map<SourceId, std::string>;

// Returns the names of all sources, or none if the first shard is not queried.
SourceNames source_names(QuerySession& session);

// Throws IoError if the moves are invalid.
StoredGame stored_game(const GameRow& row, const NameTexts& names, const SourceNames& sources);

// Returns a view of the row and its arguments.
GameView view_of(const GameRow& row, const NameTexts& names, const SourceNames& sources);

// Returns whether a game reaches the position after `ply` half-moves.
bool occurs_at(const GameRow& row, std::uint16_t ply, const PositionQuery& query);
bool occurs_at(const StoredGame& game, std::uint16_t ply, const PositionQuery& query);

// A range of games.
struct Stretch {
  std::uint64_t first = 0;
  std::uint64_t last = 0;        // inclusive
  std::uint64_t games = 0;       // the number of matching games
  std::vector<unsigned> shards;  // the shards that contain them, ascending
};

// Returns all games with the condition, which may differ between shards, by ascending id. A stretch
// has about `games_each` games, at most 1,024 more. Reads the condition's columns of all games.
std::vector<Stretch> stretches(QuerySession& session, const QuerySession::SqlOfShard& condition,
                               std::uint64_t games_each);

// Returns the condition for the games of a stretch.
std::string within(const Stretch& stretch);

}  // namespace arbiter::clickhouse
