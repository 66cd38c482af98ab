#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lib/tags/person_name.h"
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
  const StoreKind kind = GENERATE(from_range(store_kinds()));
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

// Games by folded name, each once, and the count of each spelling.
class NameCounts {
 public:
  void add(const std::vector<std::string>& names) {
    std::set<std::string> folded;
    for (const std::string& name : names) {
      const std::string key = name.empty() ? "" : "=" + folded_name(name);
      folded.insert(key);
      auto& spellings = spellings_[key];
      const auto known = std::ranges::find(spellings, name, &Spelling::first);
      if (known == spellings.end()) {
        spellings.push_back({name, 1});
      } else {
        ++known->second;
      }
    }
    for (const std::string& key : folded) ++games_[key];
  }

  std::map<std::string, std::uint64_t> by_spelling() const {
    std::map<std::string, std::uint64_t> counts;
    for (const auto& [key, spellings] : spellings_) {
      counts[std::ranges::max_element(spellings, {}, &Spelling::second)->first] = games_.at(key);
    }
    return counts;
  }

 private:
  using Spelling = std::pair<std::string, std::uint64_t>;
  std::map<std::string, std::vector<Spelling>> spellings_;  // in the order of their appearance
  std::map<std::string, std::uint64_t> games_;
};

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

TEST_CASE("groups by a name have the games of all its spellings, under the most frequent one",
          "[statistics]") {
  const auto storage = store();
  NameCounts players;
  NameCounts events;
  std::map<std::string, std::uint64_t> years;
  for (const RandomGame& game : games()) {
    players.add({game.sample.white, game.sample.black});
    events.add({game.sample.event});
    const std::uint32_t year = game.sample.date / 10000;
    ++years[year == 0 ? "" : std::to_string(year)];
  }
  CHECK(counts_by(*storage, GroupBy::Player) == players.by_spelling());
  CHECK(counts_by(*storage, GroupBy::Event) == events.by_spelling());
  CHECK(counts_by(*storage, GroupBy::Year) == years);
}

TEST_CASE("a game against oneself is one game of the player", "[statistics]") {
  RandomGame game = games()[0];
  game.sample.white = "Leko, P";
  game.sample.black = "LEKO,P.";
  const StoreKind kind = GENERATE(from_range(store_kinds()));
  const auto storage = store_of(kind, {game, game});
  CHECK(counts_by(*storage, GroupBy::Player) ==
        std::map<std::string, std::uint64_t>{{"Leko, P", 2}});
  CHECK(storage->totals({}).players == 1);
}

TEST_CASE("every grouping counts every game", "[statistics]") {
  const auto storage = store();
  const GroupBy by = GENERATE(GroupBy::Year, GroupBy::Eco, GroupBy::Opening, GroupBy::OpeningFamily,
                              GroupBy::Event, GroupBy::Site, GroupBy::Elo, GroupBy::Result,
                              GroupBy::Ending, GroupBy::Plies, GroupBy::FirstMove);
  std::uint64_t games = 0;
  for (const auto& [name, count] : counts_by(*storage, by)) games += count;
  CHECK(games == kGames);
}

TEST_CASE("a score omits games without a result", "[statistics]") {
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
