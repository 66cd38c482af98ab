#include <catch2/catch.hpp>
#include <string>

#include "db/clickhouse/cluster/schema.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

using namespace clickhouse;
namespace {

using Catch::Matchers::Contains;

SetupPlan plan_of(const std::string& hosts, std::optional<unsigned> shards, unsigned replicas) {
  return {.address = *parse_address("clickhouse://" + hosts + "/games"),
          .shards = shards,
          .replicas = replicas};
}

// Returns groups in a form such as "a|b,b|a".
std::string groups_of(const Layout& layout) {
  std::string text;
  for (const auto& replicas : layout.shards) {
    text += text.empty() ? "" : ",";
    for (std::size_t i = 0; i < replicas.size(); ++i) {
      text += (i == 0 ? "" : "|") + replicas[i].name;
    }
  }
  return text;
}

}  // namespace

TEST_CASE("hosts are grouped by the plan, each replica of a shard on another host") {
  struct Case {
    std::string hosts;
    std::optional<unsigned> shards;
    unsigned replicas;
    std::string groups;
  };
  const Case c = GENERATE(values<Case>({
      {"a", {}, 1, "a"},
      {"a,b", {}, 1, "a,b"},
      {"a,b", 2, 2, "a|b,b|a"},
      {"a,b", 1, 2, "a|b"},
      {"a,b", 4, 1, "a,b,a,b"},
      {"a,b,c,d", 2, 2, "a|b,c|d"},
      {"a,b,c", 3, 2, "a|b,b|c,c|a"},
      {"a|b,c|d", {}, 1, "a|b,c|d"},
  }));
  CAPTURE(c.hosts, c.shards.value_or(0), c.replicas);
  const auto layout = layout_of(plan_of(c.hosts, c.shards, c.replicas));
  REQUIRE(layout.has_value());
  CHECK(groups_of(*layout) == c.groups);
  const bool has_replicas = c.groups.find('|') != std::string::npos;
  CHECK((layout->replication == Replication::ByServers) == has_replicas);
}

TEST_CASE("a plan that the hosts do not allow is rejected") {
  CHECK_THAT(layout_of(plan_of("a,b", 1, 3)).error(), Contains("3 replicas"));
  CHECK_THAT(layout_of(plan_of("a,a", {}, 1)).error(), Contains("twice"));
  CHECK_THAT(layout_of(plan_of("a|b", 2, 1)).error(), Contains("already groups the hosts"));
}

}  // namespace arbiter::testing
