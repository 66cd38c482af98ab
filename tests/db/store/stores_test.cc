// Checks that all storages return equal results and change equally.
#include "tests/db/stores.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <vector>

#include "db/model/column_values.h"
#include "db/model/filter_text.h"
#include "db/model/game_draft.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

constexpr std::size_t kGames = 400;

const std::vector<RandomGame>& games() {
  static const std::vector<RandomGame> games = random_games(kGames);
  return games;
}

// A storage to be tested, and one to compare it with.
struct Pair {
  explicit Pair(StoreKind kind = GENERATE(from_range(real_store_kinds())))
      : real(store_of(kind, games())) {}

  std::unique_ptr<Storage> real;
  std::unique_ptr<Storage> memory = store_of(StoreKind::Memory, games());
};

std::vector<GameFilter> filters() {
  std::vector<GameFilter> filters;
  for (const char* text : {"player = \"Carlsen, M\"",
                           "source = games3",
                           "date = 1950..1951",
                           "white-elo >= 2500 and (result = 1-0 or result = draw)",
                           "finding = pinned",
                           "material = Kk",
                           "not eco = E99 and round = 3",
                           "id >= 100 and id <= 200",
                           "site = moscow or white = ?",
                           "not date = 1950.05..1950 and plies > 10",
                           "opening = b0|=? and not opening = opening",
                           "flag = duplicate and flag = incomplete",
                           "ending = mate,forfeit or eco = A",
                           "not (material = Kk and white = Carlsen)",
                           "finding = pinned or pattern = 'Nf5 and kg8'",
                           "round = 2..4",
                           "tag.Annotator = ?",
                           "black = karpov and eco = A",
                           "between = \"karpov vs carlsen\"",
                           "player = \"=Karpov Anatoly\"",
                           "(white = karpov and pattern = 'Nf3') or black = karpov"}) {
    const auto filter = parse_filter(text);
    if (!filter) FAIL(filter.error());
    filters.push_back(*filter);
  }
  filters.push_back(*parse_filter("date = 1950.05..1951.01"));
  accept_possible_dates(filters.back());
  filters.emplace_back();
  return filters;
}

// Returns a result as text.
std::string shown(const FoundGames& found) {
  std::string text = std::to_string(found.total) + ":";
  for (const FoundGame& game : found.games) {
    text += " " + std::to_string(number_of(game.id));
    if (game.ply) text += "@" + std::to_string(*game.ply);
  }
  return text;
}

std::string shown(const GameCount& count) {
  return fmt::format("{}", fmt::join(count.results, ","));
}

std::string shown(const std::vector<StatisticsRow>& rows) {
  std::string text;
  for (const StatisticsRow& row : rows) {
    text += row.name + " " + std::to_string(row.count.games) + " " +
            std::to_string(row.count.plies) + " " + shown(row.count) + " " +
            std::to_string(row.as_white) + "\n";
  }
  return text;
}

std::string shown(const Totals& totals) {
  std::string text = std::to_string(totals.all.games) + " " + std::to_string(totals.all.plies) +
                     " " + shown(totals.all);
  for (const std::uint64_t number :
       {totals.shortest, totals.longest, totals.players, totals.events, totals.sites, totals.rated,
        std::uint64_t{totals.dates.first}, std::uint64_t{totals.dates.last}}) {
    text += " " + std::to_string(number);
  }
  text += " " + std::to_string(totals.mean_elo) + "\n";
  for (const EndingCount& ending : totals.endings) {
    text += std::string(to_string(ending.ending)) + " " + std::to_string(ending.games) + "\n";
  }
  for (const FindingCount& finding : totals.findings) {
    text += finding.id + " " + finding.severity + " " + std::to_string(finding.findings) + " " +
            std::to_string(finding.games) + "\n";
  }
  return text;
}

std::string shown(const TreeNode& node) {
  std::string text;
  for (const TreeMove& move : node.moves) {
    text += "(" + std::to_string(move.sums.next) + " " + std::to_string(move.sums.all_games()) +
            " " + fmt::format("{}", fmt::join(move.sums.games, ",")) + " " +
            std::to_string(move.sums.white_elo_sum) + " " +
            std::to_string(move.sums.black_elo_games) + " " + std::to_string(move.sums.first_year) +
            "-" + std::to_string(move.sums.last_year) + shown(move.next) + ")";
  }
  return text;
}

// Returns the complete output of stream().
std::string streamed(Storage& storage, const FindQuery& query, unsigned jobs) {
  std::string text;
  storage.stream(query, {.jobs = jobs, .receive = [&](const StreamedBatch& batch) {
                           for (const StreamedGame& one : batch.games) {
                             const StoredGame& game = one.game;
                             text += std::to_string(number_of(game.id)) + game.white + game.black +
                                     game.event + game.site + game.round + game.source +
                                     date_text(game.date) + game.start + one.record;
                             text += std::to_string(game.white_elo.value_or(0)) +
                                     eco_text(game.eco) + std::to_string(game.flags) +
                                     std::to_string(game.offset);
                             if (one.ply) text += "@" + std::to_string(*one.ply);
                             for (const Move move : game.moves) text += std::to_string(move.bits());
                             text += " of " + std::to_string(batch.total) + "\n";
                           }
                         }});
  return text;
}

}  // namespace

TEST_CASE("all stores find the same games in the same order", "[stores]") {
  const Pair stores;
  const std::vector<std::vector<SortOrder>> orders = {
      {},
      {{SortKey::Id, SortDirection::Descending}},
      {{SortKey::WhiteElo, SortDirection::Ascending}, {SortKey::Site, SortDirection::Descending}},
      {{SortKey::Round, SortDirection::Ascending}},
      {{SortKey::Round, SortDirection::Descending}, {SortKey::Date}},
      {{SortKey::Result, SortDirection::Descending}, {SortKey::Eco, SortDirection::Ascending}},
      {{SortKey::Plies, SortDirection::Descending}, {SortKey::Black, SortDirection::Ascending}}};
  for (const GameFilter& filter : filters()) {
    for (const auto& order : orders) {
      const FindQuery query{.filter = filter, .order = order, .offset = 3, .limit = 50};
      CHECK(shown(stores.real->games(query)) == shown(stores.memory->games(query)));
      CHECK(stores.real->count(query) == stores.memory->count(query));
    }
    const std::vector<std::vector<SortOrder>> orders_at_start = {
        {{SortKey::Ply, SortDirection::Descending}},
        {{SortKey::Elo, SortDirection::Descending}, {SortKey::Result, SortDirection::Ascending}},
        {{SortKey::BlackElo, SortDirection::Ascending}, {SortKey::Date}}};
    for (const auto& order : orders_at_start) {
      const Rights rights = order.size() == 1 ? Rights::Ignored : Rights::Exact;
      const FindQuery at_start{
          .filter = filter, .position = PositionQuery(Position(), rights), .order = order};
      CHECK(shown(stores.real->games(at_start)) == shown(stores.memory->games(at_start)));
    }
    for (const SortDirection direction : {SortDirection::Ascending, SortDirection::Descending}) {
      const FindQuery first{.filter = filter,
                            .position = PositionQuery(Position(), Rights::Exact),
                            .order = {{SortKey::Date, direction}, {SortKey::White}},
                            .offset = 3,
                            .limit = 20};
      CHECK(shown(stores.real->games(first)) == shown(stores.memory->games(first)));
    }
  }
}

TEST_CASE("all stores have the same counts", "[stores]") {
  const Pair stores;
  for (const GameFilter& filter : filters()) {
    CHECK(shown(stores.real->totals(filter)) == shown(stores.memory->totals(filter)));
    for (const GroupBy by :
         {GroupBy::Year, GroupBy::Eco, GroupBy::Opening, GroupBy::OpeningFamily, GroupBy::Player,
          GroupBy::Event, GroupBy::Site, GroupBy::Elo, GroupBy::Result, GroupBy::Ending,
          GroupBy::Plies, GroupBy::FirstMove}) {
      CAPTURE(static_cast<int>(by));
      CHECK(shown(stores.real->groups(filter, by)) == shown(stores.memory->groups(filter, by)));
    }
  }
}

TEST_CASE("all stores return the same tree", "[stores]") {
  const Pair stores;
  for (const GameFilter& filter : filters()) {
    for (const Rights rights : {Rights::Exact, Rights::Ignored}) {
      const TreeQuery query{
          .root = PositionQuery(Position(), rights), .depth = 3, .min_games = 2, .filter = filter};
      CHECK(shown(stores.real->tree(query)) == shown(stores.memory->tree(query)));
    }
  }
}

TEST_CASE("all stores stream the same games, on any number of threads", "[stores]") {
  const Pair stores;
  for (const GameFilter& filter : filters()) {
    const FindQuery query{.filter = filter, .order = {{SortKey::Date, SortDirection::Descending}}};
    const std::string expected = streamed(*stores.memory, query, 1);
    CHECK(streamed(*stores.real, query, 1) == expected);
    CHECK(streamed(*stores.real, query, 3) == expected);
  }
}

TEST_CASE("a batch that is added twice is stored once", "[stores]") {
  const StoreKind kind = GENERATE(from_range(store_kinds()));
  CAPTURE(to_string(kind));
  const auto storage = empty_store(kind);
  const SourceId source = storage->add_source({.name = "games.pgn"});
  const auto append = [&](std::size_t first, std::size_t end) {
    DraftBatch batch;
    for (std::size_t i = 0; i < end; ++i) add_sample(games()[i].sample, batch);
    DraftBatch part;  // keeps the offsets of the whole batch
    append_games(part, batch, {first, end - first});
    const SourceMark mark{.source = source,
                          .batch_games = static_cast<std::uint32_t>(end - first),
                          .offset = end * 1000,
                          .lines = end * 10,
                          .games = end};
    return storage->append(part, std::span(&mark, 1));
  };
  CHECK(append(0, 10) == GameId{1});
  append(0, 10);
  CHECK(storage->count({}) == 10);
  CHECK(append(5, 20) == GameId{11});
  append(2, 12);
  CHECK(storage->count({}) == 20);
  const SourceRecord record = storage->sources().at("games.pgn");
  CHECK(record.mark.offset == 20'000);
  CHECK(record.mark.games == 20);
  std::vector<std::uint64_t> offsets;
  storage->stream({}, {.receive = [&](const StreamedBatch& batch) {
                    for (const StreamedGame& one : batch.games) {
                      offsets.push_back(one.game.offset);
                    }
                  }});
  for (std::size_t i = 0; i < offsets.size(); ++i) CHECK(offsets[i] == i * 1000);
}

TEST_CASE("all stores record the source of each game, and can forget it", "[stores]") {
  const auto shown_sources = [](Storage& storage) {
    std::string text;
    for (const SourceContents& contents : storage.source_contents()) {
      text += fmt::format("{} {} {} {} {}\n", contents.source.file.name, contents.games,
                          number_of(contents.first), number_of(contents.last), contents.findings);
    }
    return text;
  };
  const Pair stores;
  const std::vector<SourceContents> sources = stores.memory->source_contents();
  REQUIRE(sources.size() > 1);
  CHECK(shown_sources(*stores.real) == shown_sources(*stores.memory));
  const SourceId gone = sources.front().source.mark.source;
  for (Storage* storage : {stores.real.get(), stores.memory.get()}) {
    const Erasure erasure = storage->forget(std::span(&gone, 1), EraseLimit::None);
    CHECK(erasure.erased == sources.front().games);
    CHECK_FALSE(storage->sources().contains(sources.front().source.file.name));
  }
  CHECK(shown_sources(*stores.real) == shown_sources(*stores.memory));
  CHECK(shown(stores.real->games({})) == shown(stores.memory->games({})));
}

TEST_CASE("all stores replace the games of a source alike", "[stores]") {
  const Pair stores(StoreKind::Sqlite);  // a cluster cannot replace games
  const SourceRecord before = stores.memory->source_contents().front().source;
  const std::vector<RandomGame> more = random_games(720);
  const auto replaced_in = [&](Storage& storage) {
    const auto replacement = storage.replace({before.mark.source, {}, before.file});
    std::string counts;
    // Some games are repeated in another order, and some are new.
    for (const std::size_t first : {3, 0, 20, 700}) {
      DraftBatch batch;
      for (std::size_t i = 0; i < 5; ++i) {
        add_sample(more[first + i].sample, batch);
      }
      replacement->add(batch, {.batch_games = 5, .offset = 1'000'000, .is_finished = true});
      counts += std::to_string(batch.games.size()) + " ";
    }
    const Replaced replaced = replacement->finish();
    return fmt::format("{}: {} {} {}", counts, replaced.kept, replaced.added, replaced.removed);
  };
  CHECK(replaced_in(*stores.real) == replaced_in(*stores.memory));
  for (const GameFilter& filter : filters()) {
    const FindQuery query{.filter = filter};
    CHECK(shown(stores.real->games(query)) == shown(stores.memory->games(query)));
    CHECK(streamed(*stores.real, query, 1) == streamed(*stores.memory, query, 1));
  }
  const TreeQuery query{.root = PositionQuery(Position(), Rights::Exact), .depth = 2};
  CHECK(shown(stores.real->tree(query)) == shown(stores.memory->tree(query)));
}

TEST_CASE("many small imports and deletions give the answers of one import of everything",
          "[stores]") {
  constexpr std::size_t kMany = 1200;
  const std::vector<RandomGame> many = random_games(kMany);
  const auto memory = empty_store(StoreKind::Memory);
  add_games(*memory, many, kMany);
  const auto real = empty_store(GENERATE(from_range(real_store_kinds())));
  add_games(*real, many, 11);
  const auto check = [&] {
    for (const Rights rights : {Rights::Exact, Rights::Ignored}) {
      const TreeQuery query{.root = PositionQuery(Position(), rights), .depth = 3};
      CHECK(shown(real->tree(query)) == shown(memory->tree(query)));
    }
    for (std::size_t i = 0; i < kMany; i += 40) {
      const std::vector<Position>& positions = many[i].positions;
      const FindQuery query{.position =
                                PositionQuery(positions[positions.size() / 3], Rights::Exact)};
      CHECK(shown(real->games(query)) == shown(memory->games(query)));
      CHECK(real->count(query) == memory->count(query));
    }
  };
  check();
  for (const char* const text :
       {"id = 1", "id = 1200", "date < 1951", "id >= 300 and id <= 420", "id = 800", "id = 801",
        "id = 802", "id = 803", "id = 804", "id = 805", "result = draw", "white-elo >= 2500"}) {
    const auto filter = parse_filter(text);
    REQUIRE(filter);
    CAPTURE(text);
    CHECK(real->erase(*filter, EraseLimit::None).left ==
          memory->erase(*filter, EraseLimit::None).left);
    check();
  }
}

TEST_CASE("games are erased if they match and are not too many", "[stores]") {
  const StoreKind kind = GENERATE(from_range(store_kinds()));
  CAPTURE(to_string(kind));
  const auto storage = store_of(kind, games());
  const GameFilter some = *parse_filter("player = \"Carlsen, M\"");
  const std::uint64_t fitting = storage->count({.filter = some});
  REQUIRE(fitting > 10);
  REQUIRE(fitting * 2 < kGames);
  const Erasure erasure = storage->erase(some, EraseLimit::HalfOfAll);
  CHECK(erasure.erased == fitting);
  CHECK(erasure.left == kGames - fitting);
  CHECK(storage->count({.filter = some}) == 0);
  CHECK(storage->count({}) == erasure.left);

  const Erasure refused = storage->erase({}, EraseLimit::HalfOfAll);
  CHECK(refused.erased == 0);
  CHECK(refused.matching == erasure.left);
  CHECK(storage->count({}) == erasure.left);
  CHECK(storage->erase({}, EraseLimit::None).left == 0);
  CHECK(storage->count({}) == 0);
}

TEST_CASE("games are erased by their ids if all of a group still exist", "[stores]") {
  const StoreKind kind = GENERATE(from_range(store_kinds()));
  CAPTURE(to_string(kind));
  const auto storage = store_of(kind, games());
  const std::vector<GameId> some = {GameId{3}, GameId{71}, GameId{400}};
  const std::vector<GameId> others = {GameId{4}, GameId{5}};
  CHECK(storage->erase({.games = some, .kept = others}));
  CHECK(storage->count({}) == kGames - 3);
  CHECK(storage->count({.filter = *parse_filter("id = 3 or id = 71 or id = 400")}) == 0);
  CHECK_FALSE(storage->erase({.games = {GameId{6}, GameId{71}}}));
  CHECK_FALSE(storage->erase({.games = {GameId{6}}, .kept = some}));
  CHECK_FALSE(storage->erase({.games = {GameId{6}}, .kept = {GameId{kGames + 1}}}));
  CHECK(storage->erase({}));
  CHECK(storage->count({}) == kGames - 3);
}

TEST_CASE("duplicates are the same in all stores", "[stores]") {
  const Pair stores;
  DraftBatch batch;
  for (std::size_t i = 0; i < 60; ++i) {
    SampleGame sample = games()[i].sample;
    if (i % 3 == 0) sample.date = 18510621;
    add_sample(sample, batch);
    if (i % 4 == 0) add_sample(sample, batch);
  }
  const std::vector<bool> found = stores.real->find_duplicates(batch);
  CHECK(found == stores.memory->find_duplicates(batch));
  CHECK(std::ranges::count(found, true) > 10);
  CHECK(std::ranges::count(found, false) > 5);
}

}  // namespace arbiter::testing
