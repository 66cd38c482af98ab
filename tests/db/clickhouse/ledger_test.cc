#include "db/clickhouse/cluster/ledger.h"

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "db/clickhouse/cluster/query_session.h"
#include "db/clickhouse/cluster/schema.h"
#include "tests/db/clickhouse/scripted_endpoint.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

using namespace clickhouse;
namespace {

using Catch::Matchers::Contains;
using namespace std::string_literals;

constexpr SourceId kSource{3};

// Returns a batch of one source: its games from `first` on, read up to `offset`.
LedgerBatch batch_of(std::uint64_t number, BatchState state, std::uint64_t first,
                     std::uint32_t games, std::uint64_t offset) {
  LedgerBatch batch{.shard = static_cast<unsigned>(number % 2), .batch = number, .state = state};
  batch.parts.push_back({.first_game = game_number(3, first),
                         .version = 1,
                         .mark = {.source = kSource, .batch_games = games, .offset = offset}});
  return batch;
}

std::string little_endian(std::uint64_t number, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(number >> 8 * i);
  return text;
}

// A shard with one server.
struct OneServer {
  explicit OneServer(ScriptedEndpoint::Script script) {
    auto made = std::make_unique<ScriptedEndpoint>("server:1", std::move(script));
    endpoint = made.get();
    std::vector<std::vector<Replica>> shards(1);
    shards.front().push_back({std::move(made), "games_s1"});
    cluster = std::make_unique<Cluster>(Layout{.shards = {{{"server", 1}}}}, std::move(shards));
  }
  ScriptedEndpoint* endpoint = nullptr;
  std::unique_ptr<Cluster> cluster;
};

}  // namespace

TEST_CASE("ids continue after a batch in any state") {
  Ledger ledger;
  CHECK(ledger.next_in_source(kSource) == game_number(3, 1));
  ledger.note(batch_of(1, BatchState::Done, 1, 100, 5000));
  CHECK(ledger.next_in_source(kSource) == game_number(3, 101));
  ledger.note(batch_of(2, BatchState::Begun, 101, 50, 7000));
  CHECK(ledger.next_in_source(kSource) == game_number(3, 151));
  ledger.note(batch_of(2, BatchState::GivenUp, 101, 50, 7000));
  CHECK(ledger.next_in_source(kSource) == game_number(3, 151));
  CHECK(ledger.next_in_source(SourceId{4}) == game_number(4, 1));
}

TEST_CASE("a source was read up to the end of its last completed batch") {
  Ledger ledger;
  CHECK(ledger.last_part(kSource) == nullptr);
  ledger.note(batch_of(1, BatchState::Done, 1, 100, 5000));
  ledger.note(batch_of(3, BatchState::Done, 151, 20, 9000));
  ledger.note(batch_of(2, BatchState::GivenUp, 101, 50, 20'000));
  ledger.note(batch_of(4, BatchState::Begun, 171, 50, 30'000));
  REQUIRE(ledger.last_part(kSource) != nullptr);
  CHECK(ledger.last_part(kSource)->mark.offset == 9000);
  CHECK(ledger.batches_of(kSource) == 4);
}

TEST_CASE("a batch is open until it is completed or abandoned") {
  Ledger ledger;
  ledger.note(batch_of(1, BatchState::Begun, 1, 100, 5000));
  REQUIRE(ledger.open_batches(kSource).size() == 1);
  CHECK(ledger.open_batches(kSource).front()->batch == 1);
  CHECK(ledger.open_batches(SourceId{4}).empty());
  ledger.note(batch_of(1, GENERATE(BatchState::Done, BatchState::GivenUp), 1, 100, 5000));
  CHECK(ledger.open_batches(kSource).empty());
  CHECK(ledger.rows() == 2);
}

TEST_CASE("a game is on the shard of its batch, if the batch is completed") {
  Ledger ledger;
  ledger.note(batch_of(1, BatchState::Done, 1, 100, 5000));
  ledger.note(batch_of(2, BatchState::Done, 101, 0, 6000));
  ledger.note(batch_of(3, BatchState::GivenUp, 101, 10, 6000));
  ledger.note(batch_of(4, BatchState::Done, 111, 5, 7000));
  const ShardsOfGames shards(ledger);
  const auto shard_of = [&](std::uint64_t game) { return shards.of(game_number(3, game)); };
  CHECK(shard_of(1) == 1u);
  CHECK(shard_of(100) == 1u);
  CHECK(shard_of(111) == 0u);
  CHECK(shard_of(115) == 0u);
  for (const std::uint64_t game : {0, 101, 110, 116}) CHECK_FALSE(shard_of(game).has_value());
}

TEST_CASE("conditions hide incomplete batches only if any exist") {
  const std::string merged = seen_sums({});
  CHECK_THAT(merged, Contains("FROM batches WHERE kind = 3"));
  CHECK(seen_games({}) == " AND game NOT IN (SELECT game FROM dead)");
  const Hidden hidden{.batches = {7}, .games = {{10, 19}}, .deletions = {8}};
  CHECK(seen_sums(hidden) == merged + " AND batch NOT IN (7,8)");
  CHECK(seen_games(hidden) ==
        " AND game NOT IN (SELECT game FROM dead WHERE deletion NOT IN (8))"
        " AND NOT (game >= 10 AND game <= 19)");
}

TEST_CASE("a view contains the open batches and deletions, and reports when it is stale") {
  std::uint64_t rows = 4;
  OneServer server([&](const Request& request) {
    std::string row = little_endian(rows, 8);
    if (request.sql.starts_with("SELECT count() FROM")) return row;
    row += "\x02" + little_endian(7, 8) + little_endian(8, 8);                // batches
    row += "\x02\x01\x02";                                                    // their kinds
    row += "\x02\x02" + little_endian(10, 8) + little_endian(50, 8) + "\0"s;  // first games
    row += "\x02\x02" + little_endian(5, 8) + little_endian(0, 8) + "\0"s;    // game counts
    return row;
  });
  const std::vector<ShardView> views = read_views(*server.cluster);
  REQUIRE(views.size() == 1);
  CHECK(views[0].ledger_rows == 4);
  CHECK(views[0].hidden.batches == std::vector<std::uint64_t>{7});
  CHECK(views[0].hidden.deletions == std::vector<std::uint64_t>{8});
  REQUIRE(views[0].hidden.games.size() == 1);
  CHECK(views[0].hidden.games[0].first == 10);
  CHECK(views[0].hidden.games[0].last == 14);
  CHECK(are_current(*server.cluster, views));
  ++rows;
  CHECK_FALSE(are_current(*server.cluster, views));
}

TEST_CASE("a server that does not respond is named with its shard, and never counts as missing") {
  OneServer server([](const Request&) -> std::string {
    throw EndpointFailure("server:1 does not respond (gone)", {.host = "server:1"});
  });
  CHECK_THROWS_WITH(server.cluster->ask_all("SELECT 1"),
                    Contains("shard 1") && Contains("server:1"));
  server.cluster->set_missing_shards(MissingShards::Skip);
  CHECK(server.cluster->ask_all("SELECT 1").empty());
  REQUIRE(server.cluster->missing().size() == 1);
  CHECK_THAT(server.cluster->missing().front(), Contains("server:1"));
}

}  // namespace arbiter::testing
