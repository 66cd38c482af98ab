// Measures how often the repair of a spoiled game is found.
#include <catch2/catch.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "lib/diagnostics/sink.h"
#include "lib/pgn/reader.h"
#include "lib/repair/repair.h"
#include "tests/repair/spoiler.h"
#include "tests/support/corpus.h"
#include "tests/support/namespaces.h"
#include "tests/support/skip.h"
#include "tests/support/testdata.h"

namespace arbiter::testing {
namespace {

using testing::Numbering;
using testing::SpoiledGame;
using testing::Spoiling;
using testing::WholeGame;

std::optional<BrokenGame> repairs_of(const std::string& pgn) {
  const std::string padded = pgn + std::string(kTextPadding, '\0');
  CollectingSink nobody{CodeSet()};
  PgnReader reader({.text = std::string_view(padded).substr(0, pgn.size())}, nobody);
  PgnGame game;
  REQUIRE(reader.next(game));
  return find_repairs(game, {});
}

// Checks whether the line without the removed plies is the game again.
bool restores_game(const BrokenGame& broken, const Repair& repair, const WholeGame& game) {
  std::vector<RepairMove> left = broken.line.moves;
  left.erase(left.begin() + static_cast<std::ptrdiff_t>(repair.at));
  Position position;
  std::vector<Move> moves;
  for (const RepairMove& move : left) {
    const SanResolution resolution = resolve(move, position);
    if (resolution.status != SanStatus::Legal) return false;
    position.play(resolution.move);
    moves.push_back(resolution.move);
  }
  return moves == game.moves;
}

// Checks whether the repair restores the game, or finds the place of a missing move.
bool is_true(const BrokenGame& broken, const Repair& repair, const SpoiledGame& spoiled,
             const WholeGame& game) {
  switch (spoiled.spoiling) {
    case Spoiling::Letter:
    case Spoiling::Square:
      return repair.kind == RepairKind::Replace && repair.at == spoiled.ply &&
             repair.move == game.moves[spoiled.ply];
    case Spoiling::Dropped:
      return repair.kind == RepairKind::Insert && repair.at == spoiled.ply;
    case Spoiling::Doubled:
      return repair.kind == RepairKind::Remove && restores_game(broken, repair, game);
    default:
      return false;  // see reliability_test.cc
  }
  return false;
}

// In hundredths.
struct Rates {
  std::size_t games = 0;
  std::size_t first = 0;
  std::size_t among_three = 0;
  std::size_t late = 0;  // stop after the spoiled move

  double first_rate() const {
    return 100.0 * static_cast<double>(first) / static_cast<double>(games);
  }
  double three_rate() const {
    return 100.0 * static_cast<double>(among_three) / static_cast<double>(games);
  }
};

Rates rates_of(const std::vector<WholeGame>& games, const std::vector<Spoiling>& spoilings,
               Numbering numbering) {
  Rates rates;
  std::uint64_t seed = 0;
  for (const WholeGame& game : games) {
    const Spoiling spoiling = spoilings[seed % spoilings.size()];
    const auto spoiled = testing::spoil(game, {spoiling, numbering, ++seed});
    if (!spoiled) continue;
    const auto broken = repairs_of(spoiled->pgn);
    REQUIRE(broken.has_value());
    // A doubled bxc6 can be a bishop's move with a small letter: then the game stops later.
    CHECK(broken->broken >= spoiled->first_illegal);
    rates.late += broken->broken > spoiled->first_illegal ? 1 : 0;
    ++rates.games;
    for (std::size_t i = 0; i < broken->repairs.size(); ++i) {
      if (!is_true(*broken, broken->repairs[i], *spoiled, game)) continue;
      rates.among_three += 1;
      rates.first += i == 0 ? 1 : 0;
      break;
    }
  }
  return rates;
}

// Each repetition spoils the game again.
std::vector<WholeGame> repeated(const std::vector<WholeGame>& games, std::size_t times) {
  std::vector<WholeGame> all;
  for (std::size_t i = 0; i < times; ++i) all.insert(all.end(), games.begin(), games.end());
  return all;
}

const std::vector<Spoiling> kWrong = {Spoiling::Letter, Spoiling::Square};
const std::vector<Spoiling> kMiscounted = {Spoiling::Dropped, Spoiling::Doubled};

TEST_CASE("spoiled moves are found again", "[spoiled]") {
  const auto games = testing::whole_games(testing::testdata("tournament.pgn").string(), 1);
  REQUIRE(games.size() >= 5);
  const std::vector<WholeGame> often = repeated(games, 20);
  const Rates wrong = rates_of(often, kWrong, Numbering::AsWritten);
  CAPTURE(wrong.games, wrong.first_rate(), wrong.three_rate());
  CHECK(wrong.first_rate() >= 80);
  CHECK(wrong.three_rate() >= 92);
  CHECK(wrong.late == 0);
  const Rates miscounted = rates_of(often, kMiscounted, Numbering::AsWritten);
  CAPTURE(miscounted.games, miscounted.first_rate());
  CHECK(miscounted.first_rate() >= 85);
}

TEST_CASE("spoiled moves of master games are found again", "[spoiled][corpus]") {
  const auto corpus = testing::corpus();
  if (!corpus) SKIP_TEST("ARBITER_CORPUS is not set");
  const auto games = testing::whole_games((*corpus / "games" / "otb-mixed.pgn.zst").string(), 150);
  REQUIRE(games.size() > 800);
  const Rates wrong = rates_of(games, kWrong, Numbering::AsWritten);
  CAPTURE(wrong.games, wrong.first_rate(), wrong.three_rate());
  CHECK(wrong.first_rate() >= 80);
  CHECK(wrong.three_rate() >= 92);
  CHECK(wrong.late == 0);
  for (const Numbering numbering : {Numbering::AsPlayed, Numbering::AsWritten}) {
    const Rates miscounted = rates_of(games, kMiscounted, numbering);
    CAPTURE(miscounted.games, miscounted.first_rate(), miscounted.late);
    CHECK(miscounted.first_rate() >= 85);
    CHECK(miscounted.late * 200 <= miscounted.games);
  }
}

}  // namespace
}  // namespace arbiter::testing
