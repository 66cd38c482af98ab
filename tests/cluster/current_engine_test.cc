// Tests the in-process ClickHouse as the servers of a cluster.
#include "tests/cluster/current_engine.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <catch2/catch.hpp>
#include <filesystem>

#include "db/clickhouse/cluster_storage.h"
#include "db/clickhouse/query/storage_queries.h"
#include "db/import/importer.h"
#include "lib/notation/fen.h"
#include "tests/cluster/engine_endpoint.h"
#include "tests/cluster/store_answers.h"
#include "tests/db/stores.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/corpus.h"
#include "tests/support/skip.h"
#include "tests/tools/run_program.h"

namespace arbiter::testing {

using namespace clickhouse;
namespace {

using Catch::Matchers::Contains;

TEST_CASE("the current engine accepts a block of Native and answers") {
  if (const auto lacks = engine_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  CHECK_THAT(shared_engine()->query("select version()").body, Contains("26."));
  CHECK(shared_engine()->query("create database d").error.empty());
  CHECK(shared_engine()
            ->query("create table d.t (n UInt64) engine = MergeTree order by n")
            .error.empty());
  const std::string block = std::string("\x01\x02\x01n\x06UInt64", 11) + std::string(16, '\x01');
  CHECK(shared_engine()->query("insert into d.t format Native\n" + block).error == "");
  CHECK(shared_engine()->query("select count() from d.t").body == "2\n");
  CHECK_THAT(shared_engine()->query("select nothing").error, Contains("UNKNOWN_IDENTIFIER"));
}

TEST_CASE("a cluster of the current version has the imported games") {
  if (const auto lacks = engine_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  ClusterStorage storage(cluster_in(shared_engine(), "written"), 1);
  const std::vector<RandomGame> games = random_games(300);
  add_games(storage, games);
  std::uint64_t rows = 0;
  for (const std::string shard : {"written_s1", "written_s2"}) {
    const std::string count =
        shared_engine()->query("select count() from " + shard + ".games").body;
    CHECK(count != "0\n");
    rows += std::stoull(count);
  }
  CHECK(rows == games.size());
  CHECK(storage.sources().size() == (games.size() + 69) / 70);
}

TEST_CASE("a cluster of the current version answers like one file") {
  if (const auto lacks = engine_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  const std::vector<RandomGame> games = random_games(500);
  ClusterStorage storage(cluster_in(shared_engine(), "asked"), 1);
  add_games(storage, games);
  const auto file = store_of(StoreKind::Sqlite, games);
  CHECK(counts_of(storage) == counts_of(*file));
  for (std::size_t i = 0; i < games.size(); ++i) {
    const Position& position = games[i].positions[games[i].positions.size() * (i % 10) / 10];
    CAPTURE(i);
    CHECK(answer_at(storage, fen_of(position)) == answer_at(*file, fen_of(position)));
  }
}

TEST_CASE("with the current version merged sums are the same") {
  if (const auto lacks = engine_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  const std::vector<RandomGame> games = random_games(600);
  ClusterStorage storage(cluster_in(shared_engine(), "merged"), 1);
  add_games(storage, games, 150);
  CHECK(storage.compact().batches > 2);
  CHECK(storage.compact().batches == 0);
  CHECK(counts_of(storage) == counts_of(*store_of(StoreKind::Sqlite, games)));
}

TEST_CASE("groups of names are the same if they are counted in portions") {
  if (const auto lacks = engine_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  ClusterStorage storage(cluster_in(shared_engine(), "portions"), 1);
  add_games(storage, random_games(500));
  QuerySession session(storage.cluster());
  const CountedGames games{clickhouse::Selection(session, {}), PlayerSide(session, {})};
  const auto text_of = [](const std::vector<StatisticsRow>& groups) {
    std::string text;
    for (const StatisticsRow& group : groups) {
      text += fmt::format("{}: {} {} {} {}\n", group.name, group.count.games,
                          fmt::join(group.count.results, ","), group.count.plies, group.as_white);
    }
    return text;
  };
  for (const GroupBy by : {GroupBy::Player, GroupBy::Event, GroupBy::Site}) {
    std::vector<StatisticsRow> expected = storage.groups({}, by);
    std::vector<StatisticsRow> found = name_groups(session, games, {.by = by, .names_at_once = 1});
    sort_groups(by, found);
    CAPTURE(static_cast<int>(by));
    CHECK(expected.size() > 2);
    CHECK(text_of(found) == text_of(expected));
    constexpr std::size_t kLimit = 1;
    std::vector<StatisticsRow> largest =
        name_groups(session, games, {.by = by, .limit = kLimit, .names_at_once = 1});
    CHECK(largest.size() <= kLimit + 1);
    largest.resize(kLimit);
    expected.resize(kLimit);
    CHECK(text_of(largest) == text_of(expected));
  }
}

TEST_CASE("the current version ignores rows that are inserted again with the same id") {
  if (const auto lacks = engine_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  const auto cluster = cluster_in(shared_engine(), "twice");
  NativeBlock block(1);
  block.add_value("key", std::uint64_t{7});
  block.add_value("game", std::uint64_t{8});
  for (const char* id : {"first", "first", "second", "first"}) {
    cluster->insert(0, "positions", block, id);
  }
  CHECK(shared_engine()->query("select count() from twice_s1.positions").body == "2\n");
}

class SilentListener final : public ImportListener {
 public:
  void on_source_status(SourceStatus, const std::string&, const SourceRecord&) override {}
  void on_failure(const std::string& name, const std::string& why) override { FAIL(name << why); }
  void on_file_finding(DiagnosticCode) override {}
  bool on_progress(const ImportProgress&) override { return true; }
};

// Returns the bytes on disk per row of a table, after all merges.
double bytes_per_row(const std::string& database, const std::string& table) {
  for (const std::string shard : {"_s1.", "_s2."}) {
    CHECK(shared_engine()->query("optimize table " + database + shard + table + " final").error ==
          "");
  }
  return std::stod(shared_engine()
                       ->query("select sum(bytes_on_disk) / sum(rows) from system.parts where"
                               " active and table = '" +
                               table + "' and database like '" + database + "%'")
                       .body);
}

TEST_CASE("with the current version real games and their positions take few bytes") {
  struct Case {
    std::string file;
    double position, game;  // maximum number of bytes per position and per game
  };
  const Case c = GENERATE(values<Case>({{"otb-mixed", 14, 180}, {"lichess-clocks", 14, 640}}));
  if (const auto lacks = engine_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  if (!corpus()) SKIP_TEST("ARBITER_CORPUS is not set");
  const TemporaryFolder folder;
  const std::string games = folder.path("games.pgn");
  const ProgramRun made =
      run_shell("zstd -dcq '" + (*corpus() / "games" / (c.file + ".pgn.zst")).string() +
                "' | awk '/^.Event /{ ++n } n > 20000 { exit } { print }' >'" + games + "'");
  REQUIRE(std::filesystem::file_size(games) > 10'000'000);
  const std::string database = c.file.substr(0, 3) + "_packed";
  ClusterStorage storage(cluster_in(shared_engine(), database), 1);
  SilentListener listener;
  CHECK(Importer(storage, {}, listener).run({games}).games == 20'000);
  const double position = bytes_per_row(database, "positions");
  const double game = bytes_per_row(database, "games");
  WARN(c.file << ": " << position << " bytes a position, " << game << " bytes a game");
  CHECK(position <= c.position);
  CHECK(game <= c.game);
}

}  // namespace
}  // namespace arbiter::testing
