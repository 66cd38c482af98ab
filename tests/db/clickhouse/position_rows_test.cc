// Compares the rows of a batch with a slow count of the same postings.
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "db/clickhouse/cluster/schema.h"
#include "db/clickhouse/wire/row_reader.h"
#include "db/clickhouse/writing/batch_writer.h"
#include "db/model/posting.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

using namespace clickhouse;
namespace {

// Returns games that reach few positions, some of them twice.
DraftBatch batch_of(std::uint32_t games, std::uint64_t positions) {
  constexpr std::uint16_t kMoves[] = {0, 0x31c, 0x2db};  // none, e2e4, d2d4
  DraftBatch batch;
  std::uint64_t state = games;
  const auto next = [&](std::uint64_t below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % below;
  };
  for (std::uint32_t game = 0; game < games; ++game) {
    GameDraft draft;
    draft.result = static_cast<Outcome>(next(4));
    draft.white_elo = static_cast<std::uint16_t>(next(3) * 1000);
    draft.black_elo = static_cast<std::uint16_t>(next(2) * 1500);
    draft.date = static_cast<std::uint32_t>(next(3) == 0 ? 0 : (1990 + next(30)) * 10'000);
    batch.games.push_back(draft);
    for (std::uint16_t ply = 0; ply < 8; ++ply) {
      const auto key = static_cast<PositionKey>(next(positions) << 56 | next(2));
      batch.postings.push_back({key, game, kMoves[next(3)], ply});
    }
  }
  return batch;
}

using Occurrence = std::pair<std::uint64_t, std::uint32_t>;  // key and game

std::map<Occurrence, Posting> first_occurrences(const DraftBatch& batch) {
  std::map<Occurrence, Posting> first;
  for (const Posting& posting : batch.postings) {
    first.emplace(Occurrence{static_cast<std::uint64_t>(posting.key), posting.game}, posting);
  }
  return first;
}

std::vector<std::uint64_t> numbers_for(const DraftBatch& batch) {
  std::vector<std::uint64_t> numbers;
  for (std::size_t i = 0; i < batch.games.size(); ++i) numbers.push_back(game_number(2, i + 1));
  return numbers;
}

}  // namespace

TEST_CASE("sums and rows count each game once, with its first occurrence") {
  const std::uint32_t games = GENERATE(0u, 1u, 63u, 64u, 700u);
  const unsigned jobs = GENERATE(1u, 3u);
  CAPTURE(games, jobs);
  const DraftBatch batch = batch_of(games, 16);
  const std::vector<std::uint64_t> numbers = numbers_for(batch);
  const PositionRows rows(batch, numbers, jobs);
  const auto first = first_occurrences(batch);
  CHECK(rows.size() == first.size());

  std::map<std::uint64_t, std::uint32_t> games_of_key;
  for (const auto& [occurrence, posting] : first) ++games_of_key[occurrence.first];
  std::map<std::pair<std::uint64_t, std::uint16_t>, MoveSums> expected;
  std::map<std::tuple<std::uint64_t, std::uint16_t, std::uint16_t>, std::int64_t> years;
  for (const auto& [occurrence, posting] : first) {
    if (games_of_key[occurrence.first] < kMinGamesForSums) continue;
    const GameDraft& game = batch.games[posting.game];
    const std::uint16_t move = posting_move(posting.next);
    const auto year = static_cast<std::uint16_t>(game.date / 10'000);
    expected[{occurrence.first, move}].add({game.result, game.white_elo, game.black_elo, year});
    if (year != 0) ++years[{occurrence.first, move, year}];
  }
  REQUIRE(rows.sums().size() == expected.size());
  std::size_t counted_years = 0;
  for (const SumRow& row : rows.sums()) {
    const auto key = static_cast<std::uint64_t>(row.key);
    CHECK(row.sums == expected.at({key, row.move}));
    REQUIRE(row.years.size() == row.year_games.size());
    counted_years += row.years.size();
    for (std::size_t i = 0; i < row.years.size(); ++i) {
      CHECK(row.year_games[i] == years.at({key, row.move, row.years[i]}));
    }
  }
  CHECK(counted_years == years.size());
}

TEST_CASE("the block has the same bytes for any number of threads") {
  const DraftBatch batch = batch_of(5000, 256);
  const std::vector<std::uint64_t> numbers = numbers_for(batch);
  PositionRows one(batch, numbers, 1);
  PositionRows four(batch, numbers, 4);
  CHECK(one.take_block().rows.bytes() == four.take_block().rows.bytes());
  CHECK(sums_block(one.sums(), 9).rows.bytes() == sums_block(four.sums(), 9).rows.bytes());
}

}  // namespace arbiter::testing
