// The positions of a batch as rows of the tables `positions` and `sums`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "db/clickhouse/wire/native_block.h"
#include "db/model/game_draft.h"
#include "db/model/position_sums.h"
#include "db/model/posting.h"

namespace arbiter::clickhouse {

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
