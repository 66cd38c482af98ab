// `arbiter delete` and `arbiter verify` as a shell sees them.
#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/tools/workbench.h"

using namespace arbiter::testing;

using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;

TEST_CASE("half of a database is deleted at once, more only if that is confirmed") {
  const Workbench bench;  // two games
  const ProgramRun refused = bench.run("arbiter delete base.db --id 1 --id 2");
  CHECK(refused.status == 2);
  CHECK_THAT(refused.output, Contains("2 of 2 games") && Contains("--yes"));
  CHECK(bench.run("arbiter find base.db --count 2> /dev/null").output == "2\n");
  CHECK(bench.run("arbiter delete base.db --id 1 2> /dev/null").output ==
        "1 game deleted, 1 left\n");
  CHECK(bench.run("arbiter delete base.db --id 2").status == 2);
  CHECK(bench.run("arbiter delete base.db --id 2 --yes 2> /dev/null").output ==
        "1 game deleted, 0 left\n");
}

TEST_CASE("verify lists as many faults as are wanted and counts the others") {
  const Workbench bench;
  REQUIRE(bench.run("arbiter sql base.db --write-internals 'UPDATE game SET plies = 1'").status ==
          0);
  const std::vector<std::string> all = lines_of(bench.run("arbiter verify base.db").output);
  const auto faults = std::ranges::count_if(
      all, [](const std::string& line) { return line.starts_with("base.db: error["); });
  REQUIRE(faults >= 2);
  const std::string limit = std::to_string(faults - 1);
  const std::vector<std::string> some =
      lines_of(bench.run("arbiter verify base.db --limit " + limit).output);
  REQUIRE(some.size() == all.size());
  CHECK(some[static_cast<std::size_t>(faults) - 2].starts_with("base.db: error["));
  CHECK_THAT(some[static_cast<std::size_t>(faults) - 1], Contains("... and 1 more"));
  CHECK_THAT(bench.run("arbiter verify base.db --limit " + std::to_string(faults)).output,
             !Contains("... and"));
}
