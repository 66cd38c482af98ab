// Tests `arbiter delete` and `arbiter verify` in a shell.
#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/tools/workbench.h"

using namespace arbiter::testing;

using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;

TEST_CASE("half of a database is deleted at once, more only with confirmation") {
  const Workbench bench;  // only two games
  const ProgramRun refused = bench.run("arbiter delete base.db --apply --id 1 --id 2");
  CHECK(refused.status == 2);
  CHECK_THAT(refused.output, Contains("2 of 2 games") && Contains("--yes"));
  CHECK(bench.run("arbiter find base.db --count 2> /dev/null").output == "2\n");
  CHECK(bench.run("arbiter delete base.db --apply --id 1 2> /dev/null").output ==
        "1 game deleted, 1 left\n");
  CHECK(bench.run("arbiter delete base.db --apply --id 2").status == 2);
  CHECK(bench.run("arbiter delete base.db --id 2 --yes 2> /dev/null").output ==
        "1 game deleted, 0 left\n");
}

TEST_CASE("delete only counts the games until --apply is given") {
  const Workbench bench;
  const std::string before = bench.text("base.db");
  CHECK(bench.run("arbiter delete base.db --id 1").output ==
        "1 game would be deleted, 1 left; use --apply to delete them\n");
  CHECK(bench.run("arbiter delete base.db --all --format json").output ==
        "{\"type\":\"summary\",\"matching\":2,\"deleted\":0,\"left\":2}\n");
  CHECK(bench.text("base.db") == before);
}

TEST_CASE("dedup deletes duplicates, but none with comments of their own") {
  const Workbench bench;
  const std::string tags =
      "[Event \"Open\"]\n[Site \"Bern\"]\n[Date \"2024.05.09\"]\n[Round \"1\"]\n[White \"Adler, "
      "Nora\"]\n"
      "[Black \"Brandt, Ole\"]\n[Result \"1-0\"]\n\n";
  const std::string moves =
      "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 "
      "10. d4 Nbd7";
  bench.write("copies.pgn", tags + moves + " {One} 1-0\n\n" + tags + moves + " {Two} 1-0\n\n" +
                                tags + moves + " {One} 1-0\n\n");
  REQUIRE(bench.run("arbiter import -q copies.db copies.pgn").status == 0);
  CHECK(bench.run("arbiter dedup copies.db --apply").status == 0);
  const std::string left = bench.run("arbiter export copies.db -o - 2> /dev/null").output;
  CHECK_THAT(left, Contains("{One}") && Contains("{Two}"));
  CHECK(bench.run("arbiter find copies.db --count 2> /dev/null").output == "2\n");
}

TEST_CASE("verify lists findings up to the limit and counts the others") {
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
