// Writes batches to a shard exactly once, as rows of `games`, `names`, `positions` and `sums`. Each
// writing program has a unique name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "db/clickhouse/cluster/cluster.h"
#include "db/clickhouse/cluster/ledger.h"
#include "db/clickhouse/wire/row_reader.h"
#include "db/model/game_draft.h"
#include "db/model/position_sums.h"
#include "db/model/posting.h"
#include "db/model/source.h"

namespace arbiter::clickhouse {

// Returns a hash of all data that a batch adds, including its marks. Independent of time and
// program.
std::uint64_t content_of(const DraftBatch& batch, std::span<const SourceMark> marks);

// Returns the rows of games. `numbers` and `sources` are the id and the source of each game.
NativeBlock games_block(const DraftBatch& batch, std::span<const std::uint64_t> numbers,
                        std::span<const SourceId> sources);

// The names that this program has sent to a shard.
class SentNames {
 public:
  // Returns false if the name was added before.
  bool add(NameKind kind, std::uint64_t id);
  void forget() { known_.clear(); }

 private:
  std::unordered_set<std::uint64_t> known_;
};

// A row of `names`.
struct NameRow {
  NameKind kind{};
  std::uint64_t id = 0;
  std::string_view name;  // refers to the batch or to static storage
};

// Returns the names of the batch that are not in `sent`, and adds them to `sent`.
std::vector<NameRow> new_names(const DraftBatch& batch, SentNames& sent);
// Returns the names as rows, and one extra row that contains only the id.
NativeBlock names_block(std::span<const NameRow> names, std::uint64_t id);

struct BatchPlan {
  const DraftBatch& drafts;
  SentNames& sent;         // names sent to the batch's shard
  unsigned jobs = 1;       // maximum number of sorting threads
  bool was_begun = false;  // true if a program that has ended began this batch
  std::function<void(const LedgerBatch&)> note;  // called for each ledger row
};

struct BatchRows {
  std::string_view table;
  const NativeBlock& block;
  std::string condition;   // selects the rows in its sums (ProvedRows)
  bool may_exist = false;  // true if a program that has ended may have inserted the rows
};

// Inserts a block of a batch, and reads it back by its unique game ids or id in `sums`. Returns the
// problem if the table contains different rows, such as two copies; the batch must then be given
// up. Throws IoError.
std::optional<std::string> put_rows(Cluster& cluster, const LedgerBatch& batch,
                                    const BatchRows& rows);

// Writes the batch: a ledger row, its games, names, positions and sums, and another ledger row.
// Each table gets one block, which is added atomically. Returns the problem if the batch must be
// given up. Throws IoError.
std::optional<std::string> write_batch(Cluster& cluster, const BatchPlan& plan, LedgerBatch& batch);

// The maximum number of attempts to write the same rows as a new batch before an error is reported.
inline constexpr int kMaxGivenUp = 3;

// A row of `sums` without its batch.
struct SumRow {
  PositionKey key{};
  std::uint16_t move = 0;  // a posting_move()
  MoveSums sums;           // years are not set
  std::vector<std::uint16_t> years;
  std::vector<std::int64_t> year_games;
};

// Rows of a table, and the condition for the rows that are included in sums. These are a few rows
// that the sort key finds directly.
struct SampledBlock {
  NativeBlock rows;
  std::string condition;
};

// Returns a batch's rows of `sums`. Precondition: `rows` is not empty.
SampledBlock sums_block(std::span<const SumRow> rows, std::uint64_t batch);

// The first occurrence of each position in the games of a batch, sorted by key and game.
class PositionRows {
 public:
  // Sorts the positions on up to `jobs` threads, in about 40 ns per posting. `numbers` contains the
  // id of each game. The batch and the numbers must outlive this object.
  PositionRows(const DraftBatch& batch, std::span<const std::uint64_t> numbers, unsigned jobs);

  std::size_t size() const { return static_cast<std::size_t>(size_); }
  const std::vector<SumRow>& sums() const { return sums_; }

  // Returns the rows, 28 bytes each, and frees the memory. Can be called once. Precondition: size()
  // > 0.
  SampledBlock take_block();

 private:
  struct Bucket;
  void close_gaps(std::span<Bucket> parts);

  const DraftBatch& batch_;
  std::span<const std::uint64_t> numbers_;
  std::ptrdiff_t size_ = 0;
  std::vector<Posting> rows_;
  std::vector<std::uint8_t> is_summed_;
  std::vector<SumRow> sums_;
};

// Returns a name for this program such as "machine/4711/938475" (machine, process id, start time),
// which is unique until the machine restarts.
const std::string& writer_name();

// Returns a unique number: a hash of this program, the time and a counter.
std::uint64_t new_id();

// Returns whether a program may still write. The result is exact for programs on this machine.
// Programs on other machines count as running if their last row is recent.
bool may_be_writing(std::string_view writer, bool is_recent);

}  // namespace arbiter::clickhouse
