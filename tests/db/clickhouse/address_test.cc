#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "db/clickhouse/wire/endpoint.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

using namespace clickhouse;
namespace {

using Catch::Matchers::Contains;

// Returns shards in a form such as "a:1|b:2,c:3".
std::string shards_text(const Address& address) {
  std::string text;
  for (const auto& replicas : address.shards) {
    text += text.empty() ? "" : ",";
    for (std::size_t i = 0; i < replicas.size(); ++i) {
      text += (i == 0 ? "" : "|") + to_string(replicas[i]);
    }
  }
  return text;
}

}  // namespace

TEST_CASE("a cluster name contains hosts, their groups, the user and the database") {
  struct Case {
    std::string name, shards, user, database;
    Transport transport = Transport::Plain;
  };
  const Case c = GENERATE(values<Case>({
      {"clickhouse://node/games", "node:8123", "", "games"},
      {"clickhouse://node:9000/g", "node:9000", "", "g"},
      {"clickhouses://node/g", "node:8443", "", "g", Transport::Tls},
      {"clickhouse://anna@node/g_2", "node:8123", "anna", "g_2"},
      {"clickhouse://a,b:1,c/_g", "a:8123,b:1,c:8123", "", "_g"},
      {"clickhouse://a|b:1,c|d/g", "a:8123|b:1,c:8123|d:8123", "", "g"},
      {"clickhouse://10.0.0.1:81,[fe80::1]:82,[::1]/g", "10.0.0.1:81,[fe80::1]:82,[::1]:8123", "",
       "g"},
      {"clickhouse://o@b.c@node-1.example.org/g", "node-1.example.org:8123", "o@b.c", "g"},
  }));
  CAPTURE(c.name);
  REQUIRE(is_cluster_name(c.name));
  const auto address = parse_address(c.name);
  REQUIRE(address.has_value());
  CHECK(shards_text(*address) == c.shards);
  CHECK(address->user == c.user);
  CHECK(address->database == c.database);
  CHECK(address->transport == c.transport);
}

TEST_CASE("an invalid cluster name is rejected with the reason") {
  struct Case {
    std::string name, why;
  };
  const Case c = GENERATE(values<Case>({
      {"clickhouse://node", "no database name"},
      {"clickhouse://node/", "no database name"},
      {"clickhouse://node/a/b", "no database name"},
      {"clickhouse://node/a'b", "no database name"},
      {"clickhouse://node/1a", "no database name"},
      {"clickhouse://node/" + std::string(49, 'a'), "no database name"},
      {"clickhouse:///games", "invalid host ''"},
      {"clickhouse://a,,b/games", "invalid host ''"},
      {"clickhouse://a|/games", "invalid host ''"},
      {"clickhouse://a:0/games", "invalid host 'a:0'"},
      {"clickhouse://a:65536/games", "invalid host 'a:65536'"},
      {"clickhouse://a:80x/games", "invalid host 'a:80x'"},
      {"clickhouse://a b/games", "invalid host 'a b'"},
      {"clickhouse://a?x/games", "invalid host 'a?x'"},
      {"clickhouse://[::1/games", "invalid host '[::1'"},
      {"clickhouse://[::1]80/games", "invalid host '[::1]80'"},
      {"clickhouse://@a/games", "no user before '@'"},
  }));
  CAPTURE(c.name);
  const auto address = parse_address(c.name);
  REQUIRE_FALSE(address.has_value());
  CHECK_THAT(address.error(), Contains(c.why));
}

TEST_CASE("a password in the name is rejected, and is not in the message") {
  const auto address = parse_address("clickhouse://anna:secret@node/games");
  REQUIRE_FALSE(address.has_value());
  CHECK_THAT(address.error(), Contains("ARBITER_CLICKHOUSE_PASSWORD"));
  CHECK_THAT(address.error(), !Contains("secret"));
}

TEST_CASE("other names are not clusters") {
  const std::string name = GENERATE(as<std::string>{}, "", "games.db", "clickhouse:/x",
                                    "clickhouse", "Clickhouse://a/b", "x/clickhouse://a/b");
  CAPTURE(name);
  CHECK_FALSE(is_cluster_name(name));
}

}  // namespace arbiter::testing
