#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "db/model/filter_text.h"
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

// Games by folded name, each counted once, and the count of each spelling.
class NameCounts {
 public:
  void add(const std::vector<std::string>& names) {
    std::set<std::string> folded;
    for (const std::string& name : names) {
      std::string key = name.empty() ? "" : "=" + folded_name(name);
      std::erase(key, ',');
      folded.insert(key);
      ++spellings_[key][name];
    }
    for (const std::string& key : folded) ++games_[key];
  }

  std::map<std::string, std::uint64_t> by_spelling() const {
    std::map<std::string, std::uint64_t> counts;
    for (const auto& [key, spellings] : spellings_) {
      const auto most =
          std::ranges::max_element(spellings, {}, [](const auto& one) { return one.second; });
      counts[most->first] = games_.at(key);
    }
    return counts;
  }

 private:
  std::map<std::string, std::map<std::string, std::uint64_t>> spellings_;  // games by spelling
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
        std::map<std::string, std::uint64_t>{{"LEKO,P.", 2}});
  CHECK(storage->totals({}).players == 1);
}

TEST_CASE("names that differ only in punctuation are one player", "[statistics]") {
  std::vector<RandomGame> some(games().begin(), games().begin() + 3);
  const std::string names[] = {"Ju Wenjun", "Ju,Wenjun", "JU, Wenjun."};
  for (std::size_t i = 0; i < some.size(); ++i) {
    some[i].sample.white = names[i];
    some[i].sample.black = "Tan Zhongyi";
  }
  const StoreKind kind = GENERATE(from_range(store_kinds()));
  const auto storage = store_of(kind, some);
  CHECK(counts_by(*storage, GroupBy::Player) ==
        std::map<std::string, std::uint64_t>{{"JU, Wenjun.", 3}, {"Tan Zhongyi", 3}});
  CHECK(storage->totals({}).players == 2);
  CHECK(storage->count({.filter = *parse_filter("player = \"=Ju Wenjun\"")}) == 3);
}

TEST_CASE("groups with equal counts are sorted by name, in any order of import", "[statistics]") {
  const StoreKind kind = GENERATE(from_range(store_kinds()));
  std::vector<RandomGame> some(games().begin(), games().begin() + 4);
  const auto sorted_events = [&](std::vector<std::string> events) {
    for (std::size_t i = 0; i < some.size(); ++i) some[i].sample.event = events[i];
    std::vector<std::string> names;
    for (const StatisticsRow& row : store_of(kind, some)->groups({}, GroupBy::Event)) {
      names.push_back(row.name);
    }
    return names;
  };
  const std::vector<std::string> expected = {"Mainz Open", "Aachen", "Zug"};
  CHECK(sorted_events({"Zug", "Mainz Open", "Aachen", "MAINZ OPEN"}) !=
        sorted_events({"Mainz Open", "Zug", "Mainz Open", "Aachen"}));
  CHECK(sorted_events({"Mainz Open", "Zug", "Mainz Open", "Aachen"}) == expected);
  CHECK(sorted_events({"Aachen", "Mainz Open", "Mainz Open", "Zug"}) == expected);
  CHECK(sorted_events({"Zug", "Mainz Open", "Aachen", "MAINZ OPEN"}).front() == "MAINZ OPEN");
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

TEST_CASE("counts of several conditions and positions are those of single queries",
          "[statistics]") {
  const auto storage = store();
  const GameFilter filter =
      *parse_filter(GENERATE(as<std::string>{}, "player = Carlsen", "black = Karpov",
                             "player = Nobody", "player = Carlsen and pattern = \"move Nf3\""));
  CAPTURE(arbiter::to_string(filter));
  std::vector<GameFilter> conditions{GameFilter(), *parse_filter("white = Carlsen")};
  for (const char* text : {"result = 1-0", "date = 1950..", "material = \"K*k*\" and plies = ..30",
                           "not white = Magnus and (pattern = \"kg8\" or has = comments)"}) {
    conditions.push_back(*parse_filter(text));
  }
  const std::vector<GameCount> counts = storage->counts(filter, conditions);
  REQUIRE(counts.size() == conditions.size());
  for (std::size_t i = 0; i < counts.size(); ++i) {
    CAPTURE(arbiter::to_string(conditions[i]));
    const GameCount all = storage->totals(all_of({filter, conditions[i]})).all;
    CHECK(counts[i].games == all.games);
    CHECK(counts[i].results == all.results);
    CHECK(counts[i].plies == all.plies);
  }
  std::vector<PositionQuery> positions;
  for (std::size_t ply = 0; ply < 6; ++ply) {
    positions.emplace_back(games()[ply].positions[ply], Rights::Exact);
  }
  const std::vector<std::uint64_t> reached = storage->counts_at(filter, positions);
  REQUIRE(reached.size() == positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    CHECK(reached[i] == storage->count({.filter = filter, .position = positions[i]}));
  }
}

TEST_CASE("a score omits games without a result", "[statistics]") {
  GameCount count;
  CHECK_FALSE(count.score().has_value());
  count.add(Outcome::Unknown, 10);
  CHECK_FALSE(count.score().has_value());
  count.add(Outcome::WhiteWins, 20);
  count.add(Outcome::Draw, 30);
  CHECK(*count.score() == Approx(0.75));
  CHECK(*count.mean_plies() == Approx(20));
}

}  // namespace arbiter::testing
