// What has become of each batch: table `batches` of the shard that has it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "db/clickhouse/cluster/cluster.h"
#include "db/model/source.h"

namespace arbiter::clickhouse {

// Column `state`; a batch has a row for each state that it was in.
enum class BatchState : std::uint8_t { Begun = 1, Done = 2, GivenUp = 3 };

// Column `kind`.
enum class BatchKind : std::uint8_t { Import = 1, Deletion = 2 };

// The games of one source in a batch.
struct LedgerPart {
  std::uint64_t first_game = 0;  // its number
  std::uint32_t version = 0;     // of the source's row (source_table.h)
  SourceMark mark;               // how far the source is read with it

  bool operator==(const LedgerPart&) const = default;
};

struct LedgerBatch {
  unsigned shard = 0;
  std::uint64_t batch = 0;
  BatchState state = BatchState::Begun;  // the last one
  BatchKind kind = BatchKind::Import;
  std::uint64_t at = 0;       // when it came to be in that state, in seconds since 1970
  std::string writer = {};    // the program (writer_name.h)
  std::uint64_t content = 0;  // a number over all that is added
  std::vector<LedgerPart> parts = {};
  std::uint64_t game_rows = 0;
  std::uint64_t position_rows = 0;
  std::uint64_t sum_rows = 0;
};

// All batches and deletions of all shards. About 100 bytes each.
class Ledger {
 public:
  // Throws IoError where a shard does not answer: nothing is then known about what it has.
  static Ledger read(Cluster& cluster);

  // The last part of the source that is done; nothing: there is none.
  const LedgerPart* last_part(SourceId source) const;
  // When that was, in seconds since 1970.
  std::uint64_t last_time(SourceId source) const;
  // The number in the source that no game has had yet.
  std::uint64_t next_in_source(SourceId source) const;
  // How many batches begin with the source.
  std::uint64_t batches_of(SourceId source) const;
  // Batches that are neither done nor given up and have games of the source.
  std::vector<const LedgerBatch*> open_batches(SourceId source) const;
  std::span<const LedgerBatch> batches() const { return batches_; }
  std::uint64_t rows() const { return rows_; }

  // A row that was added to the table.
  void note(const LedgerBatch& batch);

 private:
  std::vector<LedgerBatch> batches_;
  std::uint64_t rows_ = 0;  // of the tables
};

// Those of one shard.
std::vector<LedgerBatch> read_batches(Cluster& cluster, unsigned shard);

// How many rows the tables have now.
std::uint64_t ledger_rows(Cluster& cluster);

// Which shard has which game of the imports that are done.
class ShardsOfGames {
 public:
  explicit ShardsOfGames(const Ledger& ledger);

  std::optional<unsigned> of(std::uint64_t game) const;

 private:
  struct Range {
    std::uint64_t first;
    std::uint64_t games;
    unsigned shard;
  };
  std::vector<Range> ranges_;  // rising
};

// Adds the batch's row in its present state, however often it takes: a row that comes twice
// changes nothing.
void write_row(Cluster& cluster, const LedgerBatch& batch);

// Numbers of games from the first to the last, both included.
struct GameRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

// What is in a shard's tables and is not to be seen: batches and deletions that are under way, were
// interrupted or were given up.
struct Hidden {
  std::vector<std::uint64_t> batches;    // of imports: their rows in `sums`
  std::vector<GameRange> games;          // and those in `games` and `positions`
  std::vector<std::uint64_t> deletions;  // their rows in `sums` and `dead`

  bool is_empty() const { return batches.empty() && deletions.empty(); }
};

// A shard at a moment.
struct ShardView {
  unsigned shard = 0;
  std::uint64_t ledger_rows = 0;  // grows before anything of a batch or deletion is written
  Hidden hidden;
};

// A view of each shard that answers, by their numbers; asked at once.
std::vector<ShardView> read_views(Cluster& cluster);

// Null: the shard does not answer.
const ShardView* view_of(std::span<const ShardView> views, unsigned shard);

// A view of one shard for which those batches are done that have the condition.
ShardView read_view(Cluster& cluster, unsigned shard, const std::string& is_done);
// ShardView::ledger_rows as it is now.
std::uint64_t ledger_rows(Cluster& cluster, unsigned shard);

// Whether nothing was begun or finished since: answers to what was asked in between are then of
// the moment of the views. Otherwise ask again with new views.
bool are_current(Cluster& cluster, const std::vector<ShardView>& views);

// Conditions for what is to be seen, beginning with " AND "; empty where nothing is hidden.
// For rows of `games` and `positions`: batches under way, and games that were deleted.
std::string seen_games(const Hidden& hidden);
// For rows of `sums`.
std::string seen_sums(const Hidden& hidden);

}  // namespace arbiter::clickhouse
