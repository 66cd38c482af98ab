// The games of another database, as batches for an importer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "db/import/import_batch.h"
#include "db/import/import_feed.h"
#include "db/import/import_listener.h"
#include "db/import/import_options.h"
#include "db/import/import_pipeline.h"
#include "db/model/game_archive.h"
#include "db/model/game_replay.h"
#include "db/model/source.h"

namespace arbiter {

// Source after source, the games of each in the order of its text. A source keeps its name, and how
// far it was read; what the store knows of it already (by name, or by its text) is treated as a
// file that was imported before. About 15 us a game; 24 bytes of memory for each.
class DatabaseFeed {
 public:
  struct Plan {
    std::string path;
    std::uint64_t bytes = 0;  // of the file
    SourceRecords records;    // what the store knows
    const ImportOptions& options;
    std::optional<std::uint32_t> index_plies;
    BatchLimits limits;
  };
  DatabaseFeed(std::unique_ptr<GameArchive> archive, Plan plan, ImportListener& listener);

  // The next batch, never empty. It lives until the next call. Null at the end. Throws IoError
  // where the database is damaged.
  ImportBatch* next();

  // After the end.
  const PipelineTotals& totals() const { return totals_; }

 private:
  bool begin_next();
  // What the store has of this source; null: nothing.
  const SourceRecord* known_as(const SourceRecord& source);
  const SourceRecord* same_source(const SourceRecord& source);
  bool is_ours(const SourceRecord& known) const { return ours_.contains(identity_of(known)); }
  static std::string identity_of(const SourceRecord& source);
  // False: it is not read.
  bool begin(const SourceRecord& source);
  bool begin_known(const SourceRecord& source, const SourceRecord& known);
  void add_games();
  void add_game(GameId game);
  void finish_game(GameId game, GameDraft& draft);
  void check_sources() const;
  void check_place(GameId game, const GameDraft& draft) const;
  BatchPart& part();
  bool is_full() const;
  void report_progress();

  std::unique_ptr<GameArchive> archive_;
  Plan plan_;
  ImportListener& listener_;
  GameReplay replay_;
  std::vector<SourceRecord> list_;
  std::vector<PlacedGame> games_;  // of all sources
  // Of the store.
  std::unordered_multimap<std::string, const SourceRecord*> by_name_;
  std::unordered_map<std::uint64_t, const SourceRecord*> by_fingerprint_;
  std::unordered_set<SourceId> matched_;  // each of them is one source here
  std::unordered_set<std::string> ours_;  // by identity

  std::deque<ImportSource> sources_;
  std::size_t next_source_ = 0;        // in list_
  const SourceRecord* now_ = nullptr;  // that is being read
  std::size_t game_ = 0;               // in games_
  std::size_t end_ = 0;                // of its games
  ImportBatch batch_;
  PipelineTotals totals_;
  bool is_stopped_ = false;
};

}  // namespace arbiter
