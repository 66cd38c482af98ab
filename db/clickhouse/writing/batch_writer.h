// Writes a batch to one shard, exactly once.
// The games and names of a batch as rows of the tables `games` and `names`.
// The positions of a batch as rows of the tables `positions` and `sums`.
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
#include "db/clickhouse/cluster/sql_text.h"
#include "db/clickhouse/wire/row_reader.h"
#include "db/model/game_draft.h"
#include "db/model/position_sums.h"
#include "db/model/posting.h"
#include "db/model/source.h"

namespace arbiter::clickhouse {

// Returns a hash of everything that a batch adds, and of its marks. It does not depend on the time
// and the program.
std::uint64_t content_of(const DraftBatch& batch, std::span<const SourceMark> marks);

// Returns the rows of games. `numbers` and `sources` have the id and the source of each.
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
  std::string_view name;  // in the batch or in static storage
};

// Returns the names of the batch that `sent` lacks, and adds them to it.
std::vector<NameRow> new_names(const DraftBatch& batch, SentNames& sent);
// Returns the rows, and one more without a kind and a name, with the id.
NativeBlock names_block(std::span<const NameRow> names, std::uint64_t id);

struct BatchPlan {
  const DraftBatch& drafts;
  SentNames& sent;                               // of the batch's shard
  unsigned jobs = 1;                             // the maximum number of threads that sort
  bool was_begun = false;                        // by a program that has ended
  std::function<void(const LedgerBatch&)> note;  // called for each row of the ledger
};

// Rows of a batch for one table.
struct BatchRows {
  std::string_view table;
  const NativeBlock& block;
  std::string condition;   // for the rows in its sums (ProvedRows)
  bool may_exist = false;  // a program that has ended may have inserted them
};

// Inserts a block of a batch, and reads it back. This works because no other batch has its game
// ids, or its id in `sums`. Returns the fault if the table has other rows than these, like two
// copies; then the batch must be given up. Throws IoError.
std::optional<std::string> put_rows(Cluster& cluster, const LedgerBatch& batch,
                                    const BatchRows& rows);

// Writes the batch, with a row of the ledger before and after its games, names, positions and sums.
// Each table gets one block, which is added as a whole or not at all. Returns the fault if the
// batch must be given up. Throws IoError.
std::optional<std::string> write_batch(Cluster& cluster, const BatchPlan& plan, LedgerBatch& batch);

// The number of batches with the same rows that are given up, before the fault is an error.
inline constexpr int kMaxGivenUp = 3;

// A row of `sums` without its batch.
struct SumRow {
  PositionKey key{};
  std::uint16_t move = 0;  // as posting_move() returns it
  MoveSums sums;           // without years
  std::vector<std::uint16_t> years;
  std::vector<std::int64_t> year_games;
};

// Rows of a table, and the condition for those in their sums. These are a few that the table's key
// finds at once.
struct SampledBlock {
  NativeBlock rows;
  std::string condition;
};

// Returns the rows of `sums` for a batch. Precondition: the rows are not empty.
SampledBlock sums_block(std::span<const SumRow> rows, std::uint64_t batch);

// The first occurrences of positions in the games of a batch, by key and game.
class PositionRows {
 public:
  // `numbers` has the id of each game. Both must outlive this. Sorts on up to `jobs` threads, in
  // about 40 ns per posting.
  PositionRows(const DraftBatch& batch, std::span<const std::uint64_t> numbers, unsigned jobs);

  std::size_t size() const { return static_cast<std::size_t>(size_); }
  const std::vector<SumRow>& sums() const { return sums_; }

  // Returns the rows, 28 bytes each, and frees their memory. Called once. Precondition: size() > 0.
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

}  // namespace arbiter::clickhouse
