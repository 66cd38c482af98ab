// Tests messages about clusters without a responsive server.
#include <catch2/catch.hpp>
#include <cstdint>
#include <string>

#include "tests/support/namespaces.h"
#include "tests/tools/capture.h"
#include "tests/tools/run_program.h"
#include "tools/commands/database/import.h"

using namespace arbiter::testing;
using Catch::Matchers::Contains;

TEST_CASE("a cluster whose only named host is down leads to advice to name another") {
  const ProgramRun one = run_arbiter({"find", "clickhouse://127.0.0.1:1/games"});
  CHECK(one.status == 2);
  CHECK_THAT(one.errors, Contains("127.0.0.1:1 refuses connections") &&
                             Contains("clickhouse://127.0.0.1:1,HOST/games"));
  const ProgramRun two = run_arbiter({"find", "clickhouse://127.0.0.1:1,127.0.0.1:2/games"});
  CHECK(two.status == 2);
  CHECK_THAT(two.errors, Contains("127.0.0.1:2 refuses connections") && !Contains("HOST"));
}

TEST_CASE("a password that leaves the machine without TLS is a warning") {
  struct Case {
    std::string variables, name;
    bool has_warning;
  };
  const std::string password = "ARBITER_CLICKHOUSE_PASSWORD=secret ";
  const Case cases[] = {
      {password, "clickhouse://0.0.0.0:1/games", true},
      {password, "clickhouse://127.0.0.1:1,0.0.0.0:1/games", true},
      {password, "clickhouse://anna@0.0.0.0:1/games", true},
      {password, "clickhouse://127.0.0.1:1/games", false},
      {password, "clickhouse://[::1]:1/games", false},
      {password, "clickhouse://localhost:1/games", false},
      {password, "clickhouses://0.0.0.0:1/games", false},
      {"", "clickhouse://0.0.0.0:1/games", false},
  };
  for (const Case& one : cases) {
    CAPTURE(one.variables, one.name);
    const ProgramRun run = run_shell(one.variables + "arbiter find '" + one.name + "'");
    CHECK(run.status == 2);
    CHECK((run.output.find("0.0.0.0:1 without encryption") != std::string::npos) ==
          one.has_warning);
    CHECK_THAT(run.output, !Contains("secret"));
  }
}

TEST_CASE("a changed file leads to advice that its kind of database accepts") {
  struct Case {
    bool is_cluster;
    std::string advice, other;
  };
  const std::string forget = "or `arbiter sources --forget` first to replace the 2 games";
  const Case cases[] = {
      {true, forget, "--replace"},
      {false, "or --replace to replace the 2 games", "--forget"},
  };
  for (const Case& one : cases) {
    CAPTURE(one.is_cluster);
    SourceRecord before;
    before.mark.games = 2;
    std::uint64_t files_not_read = 0;
    const std::string text = printed([&](Console& console) {
      ImportReportPlan plan;
      plan.is_cluster = one.is_cluster;
      ImportReport report(plan, console);
      report.on_source_status(SourceStatus::HasChanged, "a.pgn", before);
      files_not_read = report.files_not_read();
    });
    CHECK_THAT(text, Contains("a.pgn") && Contains(one.advice) && !Contains(one.other));
    CHECK(files_not_read == 1);
  }
}
