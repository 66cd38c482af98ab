// Which games files were read, and how far each (table `source`).
#pragma once

#include "db/model/source.h"
#include "db/sqlite/connection.h"

namespace arbiter::db::games {

class SourceStore {
 public:
  explicit SourceStore(const Connection& connection) : connection_(connection) {}

  // All that have a name. About 1 us each.
  SourceRecords records() const;

  // How far a source has been read; `batch_games` is 0.
  SourceMark mark_of(SourceId source) const;

  // A source of which nothing has been read yet.
  SourceId add(const SourceFile& file) const;

  // The file has changed on disk since: there may be more in it.
  void reopen(SourceId source, const SourceFile& file) const;

  // How far the source has been read; `mark.batch_games` does not matter. Called
  // inside the transaction that adds the games.
  void save(const SourceMark& mark) const;

 private:
  const Connection& connection_;
};

}  // namespace arbiter::db::games
