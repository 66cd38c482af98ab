// Tests `arbiter sources`, and verifies the results with SQL.
#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/support/json.h"
#include "tests/support/testdata.h"
#include "tests/tools/table_readers.h"
#include "tests/tools/workbench.h"

using namespace arbiter::testing;

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

// Creates games.db from a plain file, a file in an archive, and a pipe.
void import_three(const Workbench& bench) {
  bench.write("tournament.pgn", read_text((repository() / "testdata/tournament.pgn").string()));
  REQUIRE(bench.run("zip -q packed.zip games.pgn").status == 0);
  bench.run("arbiter import -q games.db tournament.pgn packed.zip");
  REQUIRE(bench.run("arbiter import -q games.db - < other.pgn").status == 0);
}

std::string sql(const Workbench& bench, const std::string& query) {
  return bench.run("arbiter sql games.db \"" + query + "\" --format csv | tail -n +2 | tr -d '\\r'")
      .output;
}

}  // namespace

TEST_CASE("each source is listed with its number of games") {
  const Workbench bench;
  import_three(bench);
  const auto rows = csv_rows(bench.run("arbiter sources games.db --format csv").output);
  REQUIRE(rows.size() == 4);
  CHECK(rows[1][1] == bench.path("tournament.pgn"));
  CHECK(rows[2][1] == bench.path("packed.zip:games.pgn"));
  CHECK(rows[2][2] == "zip");
  CHECK(rows[3][1] == "<stdin>");
  std::string listed;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    for (const std::size_t column : {0, 4, 5, 6, 7}) listed += rows[i][column] + ",";
    listed.back() = '\n';
  }
  CHECK(listed == sql(bench,
                      "SELECT source, count(*), min(id), max(id), sum((SELECT count(*) FROM"
                      " finding WHERE finding.game = game.id)) FROM game GROUP BY source"));
  std::vector<Json> json;
  for (const std::string& line :
       lines_of(bench.run("arbiter sources games.db --format json").output)) {
    json.push_back(Json::parse(line));
  }
  REQUIRE(json.size() == 3);
  CHECK(json[0]["is_complete"] == true);
  CHECK(json[2]["bytes"].is_null());
  CHECK_THAT(bench.run("arbiter sources games.db").output,
             Contains("packed.zip:games.pgn") && !Contains(bench.path("")));
}

TEST_CASE("a source that was imported in a wrong encoding is corrected without its file") {
  const Workbench bench;
  // "Карпов, А.", "Таль, М." and "ход" in Windows-1251.
  bench.write("old.pgn",
              "[White \"A\"]\n\n1. d4 *\n\n[White \"\xCA\xE0\xF0\xEF\xEE\xE2, \xC0.\"]\n"
              "[Black \"\xD2\xE0\xEB\xFC, \xCC.\"]\n\n1. e4 {\xF5\xEE\xE4} c5 *\n");
  REQUIRE(bench.run("arbiter import -q right.db old.pgn --encoding windows-1251").status == 0);
  const std::string right = bench.run("arbiter export -q right.db").output;
  REQUIRE_THAT(right, Contains("[White \"Карпов, А.\"]") && Contains("{ход}"));
  const std::string wrong = GENERATE(as<std::string>{}, "windows-1252", "utf-8", "KOI8-R", "CP437");
  CAPTURE(wrong);
  REQUIRE(bench.run("arbiter import -q games.db old.pgn --encoding " + wrong).status == 0);
  const std::string before = bench.run("arbiter export -q games.db").output;
  CHECK(before != right);
  bench.run("rm old.pgn");
  const std::string correct = "arbiter sources games.db --encoding 1=windows-1251";
  CHECK_THAT(bench.run(correct).output, Contains("1 of 2 games would be converted") &&
                                            Contains("-> Карпов, А.") && Contains("--apply"));
  CHECK(bench.run("arbiter export -q games.db").output == before);
  CHECK(bench.run(correct + " --apply").status == 0);
  CHECK(bench.run("arbiter export -q games.db").output == right);
  CHECK(bench.run("arbiter verify -q games.db").status == 0);
  CHECK(bench.run("arbiter find games.db --player Карпов --count").output == "1\n");
  const std::string list = bench.run("arbiter sources games.db --format json").output;
  CHECK(Json::parse(lines_of(list)[0])["encoding"] == "windows-1251");
  CHECK_THAT(bench.run(correct + " --apply").output, Contains("0 of 2 games converted"));
}

TEST_CASE("a correction of an encoding names what is wrong with it") {
  const Workbench bench;
  import_three(bench);
  const auto errors = [&](const std::string& options) {
    return bench.run("arbiter sources games.db " + options + " 2>&1").output;
  };
  CHECK_THAT(errors("--encoding 1"), Contains("SOURCE=NAME"));
  CHECK_THAT(errors("--encoding 1=klingon"), Contains("unknown encoding 'klingon'"));
  CHECK_THAT(errors("--encoding 9=KOI8-R"), Contains("no source matches '9'"));
  CHECK_THAT(errors("--encoding 1=KOI8-R --forget 1"), Contains("cannot be combined"));
  CHECK_THAT(errors("--apply"), Contains("needs --forget or --encoding"));
}

TEST_CASE("a forgotten source leaves nothing, and can be imported again") {
  const Workbench bench;
  import_three(bench);
  const std::string others = bench.run("arbiter export -q games.db --source games.pgn").output;
  const std::string word = GENERATE(as<std::string>{}, "packed.zip", "packed.zip:games.pgn", "2",
                                    "./packed.zip", "$PWD/packed.zip:games.pgn");
  CAPTURE(word);
  CHECK(bench.run("arbiter sources games.db --forget " + word).output ==
        "1 source would be forgotten; 2 games would be deleted, 16 left; use --apply to delete "
        "them\n");
  CHECK(bench.run("arbiter sources games.db --format json --forget " + word).output ==
        "{\"type\":\"summary\",\"forgotten\":0,\"matching\":2,\"deleted\":0,\"left\":18}\n");
  CHECK(bench.run("arbiter find games.db --count").output == "18\n");
  const ProgramRun run = bench.run("arbiter sources games.db --apply --forget " + word);
  CHECK(run.status == 0);
  CHECK_THAT(run.output, Contains("1 source forgotten; 2 games deleted, 16 left"));
  CHECK(sql(bench, "SELECT DISTINCT source FROM games ORDER BY 1").find("packed") ==
        std::string::npos);
  CHECK(bench.run("arbiter sources games.db --format csv | wc -l").output == "3\n");
  CHECK(bench.run("arbiter verify games.db").status == 0);
  const bool is_compacted = GENERATE(false, true);
  if (is_compacted) {
    REQUIRE(bench.run("arbiter compact games.db").status == 0);
    CHECK(sql(bench, "SELECT count(*) FROM source") == "2\n");
  }
  bench.run("arbiter import -q games.db packed.zip");
  CHECK(bench.run("arbiter export -q games.db --source games.pgn").output == others);
  CHECK(bench.run("arbiter verify games.db").status == 0);
}

TEST_CASE("a source is found by the end of its path from any folder, if it is the only one") {
  const Workbench bench;
  bench.run(
      "mkdir may june other; cp games.pgn may; cp other.pgn june/games.pgn; "
      "zip -q june/rounds.zip other.pgn; arbiter import -q games.db may june/games.pgn; "
      "arbiter import -q --again games.db june/rounds.zip");
  const auto forget = [&](const std::string& source) {
    return bench.run("cd other; arbiter sources ../games.db --forget " + source).output;
  };
  CHECK_THAT(forget("may/games.pgn"), StartsWith("1 source would be forgotten; 2 games"));
  CHECK_THAT(forget("june/games.pgn"), StartsWith("1 source would be forgotten; 1 game"));
  CHECK_THAT(forget("rounds.zip"), StartsWith("1 source would be forgotten"));
  CHECK_THAT(forget("rounds.zip:other.pgn"), StartsWith("1 source would be forgotten"));
  CHECK_THAT(forget("ames.pgn"), Contains("no source matches 'ames.pgn'"));
  CHECK_THAT(forget("rounds"), Contains("no source matches 'rounds'"));
  CHECK_THAT(forget("games.pgn"), Contains("'games.pgn' could be ") &&
                                      Contains("/june/games.pgn or ") &&
                                      Contains("/may/games.pgn; nothing was deleted"));
}

TEST_CASE("only an existing source is forgotten, and most games only with confirmation") {
  const Workbench bench;
  import_three(bench);
  const auto fails = [&](const std::string& words) {
    const ProgramRun run = bench.run("arbiter sources games.db " + words);
    CHECK(run.status == 2);
    CHECK(bench.run("arbiter find games.db --count").output == "18\n");
    return run.output;
  };
  CHECK_THAT(fails("--forget nothing.pgn"), Contains("no source matches 'nothing.pgn'"));
  CHECK_THAT(fails("--forget 3 --forget 9"), Contains("no source matches '9'"));
  CHECK_THAT(fails("--forget packed"), Contains("no source matches"));
  CHECK_THAT(fails("--forget tournament.pgn --apply"),
             Contains("15 of 18 games") && Contains("--yes"));
  CHECK_THAT(fails("--forget 3 --format csv"), Contains("text or json"));
  CHECK_THAT(fails("--yes"), Contains("--forget"));
  CHECK(bench.run("arbiter sources games.db --forget tournament.pgn --yes").status == 0);
  CHECK(bench.run("arbiter find games.db --count").output == "3\n");
}
