// The games of an SQLite file, to be imported into another store.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "db/model/storage.h"
#include "db/sqlite/file/connection.h"
#include "db/sqlite/games/database.h"
#include "db/sqlite/games/stored_drafts.h"

namespace arbiter::sqlite {

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
  ReadSnapshot moment_;
  StoredDrafts drafts_;
};

}  // namespace arbiter::sqlite
