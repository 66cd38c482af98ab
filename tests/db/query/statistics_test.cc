#include "db/query/statistics.h"

#include <catch2/catch.hpp>
#include <map>
#include <string>

#include "db/query/sqlite_storage.h"
#include "tests/db/random_games.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;
namespace {

constexpr std::size_t kGames = 300;

struct Counted {
  Counted() : games(random_games(kGames)), database(database_of(games)), storage(*database) {}

  std::map<std::string, std::uint64_t> by(GroupBy what) {
    std::map<std::string, std::uint64_t> counts;
    for (const StatisticsRow& group : groups_of(*database, storage, storage.select({}), what)) {
      CHECK(counts.emplace(group.name, group.count.games).second);
    }
    return counts;
  }

  std::vector<RandomGame> games;
  std::unique_ptr<Database> database;
  SqliteStorage storage;
};

}  // namespace

TEST_CASE("totals are those of a count of all games", "[statistics]") {
  Counted counted;
  GameCount all;
  for (const RandomGame& game : counted.games) {
    all.add(game.sample.result, game.positions.size() - 1);
  }
  const Totals totals = totals_of(*counted.database, counted.storage, counted.storage.select({}));
  CHECK(totals.all.games == kGames);
  CHECK(totals.all.results == all.results);
  CHECK(totals.all.plies == all.plies);
}

TEST_CASE("groups by a name have the games of the name", "[statistics]") {
  Counted counted;
  std::map<std::string, std::uint64_t> players;
  std::map<std::string, std::uint64_t> events;
  std::map<std::string, std::uint64_t> years;
  for (const RandomGame& game : counted.games) {
    ++players[game.sample.white];
    ++players[game.sample.black];
    ++events[game.sample.event];
    const std::uint32_t year = game.sample.date / 10000;
    ++years[year == 0 ? "" : std::to_string(year)];
  }
  CHECK(counted.by(GroupBy::Player) == players);
  CHECK(counted.by(GroupBy::Event) == events);
  CHECK(counted.by(GroupBy::Year) == years);
}

TEST_CASE("every grouping counts every game", "[statistics]") {
  Counted counted;
  const GroupBy by =
      GENERATE(GroupBy::Year, GroupBy::Eco, GroupBy::Event, GroupBy::Site, GroupBy::Elo,
               GroupBy::Result, GroupBy::Ending, GroupBy::Plies, GroupBy::FirstMove);
  std::uint64_t games = 0;
  for (const auto& [name, count] : counted.by(by)) games += count;
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
