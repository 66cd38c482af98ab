// The duplicates of an SQLite file, found in the file itself.
#pragma once

#include <memory>
#include <optional>

#include "db/sqlite/games/database.h"
#include "db/sqlite/games/game_reader.h"
#include "db/store/store_duplicates.h"

namespace arbiter {

// One moment of the file; opened for writing, one transaction from the constructor to erase(): what
// was found is what is taken out, whatever others do.
class SqliteDuplicates final : public StoreDuplicates {
 public:
  SqliteDuplicates(std::unique_ptr<sqlite::Database> database, Access access);

  void find(const GameFilter& among, const sqlite::DuplicateVisit& visit,
            const sqlite::DuplicateProgress& progress) override;
  std::optional<StoredGame> game(GameId id) override { return games_.game(id); }
  bool erase(const ChosenGames& chosen) override;

 private:
  std::unique_ptr<sqlite::Database> database_;
  std::optional<sqlite::Transaction> transaction_;
  sqlite::ReadSnapshot moment_;
  sqlite::GameReader games_;
};

}  // namespace arbiter
