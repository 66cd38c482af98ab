// Tests `arbiter import A.db B.db`, which copies the games of one database into another. Exports
// and SQL verify the result.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>

#include "tests/support/testdata.h"
#include "tests/tools/workbench.h"

using namespace arbiter::testing;

using Catch::Matchers::Contains;

namespace {

std::string sql(const Workbench& bench, const std::string& database, const std::string& query) {
  return bench.run("arbiter sql " + database + " \"" + query + "\" --format csv").output;
}

// Returns the contents of all games in a database, without ids.
std::string content_of(const Workbench& bench, const std::string& database) {
  std::string content = sql(bench, database,
                            "SELECT name, bytes, fingerprint, done_offset, done_lines, done_games,"
                            " is_finished, packing, head FROM source ORDER BY name, fingerprint");
  content += sql(bench, database,
                 "SELECT white, black, event, site, date, round, result, eco, plies, ending, start,"
                 " source, offset, line, is_incomplete, is_duplicate, is_unchecked, opening, "
                 "opening_eco, opening_ply,"
                 " (SELECT group_concat(f.ply || f.finding, ' ') FROM (SELECT * FROM findings"
                 "   ORDER BY ply, finding) AS f WHERE f.game = games.id)"
                 " FROM games ORDER BY source, offset");
  content +=
      bench.run("arbiter export -q " + database + " 2> /dev/null | grep -v '^$' | sort").output;
  for (const std::string question :
       {"tree DB --depth 3", "stats DB", "stats DB --by year", "find DB --finding errors --count",
        "find DB --moves '1. e4 e5' --count", "find DB --material KQk --count"}) {
    std::string words = question;
    words.replace(words.find("DB"), 2, database);
    content += bench.run("arbiter " + words).output;
  }
  return content;
}

void check_is_clean(const Workbench& bench, const std::string& database) {
  const ProgramRun verify = bench.run("arbiter verify " + database);
  CAPTURE(verify.output);
  CHECK(verify.status == 0);
}

// Creates first.db from games.pgn, second.db from a tournament, an archive and a pipe, and
// whole.db.
void make_databases(const Workbench& bench) {
  bench.write("tournament.pgn", read_text((repository() / "testdata/tournament.pgn").string()));
  bench.write("variant.pgn",
              "[Variant \"Atomic\"]\n[White \"V\"]\n\n1. e4 {x} e5 2. Bxf7 *\n\n"
              "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. e4 (1. e3 $2) 1-0\n");
  bench.run("zip -q packed.zip variant.pgn");
  const std::string second = "tournament.pgn packed.zip";
  bench.run("arbiter import -q first.db games.pgn");
  bench.run("arbiter import -q second.db " + second + "; arbiter import -q second.db < other.pgn");
  bench.run("arbiter import -q whole.db games.pgn; arbiter import -q whole.db " + second +
            "; arbiter import -q whole.db < other.pgn");
}

}  // namespace

TEST_CASE("merged databases equal one import of everything") {
  const Workbench bench;
  make_databases(bench);
  const std::string batch = GENERATE(as<std::string>{}, "", "--batch 1", "--batch 4");
  CAPTURE(batch);
  const ProgramRun run = bench.run("arbiter import first.db second.db " + batch);
  CHECK(run.status == 0);
  CHECK_THAT(run.output, Contains("18 games"));
  CHECK(content_of(bench, "first.db") == content_of(bench, "whole.db"));
  check_is_clean(bench, "first.db");

  // A second merge adds nothing, either from the database or from its files.
  const std::string before = bench.text("first.db");
  CHECK_THAT(bench.run("arbiter import first.db second.db").output,
             Contains("3 files already imported; nothing new"));
  CHECK_THAT(bench.run("arbiter import first.db tournament.pgn packed.zip").output,
             Contains("2 files already imported; nothing new"));
  CHECK(bench.text("first.db") == before);
}

TEST_CASE("deleted or replaced games are merged in their current state") {
  const Workbench bench;
  make_databases(bench);
  bench.run("arbiter delete second.db --apply --player Adler");
  const std::string text = bench.text("tournament.pgn");
  bench.write("tournament.pgn", text.substr(text.find("[Event", 500)) + text.substr(0, 100));
  REQUIRE(bench.run("arbiter import -q --replace second.db tournament.pgn").status <= 1);
  bench.run(
      "arbiter delete second.db --apply --player Castell; arbiter import -q new.db second.db");
  CHECK(bench.run("arbiter export -q new.db | grep -v '^$' | sort").output ==
        bench.run("arbiter export -q second.db | grep -v '^$' | sort").output);
  CHECK(bench.run("arbiter find new.db --count").output ==
        bench.run("arbiter find second.db --count").output);
  check_is_clean(bench, "new.db");
  CHECK_THAT(bench.run("arbiter import new.db second.db").output,
             Contains("3 files already imported; nothing new"));
}

TEST_CASE("sources that both databases have are merged once") {
  const Workbench bench;
  make_databases(bench);
  bench.run("arbiter import -q first.db tournament.pgn");
  bench.run("arbiter import -q first.db second.db");
  CHECK(content_of(bench, "first.db") == content_of(bench, "whole.db"));

  // A different text under the same name is treated like a changed file.
  bench.write("games.pgn", "[White \"New\"]\n\n1. e4 *\n");
  bench.run("arbiter import -q third.db games.pgn");
  const ProgramRun refused = bench.run("arbiter import -q first.db third.db");
  CHECK(refused.status == 1);
  CHECK_THAT(refused.output, Contains("games.pgn: the file has changed") && Contains("--replace"));
  CHECK(content_of(bench, "first.db") == content_of(bench, "whole.db"));
  CHECK(bench.run("arbiter import -q first.db third.db --replace").status == 0);
  bench.run("arbiter import -q --replace whole.db games.pgn");
  CHECK(content_of(bench, "first.db") == content_of(bench, "whole.db"));
  check_is_clean(bench, "first.db");
}

TEST_CASE("games of a database are selected like those of a file") {
  const Workbench bench;
  make_databases(bench);
  const std::string choice = GENERATE(as<std::string>{}, "--where 'player = Adler or plies < 10'",
                                      "--illegal skip", "--duplicates skip", "--duplicates flag");
  CAPTURE(choice);
  bench.run("arbiter import -q one.db tournament.pgn; arbiter import -q one.db second.db " +
            choice);
  bench.run("arbiter import -q two.db tournament.pgn; arbiter import -q two.db packed.zip " +
            choice + "; arbiter import -q two.db " + choice + " < other.pgn");
  CHECK(content_of(bench, "one.db") == content_of(bench, "two.db"));
  const ProgramRun stop = bench.run("arbiter import one.db second.db --illegal stop");
  CHECK(stop.status == 2);
  CHECK_THAT(stop.output, Contains("--illegal stop"));
}

TEST_CASE("a database of version 1 can be merged") {
  const Workbench bench;
  const std::string packed =
      std::filesystem::absolute(repository() / "testdata/version-1.db.zst").string();
  REQUIRE(bench.run("zstd -dqc < '" + packed + "' > old.db").status == 0);
  const std::string before = bench.text("old.db");
  CHECK(bench.run("arbiter import -q new.db old.db").status == 0);
  CHECK(bench.text("old.db") == before);
  CHECK(bench.run("arbiter export -q new.db | grep -v '^$' | sort").output ==
        bench.run("arbiter export -q old.db | grep -v '^$' | sort").output);
  const std::string findings = "SELECT finding, count(*) FROM findings GROUP BY 1";
  CHECK(sql(bench, "new.db", findings) == sql(bench, "old.db", findings));
  check_is_clean(bench, "new.db");
}

TEST_CASE("a source without its length read is not copied") {
  const auto change =
      GENERATE(as<std::string>{}, "done_offset = -1 - 9223372036854775807", "done_offset = 5000000",
               "done_lines = 77", "bytes = -1", "is_finished = 2");
  CAPTURE(change);
  const Workbench bench;
  make_databases(bench);
  bench.run("arbiter sql --write-internals second.db 'UPDATE source SET " + change +
            " WHERE id = 1'");
  const ProgramRun merge = bench.run("arbiter import merged.db second.db 2>&1");
  CAPTURE(merge.output);
  CHECK(merge.status == 2);
  CHECK_THAT(merge.output, Contains("second.db: it is damaged (") && Contains("source 1"));
  CHECK(!std::filesystem::exists(bench.path("merged.db")));  // no source was copied
}

TEST_CASE("a database is not merged into itself, and no other file is mistaken for one") {
  const Workbench bench;
  bench.run("ln base.db hard.db; ln -s base.db soft.db");
  const std::string file =
      GENERATE(as<std::string>{}, "base.db", "hard.db", "soft.db", "foreign.db", "./base.db");
  CAPTURE(file);
  const std::string before = bench.text("base.db");
  const ProgramRun run = bench.run("arbiter import base.db " + file);
  CHECK(run.status == 2);
  CHECK_FALSE(run.output.empty());
  CHECK(bench.text("base.db") == before);
}
