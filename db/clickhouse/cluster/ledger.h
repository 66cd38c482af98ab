// The state of each batch: table `batches` of the batch's shard.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "db/clickhouse/cluster/cluster.h"
#include "db/model/source.h"

namespace arbiter::clickhouse {

// Column `state`. A batch has a row for each of its states.
enum class BatchState : std::uint8_t { Begun = 1, Done = 2, GivenUp = 3 };

// Column `kind`. A merge has the sums of other batches, its parts, whose own rows of `sums` no
// longer count once it is done.
enum class BatchKind : std::uint8_t { Import = 1, Deletion = 2, Merge = 3 };

// The games of one source in a batch.
struct LedgerPart {
  std::uint64_t first_game = 0;  // its id; in a merge, the id of the other batch
  std::uint32_t version = 0;     // of the source's row (source_table.h)
  SourceMark mark;               // up to which the source was read with it

  bool operator==(const LedgerPart&) const = default;
};

struct LedgerBatch {
  unsigned shard = 0;
  std::uint64_t batch = 0;
  BatchState state = BatchState::Begun;  // the last one
  BatchKind kind = BatchKind::Import;
  std::uint64_t at = 0;       // the time of that state, in seconds since 1970
  std::string writer = {};    // the program (writer_name.h)
  std::uint64_t content = 0;  // the hash of everything that is added
  std::vector<LedgerPart> parts = {};
  std::uint64_t game_rows = 0;
  std::uint64_t position_rows = 0;
  std::uint64_t sum_rows = 0;
};

// Returns "batch 00c0ffee...", for messages.
std::string name_of(const LedgerBatch& batch);

// Returns the condition for the batch's games.
std::string games_condition(const LedgerBatch& batch);

// All batches and deletions of all shards, about 100 bytes each.
class Ledger {
 public:
  // Throws IoError if a shard does not respond, because its batches are then unknown.
  static Ledger read(Cluster& cluster);

  // Returns the last finished part of the source, or null.
  const LedgerPart* last_part(SourceId source) const;
  // Returns the time of that part, in seconds since 1970.
  std::uint64_t last_time(SourceId source) const;
  // Returns the lowest id that no game of the source has had yet.
  std::uint64_t next_in_source(SourceId source) const;
  // Returns the number of batches that begin with the source.
  std::uint64_t batches_of(SourceId source) const;
  // Returns the batches with games of the source that are neither done nor given up.
  std::vector<const LedgerBatch*> open_batches(SourceId source) const;
  const std::vector<LedgerBatch>& batches() const { return batches_; }
  std::uint64_t rows() const { return rows_; }

  // Adds a row that was added to the table.
  void note(const LedgerBatch& batch);

 private:
  std::vector<LedgerBatch> batches_;
  std::uint64_t rows_ = 0;  // of the tables
};

// Returns the batches of one shard.
std::vector<LedgerBatch> read_batches(Cluster& cluster, unsigned shard);

// Returns the current number of rows of the table, in one shard or in all.
std::uint64_t ledger_rows(Cluster& cluster, unsigned shard);
std::uint64_t ledger_rows(Cluster& cluster);

// The shards of the games of finished imports.
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
  std::vector<Range> ranges_;  // ascending
};

// Adds a row with the batch's present state. Retries, because a duplicate row changes nothing.
void write_row(Cluster& cluster, const LedgerBatch& batch);

}  // namespace arbiter::clickhouse
