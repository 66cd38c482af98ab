// A SourceReplacement in an SQLite file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "db/model/game_set.h"
#include "db/model/storage.h"
#include "db/sqlite/games/database.h"
#include "db/sqlite/games/game_store.h"
#include "db/sqlite/games/game_text.h"
#include "db/sqlite/games/sources.h"
#include "db/sqlite/index/position_index.h"

namespace arbiter::sqlite {

// One transaction, from the constructor to finish(). Reads all games of the source, about 10 us
// each; writes what has changed, and the places of the others where they have moved in the file.
// Memory: 40 bytes for each game of the source.
class SqliteReplacement final : public SourceReplacement {
 public:
  // `database` stays the caller's. Sorts and packs on up to `jobs` threads.
  // `after` is called behind the transaction, with how many postings the index has more.
  using After = std::function<void(std::uint64_t postings)>;
  struct Config {
    unsigned jobs = 1;
    After after;
  };
  SqliteReplacement(const Database& database, const ReplacedSource& replaced, Config config);

  void add(DraftBatch& batch, const SourceMark& mark) override;
  Replaced finish() override;

 private:
  struct OldGame {
    std::uint64_t key = 0;
    GameId game{};
    std::uint64_t offset = 0;
    std::uint64_t line = 0;
    std::size_t kept = 0;  // of the games of this key, at the first of them
  };

  void read_old_games();
  // The first game of the same content that did not come again yet, or null; it has come now.
  OldGame* same_game(const DraftBatch& batch, const GameDraft& game);
  void keep(OldGame& old, const DraftBatch& batch, const GameDraft& game);

  const Database& database_;
  ReplacedSource replaced_;
  Config config_;
  Transaction transaction_;
  SourceStore sources_;
  GameStore store_;
  PositionIndexWriter index_;
  Statement move_;
  SealChanges seals_;
  std::vector<OldGame> old_games_;  // of `source`, by key and number
  GameSet gone_;                    // all old games that did not come again yet
  SourceMark mark_;
  Replaced result_;
  std::uint64_t postings_ = 0;
};

}  // namespace arbiter::sqlite
