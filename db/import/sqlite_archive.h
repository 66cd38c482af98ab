// The games of an SQLite file, to be imported into another store.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "db/games/database.h"
#include "db/games/stored_drafts.h"
#include "db/import/game_archive.h"
#include "db/sqlite/connection.h"

namespace arbiter::db::import_ {

class SqliteArchive final : public GameArchive {
 public:
  // `database` was opened for reading.
  explicit SqliteArchive(std::unique_ptr<Database> database);

  const std::string& name() const override;
  std::vector<SourceRecord> sources() override;
  std::vector<PlacedGame> places() override;
  bool add(GameId game, DraftBatch& batch) override;

 private:
  std::unique_ptr<Database> database_;
  sqlite::ReadSnapshot moment_;
  StoredDrafts drafts_;
};

}  // namespace arbiter::db::import_
