// Tests queries to shards that change or do not respond.
#include "db/clickhouse/cluster/query_session.h"

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/db/clickhouse/scripted_endpoint.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

using namespace clickhouse;
namespace {

using Catch::Matchers::Contains;

std::string little_endian(std::uint64_t number) {
  std::string text;
  for (int i = 0; i < 8; ++i) text += static_cast<char>(number >> 8 * i);
  return text;
}

// Returns a ledger with `rows` rows. If `is_open`, an import of games 10 to 14 is in progress.
std::string view(std::uint64_t rows, bool is_open) {
  const std::string nothing(1, '\0');
  if (!is_open) return little_endian(rows) + nothing + nothing + nothing + nothing;
  return little_endian(rows) + "\x01" + little_endian(7) + "\x01\x01" + "\x01\x01" +
         little_endian(10) + "\x01\x01" + little_endian(5);
}

// Several shards with one server each.
class Shards {
 public:
  explicit Shards(std::vector<ScriptedEndpoint::Script> scripts) {
    Layout layout;
    std::vector<std::vector<Replica>> shards;
    for (ScriptedEndpoint::Script& script : scripts) {
      auto server = std::make_unique<ScriptedEndpoint>("server", std::move(script));
      servers.push_back(server.get());
      layout.shards.push_back({{"server", 1}});
      shards.emplace_back();
      shards.back().push_back({std::move(server), "games"});
    }
    cluster = std::make_unique<Cluster>(std::move(layout), std::move(shards));
  }

  std::vector<ScriptedEndpoint*> servers;
  std::unique_ptr<Cluster> cluster;
};

bool queries_view(const Request& request) {
  return request.sql.starts_with("SELECT count(), groupArrayIf");
}

}  // namespace

TEST_CASE("a query has the conditions for visible games", "[clickhouse]") {
  const bool is_open = GENERATE(true, false);
  Shards shards({[&](const Request& request) {
    return queries_view(request) ? view(3, is_open) : std::string();
  }});
  QuerySession session(*shards.cluster);
  session.ask_all("SELECT game FROM games WHERE plies > 10" + std::string(kSeenGames));
  const std::string& request = shards.servers.front()->requests.back();
  CHECK_THAT(request, Contains("plies > 10 AND game NOT IN (SELECT game FROM dead)"));
  CHECK((request.find("AND NOT (game >= 10 AND game <= 14)") != request.npos) == is_open);
}

TEST_CASE("a missing shard is queried once, and only if it may be missing", "[clickhouse]") {
  const auto answers = [](const Request& request) {
    return queries_view(request) ? view(3, false) : little_endian(5);
  };
  const auto fails = [](const Request&) -> std::string {
    throw EndpointFailure("server does not respond", {.host = "server"});
  };
  Shards shards({answers, fails});
  CHECK_THROWS_WITH(QuerySession(*shards.cluster), Contains("shard 2"));
  const std::size_t requests_before = shards.servers[1]->requests.size();
  shards.cluster->set_missing_shards(MissingShards::Skip);
  for (int i = 0; i < 3; ++i) {
    QuerySession session(*shards.cluster);
    CHECK(session.shards() == std::vector<unsigned>{0});
    CHECK(session.ask_all("SELECT 5").size() == 1);
  }
  CHECK(shards.servers[1]->requests.size() == requests_before + 1);
  CHECK(shards.cluster->missing().size() == 1);
}

TEST_CASE("a shard that is lost during a query is an error", "[clickhouse]") {
  bool is_gone = false;
  Shards shards({[&](const Request& request) {
    if (is_gone) throw EndpointFailure("server does not respond", {.host = "server"});
    return queries_view(request) ? view(3, false) : little_endian(5);
  }});
  shards.cluster->set_missing_shards(MissingShards::Skip);
  QuerySession session(*shards.cluster);
  is_gone = true;
  CHECK_THROWS_AS(session.ask_all("SELECT 5"), IoError);
}

TEST_CASE("batches begun during a pinned query are not visible", "[clickhouse]") {
  std::uint64_t rows = 3;
  Shards shards({[&](const Request& request) {
    if (queries_view(request)) return view(rows, rows > 3);
    if (request.sql.starts_with("SELECT count() FROM")) return little_endian(rows);
    if (request.sql.starts_with("SELECT game")) rows = 4;  // a batch begins during the query
    return little_endian(2);
  }});
  QuerySession session(*shards.cluster);
  session.pin();
  session.ask_pinned(0, "SELECT game FROM games WHERE 1" + std::string(kSeenGames));
  std::vector<std::string> requests;
  for (const std::string& sql : shards.servers.front()->requests) {
    if (sql.starts_with("SELECT game")) requests.push_back(sql);
  }
  REQUIRE(requests.size() == 2);
  CHECK_THAT(requests[0], !Contains("game >= 10"));
  CHECK_THAT(requests[1], Contains("game >= 10 AND game <= 14"));
}

}  // namespace arbiter::testing
