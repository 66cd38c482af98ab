// Checks whether repairs are correct as often as stated: games damaged in many ways, and a table of
// the results.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/diagnostics/sink.h"
#include "lib/pgn/reader.h"
#include "lib/repair/guesses.h"
#include "lib/repair/repair.h"
#include "tests/repair/spoiler.h"
#include "tests/support/corpus.h"
#include "tests/support/namespaces.h"
#include "tests/support/skip.h"
#include "tests/support/testdata.h"

namespace arbiter::testing {
namespace {

struct Count {
  std::size_t all = 0;
  std::size_t right = 0;

  void add(bool is_right) {
    ++all;
    right += is_right ? 1 : 0;
  }
  void add(const Count& other) {
    all += other.all;
    right += other.right;
  }
  double percent() const {
    return all == 0 ? 0 : 100.0 * static_cast<double>(right) / static_cast<double>(all);
  }
};

class Reader {
 public:
  explicit Reader(const std::string& pgn)
      : padded_(pgn + std::string(kTextPadding, '\0')),
        reader_({.text = std::string_view(padded_).substr(0, pgn.size())}, nobody_) {
    REQUIRE(reader_.next(game_));
  }
  const PgnGame& game() const { return game_; }

 private:
  CollectingSink nobody_{CodeSet()};
  std::string padded_;
  PgnReader reader_;
  PgnGame game_;
};

// Compares the moves of the text one by one, and nothing else.
bool is_whole_game(const std::string& pgn, const WholeGame& game) {
  const Reader read(pgn);
  std::vector<Move> moves;
  Position position;
  for (const Token& token : read.game().tokens) {
    if (token.kind == TokenKind::Word) return false;
    if (token.kind != TokenKind::Move) continue;
    const SanResolution resolution = resolve(token.san(), position);
    if (resolution.status != SanStatus::Legal) return false;
    position.play(resolution.move);
    moves.push_back(resolution.move);
  }
  return moves == game.moves;
}

// A repair as displayed.
struct Shown {
  std::size_t kind;  // kind of the slip
  bool is_first;
  bool is_restorable;
  bool is_right;
  bool invents_start;
  Repair repair;
};

struct Sample {
  std::vector<Shown> shown;
  std::vector<std::size_t> slips;       // number of slips by kind
  std::vector<std::size_t> restorable;  // number of restorable slips by kind
};

// Few games have a place for a rare slip, such as moves after mate.
constexpr std::size_t kMaxGamesTried = 500;

// Returns the first game from `at` on that can be damaged in this way.
std::optional<std::pair<const WholeGame*, SpoiledGame>> spoiled_from(
    const std::vector<WholeGame>& games, std::size_t at, std::size_t kind, std::uint64_t seed) {
  for (std::size_t i = 0; i < std::min(kMaxGamesTried, games.size()); ++i) {
    const WholeGame& game = games[(at + i) % games.size()];
    if (auto spoiled = spoil(game, kind, seed)) return std::pair(&game, *std::move(spoiled));
  }
  return std::nullopt;
}

// Damages `count` games in total, in each way in turn, and tries to repair them.
Sample sample_of(const std::vector<WholeGame>& games, std::size_t count) {
  const std::size_t kinds = slip_kinds().size();
  Sample sample{{}, std::vector<std::size_t>(kinds), std::vector<std::size_t>(kinds)};
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t kind = (i + i / games.size()) % kinds;
    const auto found = spoiled_from(games, i, kind, i);
    if (!found) continue;
    const auto& [game, spoiled] = *found;
    ++sample.slips[kind];
    sample.restorable[kind] += spoiled.is_restorable ? 1 : 0;
    const Reader read(spoiled.pgn);
    const auto broken = find_repairs(read.game(), {});
    if (!broken) continue;
    for (std::size_t rank = 0; rank < broken->repairs.size(); ++rank) {
      const Repair& repair = broken->repairs[rank];
      const std::string text = repaired_text(read.game(), *broken, repair);
      sample.shown.push_back({kind, rank == 0, spoiled.is_restorable, is_whole_game(text, *game),
                              text.find("[FEN") != std::string::npos, repair});
    }
  }
  return sample;
}

// The guarantees: for applied repairs, for the ranking in restorable games, and for the stated
// probabilities.
constexpr double kApplied = 0.95;
constexpr double kBounds[] = {0, 0.2, 0.5, 0.8, 0.9, 0.95, 0.99, 1.01};
constexpr std::size_t kBuckets = std::size(kBounds) - 1;

struct Bucket {
  Count count;
  double stated = 0;  // sum of percentages

  double mean() const { return count.all == 0 ? 0 : stated / static_cast<double>(count.all); }
};

std::array<Bucket, kBuckets> buckets_of(const Sample& sample) {
  std::array<Bucket, kBuckets> buckets;
  for (const Shown& shown : sample.shown) {
    if (!shown.repair.share) continue;
    std::size_t i = 0;
    while (*shown.repair.share >= kBounds[i + 1]) ++i;
    buckets[i].count.add(shown.is_right);
    buckets[i].stated += 100 * *shown.repair.share;
  }
  return buckets;
}

struct KindResult {
  Count first;               // whether the first repair is correct, if the game can be restored
  Count applied;             // whether the output of --apply is correct
  std::size_t unstated = 0;  // number of first repairs without a percentage
};

std::vector<KindResult> results_of(const Sample& sample) {
  std::vector<KindResult> results(slip_kinds().size());
  for (std::size_t kind = 0; kind < results.size(); ++kind) {
    results[kind].first.all = sample.restorable[kind];
  }
  for (const Shown& shown : sample.shown) {
    if (!shown.is_first) continue;
    KindResult& result = results[shown.kind];
    if (shown.is_restorable && shown.is_right) ++result.first.right;
    if (!shown.repair.share) ++result.unstated;
    if (shown.repair.share >= kApplied) result.applied.add(shown.is_right);
  }
  return results;
}

Count sum_of(const std::vector<KindResult>& results, Count KindResult::*member,
             std::optional<SlipGroup> group = {}) {
  Count sum;
  for (std::size_t kind = 0; kind < results.size(); ++kind) {
    if (!group || slip_kinds()[kind].group == *group) sum.add(results[kind].*member);
  }
  return sum;
}

void print(const Sample& sample) {
  std::string text =
      "| slip | slips | restorable | first is right | applied | of these right |\n"
      "|---|--:|--:|--:|--:|--:|\n";
  const auto results = results_of(sample);
  const auto add = [&](std::string_view name, std::size_t slips, const Count& first,
                       const Count& applied) {
    text += fmt::format("| {} | {} | {} | {:.1f} % | {} | {:.1f} % |\n", name, slips, first.all,
                        first.percent(), applied.all, applied.percent());
  };
  std::size_t all = 0;
  for (std::size_t kind = 0; kind < results.size(); ++kind) {
    add(slip_kinds()[kind].name, sample.slips[kind], results[kind].first, results[kind].applied);
    all += sample.slips[kind];
  }
  add("all", all, sum_of(results, &KindResult::first), sum_of(results, &KindResult::applied));
  text += "\n| stated | repairs | mean | right |\n|---|--:|--:|--:|\n";
  const auto buckets = buckets_of(sample);
  for (std::size_t i = 0; i < kBuckets; ++i) {
    text += fmt::format("| {:.0f} to {:.0f} % | {} | {:.1f} % | {:.1f} % |\n", 100 * kBounds[i],
                        std::min(100.0, 100 * kBounds[i + 1]), buckets[i].count.all,
                        buckets[i].mean(), buckets[i].count.percent());
  }
  std::fputs(text.c_str(), stdout);
}

bool invents_start(const Sample& sample) {
  return std::ranges::any_of(sample.shown, &Shown::invents_start);
}

// The numbers of slips, large enough to determine the percentage of each bucket within two points.
constexpr std::size_t kTuned = 72'000;
constexpr std::size_t kJudgedNightly = 43'200;

enum class Half : std::uint8_t { Tuning, Judging };

// Returns games of one half of the corpus.
std::vector<WholeGame> half_of_corpus(Half half, std::size_t step) {
  auto games = whole_games((*corpus() / "games" / "otb-mixed.pgn.zst").string(), step);
  std::erase_if(games, [&](const WholeGame& game) {
    return is_for_judging(game) != (half == Half::Judging);
  });
  return games;
}

TEST_CASE("what is applied to 300 spoiled games gives the originals back", "[reliability]") {
  const auto games = whole_games(testdata("tournament.pgn").string(), 1);
  const Sample sample = sample_of(games, 350);
  print(sample);
  const auto results = results_of(sample);
  const Count applied = sum_of(results, &KindResult::applied);
  CHECK(applied.all >= 90);
  CHECK(applied.percent() >= 95);
  CHECK_FALSE(invents_start(sample));
}

// Returns the possible deviation of a share of `count` random cases: two standard deviations.
double noise_of(const Count& count, double percent) {
  return 2 * std::sqrt(percent * (100 - percent) / static_cast<double>(count.all));
}

TEST_CASE("repairs of master games are right as often as they state", "[reliability][corpus]") {
  if (!corpus()) SKIP_TEST("ARBITER_CORPUS is not set");
  const auto games = half_of_corpus(Half::Judging, is_nightly() ? 3 : 20);
  const Sample sample = sample_of(games, is_nightly() ? kJudgedNightly : 3'600);
  print(sample);
  const auto results = results_of(sample);
  CHECK(sum_of(results, &KindResult::applied).percent() >= 95);
  CHECK(sum_of(results, &KindResult::first, SlipGroup::Row).percent() >= 80);
  CHECK_FALSE(invents_start(sample));
  for (const Bucket& bucket : buckets_of(sample)) {
    const double noise = noise_of(bucket.count, bucket.mean());
    CAPTURE(bucket.mean(), bucket.count.percent(), bucket.count.all, noise);
    if (is_nightly()) CHECK(noise <= 2);
    if (bucket.count.all < 30) continue;
    CHECK(std::abs(bucket.mean() - bucket.count.percent()) <= (is_nightly() ? 2 : 2 + noise));
  }
}

TEST_CASE("games without an error get no repair", "[reliability][corpus]") {
  if (!corpus()) SKIP_TEST("ARBITER_CORPUS is not set");
  const auto games = whole_games((*corpus() / "games" / "otb-mixed.pgn.zst").string(), 70);
  REQUIRE(games.size() >= 2000);
  for (const WholeGame& game : games) {
    std::string pgn;
    for (const std::string& san : game.sans) pgn += san + ' ';
    const Reader read(pgn + game.result);
    CHECK_FALSE(find_repairs(read.game(), {}).has_value());
  }
}

// A cell with few cases is shrunk towards the share of all mistakes.
constexpr double kPriorCases = 20;
constexpr double kMaxShare = 99.9;  // no repair is certain

using Cells = std::array<std::array<Count, kEvidenceBuckets>, kMistakeCount>;

Cells cells_of(const Sample& sample) {
  Cells cells;
  for (const Shown& shown : sample.shown) {
    const Repair& repair = shown.repair;
    if (!repair.share) continue;
    auto& row = cells[static_cast<std::size_t>(repair.mistake)];
    row[evidence_bucket(repair.evidence)].add(shown.is_right);
  }
  return cells;
}

struct Cell {
  double right;  // in percent
  double weight;
};

// Returns the best fit to the cells that never decreases with the evidence. Decreasing neighbours
// are replaced by their mean (pool adjacent violators).
std::vector<double> rising(const std::vector<Cell>& cells) {
  struct Pool {
    Cell cell;
    std::size_t size;
  };
  std::vector<Pool> pools;
  for (const Cell& cell : cells) {
    pools.push_back({cell, 1});
    while (pools.size() > 1 && pools[pools.size() - 2].cell.right > pools.back().cell.right) {
      const Pool last = pools.back();
      pools.pop_back();
      Pool& pool = pools.back();
      const double weight = pool.cell.weight + last.cell.weight;
      pool.cell.right =
          (pool.cell.right * pool.cell.weight + last.cell.right * last.cell.weight) / weight;
      pool.cell.weight = weight;
      pool.size += last.size;
    }
  }
  std::vector<double> shares;
  for (const Pool& pool : pools) shares.insert(shares.end(), pool.size, pool.cell.right);
  return shares;
}

TEST_CASE("shares that fall are replaced by their mean", "[reliability]") {
  CHECK(rising({{10, 1}, {20, 1}, {60, 3}, {20, 1}, {90, 1}}) ==
        std::vector<double>{10, 20, 50, 50, 90});
  CHECK(rising({{30, 1}, {20, 1}, {10, 2}}) == std::vector<double>{17.5, 17.5, 17.5});
}

std::vector<double> shares_of(const Cells& cells, std::size_t mistake) {
  std::vector<Cell> row;
  for (std::size_t bucket = 0; bucket < kEvidenceBuckets; ++bucket) {
    Count pool;
    for (const auto& cell : cells) pool.add(cell[bucket]);
    const Count& cell = cells[mistake][bucket];
    const double weight = static_cast<double>(cell.all) + kPriorCases;
    const double right = 100 * static_cast<double>(cell.right) + kPriorCases * pool.percent();
    row.push_back({right / weight, weight});
  }
  return rising(row);
}

TEST_CASE("the shares of right repairs are measured", "[.calibrate]") {
  const char* path = std::getenv("ARBITER_CALIBRATION");
  REQUIRE(path != nullptr);
  REQUIRE(corpus());
  const Sample sample = sample_of(half_of_corpus(Half::Tuning, 3), kTuned);
  print(sample);
  const Cells cells = cells_of(sample);
  std::ofstream out(path);
  out << fmt::format(
      "// The percentage of correct repairs, with a row for each Mistake and a column for each\n"
      "// evidence_bucket(). Generated by tests/repair/reliability --calibrate from {} games with\n"
      "// one slip each. These are from the half of otb-mixed that is not used for evaluation.\n"
      "// Cells with few cases are shrunk towards their column's percentage.\n"
      "// clang-format off\n",
      kTuned);
  for (std::size_t mistake = 0; mistake < kMistakeCount; ++mistake) {
    std::string row;
    for (const double share : shares_of(cells, mistake)) {
      row += fmt::format("{}{:.1f}", row.empty() ? "" : ", ", std::min(share, kMaxShare));
    }
    out << fmt::format("{{\"{}\", {{{}}}}},\n",
                       description_of(static_cast<Mistake>(mistake), Color::White), row);
  }
  out << "// clang-format on\n";
}

}  // namespace
}  // namespace arbiter::testing
