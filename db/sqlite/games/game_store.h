// A writer of games: their rows, names, texts, findings and columns.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "db/model/game_draft.h"
#include "db/model/ids.h"
#include "db/model/source.h"
#include "db/sqlite/file/connection.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/games/game_text.h"
#include "db/sqlite/games/names.h"

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

}  // namespace arbiter::sqlite
