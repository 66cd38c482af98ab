// Writers and readers of games: their rows, names, texts, findings and columns; single games by
// number, and scans of all rows on many threads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "db/model/game_draft.h"
#include "db/model/ids.h"
#include "db/model/source.h"
#include "db/model/stored_game.h"
#include "db/sqlite/file/connection.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/games/game_text.h"
#include "db/sqlite/games/names.h"
#include "lib/base/threads.h"

namespace arbiter::sqlite {

class GameStore {
 public:
  // Texts are compressed on up to `jobs` threads.
  explicit GameStore(const Connection& connection, unsigned jobs = 1);

  // Adds the games of a batch with numbers from `first` on, inside the caller's transaction. Their
  // sources are those of `marks`, with SourceMark::batch_games games each. Takes about 2 us per
  // game.
  void add(const DraftBatch& batch, GameId first, std::span<const SourceMark> marks);

  // Clears the cache. Must be called after a rollback, or if another process may have written.
  void forget();

 private:
  ColumnRow columns_of(const DraftBatch& batch, const GameDraft& game, SourceId source);
  void add_row(const DraftBatch& batch, const GameDraft& game, GameId id, const ColumnRow& columns);
  void add_findings(const DraftBatch& batch, const GameDraft& game, GameId id);
  std::int64_t kind_of(DiagnosticCode code);

  const Connection& connection_;
  unsigned jobs_;
  NameStore players_{connection_, NameTable::Player};
  NameStore events_{connection_, NameTable::Event};
  NameStore sites_{connection_, NameTable::Site};
  OpeningStore openings_{connection_};
  GameTextWriter texts_{connection_};
  Statement add_game_;
  Statement add_finding_;
  Statement find_kind_;
  Statement add_kind_;
  std::array<std::int64_t, kDiagnosticCount> kinds_{};  // 0 if not looked up yet
};

// A reader of games by number. Throws DamageError.
class GameReader {
 public:
  explicit GameReader(const Connection& connection);

  // Returns a game; nothing if it does not exist or is deleted. Takes about 5 us.
  std::optional<StoredGame> game(GameId id);

  // Returns a game without its moves, which is much faster.
  std::optional<StoredGame> heading(GameId id);

  // Returns a game without names and source, for files with damaged names.
  std::optional<StoredGame> nameless_game(GameId id);

  // The initial position and the moves of a game. Reading takes about 2 us.
  struct Line {
    std::string start;  // Shredder-FEN; empty for the standard initial position
    std::vector<Move> moves;
  };
  std::optional<Line> line(GameId id);

  // Returns the record (game_record.h) as imported. Cheap for consecutive games, because the last
  // row of texts stays decompressed.
  std::string record(GameId id) { return std::string(texts_.record(id)); }

 private:
  std::optional<StoredGame> game_from(Statement& row, GameId id);
  std::vector<Move> moves_of(GameId id, const std::string& start,
                             std::span<const std::uint8_t> bytes) const;

  const Connection& connection_;
  Statement game_;
  Statement nameless_;
  Statement line_;
  GameTextReader texts_;
};

// A row of `game`. `columns` has the values that `fact` has too, but no moves hash.
struct GameRow {
  GameId id{};
  ColumnRow columns;
  std::string start;
  std::vector<std::uint8_t> moves;
  std::uint64_t seal = 0;  // see game_text.h

  std::uint8_t flags() const { return static_cast<std::uint8_t>(columns[GameColumn::Flags]); }
};

// A reader of the rows in ascending order of their numbers.
class GameRows {
 public:
  explicit GameRows(const Connection& connection);

  // Reads the next row. Returns false after the last row.
  bool next(GameRow& row);

 private:
  Statement query_;
};

// The number of games that a thread processes at a time.
inline constexpr std::size_t kGamesAtOnce = 1024;

// Reads every row of `game` in ascending order, including deleted games, in the snapshot of
// `connection`. `work(worker, row, part)` adds each row to a `Part`, on one of `jobs` threads, and
// may move from the row. `receive(part)` receives the parts in order on the calling thread, which
// also reads the rows. Rethrows exceptions of both functions.
template <class Part, class Work, class Receive>
void for_each_game(const Connection& connection, unsigned jobs, Work work, Receive receive) {
  GameRows rows(connection);
  bool is_over = false;
  const auto take = [&]() -> std::optional<std::vector<GameRow>> {
    std::vector<GameRow> read;
    read.reserve(kGamesAtOnce);
    for (GameRow row; !is_over && read.size() < kGamesAtOnce;) {
      is_over = !rows.next(row);
      if (!is_over) read.push_back(std::move(row));
    }
    if (read.empty()) return std::nullopt;
    return read;
  };
  const auto make = [&](unsigned worker, std::vector<GameRow>& read) {
    Part part;
    for (GameRow& row : read) work(worker, row, part);
    return part;
  };
  run_in_order(jobs, take, make, receive);
}

}  // namespace arbiter::sqlite
