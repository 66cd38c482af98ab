// Tests `arbiter report` with the pages of several tournaments, and with those of the rounds of a
// large one.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/support/testdata.h"
#include "tests/tools/report_page.h"
#include "tests/tools/workbench.h"

using namespace arbiter::testing;

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

TEST_CASE("each tournament of a folder has a page, and an index links to them") {
  const Workbench bench;
  bring(bench, "masters.pgn");
  bench.run("mkdir week; sed 's/Lindenau Masters/Lindenau Open <b>/' masters.pgn > week/open.pgn");
  bench.run("cp masters.pgn week; printf '[Event \"Simul\"]\\n\\n1. e4 *\\n' > week/simul.pgn");
  CHECK(bench.run("arbiter report week -o week.html").status == 0);
  const std::string index = bench.text("week.html");
  CHECK(fault_of_markup(index) == "");
  CHECK(table(index, "Tournaments").size() == 4);
  CHECK(count(index, "href=\"week/lindenau-masters.html\"") == 1);
  CHECK(count(index, "href=\"week/lindenau-open-b.html\"") == 1);
  CHECK(count(index, "href=\"week/other-games.html\"") == 1);
  CHECK(count(index, "Adler, Nora (2.5)") == 2);
  const std::string masters = bench.text("week/lindenau-masters.html");
  CHECK(fault_of_markup(masters) == "");
  bench.run("arbiter report masters.pgn -q -o alone.html");
  const std::string alone = bench.text("alone.html");
  CHECK(table(masters, "Standings and results") == table(alone, "Standings and results"));
  CHECK(between(masters, "<h1>", "</h1>") == "Lindenau Masters");
  CHECK(count(masters, "id=\"kind-") == count(alone, "id=\"kind-"));
  CHECK(count(masters, "id=\"game-") == count(alone, "id=\"game-"));
  bench.run("arbiter report week -q --one-page -o all.html");
  CHECK(bench.text("all.html").find("Simul") != std::string::npos);
  CHECK(bench.run("ls").output.find("all\n") == std::string::npos);
  // The pages link back to their index.
  CHECK(count(masters, "href=\"../week.html\"") > 0);
}

TEST_CASE("a tie-break with an Event tag of its own is on the page of its tournament") {
  const Workbench bench;
  bring(bench, "masters.pgn");
  std::string playoff;
  for (const char* round : {"1", "2"}) {
    playoff += "[Event \"Lindenau Masters Tie-break\"]\n[Round \"" + std::string(round) +
               "\"]\n[White \"Adler, Nora\"]\n[Black \"Brandt, Ole\"]\n[Result "
               "\"0-1\"]\n\n1. e4 e5 2. Nf3 0-1\n\n";
  }
  bench.write("playoff.pgn", playoff);
  bench.run("sed 's/Masters/Open/' masters.pgn > open.pgn");
  bench.run("arbiter report masters.pgn -q -o alone.html");
  const auto standings = table(bench.text("alone.html"), "Standings and results");
  const auto [files, page] = GENERATE(table<std::string, std::string>({
      {"masters.pgn playoff.pgn", "p.html"},
      {"playoff.pgn masters.pgn", "p.html"},
      {"masters.pgn playoff.pgn --one-page", "p.html"},
      {"playoff.pgn open.pgn masters.pgn", "p/lindenau-masters.html"},
  }));
  CAPTURE(files);
  CHECK(bench.run("arbiter report -q -o p.html " + files).status == 0);
  const std::string text = bench.text(page);
  CHECK(fault_of_markup(text) == "");
  CHECK(between(text, "<h1>", "</h1>") == "Lindenau Masters");
  CHECK(table(text, "Standings and results") == standings);
  // Brandt won both games of the play-off.
  const auto matches = table(text, "Play-off, not counted in the table");
  REQUIRE(matches.size() >= 2);
  // The matches with their games.
  CHECK(count(text, "<h3>Play-off, not counted in the table</h3>") == 2);
  CHECK(count(text, "event-name-differs") == 0);
  CHECK(count(bench.run("ls").output, "tie-break") == 0);
}

TEST_CASE("an index with links to compressed pages is rejected before a page is written") {
  const Workbench bench;
  bring(bench, "masters.pgn");
  bench.run("mkdir week; cp masters.pgn week; sed 's/Masters/Open/' masters.pgn > week/open.pgn");
  const std::string name = GENERATE("week.html.gz", "week.html.zst");
  const FolderContent before = bench.content();
  const ProgramRun run = bench.run("arbiter report week -o " + name + " 2>&1");
  CHECK(run.status == 2);
  CHECK_THAT(run.output, Contains(name + ": the games need 2 pages and an index") &&
                             Contains("or use --one-page"));
  CHECK((bench.content() == before));
  CHECK(bench.run("arbiter report week -q --one-page -o " + name).status == 0);
}

TEST_CASE("a page of a tournament overwrites no input") {
  const Workbench bench;
  bring(bench, "masters.pgn");
  bench.run(
      "sed 's/Masters/Open/' masters.pgn > open.pgn; mkdir p; "
      "cp open.pgn p/lindenau-open.html");
  const FolderContent before = bench.content();
  const ProgramRun run = bench.run(
      "arbiter report masters.pgn p/lindenau-open.html -o p.html 2>&1; rm p/lind*rs.html");
  CHECK_THAT(run.output, Contains("p/lindenau-open.html: it is also an input"));
  CHECK((bench.content() == before));
}

namespace {

// Returns a tournament of three rounds with 700 games each.
std::string large_tournament(const std::string& event) {
  std::string games;
  for (int round = 1; round <= 3; ++round) {
    for (int board = 0; board < 700; ++board) {
      games +=
          "[Event \"" + event + "\"]\n[Date \"2024.05.0" + std::to_string(round) +
          "\"]\n[Round \"" + std::to_string(round) + "." + std::to_string(board + 1) +
          "\"]\n[White \"White, " + std::to_string(board) + "\"]\n[Black \"Black, " +
          std::to_string((board + round) % 700) +
          "\"]\n[WhiteElo \"2000\"]\n[BlackElo \"1901\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n";
    }
  }
  return games;
}

// Checks that each link to a game leads to a page with its moves. Each of `games` games must be
// replayable on one page.
void check_links_to_games(const Workbench& bench, const std::string& folder,
                          const std::string& main, std::size_t games) {
  std::map<std::string, std::string> pages;
  std::size_t played = 0;
  const std::string page = bench.text(folder + main);
  for (std::size_t at = 0; (at = page.find("href=\"", at)) != std::string::npos; ++at) {
    const std::string link = between(page.substr(at, 200), "href=\"", "\"");
    const std::string file = link.substr(0, link.find('#'));
    if (file.empty() || file.starts_with("data:") || file.starts_with("..")) continue;
    if (!pages.contains(file)) {
      pages[file] = bench.text(folder + file);
      played += count(pages[file], "<script type=\"application/json\" id=\"data-");
      CHECK(pages[file].size() < 3'000'000);
    }
    const std::size_t game = link.find("#game-");
    if (game == std::string::npos) continue;
    CAPTURE(link);
    CHECK(pages[file].find("id=\"data-" + link.substr(game + 6) + "\"") != std::string::npos);
  }
  CHECK(played == games);
  CHECK(count(page, "id=\"data-") == 0);
}

}  // namespace

TEST_CASE("each round of a large tournament has a page, on which every game is replayable") {
  const Workbench bench;
  bench.write("open.pgn", large_tournament("Open"));
  const ProgramRun run = bench.run("arbiter report open.pgn -o big.html 2>&1");
  CHECK(run.status == 0);
  CHECK_THAT(run.output, Contains("wrote 3 round pages to the folder big"));
  const std::string page = bench.text("big.html");
  CHECK(fault_of_markup(page) == "");
  CHECK(page.size() < 3'000'000);
  CHECK_THAT(page,
             Contains("1 to 3 May 2024") && Contains("<dd>2,100</dd>") &&
                 Contains("<a href=\"big/round-2.html\">Round 2</a> <span class=\"more\">700"));
  CHECK(count(page, "These are the first") == 0);
  CHECK(table(page, "Standings and results").size() == 51);
  check_links_to_games(bench, "", "big.html", 2100);
  for (const int round : {1, 2, 3}) {
    const std::string name = std::to_string(round);
    CAPTURE(round);
    const std::string of_round = bench.text("big/round-" + name + ".html");
    CHECK(fault_of_markup(of_round) == "");
    CHECK_THAT(of_round, Contains("<title>Open: Round " + name + "</title>") &&
                             Contains("href=\"../big.html#standings\"") &&
                             Contains("href=\"round-1.html\"") && !Contains("id=\"standings\"") &&
                             !Contains("id=\"findings\""));
    const auto first = table(of_round, "Round " + name + ": Games 1 to 250");
    const auto last = table(of_round, "Round " + name + ": Games 501 to 700");
    REQUIRE(first.size() == 251);
    REQUIRE(last.size() == 201);
    CHECK(first[1][1] == "White, 0 (2000)");
    CHECK(last[200][1] == "White, 699 (2000)");
    CHECK(count(of_round, "<noscript>") == 2);
  }
  // A single page shows the first games.
  for (const char* option : {"--one-page -o one.html", "-o one.html.gz", "> one.html"}) {
    CAPTURE(option);
    CHECK(bench.run(std::string("arbiter report -q open.pgn ") + option).status == 0);
    CHECK(!bench.content().contains("one"));
  }
  CHECK(count(bench.text("one.html"), "big/round") == 0);
}

TEST_CASE("a page of a round overwrites no input") {
  const Workbench bench;
  bench.write("open.pgn", large_tournament("Open"));
  bench.run("mkdir big; cp open.pgn big/round-2.html");
  const ProgramRun run = bench.run("arbiter report big/round-2.html -o big.html 2>&1");
  CHECK(run.status == 2);
  CHECK_THAT(run.output, Contains("round-2.html: it is also an input"));
  CHECK((bench.text("big/round-2.html") == bench.text("open.pgn")));
}

TEST_CASE("a large tournament of a folder has pages of its rounds, with links to the index") {
  const Workbench bench;
  bench.run("mkdir week");
  bench.write("week/women.pgn", large_tournament("Championship"));
  bench.write("week/open.pgn", large_tournament("Open"));
  CHECK(bench.run("arbiter report -q week -o week.html").status == 0);
  const std::string found = bench.run("find . -name round-1.html").output;
  const std::string round = found.substr(0, found.find('\n'));
  REQUIRE(!round.empty());
  CAPTURE(round);
  const std::string text = bench.text(round);
  const std::string back = between(text, "<nav", "</nav>");
  CHECK_THAT(back, Contains(">Tournaments</a>") && Contains("#standings\">Standings</a>"));
  // Each navigation link leads to a file.
  for (std::size_t at = 0; (at = back.find("href=\"", at)) != std::string::npos; ++at) {
    const std::string file = between(back.substr(at), "href=\"", "\"");
    CAPTURE(file);
    const std::string path =
        (std::filesystem::path(round).parent_path() / file.substr(0, file.find('#'))).string();
    CHECK(bench.run("test -f '" + path + "'").status == 0);
  }
}
