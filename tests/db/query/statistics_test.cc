#include <catch2/catch.hpp>
#include <map>
#include <string>

#include "tests/db/stores.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

constexpr std::size_t kGames = 300;

const std::vector<RandomGame>& games() {
  static const std::vector<RandomGame> games = random_games(kGames);
  return games;
}

std::unique_ptr<Storage> store() {
  const StoreKind kind = GENERATE(StoreKind::Sqlite, StoreKind::Memory);
  CAPTURE(to_string(kind));
  return store_of(kind, games());
}

std::map<std::string, std::uint64_t> counts_by(Storage& storage, GroupBy what) {
  std::map<std::string, std::uint64_t> counts;
  for (const StatisticsRow& row : storage.groups({}, what)) {
    CHECK(counts.emplace(row.name, row.count.games).second);
  }
  return counts;
}

}  // namespace

TEST_CASE("totals are those of a count of all games", "[statistics]") {
  const auto storage = store();
  GameCount all;
  for (const RandomGame& game : games()) {
    all.add(game.sample.result, game.positions.size() - 1);
  }
  const Totals totals = storage->totals({});
  CHECK(totals.all.games == kGames);
  CHECK(totals.all.results == all.results);
  CHECK(totals.all.plies == all.plies);
}

TEST_CASE("groups by a name have the games of the name", "[statistics]") {
  const auto storage = store();
  std::map<std::string, std::uint64_t> players;
  std::map<std::string, std::uint64_t> events;
  std::map<std::string, std::uint64_t> years;
  for (const RandomGame& game : games()) {
    ++players[game.sample.white];
    ++players[game.sample.black];
    ++events[game.sample.event];
    const std::uint32_t year = game.sample.date / 10000;
    ++years[year == 0 ? "" : std::to_string(year)];
  }
  CHECK(counts_by(*storage, GroupBy::Player) == players);
  CHECK(counts_by(*storage, GroupBy::Event) == events);
  CHECK(counts_by(*storage, GroupBy::Year) == years);
}

TEST_CASE("every grouping counts every game", "[statistics]") {
  const auto storage = store();
  const GroupBy by =
      GENERATE(GroupBy::Year, GroupBy::Eco, GroupBy::Event, GroupBy::Site, GroupBy::Elo,
               GroupBy::Result, GroupBy::Ending, GroupBy::Plies, GroupBy::FirstMove);
  std::uint64_t games = 0;
  for (const auto& [name, count] : counts_by(*storage, by)) games += count;
  CHECK(games == kGames);
}

TEST_CASE("a score leaves out games without a result", "[statistics]") {
  GameCount count;
  CHECK_FALSE(count.white_score().has_value());
  count.add(Outcome::Unknown, 10);
  CHECK_FALSE(count.white_score().has_value());
  count.add(Outcome::WhiteWins, 20);
  count.add(Outcome::Draw, 30);
  CHECK(*count.white_score() == Approx(0.75));
  CHECK(*count.mean_plies() == Approx(20));
}

}  // namespace arbiter::testing
