// Tests `arbiter import` of files that were imported before.
#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/support/testdata.h"
#include "tests/tools/workbench.h"

using namespace arbiter::testing;

using Catch::Matchers::Contains;

namespace {

const std::string& tournament() {
  static const std::string text = read_text((repository() / "testdata/tournament.pgn").string());
  return text;
}

std::string replaced(std::string text, const std::string& old, const std::string& with) {
  text.replace(text.find(old), old.size(), with);
  return text;
}

// Returns the games of a database in any order, as exported.
std::vector<std::string> games_of(const Workbench& bench, const std::string& database) {
  std::vector<std::string> games;
  const std::string text = bench.run("arbiter export -q " + database + " 2> /dev/null").output;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find("\n\n[Event ", begin), text.size());
    games.push_back(text.substr(begin, end - begin));
    games.back().erase(games.back().find_last_not_of('\n') + 1);
    begin = end + 2;
  }
  std::ranges::sort(games);
  return games;
}

}  // namespace

TEST_CASE("a corrected file does not duplicate its games, and a hint is printed") {
  const Workbench bench;
  bench.write("live.pgn", tournament());
  bench.run("arbiter import -q live.db live.pgn");
  const auto before = games_of(bench, "live.db");
  bench.write("live.pgn", replaced(tournament(), "Gross, Lena", "Gross, L."));
  const ProgramRun run = bench.run("arbiter import -q live.db live.pgn");
  CHECK(run.status == 1);
  CHECK_THAT(run.output, Contains("live.pgn: the file has changed") && Contains("15 games") &&
                             Contains("--replace") && Contains("--again"));
  CHECK(games_of(bench, "live.db") == before);
}

TEST_CASE("--replace updates a database to the current games of the file") {
  const Workbench bench;
  bench.write("live.pgn", tournament());
  const bool is_packed = GENERATE(false, true);
  const std::string file = is_packed ? "live.zip" : "live.pgn";
  const auto pack = [&] { bench.run("rm -f live.zip; zip -q live.zip live.pgn"); };
  pack();
  bench.run("arbiter import -q live.db games.pgn " + file);
  const std::string now =
      GENERATE(replaced(tournament(), "Gross, Lena", "Gross, L."),     // a changed tag in one game
               replaced(tournament(), "4. d4", "4. d4 {a comment}"),   // an added comment
               tournament().substr(tournament().find("[Event", 500)),  // without the first game
               tournament() + "[White \"New\"]\n\n1. b4 *\n",          // with an additional game
               tournament() + tournament(),                            // with all games twice
               std::string("[White \"New\"]\n\n1. b4 *\n"));           // with all games replaced
  bench.write("live.pgn", now);
  pack();
  bench.run("arbiter import -q whole.db games.pgn " + file);
  const ProgramRun run = bench.run("arbiter import live.db --replace " + file);
  CHECK(run.status <= 1);
  CHECK(games_of(bench, "live.db") == games_of(bench, "whole.db"));
  CHECK(bench.run("arbiter verify live.db").status == 0);
  for (const std::string question : {"tree", "stats --by result", "stats --by year"}) {
    CHECK(bench.run("arbiter " + question + " live.db").output ==
          bench.run("arbiter " + question + " whole.db").output);
  }
  CHECK_THAT(bench.run("arbiter import live.db --replace " + file).output,
             Contains("already imported; nothing new"));
}

TEST_CASE("--replace is rejected in impossible combinations") {
  const Workbench bench;
  for (const std::string words :
       {"-", "", "games.pgn --again", "games.pgn --duplicates skip", "games.pgn -"}) {
    const ProgramRun run = bench.run("arbiter import base.db --replace " + words + " < games.pgn");
    CAPTURE(words, run.output);
    CHECK(run.status == 2);
    CHECK_THAT(run.output, Contains("--replace"));
  }
}

TEST_CASE("an imported text is recognized under any name and compression") {
  const Workbench bench;
  const bool is_large = GENERATE(false, true);  // several chunks, or less than one
  std::string text;
  for (int i = 0; i < (is_large ? 60 : 1); ++i) text += tournament();
  bench.write("first.pgn", text);
  bench.run("arbiter import -q games.db first.pgn");
  const std::string make =
      GENERATE(as<std::string>{},  //
               "cp first.pgn copy", "gzip -c first.pgn > copy", "xz -c first.pgn > copy",
               "zstd -qc first.pgn > copy", "mkdir x; cp first.pgn x/y.pgn; zip -qr copy x");
  CAPTURE(is_large, make);
  bench.run(make + "; mv copy.zip copy");
  const std::string before = bench.text("games.db");
  const ProgramRun run = bench.run("arbiter import games.db copy");
  CHECK(run.status == 0);
  CHECK_THAT(run.output, Contains("copy") && Contains(" first.pgn, already imported") &&
                             Contains("--again") && Contains("1 file skipped"));
  CHECK(bench.text("games.db") == before);
  CHECK(bench.run("arbiter import -q games.db copy --again").status == 1);
  CHECK(bench.run("arbiter sources games.db --format csv | cut -d, -f5 | sort -u | wc -l").output ==
        "2\n");
}

TEST_CASE("copies in the same import are imported once") {
  const Workbench bench;
  bench.write("first.pgn", tournament());
  bench.run("gzip -k first.pgn; cp first.pgn second.pgn; zip -q both.zip first.pgn second.pgn");
  CHECK_THAT(bench.run("arbiter import games.db both.zip first.pgn first.pgn.gz second.pgn").output,
             Contains("4 files skipped"));
  CHECK(bench.run("arbiter find games.db --count").output == "15\n");
}

TEST_CASE("a copy of an extended file is recognized in the same import") {
  const Workbench bench;
  const std::string news = "[White \"New\"]\n\n1. b4 *\n";
  bench.write("first.pgn", tournament());
  bench.run("arbiter import -q games.db first.pgn");
  bench.write("first.pgn", tournament() + news);
  bench.write("news.pgn", news);
  CHECK_THAT(bench.run("arbiter import games.db first.pgn news.pgn").output,
             Contains("news.pgn: skipped: same text as first.pgn"));
  CHECK(bench.run("arbiter find games.db --count").output == "16\n");
}

TEST_CASE("a text that only begins like another one is imported") {
  const Workbench bench;
  std::string text;
  for (int i = 0; i < 60; ++i) text += tournament();
  bench.write("first.pgn", text);
  bench.run("arbiter import -q games.db first.pgn");
  bench.write("other.pgn", GENERATE_COPY(text + "[White \"New\"]\n\n1. b4 *\n",
                                         text.substr(0, text.size() - tournament().size()),
                                         replaced(text, "Rfc8", "Rfd8"), tournament()));
  bench.run("arbiter import -q games.db other.pgn");
  bench.run("arbiter import -q apart.db other.pgn");
  CHECK(bench.run("arbiter sources games.db --format csv | tail -n 1 | cut -d, -f5").output ==
        bench.run("arbiter sources apart.db --format csv | tail -n 1 | cut -d, -f5").output);
}
