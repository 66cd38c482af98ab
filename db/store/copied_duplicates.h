// The duplicates of a store that cannot be asked for them, found in a copy of its games.
#pragma once

#include <memory>
#include <optional>

#include "db/sqlite/care/copied_games.h"
#include "db/sqlite/games/game_reader.h"
#include "db/store/store_duplicates.h"

namespace arbiter {

// The copy is of one moment. Other programs may write to the store meanwhile: if they take out a
// game that was found, erase() takes out nothing.
class CopiedDuplicates final : public StoreDuplicates {
 public:
  // Copies on up to `jobs` threads.
  CopiedDuplicates(std::unique_ptr<Storage> storage, unsigned jobs);

  void find(const GameFilter& among, const sqlite::DuplicateVisit& visit,
            const sqlite::DuplicateProgress& progress) override;
  std::optional<StoredGame> game(GameId id) override;
  bool erase(const ChosenGames& chosen) override { return storage_->erase(chosen); }

 private:
  std::unique_ptr<Storage> storage_;
  unsigned jobs_;
  std::optional<sqlite::CopiedGames> copy_;
  std::optional<sqlite::GameReader> games_;  // of the copy
};

}  // namespace arbiter
