// Games read from rows of `games`, and id ranges whose games fit into memory.
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
  bool record = false;  // the tags, and the movetext if it is kept
  bool findings = false;
};

// Returns the SELECT columns of a GameRow.
std::string row_columns(RowParts parts);

// Returns a SELECT of the visible games among `games`, in no particular order.
std::string games_sql(std::span<const std::uint64_t> games, RowParts parts);

// A row of `games`, with views into its response.
struct GameRow {
  GameId id{};
  std::array<std::uint64_t, 5> names{};  // ids of white, black, event, site and opening
  GameDraft draft;                       // only numbers, without text and findings
  std::uint16_t opening_eco = 0, opening_ply = 0;
  SourceId source{};
  std::string_view round, start, moves, record;
  std::vector<DraftFinding> findings;  // findings known to this version
};

GameRow read_row(RowReader& rows);
// Reads all rows of a response, which must outlive the result.
std::vector<GameRow> read_rows(const Answer& answer);

class NameTexts;

// Appends the game to a batch, without moves hash and opening. Throws IoError if a name is missing.
void add_draft(const GameRow& row, const NameTexts& names, DraftBatch& batch);

// A cache of names by id.
class NameTexts {
 public:
  explicit NameTexts(QuerySession& session) : session_(session) {}

  // Reads the uncached names of these games of the shard.
  void learn(unsigned shard, std::span<const GameRow> games);

  // Returns a name that the last learn() has cached; empty for id 0. The reference is valid until
  // the next learn().
  const std::string& operator[](std::uint64_t id) const;

 private:
  QuerySession& session_;
  std::unordered_map<std::uint64_t, std::string> names_;
};

// The names of source files, by source.
using SourceNames = std::map<SourceId, std::string>;

// Returns the names of all sources; empty if the first shard is not queried.
SourceNames source_names(QuerySession& session);

// Converts a row to a game. Throws IoError if the moves are invalid.
StoredGame stored_game(const GameRow& row, const NameTexts& names, const SourceNames& sources);

// Returns a view of the game, which refers to the arguments.
GameView view_of(const GameRow& row, const NameTexts& names, const SourceNames& sources);

// Returns whether the game reaches the position after `ply` half-moves.
bool occurs_at(const GameRow& row, std::uint16_t ply, const PositionQuery& query);
bool occurs_at(const StoredGame& game, std::uint16_t ply, const PositionQuery& query);

struct Stretch {
  std::uint64_t first = 0;
  std::uint64_t last = 0;        // included in the range
  std::uint64_t games = 0;       // number of matching games
  std::vector<unsigned> shards;  // the shards that contain these games, in ascending order
};

// Partitions the games that meet the condition (which may depend on the shard) into ascending
// ranges. A range has about `games_each` games, and at most 1,024 more. Reads the condition's
// columns of all games.
std::vector<Stretch> stretches(QuerySession& session, const QuerySession::SqlOfShard& condition,
                               std::uint64_t games_each);

// Returns the condition for the games in a range.
std::string within(const Stretch& stretch);

}  // namespace arbiter::clickhouse
