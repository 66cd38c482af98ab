#include "db/clickhouse/writing/position_rows.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "db/clickhouse/cluster/schema.h"
#include "db/model/column_values.h"
#include "db/model/posting.h"
#include "lib/base/threads.h"

namespace arbiter::clickhouse {
namespace {

// The games of a batch with a move.
struct MoveTally {
  MoveSums sums;
  std::map<std::uint16_t, std::int64_t> years;
};

void add_sums(std::span<const Posting> games, std::span<const GameFacts> facts,
              std::vector<SumRow>& rows) {
  std::map<std::uint16_t, MoveTally> moves;
  for (const Posting& posting : games) {
    MoveTally& tally = moves[posting_move(posting.next)];
    const GameFacts& game = facts[posting.game];
    tally.sums.add(game);
    if (game.year != 0) ++tally.years[game.year];
  }
  for (const auto& [move, tally] : moves) {
    SumRow& row = rows.emplace_back();
    row.key = games.front().key;
    row.move = move;
    row.sums = tally.sums;
    for (const auto& [year, count] : tally.years) {
      row.years.push_back(year);
      row.year_games.push_back(count);
    }
  }
}

// Returns a few rows, evenly distributed. A block is inserted as a whole, so these prove it.
std::vector<std::size_t> sample_of(std::size_t rows) {
  constexpr std::size_t kSampled = 4;
  std::vector<std::size_t> sample;
  for (std::size_t i = 0; i < std::min(kSampled, rows); ++i) {
    sample.push_back(i * rows / std::min(kSampled, rows));
  }
  return sample;
}

std::string any_of(const std::vector<std::string>& conditions) {
  return fmt::format("{}", fmt::join(conditions, " OR "));
}

}  // namespace

// The rows of keys with the same upper bits.
struct PositionRows::Bucket {
  std::span<Posting> rows;  // of which the first `size` are used
  std::span<std::uint8_t> is_summed;
  std::size_t size = 0;
  std::vector<SumRow> sums;

  void fill(std::span<const Posting> sorted, std::span<const GameFacts> facts) {
    for (std::size_t next = 0; next < sorted.size();) {
      const std::size_t first = size;
      for (const PositionKey key = sorted[next].key;
           next < sorted.size() && sorted[next].key == key; ++next) {
        const bool is_repeated = size > first && rows[size - 1].game == sorted[next].game;
        if (!is_repeated) rows[size++] = sorted[next];
      }
      const bool has_sums = size - first >= kMinGamesForSums;
      std::ranges::fill(is_summed.subspan(first, size - first), has_sums ? 1 : 0);
      if (has_sums) add_sums(rows.subspan(first, size - first), facts, sums);
    }
  }
};

PositionRows::PositionRows(const DraftBatch& batch, std::span<const std::uint64_t> numbers,
                           unsigned jobs)
    : batch_(batch),
      numbers_(numbers),
      rows_(batch.postings.size()),
      is_summed_(batch.postings.size()) {
  const std::vector<GameFacts> facts = facts_of(batch);
  const BlockLayout layout = layout_for(batch.postings.size(), batch.games.size());
  PostingBuckets buckets;
  buckets.fill(batch.postings, layout, jobs);
  std::vector<Bucket> parts(layout.buckets());
  std::size_t begin = 0;
  for (std::uint32_t i = 0; i < layout.buckets(); ++i) {
    const std::size_t postings = buckets.bucket(i).size();
    parts[i].rows = std::span(rows_).subspan(begin, postings);
    parts[i].is_summed = std::span(is_summed_).subspan(begin, postings);
    begin += postings;
  }
  run_parallel(jobs, [&](unsigned job) {
    BucketSorter sorter;
    for (std::uint32_t i = job; i < layout.buckets(); i += jobs) {
      parts[i].fill(sorter.sorted(buckets.bucket(i), layout), facts);
    }
  });
  close_gaps(parts);
}

// Moves the rows of all buckets together.
void PositionRows::close_gaps(std::span<Bucket> parts) {
  for (Bucket& part : parts) {
    std::ranges::copy(part.rows.first(part.size), rows_.begin() + size_);
    std::ranges::copy(part.is_summed.first(part.size), is_summed_.begin() + size_);
    size_ += static_cast<std::ptrdiff_t>(part.size);
    sums_.insert(sums_.end(), std::move_iterator(part.sums.begin()),
                 std::move_iterator(part.sums.end()));
  }
}

SampledBlock PositionRows::take_block() {
  const std::vector<std::size_t> sample = sample_of(size());
  std::vector<std::string> conditions;
  for (const std::size_t row : sample) {
    conditions.push_back(fmt::format("(key = {} AND summed = {} AND game = {})",
                                     static_cast<std::uint64_t>(rows_[row].key), is_summed_[row],
                                     numbers_[rows_[row].game]));
  }
  NativeBlock block(size(), sample);
  const auto game_of = [&](std::size_t row) -> const GameDraft& {
    return batch_.games[rows_[row].game];
  };
  block.add_numbers<std::uint64_t>("key", [&](std::size_t row) { return rows_[row].key; });
  block.add_numbers<std::uint8_t>("summed", [&](std::size_t row) { return is_summed_[row]; });
  block.add_numbers<std::uint64_t>("game",
                                   [&](std::size_t row) { return numbers_[rows_[row].game]; });
  block.add_numbers<std::uint16_t>("ply", [&](std::size_t row) { return rows_[row].ply; });
  block.add_numbers<std::uint16_t>("move",
                                   [&](std::size_t row) { return posting_move(rows_[row].next); });
  block.add_numbers<std::uint8_t>("result",
                                  [&](std::size_t row) { return number_of(game_of(row).result); });
  block.add_numbers<std::uint16_t>("white_elo",
                                   [&](std::size_t row) { return game_of(row).white_elo; });
  block.add_numbers<std::uint16_t>("black_elo",
                                   [&](std::size_t row) { return game_of(row).black_elo; });
  block.add_numbers<std::uint16_t>("year",
                                   [&](std::size_t row) { return game_of(row).date / 10000; });
  rows_ = {};
  is_summed_ = {};
  return {std::move(block), any_of(conditions)};
}

SampledBlock sums_block(std::span<const SumRow> rows, std::uint64_t batch) {
  const std::vector<std::size_t> sample = sample_of(rows.size());
  std::vector<std::string> conditions;
  for (const std::size_t row : sample) {
    conditions.push_back(fmt::format("(key = {} AND batch = {} AND move = {})",
                                     static_cast<std::uint64_t>(rows[row].key), batch,
                                     rows[row].move));
  }
  NativeBlock block(rows.size(), sample);
  const auto add = [&](std::string_view name, auto value_of) {
    block.add_numbers<std::int64_t>(name,
                                    [&](std::size_t row) { return value_of(rows[row].sums); });
  };
  block.add_numbers<std::uint64_t>("key", [&](std::size_t row) { return rows[row].key; });
  block.add_value("batch", batch);
  block.add_numbers<std::uint16_t>("move", [&](std::size_t row) { return rows[row].move; });
  const auto result = [](Outcome outcome) {
    return [outcome](const MoveSums& sums) { return sums.games[static_cast<unsigned>(outcome)]; };
  };
  add("unfinished", result(Outcome::Unknown));
  add("white", result(Outcome::WhiteWins));
  add("black", result(Outcome::BlackWins));
  add("draws", result(Outcome::Draw));
  add("white_elo_sum", [](const MoveSums& sums) { return sums.white_elo_sum; });
  add("white_elo_games", [](const MoveSums& sums) { return sums.white_elo_games; });
  add("black_elo_sum", [](const MoveSums& sums) { return sums.black_elo_sum; });
  add("black_elo_games", [](const MoveSums& sums) { return sums.black_elo_games; });
  block.add_arrays<std::uint16_t>("years",
                                  [&](std::size_t row) { return std::span(rows[row].years); });
  block.add_arrays<std::int64_t>("year_games",
                                 [&](std::size_t row) { return std::span(rows[row].year_games); });
  return {std::move(block), any_of(conditions)};
}

}  // namespace arbiter::clickhouse
