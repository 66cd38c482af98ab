// The duplicates of an SQLite file, found in the file itself.
#pragma once

#include <memory>
#include <optional>

#include "db/games/database.h"
#include "db/games/game_reader.h"
#include "db/store/store_duplicates.h"

namespace arbiter::db::store {

// One moment of the file; opened for writing, one transaction from the constructor to erase(): what
// was found is what is taken out, whatever others do.
class SqliteDuplicates final : public StoreDuplicates {
 public:
  SqliteDuplicates(std::unique_ptr<Database> database, Access access);

  void find(const GameFilter& among, const DuplicateVisit& visit,
            const DuplicateProgress& progress) override;
  std::optional<StoredGame> game(GameId id) override { return games_.game(id); }
  bool erase(const ChosenGames& chosen) override;

 private:
  std::unique_ptr<Database> database_;
  std::optional<Transaction> transaction_;
  ReadSnapshot moment_;
  GameReader games_;
};

}  // namespace arbiter::db::store
