
#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "db/model/column_values.h"
#include "db/model/filter_text.h"
#include "db/model/game_record.h"
#include "db/model/game_tests.h"
#include "db/sqlite/query/sqlite_reader.h"
#include "lib/movetext/movetext_reading.h"
#include "tests/db/random_games.h"
#include "tests/db/statement_log.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;
namespace {

constexpr std::size_t kGames = 500;

const std::vector<RandomGame>& games() {
  static const std::vector<RandomGame> games = random_games(kGames);
  return games;
}

// A filter, and an equivalent function of a game. `number` counts from 0.
struct Case {
  std::string name;
  std::string filter;
  std::function<bool(const RandomGame& game, std::size_t number)> judge;
};

bool is_one_of(const std::string& name, std::initializer_list<const char*> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool has_finding(const SampleGame& sample, DiagnosticCode code) {
  return std::any_of(sample.findings.begin(), sample.findings.end(),
                     [=](const DraftFinding& finding) { return finding.code == code; });
}

bool is_carlsen(const std::string& name) {
  return is_one_of(name, {"Carlsen, Magnus", "Carlsen,M."});
}
bool is_muller(const std::string& name) { return is_one_of(name, {"Müller, Hans", "Mueller,H"}); }

bool has_pieces(const Position& position, const std::string& men) {
  std::string present;
  for (int i = 0; i < kSquareCount; ++i) {
    if (const auto piece = position.board().at(square_at(i))) present += letter_of(*piece);
  }
  std::string sought = men;
  std::sort(present.begin(), present.end());
  std::sort(sought.begin(), sought.end());
  return present == sought;
}

// Returns the opening of the last position that has one, looked up one by one.
const Opening* played_opening(const RandomGame& game) {
  const Opening* last = nullptr;
  for (const Position& position : game.positions) {
    if (const Opening* opening = known_openings().find(position.key())) last = opening;
  }
  return last;
}

std::vector<Case> cases() {
  return {
      {"everything", "", [](auto&, std::size_t) { return true; }},
      {"white", "white = Carlsen, M",
       [](const RandomGame& g, std::size_t) { return is_carlsen(g.sample.white); }},
      {"black", "black = Muller",
       [](const RandomGame& g, std::size_t) { return is_muller(g.sample.black); }},
      {"player", "player = Карпов",
       [](const RandomGame& g, std::size_t) {
         return is_one_of(g.sample.white,
                          {"Карпов, Анатолий", "Karpov, Anatoly", "Karpova, Anna"}) ||
                is_one_of(g.sample.black, {"Карпов, Анатолий", "Karpov, Anatoly", "Karpova, Anna"});
       }},
      {"one of two players, against one",
       "player = Carlsen, M|=Karpova, Anna and black = mueller h",
       [](const RandomGame& g, std::size_t) {
         return (is_carlsen(g.sample.white) || g.sample.white == "Karpova, Anna") &&
                is_muller(g.sample.black);
       }},
      {"unknown player", "white = ?",
       [](const RandomGame& g, std::size_t) {
         return g.sample.white.empty() || g.sample.white == "?";
       }},
      {"event", "event = blitz world",
       [](const RandomGame& g, std::size_t) {
         return is_one_of(g.sample.event, {"World Blitz", "Blitz of Worlds"});
       }},
      {"site", "site = moscow",
       [](const RandomGame& g, std::size_t) { return g.sample.site == "Moscow, RUS"; }},
      {"source", "source = games3.PGN",
       [](const RandomGame&, std::size_t i) { return i / 70 == 3; }},
      {"both ratings", "elo = 2400..2600",
       [](const RandomGame& g, std::size_t) {
         return g.sample.white_elo >= 2400 && g.sample.white_elo <= 2600 &&
                g.sample.black_elo >= 2400 && g.sample.black_elo <= 2600;
       }},
      {"a rating at most", "white-elo <= 2400",
       [](const RandomGame& g, std::size_t) {
         return g.sample.white_elo > 0 && g.sample.white_elo <= 2400;
       }},
      {"a rating at least", "black-elo >= 2500",
       [](const RandomGame& g, std::size_t) { return g.sample.black_elo >= 2500; }},
      {"length", "plies <= 10",
       [](const RandomGame& g, std::size_t) { return g.positions.size() <= 11; }},
      {"eco", "eco = A",
       [](const RandomGame& g, std::size_t) {
         if (g.sample.eco != 0) return g.sample.eco <= 100;
         const Opening* opening = played_opening(g);
         return opening != nullptr && opening->eco[0] == 'A';
       }},
      {"opening", "opening = opening",
       [](const RandomGame& g, std::size_t) {
         const Opening* opening = played_opening(g);
         return opening != nullptr && opening->name.find("Opening") != std::string_view::npos;
       }},
      {"opening by its code", "opening = b0|=?",
       [](const RandomGame& g, std::size_t) {
         const Opening* opening = played_opening(g);
         return opening == nullptr || opening->eco.starts_with("B0");
       }},
      {"result", "result = draw,*",
       [](const RandomGame& g, std::size_t) {
         return g.sample.result == Outcome::Draw || g.sample.result == Outcome::Unknown;
       }},
      {"ending", "ending = mate,forfeit",
       [](const RandomGame& g, std::size_t) {
         return g.sample.ending == Ending::Checkmate || g.sample.ending == Ending::Forfeit;
       }},
      {"flag", "flag = duplicate and flag = incomplete",
       [](const RandomGame& g, std::size_t) {
         return g.sample.flags == (kDuplicate | kIncomplete);
       }},
      {"finding", "finding = pinned",
       [](const RandomGame& g, std::size_t) {
         return has_finding(g.sample, DiagnosticCode::Pinned);
       }},
      {"one of two findings, one of which there is nowhere",
       "finding = result-mismatch,stalemate-vs-result",
       [](const RandomGame& g, std::size_t) {
         return has_finding(g.sample, DiagnosticCode::ResultMismatch);
       }},
      {"material", "material = Kk",
       [](const RandomGame& g, std::size_t) {
         return std::any_of(g.positions.begin(), g.positions.end(),
                            [](const Position& p) { return has_pieces(p, "Kk"); });
       }},
      {"date", "date = 1950.05..1950",
       [](const RandomGame& g, std::size_t) {
         return g.sample.date == 19500500 || g.sample.date == 19500517;
       }},
      {"date that may match", "date = 1950.05..1950",
       [](const RandomGame& g, std::size_t) {
         return g.sample.date / 10000 == 1950 || g.sample.date < 10000;
       }},
      {"several",
       "player = Carl and date = 1950..1951 and white-elo >= 2000 and plies >= 5 and result = 1-0",
       [](const RandomGame& g, std::size_t) {
         const bool is_carl = g.sample.white.find("Carl") != std::string::npos ||
                              g.sample.black.find("Carl") != std::string::npos;
         return is_carl && g.sample.date >= 19500000 && g.sample.date <= 19519999 &&
                g.sample.white_elo >= 2000 && g.positions.size() > 5 &&
                g.sample.result == Outcome::WhiteWins;
       }},
  };
}

GameFilter filter_of(const Case& test) {
  if (test.filter.empty()) return {};
  auto filter = parse_filter(test.filter);
  if (!filter) FAIL(filter.error());
  if (test.name == "date that may match") accept_possible_dates(*filter);
  return *filter;
}

// Returns the source of the game in database_of().
std::string source_of(std::size_t number) {
  return "Folder/Games" + std::to_string(number / 70) + ".pgn";
}

// Returns the indexes of the games in `hits`. Precondition: each game occurs `times` times in a
// row.
std::vector<std::size_t> games_in(const std::vector<Hit>& hits, std::size_t times) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < hits.size(); i += times) {
    places.push_back(static_cast<std::size_t>(number_of(hits[i].game)) - 1);
  }
  return places;
}

}  // namespace

TEST_CASE("a filter selects the games that a slow evaluation selects", "[selection]") {
  const auto database = database_of(games());
  for (const std::int64_t deleted : {1, 77, 500}) mark_deleted(*database, GameId{deleted});
  for (const Case& test : cases()) {
    CAPTURE(test.name);
    const GameFilter filter = filter_of(test);
    const GameSet selected = SqliteReader(*database).select(filter);
    std::size_t expected = 0;
    for (std::size_t i = 0; i < kGames; ++i) {
      const bool is_deleted = i == 0 || i == 76 || i == 499;
      const bool is_meant = !is_deleted && test.judge(games()[i], i);
      CAPTURE(i, games()[i].sample.white, games()[i].sample.black, games()[i].sample.date);
      REQUIRE(selected.contains(GameId{static_cast<std::int64_t>(i) + 1}) == is_meant);
      expected += is_meant ? 1 : 0;
    }
    CHECK(selected.size() == expected);
    CHECK(expected > 0);
    CHECK(filter.is_empty() == (test.name == "everything"));
  }
}

TEST_CASE("hits are selected as a slow evaluation selects games, few or many", "[selection]") {
  const auto database = database_of(games());
  for (const std::int64_t deleted : {1, 77, 500}) mark_deleted(*database, GameId{deleted});
  // One reader caches the names for all filters.
  SqliteReader reader(*database);
  for (const std::size_t times : {std::size_t{1}, std::size_t{32}}) {
    for (const Case& test : cases()) {
      std::vector<Hit> hits;
      std::vector<std::size_t> expected;
      std::vector<std::size_t> others;
      for (std::size_t i = 0; i < kGames; ++i) {
        hits.insert(hits.end(), times, {.game = GameId{static_cast<std::int64_t>(i) + 1}});
        const bool is_deleted = i == 0 || i == 76 || i == 499;
        if (!is_deleted) (test.judge(games()[i], i) ? expected : others).push_back(i);
      }
      std::vector<Hit> other_hits = hits;
      const GameFilter filter = filter_of(test);
      reader.keep_matching(filter, hits);
      reader.keep_matching(negated(filter), other_hits);
      CAPTURE(test.name, times);
      CHECK(games_in(hits, times) == expected);
      CHECK(games_in(other_hits, times) == others);
    }
  }
}

namespace {

// Returns random games whose tags follow from their columns, contradict them, or are missing. Some
// have movetext.
std::vector<SampleGame> games_with_records() {
  std::mt19937 random(20261128);
  const auto is_one_in = [&random](unsigned number) { return random() % number == 0; };
  std::vector<SampleGame> samples;
  for (const RandomGame& game : games()) {
    SampleGame sample = game.sample;
    DraftBatch batch;
    add_sample(sample, batch);
    const GameView view = view_of(batch, batch.games.front(), "");
    const std::vector<std::pair<std::string, std::string>> values = {
        {"White", sample.white},
        {"Black", sample.black},
        {"Event", sample.event},
        {"Site", sample.site},
        {"Date", date_text(sample.date)},
        {"Round", sample.round},
        {"Result", std::string(to_string(sample.result))},
        {"WhiteElo", std::to_string(sample.white_elo)},
        {"ECO", eco_text(sample.eco)},
        {"Annotator", "Kmoch"},
        {"site", "Moscow, RUS"}};
    std::vector<std::pair<std::string, std::string>> written;
    for (const auto& [name, value] : values) {
      if (!is_one_in(4)) written.emplace_back(name, is_one_in(5) ? "Moscow 1950" : value);
    }
    std::vector<RecordTag> tags;
    for (const auto& [name, value] : written) tags.push_back({name, value, known_tag(name)});
    if (is_one_in(3)) sample.flags |= kHasMovetext;
    const bool has_movetext = (sample.flags & kHasMovetext) != 0;
    append_record({tags, has_movetext ? "1. e4 {[%eval 3.5] [%clk 0:00:05] good} *" : ""}, view,
                  sample.record);
    samples.push_back(std::move(sample));
  }
  return samples;
}

}  // namespace

TEST_CASE("tags and movetexts select the games that a test of each game selects", "[selection]") {
  const std::vector<SampleGame> samples = games_with_records();
  const auto database = empty_database();
  store_samples(*database, samples);
  DraftBatch batch;
  for (const SampleGame& sample : samples) add_sample(sample, batch);
  const std::string text = GENERATE(
      as<std::string>{}, "tag.White = /carl|magnus/", "tag.Black = mueller", "tag.Event = /^world/",
      "tag.Site = /^moscow, rus$/", "tag.Site = moscow", "tag.SITE = ?", "tag.Date = /^1950/",
      "tag.Round = /[3-5]/", "tag.Result = 1-0", "tag.WhiteElo = /^2[45]00$/", "tag.ECO = /^A0/",
      "tag.Annotator = /moch/", "tag.Opening = ?", "not tag.Site = /w/", "has = comments",
      "has = evals", "has = variations", "eval = 3..", "white-clock = ..10", "black-clock = ..10");
  CAPTURE(text);
  const auto filter = parse_filter(text);
  REQUIRE(filter);
  const GameSet selected = SqliteReader(*database).select(*filter);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    CAPTURE(i, samples[i].record);
    const GameView view = view_of(batch, batch.games[i], "games.pgn");
    REQUIRE(selected.contains(GameId{static_cast<std::int64_t>(i) + 1}) == matches(*filter, view));
  }
  const bool selects_all = text == "tag.Opening = ?";  // no sample has this tag
  CHECK((selected.size() == samples.size()) == selects_all);
}

TEST_CASE("the names of a repeated filter are read once", "[selection]") {
  const auto database = database_of(games());
  SqliteReader reader(*database);
  const auto filter = parse_filter("(player = Karpov or event = blitz) and opening = opening");
  REQUIRE(filter);
  reader.select(*filter);
  const testing::StatementLog log(database->connection());
  std::vector<Hit> hits = {{.game = GameId{2}}, {.game = GameId{3}}};
  const GameFilter same = *filter;
  reader.keep_matching(same, hits);
  CHECK(log.statements().empty());
}

TEST_CASE("a filter gives the same result during an import as afterwards", "[selection]") {
  DraftBatch batch;
  for (const RandomGame& game : games()) add_sample(game.sample, batch);
  for (const Case& test : cases()) {
    const GameFilter filter = filter_of(test);
    for (std::size_t i = 0; i < kGames; ++i) {
      CAPTURE(test.name, i);
      const std::string source = source_of(i);
      const GameView view = view_of(batch, batch.games[i], source);
      REQUIRE(matches(filter, view) == test.judge(games()[i], i));
    }
  }
}

namespace {

struct DateCase {
  std::uint32_t date;
  ValueRange range;
  DateMatch match;
};

}  // namespace

TEST_CASE("dates with unknown parts are in a range, perhaps, or outside", "[selection]") {
  const auto [date, range, match] = GENERATE(values<DateCase>({
      {19500517, {19500517, 19500517}, DateMatch::Inside},
      {19500517, {19500518, {}}, DateMatch::Outside},
      {19500517, {}, DateMatch::Inside},
      {19500500, {19500501, 19500531}, DateMatch::Inside},
      {19500500, {19500501, 19500530}, DateMatch::Perhaps},
      {19500500, {19500600, {}}, DateMatch::Outside},
      {19520200, {19520201, 19520229}, DateMatch::Inside},
      {19510200, {19510201, 19510228}, DateMatch::Inside},
      {19500000, {19500000, 19509999}, DateMatch::Inside},
      {19500000, {19500101, 19501231}, DateMatch::Inside},
      {19500000, {19500517, 19500517}, DateMatch::Perhaps},
      {19500000, {19510000, {}}, DateMatch::Outside},
      {19500017, {19500501, 19500516}, DateMatch::Outside},  // the 17th of an unknown month
      {19500017, {19500501, 19500517}, DateMatch::Perhaps},
      {19500017, {19500101, 19501231}, DateMatch::Inside},
      {0, {19500101, 19501231}, DateMatch::Perhaps},
      {0, {}, DateMatch::Inside},
      {500, {19500501, 19500531}, DateMatch::Perhaps},  // an unknown day in May
      {500, {19500601, 19510430}, DateMatch::Outside},
      {500, {19500601, 19510501}, DateMatch::Perhaps},
      {229, {19500101, 19511231}, DateMatch::Outside},  // these years have no February 29
      {229, {19500101, 19521231}, DateMatch::Perhaps},
      {500, {{}, 19500101}, DateMatch::Perhaps},
      {500, {19500601, {}}, DateMatch::Perhaps},
  }));
  CAPTURE(date, range.min.value_or(0), range.max.value_or(0));
  CHECK(match_date(date, range) == match);
}
