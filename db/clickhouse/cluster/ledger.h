// The ledger of a cluster: the state of each batch, in the table `batches` of its shard. This
// header also declares inserts that are verified by reading the rows back, and the status for
// administrators.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/clickhouse/cluster/cluster.h"
#include "db/clickhouse/wire/endpoint.h"
#include "db/clickhouse/wire/row_reader.h"
#include "db/model/source.h"
#include "lib/base/result.h"

namespace arbiter::clickhouse {

// Rows for one table of a shard.
struct ProvedRows {
  unsigned shard = 0;
  std::string_view table;
  const NativeBlock& block;
  std::string condition;      // selects exactly the rows included in the block's sums
  std::string batch = {};     // batch name in messages, such as "batch 0123"; empty: none
  std::string query_id = {};  // unique id of the block; empty: the rows may be inserted twice
  bool may_exist = false;     // true if a program that has ended may have inserted the rows
};

// The number of a block's rows on a server.
struct RowCount {
  std::uint64_t expected = 0;
  std::uint64_t found = 0;
  // True if the column sums equal those of the block, or a multiple of them.
  bool has_same_sums = false;

  bool is_exact() const { return found == expected && has_same_sums; }
};

// Inserts the rows, and reads them back. Nothing is inserted again while the table may contain rows
// of the block. Retries temporary failures until a timeout, and switches to the next replica that
// is up to date. Returns the number of rows on the server, which may exceed the number sent if a
// proxy repeats requests. Throws IoError with the shard, the batch and the table if the server does
// not add the rows.
RowCount insert_rows(Cluster& cluster, const ProvedRows& rows);

// Inserts rows that may be inserted twice. Throws IoError unless the table contains them
// afterwards.
void insert_repeatable(Cluster& cluster, const ProvedRows& rows);

// Returns a description of the rows for messages, such as "shard 2, batch 0123, table games".
std::string place_of(const ProvedRows& rows);

// Returns a message about an incorrect number of rows.
std::string fault_of(const ProvedRows& rows, const RowCount& count);

// The state of a batch (column `state`). A batch has one ledger row for each state that it has
// reached.
enum class BatchState : std::uint8_t { Begun = 1, Done = 2, GivenUp = 3 };

// The kind of a batch (column `kind`). A merge contains the sums of other batches, its parts. Once
// the merge is done, the parts' own rows of `sums` no longer count.
enum class BatchKind : std::uint8_t { Import = 1, Deletion = 2, Merge = 3 };

// The games of one source in a batch.
struct LedgerPart {
  std::uint64_t first_game = 0;  // first game id; in a merge, the id of the merged batch
  std::uint32_t version = 0;     // version of the source's row (SourceRow)
  SourceMark mark;               // the position up to which the source was read

  bool operator==(const LedgerPart&) const = default;
};

struct LedgerBatch {
  unsigned shard = 0;
  std::uint64_t batch = 0;
  BatchState state = BatchState::Begun;  // the last state reached
  BatchKind kind = BatchKind::Import;
  std::uint64_t at = 0;       // time of the last state, in seconds since 1970
  std::string writer = {};    // the program that writes the batch (batch_writer.h)
  std::uint64_t content = 0;  // hash of all rows that the batch adds
  std::vector<LedgerPart> parts = {};
  std::uint64_t game_rows = 0;
  std::uint64_t position_rows = 0;
  std::uint64_t sum_rows = 0;
};

// Returns a name for messages, such as "batch 00c0ffee...".
std::string name_of(const LedgerBatch& batch);

// Returns the SQL condition for the games of the batch.
std::string games_condition(const LedgerBatch& batch);

// The batches and deletions of all shards; about 100 bytes each.
class Ledger {
 public:
  // Reads the ledgers of all shards. Throws IoError if a shard does not respond, because its
  // batches are then unknown.
  static Ledger read(Cluster& cluster);

  // Returns the last finished part of the source, or null.
  const LedgerPart* last_part(SourceId source) const;
  // Returns the time of the last finished part, in seconds since 1970.
  std::uint64_t last_time(SourceId source) const;
  // Returns the lowest number that no game of the source has used.
  std::uint64_t next_in_source(SourceId source) const;
  // Returns the number of batches that begin with games of the source.
  std::uint64_t batches_of(SourceId source) const;
  // Returns the unfinished batches with games of the source, except those given up.
  std::vector<const LedgerBatch*> open_batches(SourceId source) const;
  const std::vector<LedgerBatch>& batches() const { return batches_; }
  std::uint64_t rows() const { return rows_; }

  // Adds a row that has been written to the table.
  void note(const LedgerBatch& batch);

 private:
  std::vector<LedgerBatch> batches_;
  std::uint64_t rows_ = 0;  // number of rows in the ledger tables
};

std::vector<LedgerBatch> read_batches(Cluster& cluster, unsigned shard);

// Returns the current number of ledger rows, in one shard or in all.
std::uint64_t ledger_rows(Cluster& cluster, unsigned shard);
std::uint64_t ledger_rows(Cluster& cluster);

// An index from the games of finished imports to their shards.
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
  std::vector<Range> ranges_;  // sorted
};

// Adds a row with the current state of the batch. Retries after failures, because a duplicate row
// changes nothing.
void write_row(Cluster& cluster, const LedgerBatch& batch);

struct ReplicaStatus {
  unsigned shard = 0;  // shard number, from 0
  std::string host;
  // Why the server does not respond, or empty; if set, the other fields are unknown.
  std::string failure;
  std::string version;
  bool is_readonly = false;  // true if ZooKeeper cannot be reached
  std::uint64_t parts = 0;   // parts on disk, of all tables of the shard
  std::uint64_t bytes = 0;   // bytes on disk
  std::uint64_t games = 0;   // number of rows, like positions and sums
  std::uint64_t positions = 0;
  std::uint64_t sums = 0;
  std::uint64_t position_bytes = 0;  // bytes on disk of the table `positions`
  std::uint64_t behind = 0;          // number of blocks not yet fetched from other replicas
};

struct ClusterStatus {
  std::vector<ReplicaStatus> replicas;  // sorted by shard
  std::vector<LedgerBatch> under_way;   // batches in progress or interrupted
  std::uint64_t done = 0;               // number of finished batches and deletions
  std::uint64_t given_up = 0;
  unsigned unknown_shards = 0;  // number of shards whose replicas do not respond
};

// Queries every server of the cluster. Fails if no server returns the layout.
Result<ClusterStatus> read_status(const Address& address);

}  // namespace arbiter::clickhouse
