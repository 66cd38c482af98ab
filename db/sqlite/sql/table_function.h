// SQL functions that return rows, as in SELECT * FROM position_games('...'), and the games that SQL
// functions replay.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "db/model/ids.h"
#include "db/sqlite/file/connection.h"
#include "db/sqlite/games/game_store.h"
#include "lib/chess/position.h"
#include "lib/patterns/pattern_plan.h"

struct sqlite3;

namespace arbiter::sqlite {

// A reader that replays games with one set of prepared statements, created at the first use. It
// caches the last game and its texts, so that several functions of a row read them once. It must
// not outlive a read snapshot, unless only reader() is used. All functions throw DamageError and
// IoError.
class ReplayedGames {
 public:
  // Creates the reader. `handle` belongs to the caller.
  explicit ReplayedGames(sqlite3* handle);

  sqlite3* handle() const { return connection_->handle(); }
  GameReader& reader();

  // Returns the FEN after `ply` half-moves. Returns nothing if the game does not exist or is
  // shorter. For ascending plies, the game is replayed only once.
  std::optional<std::string> fen_at(GameId game, std::int64_t ply);
  // Returns the main line, such as "1. e4 e5 2. Nf3"; null if the game does not exist.
  const std::string* san_moves(GameId game);
  // Returns the PGN; null if the game does not exist.
  const std::string* pgn(GameId game);
  // Returns whether the pattern (lib/patterns) holds initially or after some move. Returns nothing
  // if the game does not exist. Throws std::invalid_argument if the text is not a pattern.
  std::optional<bool> matches(GameId game, const std::string& pattern);

 private:
  struct Replay {
    GameId id{};
    std::optional<GameReader::Line> line;  // nothing if the game does not exist
    Position first = {};
    Position position = {};
    std::size_t ply = 0;  // ply of `position`
    std::optional<std::string> san = {};
    std::optional<std::string> pgn = {};
  };

  Replay& replay_of(GameId game);

  std::unique_ptr<Connection> connection_;
  std::optional<GameReader> reader_;
  std::optional<Replay> last_;
  std::string pattern_;  // text of `plan_`
  std::shared_ptr<const PatternPlan> plan_;
};

}  // namespace arbiter::sqlite

struct sqlite3;
struct sqlite3_context;
struct sqlite3_value;

namespace arbiter::sqlite {

struct SqlBlob {
  std::string bytes;
  friend bool operator==(const SqlBlob&, const SqlBlob&) = default;
};

// An SQL value: NULL, an integer, a real number, text or a blob.
using SqlValue = std::variant<std::nullptr_t, std::int64_t, double, std::string, SqlBlob>;

// The result of a call, fetched cell by cell.
struct SqlRows {
  std::size_t size = 0;
  std::function<SqlValue(std::size_t row, std::size_t column)> cell;
};

// The part of the rows that a query reads.
struct NeededRows {
  std::int64_t max_first = INT64_MAX;         // rows whose first column is greater may be omitted
  std::uint64_t columns = ~std::uint64_t{0};  // a bit for each column whose cells are read
};

// A function that returns rows. Its strings have static storage.
struct TableFunction {
  const char* name;
  const char* argument;  // name of the only argument
  const char* columns;   // declaration as in CREATE TABLE, such as "game INTEGER, ply INTEGER"
  // Returns the rows for an argument. `games` lives as long as the table. Throws std::exception.
  SqlRows (*call)(ReplayedGames& games, const SqlValue& argument, NeededRows needed);
};

// Adds `function`, which must have static storage, to `database`. Throws IoError.
void add_table_function(sqlite3* database, const TableFunction& function);

SqlValue sql_value_of(sqlite3_value* value);
void set_sql_result(sqlite3_context* context, const SqlValue& value);

// Return the argument as a text or an integer. Throw std::invalid_argument if it has another type.
const std::string& text_in(const SqlValue& value);
std::int64_t integer_in(const SqlValue& value);

}  // namespace arbiter::sqlite
