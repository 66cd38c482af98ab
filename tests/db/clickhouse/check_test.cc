// Tests the check of a cluster if a response of a shard is lost.
#include "db/clickhouse/integrity/check.h"

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/db/clickhouse/scripted_endpoint.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using namespace arbiter::clickhouse;

std::string u64(std::uint64_t number) {
  std::string text;
  for (int i = 0; i < 8; ++i) text += static_cast<char>(number >> 8 * i);
  return text;
}

// A shard whose ledger has a batch of five games, two of them deleted. Its other tables return no
// rows.
std::string answer(const Request& request) {
  const std::string one_number = "\x01";
  const std::string one_source = one_number + std::string(4, '\0');
  const std::string one_zero = one_number + u64(0);
  const std::pair<std::string_view, std::string> answers[] = {
      {"SELECT count(), groupArrayIf", u64(2) + std::string(4, '\0')},
      {"SELECT count() FROM batches", u64(2)},
      {"SELECT batch, state", u64(7) + "\x02\x01" + u64(0) + std::string(1, '\0') + u64(0) +
                                  one_source + one_number + u64(10) + one_number + u64(5) +
                                  one_source + one_zero + one_zero + one_zero + one_zero +
                                  one_number + "\x01" + u64(5) + u64(0) + u64(0)},
      {"SELECT countIf(((game >= 10 AND game <= 14))) FROM games", u64(5)},
      {"SELECT countIf(((game >= 10 AND game <= 14))) FROM positions", u64(0)},
      {"SELECT uniqExact(key)", u64(0)},
      {"SELECT uniqExact(game) FROM dead", u64(2)},
  };
  for (const auto& [sql, bytes] : answers) {
    if (request.sql.starts_with(sql)) return bytes;
  }
  return {};
}

class Faults final : public IntegrityListener {
 public:
  void on_fault(const IntegrityFault& fault) override { found.push_back(fault.what); }
  void on_progress(std::uint64_t) override {}

  std::vector<std::string> found;
};

}  // namespace

TEST_CASE("games of the ledger that no response contains are a fault", "[clickhouse]") {
  std::vector<std::vector<Replica>> shards(1);
  shards[0].push_back({std::make_unique<ScriptedEndpoint>("server", answer), "games"});
  Layout layout;
  layout.shards.push_back({{"server", 1}});
  Cluster cluster(std::move(layout), std::move(shards));
  QuerySession session(cluster);
  Faults faults;
  const IntegrityTotals totals = check_cluster(session, {}, faults).totals;
  CHECK(totals.deleted == 2);
  CHECK(faults.found == std::vector<std::string>{
                            "shard 1: 0 games were read and 2 are deleted, but the ledger has 5"});
}

}  // namespace arbiter::testing
