// Tests the locks of programs that write to a cluster. The server may insert rows twice or late.
#include <array>
#include <catch2/catch.hpp>
#include <cstdint>
#include <map>
#include <memory>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "db/clickhouse/wire/row_reader.h"
#include "db/clickhouse/writing/batch_writer.h"
#include "db/clickhouse/writing/cluster_writing.h"
#include "tests/db/clickhouse/scripted_endpoint.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using Catch::Matchers::Contains;

constexpr std::uint64_t kNow = 2'000'000'000;  // differs from the time of this machine
constexpr std::uint32_t kLock = 5;

struct LockRow {
  std::uint32_t lock = kLock;
  std::uint64_t holder = 0;
  std::string writer = {};
  std::uint32_t version = 1;
  std::uint64_t at = kNow;
  bool is_held = true;
};

std::string number(std::uint64_t value) {
  std::string bytes;
  for (int i = 0; i < 8; ++i) bytes += static_cast<char>(value >> 8 * i);
  return bytes;
}

// Returns the rows of an INSERT into `locks`.
std::vector<LockRow> rows_of(std::string_view block) {
  const Answer rows_of_insert{.bytes = std::string(block)};
  RowReader reader(rows_of_insert);
  REQUIRE(reader.size() == 6);
  std::vector<LockRow> rows(reader.size());
  const auto read = [&](std::string_view name, auto read_value) {
    REQUIRE(reader.text() == name);
    reader.text();
    for (LockRow& row : rows) read_value(row);
  };
  read("lock", [&](LockRow& row) { row.lock = reader.u32(); });
  read("holder", [&](LockRow& row) { row.holder = reader.u64(); });
  read("writer", [&](LockRow& row) { row.writer = reader.text(); });
  read("version", [&](LockRow& row) { row.version = reader.u32(); });
  read("at", [&](LockRow& row) { row.at = reader.u64(); });
  read("is_held", [&](LockRow& row) { row.is_held = reader.u8() != 0; });
  return rows;
}

// Returns the number after a text in an SQL statement.
std::uint64_t number_after(const std::string& sql, const std::string& text) {
  std::smatch found;
  REQUIRE(std::regex_search(sql, found, std::regex(text + "(\\d+)")));
  return std::stoull(found[1]);
}

// A server with the table `locks`.
class LockServer {
 public:
  LockServer() {
    std::vector<std::vector<Replica>> shards(1);
    shards[0].push_back({std::make_unique<ScriptedEndpoint>(
                             "server", [this](const Request& request) { return answer(request); }),
                         "games"});
    cluster_ = std::make_unique<Cluster>(Layout{.shards = {{{"server", 1}}}}, std::move(shards));
  }

  Cluster& cluster() { return *cluster_; }

  std::vector<LockRow> rows;
  int copies = 1;        // number of copies of each insert
  bool is_late = false;  // keeps the next insert in `late` until deliver()
  std::vector<LockRow> late;

  void deliver() {
    rows.insert(rows.end(), late.begin(), late.end());
    late.clear();
  }

 private:
  std::string answer(const Request& request) {
    const std::string& sql = request.sql;
    if (sql.starts_with("SELECT toInt64(toUnixTimestamp")) return number(kNow);
    if (sql.starts_with("SELECT count(), sum(lock)")) return sums(sql);
    if (sql.starts_with("SELECT any(writer)")) return holders(sql);
    if (sql.ends_with("FROM system.settings FORMAT RowBinary")) return number(0) + number(0);
    if (!sql.starts_with("INSERT INTO locks")) return {};
    const std::vector<LockRow> block = rows_of(request.body);
    if (std::exchange(is_late, false)) {
      late = block;
      return {};
    }
    for (int copy = 0; copy < copies; ++copy) rows.insert(rows.end(), block.begin(), block.end());
    return {};
  }

  std::string sums(const std::string& sql) const {
    std::uint64_t count = 0;
    std::array<std::uint64_t, 6> sums{};
    for (const LockRow& row : rows) {
      const bool is_wanted = row.holder == number_after(sql, "holder = ") &&
                             row.version == number_after(sql, "version = ");
      if (!is_wanted) continue;
      ++count;
      const std::array<std::uint64_t, 6> values = {row.lock,    row.holder, row.writer.size(),
                                                   row.version, row.at,     row.is_held ? 1u : 0u};
      for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += values[i];
    }
    std::string bytes = number(count);
    for (const std::uint64_t sum : sums) bytes += number(sum);
    return bytes;
  }

  // Returns the other programs whose latest row for the lock is held, as a response.
  std::string holders(const std::string& sql) const {
    std::map<std::uint64_t, LockRow> last;
    for (const LockRow& row : rows) {
      const bool is_wanted = row.lock == number_after(sql, "lock IN \\(") &&
                             row.holder != number_after(sql, "holder != ");
      if (is_wanted && row.version >= last[row.holder].version) last[row.holder] = row;
    }
    std::string bytes;
    for (const auto& [holder, row] : last) {
      if (!row.is_held) continue;
      bytes += static_cast<char>(row.writer.size());
      bytes += row.writer + number(row.at);
    }
    return bytes;
  }

  std::unique_ptr<Cluster> cluster_;
};

bool take(Locks& locks) { return locks.take({&kLock, 1}, "reading the same file"); }

}  // namespace

TEST_CASE("one of two programs has a lock, and the other one after it") {
  LockServer server;
  Locks second(server.cluster());
  {
    Locks first(server.cluster());
    CHECK(take(first));
    CHECK_FALSE(take(first));
    CHECK_THROWS_WITH(take(second),
                      Contains("another program") && Contains("reading the same file"));
    CHECK(first.holds(kLock));
    CHECK_FALSE(second.holds(kLock));
    CHECK(server.rows.front().at == kNow);
  }
  CHECK(take(second));
}

TEST_CASE("a lock is tried without an error if another program has it") {
  LockServer server;
  Locks second(server.cluster());
  {
    Locks first(server.cluster());
    CHECK(first.try_take(kLock));
    CHECK(first.try_take(kLock));
    CHECK_FALSE(second.try_take(kLock));
    CHECK_FALSE(second.holds(kLock));
    CHECK_FALSE(take(first));
  }
  CHECK(second.try_take(kLock));
}

TEST_CASE("rows that a server adds twice or late do not make a program reject itself") {
  LockServer server;
  server.copies = GENERATE(1, 2);
  server.is_late = GENERATE(false, true);
  CAPTURE(server.copies, server.is_late);
  Locks first(server.cluster());
  CHECK(take(first));
  server.deliver();
  Locks second(server.cluster());
  CHECK_THROWS_AS(take(second), IoError);
  const std::vector<LockRow> old = server.rows;
  first.release(kLock);
  server.rows.insert(server.rows.end(), old.begin(), old.end());
  CHECK(take(second));
}

TEST_CASE("the lock of a program that has ended, or whose machine is silent, is free") {
  struct Case {
    std::string writer;
    std::uint64_t at;
    bool is_free;
  };
  const std::string& own = writer_name();
  const std::string machine = own.substr(0, own.find('/'));
  const Case c = GENERATE_COPY(values<Case>({
      {own, kNow - 100'000, false},
      {machine + "/999999999/1", kNow, true},
      {"elsewhere/1/1", kNow - 890, false},
      {"elsewhere/1/1", kNow - 910, true},
      {"elsewhere/1/1", kNow + 100, false},
  }));
  CAPTURE(c.writer, c.at);
  LockServer server;
  server.rows.push_back({.holder = 7, .writer = c.writer, .at = c.at});
  Locks locks(server.cluster());
  if (c.is_free) {
    CHECK(take(locks));
  } else {
    CHECK_THROWS_WITH(take(locks), Contains(c.writer));
  }
}

TEST_CASE("a program waits for a lock that others hold for a moment") {
  LockServer server;
  Locks first(server.cluster());
  Locks second(server.cluster());
  first.wait_for(Locks::kNewSources, "adding files");
  first.check_moment();
  first.release(Locks::kNewSources);
  second.wait_for(Locks::kNewSources, "adding files");
  CHECK(second.holds(Locks::kNewSources));
  server.rows.push_back(
      {.lock = Locks::kNewSources, .holder = 7, .writer = "elsewhere/1/1", .at = kNow - 70});
  second.release(Locks::kNewSources);
  first.wait_for(Locks::kNewSources, "adding files");
  CHECK(first.holds(Locks::kNewSources));
}

}  // namespace arbiter::testing
