// Tests the page of `arbiter report` as text. tests/browser tests the page in a browser.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/support/json.h"
#include "tests/support/testdata.h"
#include "tests/tools/report_page.h"
#include "tests/tools/table_readers.h"
#include "tests/tools/terminal.h"
#include "tests/tools/workbench.h"

using namespace arbiter::testing;

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

// Returns a game whose strings all contain markup.
std::string hostile_game() {
  const std::string evil =
      R"(</script><script>alert(1)</script><!-- <img src=x onerror=alert(2)> ' &amp; )"
      "\xe2\x80\xa8\xe2\x80\xae";
  std::string name = evil;
  for (std::size_t at = 0; (at = name.find('"', at)) != std::string::npos; at += 2) {
    name.insert(at, "\\");
  }
  std::string game;
  for (const char* tag :
       {"Event", "Site", "White", "Black", "WhiteTitle", "WhiteTeam", "Annotator"}) {
    game += std::string("[") + tag + " \"" + name + "\\\" autofocus onfocus=\\\"alert(3)\"]\n";
  }
  return game + "[Date \"2024.05.09\"]\n[Round \"1.1\"]\n[Result \"1-0\"]\n\n{" + evil +
         "} 1. e4 {" + evil + "} e5 (1... c5 {" + evil + "}) 2. Bc4 Ke6 " + "<script> " +
         evil.substr(0, 9) + " 1-0\n\n";
}

}  // namespace

TEST_CASE("a page has the standings, the findings and the games of a tournament") {
  const Workbench bench;
  bring(bench, "masters.pgn");
  const std::string page = page_of(bench, "masters.pgn");
  CHECK(fault_of_markup(page) == "");
  CHECK(between(page, "<h1>", "</h1>") == "Lindenau Masters");
  CHECK_THAT(page, Contains("Lindenau GER · 9 to 11 May 2024 · round robin"));
  // The standings are the same as in `arbiter standings`.
  const auto rows = table(page, "Standings and results");
  const auto expected = csv_rows(bench.run("arbiter standings -q masters.pgn --format csv").output);
  REQUIRE(rows.size() == expected.size());
  for (std::size_t i = 1; i < rows.size(); ++i) {
    CHECK(rows[i][0] == expected[i][0]);
    CHECK(rows[i][1] == expected[i][1]);
    CHECK(rows[i][2] == expected[i][7]);
  }
  // The page lists all games by round, with players and lengths.
  const auto first = table(page, "Round 1");
  REQUIRE(first.size() == 3);
  CHECK(first[1][1] == "Adler, Nora (2214)");
  CHECK(first[1][2] == "1–0");
  CHECK(first[1][3] == "Dorn, Jakob (1987)");
  CHECK(first[1][4] == "11");
  CHECK(count(page, "id=\"data-") == 5);
  // The page contains the findings between games.
  CHECK_THAT(page, Contains("id=\"kind-name-differs\"") && Contains("id=\"kind-pairing-missing\""));
}

TEST_CASE("a finding has a board with the squares in its message, the article and the place") {
  const Workbench bench;
  bring(bench, "tournament.pgn");
  const std::string page = page_of(bench, "tournament.pgn");
  CHECK(fault_of_markup(page) == "");
  const std::string pinned = between(page, "<h4 id=\"kind-pinned\">", "</section>");
  CHECK_THAT(pinned, Contains("Laws 3.9.2.") && Contains("between its own king"));
  CHECK_THAT(pinned, Contains("5... Nxd4: the knight on c6 is pinned"));
  CHECK(count(pinned, "<svg class=\"board\"") == 1);
  CHECK(count(pinned, "stroke=\"#c81e1e\"") == 3);  // c6, e8 and b5
  CHECK(count(pinned, "stroke=\"#d9a400\"") == 1);  // d4, the target of the move
  CHECK_THAT(pinned, Contains("tournament.pgn, line 28") && Contains("<mark>Nxd4</mark>"));
  CHECK(page_of(bench, "--no-findings tournament.pgn").find("id=\"findings\"") ==
        std::string::npos);
  CHECK(page_of(bench, "--ignore pinned tournament.pgn").find("kind-pinned") == std::string::npos);
  // Settings in a configuration for some files also apply.
  bench.write(".arbiter.toml", "[[paths]]\nfiles = [\"tour*.pgn\"]\nignore = [\"pinned\"]\n");
  const std::string configured = page_of(bench, "tournament.pgn");
  CHECK(configured.find("kind-pinned") == std::string::npos);
  CHECK_THAT(configured, Contains("Errors: 12. Warnings: 8. Games: 15."));
}

TEST_CASE("no text of a file becomes markup or script") {
  const Workbench bench;
  bench.write("hostile.pgn", hostile_game() + hostile_game());
  const std::string page = page_of(bench, "--notes hostile.pgn");
  CHECK(fault_of_markup(page) == "");
  CHECK(count(page, "<script>") == 1);  // the only script
  CHECK(count(page, "id=\"data-") == 2);
  CHECK(count(page, "<script ") == count(page, "<script type=\"application/json\" id=\""));
  CHECK(count(page, "<img") == 0);
  CHECK(count(page, "<!--") == 0);
  CHECK(count(page, "\xe2\x80\xa8") == 0);
  CHECK(count(page, "\xe2\x80\xae") == 0);
  const Json game = Json::parse(between(page, "id=\"data-1\">", "</script>"));
  CHECK_THAT(game["c"][std::size_t{0}].text(), Contains("</script><script>alert(1)</script><!--"));
  CHECK(page_of(bench, "--title '</title><script>1</script>' hostile.pgn").find("<script>1") ==
        std::string::npos);
}

TEST_CASE("only the page's own style sheet and script may run, by their digests") {
  const Workbench bench;
  bring(bench, "masters.pgn");
  bench.write("page.html", page_of(bench, "masters.pgn"));
  // Digests computed independently, as a browser does.
  bench.write("digests.py", R"(
import base64, hashlib, re, sys
page = open('page.html', newline='', encoding='utf-8').read()
for name in 'style', 'script':
    text = re.search(f'<{name}>(.*?)</{name}>', page, re.S).group(1)
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    print(f"{name}-src 'sha256-{digest}'" in page)
)");
  CHECK(bench.run("python3 digests.py").output == "True\nTrue\n");
  const std::string page = bench.text("page.html");
  CHECK_THAT(page, Contains("default-src 'none'"));
  CHECK(count(page, " style=") == 0);
  CHECK(count(page, "http:") == count(page, "http://www.w3.org/2000/svg"));  // a name, not a URL
  CHECK(count(page, "https:") == 0);
  CHECK(count(page, " src=") == 0);
}

TEST_CASE("a page is the same each time, and for games from a file or a database") {
  const Workbench bench;
  bring(bench, "masters.pgn");
  const std::string page = page_of(bench, "masters.pgn");
  CHECK(page == page_of(bench, "masters.pgn"));
  bench.run("arbiter import -q masters.db masters.pgn");
  const std::string stored = page_of(bench, "masters.db");
  for (const char* caption : {"Standings and results", "Round 1", "Round 3", "Results"}) {
    CAPTURE(caption);
    CHECK(table(stored, caption) == table(page, caption));
    CHECK(!table(page, caption).empty());
  }
}

TEST_CASE("a page is the same with any number of threads") {
  const Workbench bench;
  const std::string games = read_text((repository() / "testdata/tournament.pgn").string());
  std::string many;
  while (many.size() < 1'500'000) many += games;  // enough for several chunks
  bench.write("many.pgn", many);
  const std::string page = page_of(bench, "-j 1 many.pgn");
  CHECK_THAT(page, Contains("game-twice"));
  CHECK((page_of(bench, "-j 4 many.pgn") == page));
}

TEST_CASE("a page reports its omissions") {
  const Workbench bench;
  bring(bench, "tournament.pgn");
  CHECK_THAT(page_of(bench, "tournament.pgn"), !Contains("can be replayed on this page"));
  bring(bench, "masters.pgn");
  const std::string few = page_of(bench, "--games 2 masters.pgn");
  CHECK_THAT(few, Contains("2 of these games can be replayed on this page."));
  CHECK(count(few, "id=\"data-") == 2);
  const std::string page = page_of(bench, "--games 1 --findings 1 tournament.pgn");
  // Games with findings are also included.
  CHECK_THAT(between(page, "<h4 id=\"kind-fivefold-ended\">", "</section>"),
             Contains("href=\"#game-10-"));
  CHECK_THAT(page, Contains("id=\"data-10\""));
  CHECK_THAT(between(page, "<h4 id=\"kind-zero-castling\">", "</section>"),
             Contains("; the page shows 1."));
  const std::string none = page_of(bench, "--games 0 tournament.pgn");
  CHECK(none.find("<dialog") == std::string::npos);
  CHECK(fault_of_markup(none) == "");
}

TEST_CASE("several files of rounds are one tournament, and files of several events are not") {
  const Workbench bench;
  bring(bench, "masters.pgn");
  bench.run("arbiter filter -q masters.pgn --round 1 -o 1.pgn --rest rest.pgn");
  const std::string page = page_of(bench, "1.pgn rest.pgn");
  CHECK(table(page, "Standings and results") ==
        table(page_of(bench, "masters.pgn"), "Standings and results"));
  const std::string games = page_of(bench, "masters.pgn other.pgn");
  CHECK(fault_of_markup(games) == "");
  CHECK(games.find("id=\"standings\"") == std::string::npos);
  CHECK(!table(games, "All games").empty());
}

TEST_CASE("a few games with another Event tag stay in the tournament, and are reported") {
  const Workbench bench;
  const auto [changed, name, is_tournament] = GENERATE(table<int, std::string, bool>(
      {{1, "Lindenua", true}, {2, "Lindenua", true}, {1, "Ehlen", true}, {2, "Ehlen", false}}));
  std::string games;
  for (int i = 0; i < 15; ++i) {
    games += "[Event \"" + (i < changed ? name : "Lindenau") +
             " Open\"]\n[Site \"Lindenau\"]\n[Date \"2024.05.0" + std::to_string(i / 5 + 1) +
             "\"]\n[Round \"" + std::to_string(i / 5 + 1) + "\"]\n[White \"White, " +
             std::string(1, static_cast<char>('A' + i % 5)) + "\"]\n[Black \"Black, " +
             std::string(1, static_cast<char>('A' + (i + i / 5) % 5)) +
             "\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n";
  }
  bench.write("games.pgn", games);
  const std::string page = page_of(bench, "games.pgn");
  CAPTURE(changed);
  CHECK((count(page, "id=\"standings\"") == 1) == is_tournament);
  CHECK((count(page, "id=\"kind-event-name-differs\"") == 1) == is_tournament);
  if (is_tournament) CHECK(between(page, "<h1>", "</h1>") == "Lindenau Open");
}

TEST_CASE("a page shows differences from a report and a player list") {
  const Workbench bench;
  bench.write("masters.pgn", read_text((repository() / "testdata/masters.pgn").string()));
  bench.write("lindenau.trf", read_text((repository() / "testdata/lindenau.trf").string()));
  bench.write("list.csv", "# month: 2024-05\nid,name,title\n4600002,\"Brandt, Olaf\",GM\n");
  CHECK(bench.run("arbiter report masters.pgn -o alone.html").status == 0);
  CHECK_THAT(bench.text("alone.html"), !Contains("crosscheck-result"));
  const ProgramRun run =
      bench.run("arbiter report masters.pgn --trf lindenau.trf --players list.csv -o page.html");
  CAPTURE(run.output);
  CHECK(run.status == 0);
  CHECK_THAT(run.output, Contains("1 file, 5 games: 1 error,"));
  const std::string page = bench.text("page.html");
  for (const char* words : {"crosscheck-result", "crosscheck-name", "lindenau.trf, line 16",
                            "list-name", "from one file"}) {
    CAPTURE(words);
    CHECK_THAT(page, Contains(words));
  }
  for (const char* option : {"--trf missing.trf", "--trf masters.pgn", "--players missing.csv"}) {
    CAPTURE(option);
    CHECK(bench.run(std::string("arbiter report masters.pgn -o no.html ") + option).status == 2);
    CHECK(!bench.content().contains("no.html"));
  }
  CHECK(bench.run("arbiter report masters.pgn --trf lindenau.trf -o lindenau.trf").status == 2);
}

TEST_CASE("a page overwrites neither its games nor a database, and needs a game") {
  const Workbench bench;
  for (const char* target : {"games.pgn", "./games.pgn", "base.db"}) {
    CAPTURE(target);
    const FolderContent before = bench.content();
    CHECK(bench.run(std::string("arbiter report games.pgn -o ") + target).status == 2);
    CHECK((bench.content() == before));
  }
  bench.write("empty.pgn", "");
  CHECK(bench.run("arbiter report empty.pgn -o page.html").status == 2);
  CHECK(bench.run("arbiter report nothing.pgn -o page.html").status == 2);
  CHECK(!bench.content().contains("page.html"));
  CHECK(bench.run("arbiter report games.pgn nothing.pgn -o page.html").status == 2);
  CHECK(!bench.content().contains("page.html"));  // because it would lack games
}

TEST_CASE("a page does not fill a terminal") {
  const std::string shown = all_shown_on_terminal({"report", "testdata/tournament.pgn"}, 100);
  CHECK(shown == "arbiter: report: cannot print HTML to a terminal; use --output FILE\n");
}

TEST_CASE("findings in a baseline are not on the page, and new ones are") {
  const Workbench bench;
  bring(bench, "tournament.pgn");
  REQUIRE(bench.run("arbiter validate --write-baseline known.txt tournament.pgn").status == 0);
  const std::string all = page_of(bench, "tournament.pgn");
  CHECK(count(all, "pinned to the king") > 0);
  const ProgramRun run =
      bench.run("arbiter report --notes --baseline known.txt tournament.pgn -o page.html 2>&1");
  CHECK(run.status == 0);
  CHECK_THAT(run.output, Contains("0 errors, 0 warnings; 34 known findings not shown"));
  CHECK(count(bench.text("page.html"), "pinned to the king") == 0);

  std::string changed = read_text((repository() / "testdata" / "tournament.pgn").string());
  changed.replace(changed.find("[Date \"2024.05.09\"]"), 19, "[Date \"2024.02.30\"]");
  bench.write("tournament.pgn", changed);
  const ProgramRun again =
      bench.run("arbiter report --notes --baseline known.txt tournament.pgn -o again.html 2>&1");
  CHECK_THAT(again.output, Contains("1 error, 0 warnings; 34 known findings not shown"));
  CHECK(count(bench.text("again.html"), "pinned to the king") == 0);
}

TEST_CASE("a file that is not a baseline is rejected before the page is written") {
  const Workbench bench;
  bring(bench, "tournament.pgn");
  const ProgramRun run =
      bench.run("arbiter report --baseline tournament.pgn tournament.pgn -o page.html 2>&1");
  CHECK(run.status == 2);
  CHECK_THAT(run.output, Contains("not a baseline"));
  CHECK(bench.run("test -e page.html").status == 1);
}

TEST_CASE("a page is in the chosen language, with English findings") {
  const Workbench bench;
  bring(bench, "masters.pgn");
  const auto [option, lead, heading, white] =
      GENERATE(table<std::string, std::string, std::string, std::string>({
          {"--language de", "9. bis 11. Mai 2024 · Rundenturnier", "Tabelle", "Weiß"},
          {"--language fr", "du 9 au 11 mai 2024 · toutes rondes", "Classement", "Blancs"},
          {"--language es", "del 9 al 11 de mayo de 2024 · liga", "Clasificación", "Blancas"},
          {"--language ru", "9–11 мая 2024 · круговой турнир", "Таблица", "Белые"},
      }));
  const std::string page = page_of(bench, option + " masters.pgn");
  CAPTURE(option);
  CHECK(fault_of_markup(page) == "");
  CHECK_THAT(page, Contains("<html lang=\"" + option.substr(11) + "\">"));
  CHECK_THAT(page, Contains("Lindenau GER · " + lead));
  CHECK_THAT(page, Contains("<h2>" + heading + "</h2>"));
  CHECK_THAT(page, Contains("<section class=\"kind\" lang=\"en\">"));
  const Json words = Json::parse(between(page, "id=\"words\">", "</script>"));
  CHECK(words["White"].text() == white);
  const std::string shown = page.substr(0, page.find("<script>"));
  for (const char* english : {"<h2>Games", ">Round 1<", "Skip to", ">Ended by<", "needs no"}) {
    CAPTURE(english);
    CHECK(shown.find(english) == std::string::npos);
  }
  CHECK(page_of(bench, "masters.pgn").find("id=\"words\"") == std::string::npos);
}

TEST_CASE("a page uses the chosen tie-breaks, scoring and system") {
  const Workbench bench;
  bring(bench, "masters.pgn");
  const std::string page = page_of(bench, "--tie-breaks WIN,KS --tie-break-rules 2024 masters.pgn");
  const std::string heading = between(page, "<caption>Standings and results</caption>", "</thead>");
  CHECK_THAT(heading, Contains(">WIN<") && Contains(">KS<"));
  CHECK(heading.find(">WIN<") < heading.find(">KS<"));
  CHECK(heading.find(">SB<") == std::string::npos);
  CHECK_THAT(page, Contains("by FIDE&#39;s rules of 2024"));
  // Adler has two wins and a draw.
  const auto rows = table(page_of(bench, "--scoring 3-1-0 masters.pgn"), "Standings and results");
  REQUIRE(rows.size() == 5);
  CHECK(rows[1][1] == "Adler, Nora");
  CHECK(rows[1][2] == "7");
  CHECK(bench.run("arbiter report --tie-breaks XYZ masters.pgn").status == 2);
  CHECK(bench.run("arbiter report --tie-breaks MPvGP masters.pgn").status == 2);
  bench.write(".arbiter.toml", "tie-breaks = \"WIN\"\nlanguage = \"de\"\naccent = \"#aa0000\"\n");
  const std::string configured = page_of(bench, "masters.pgn");
  CHECK_THAT(between(configured, "</caption><thead>", "</thead>"), Contains(">WIN<"));
  CHECK_THAT(configured, Contains("<html lang=\"de\">") && Contains("--accent: #aa0000;"));
}

TEST_CASE("results and players lead to their games") {
  const Workbench bench;
  bring(bench, "masters.pgn");
  const std::string page = page_of(bench, "masters.pgn");
  // Adler - Dorn, 1-0, is the first game; Adler has a link to it in Dorn's column.
  const std::string adler = between(page, "<a href=\"#player-1\">Adler, Nora</a>", "</tr>");
  CHECK_THAT(adler, Contains("<td class=\"result\"><a href=\"#game-1\">1</a></td>"));
  CHECK(count(adler, "href=\"#game-") == 3);
  const Json players = Json::parse(between(page, "id=\"players\">", "</script>"));
  REQUIRE(players.size() == 4);
  CHECK(players[std::size_t{0}]["n"].text() == "Adler, Nora");
  CHECK(players[std::size_t{0}]["p"].text() == "2.5");
  CHECK(players[std::size_t{0}]["g"].size() == 3);
  // Without moves on the page, there are no links to games.
  const std::string tables = page_of(bench, "--games 0 --no-findings masters.pgn");
  CHECK(count(tables, "href=\"#game-") == 0);
  CHECK_THAT(tables, Contains("href=\"#player-1\""));
}

TEST_CASE("a colour and a logo are part of the page, and its policy allows them") {
  const Workbench bench;
  bring(bench, "masters.pgn");
  bench.write("logo.png", std::string("\x89PNG\r\n\x1a\n\0\0", 10));
  bench.write("logo.txt", "a logo");
  bench.write("large.gif", "GIF89a" + std::string(1'100'000, 'x'));
  const std::string page = page_of(bench, "--accent '#ffe000' --logo logo.png masters.pgn");
  CHECK(fault_of_markup(page) == "");
  CHECK_THAT(page, Contains("src=\"data:image/png;base64,iVBORw0KGgoAAA==\""));
  CHECK_THAT(page, Contains("solid #ffe000"));
  // Yellow text is illegible on a light page, and legible on a dark one.
  CHECK_THAT(page, !Contains("@media screen {\n  :root { --accent: #ffe000; }"));
  CHECK_THAT(page, Contains("dark) {\n  :root { --accent: #ffe000; }"));
  bench.write("page.html", page);
  bench.write("digest.py", R"x(
import base64, hashlib, re
page = open('page.html', newline='', encoding='utf-8').read()
style = re.search('<style>(.*?)</style>', page, re.S).group(1)
print(base64.b64encode(hashlib.sha256(style.encode()).digest()).decode() in page)
)x");
  CHECK(bench.run("python3 digest.py").output == "True\n");
  for (const char* wrong : {"--accent red", "--accent '#12345'", "--accent '#1234567'",
                            "--accent '#12345g'", "--accent '#fff;}'", "--logo logo.txt",
                            "--logo missing.png", "--logo large.gif", "--logo ."}) {
    CAPTURE(wrong);
    CHECK(bench.run(std::string("arbiter report masters.pgn ") + wrong).status == 2);
  }
  CHECK(bench.run("arbiter report masters.pgn --logo logo.png -o logo.png").status == 2);
}

TEST_CASE("one game is a page to be embedded") {
  const Workbench bench;
  bring(bench, "masters.pgn");
  const std::string page = page_of(bench, "--embed 2 masters.pgn");
  CHECK(fault_of_markup(page) == "");
  CHECK(count(page, "id=\"data-") == 1);
  CHECK_THAT(page, Contains("id=\"data-2\"") && Contains("<body class=\"embedded\">") &&
                       Contains("<dialog id=\"viewer\""));
  CHECK(page.find("<table") == std::string::npos);
  const ProgramRun far = bench.run("arbiter report --embed 6 masters.pgn 2>&1");
  CHECK(far.status == 2);
  CHECK_THAT(far.output, Contains("--embed 6: there are only 5 games"));
}

TEST_CASE("a pipe cannot be watched, because it can be read once") {
  const Workbench bench;
  bring(bench, "masters.pgn");
  bench.run("mkfifo pipe");
  const std::string option = GENERATE("--logo pipe", "--baseline pipe", "--trf pipe", "pipe");
  CHECK_THAT(bench
                 .run("timeout -s KILL 20 arbiter report --watch -o x.html masters.pgn " + option +
                      " 2>&1")
                 .output,
             Contains("--watch needs files or folders, not standard input or a pipe"));
}

TEST_CASE("a page for a frame has no heading, and reports its height") {
  const Workbench bench;
  bring(bench, "masters.pgn");
  const std::string page = page_of(bench, "--embed page masters.pgn");
  CHECK_THAT(page, Contains("<body class=\"framed\">") && !Contains("<header>") &&
                       Contains("id=\"standings\"") && Contains("id=\"data-5\"") &&
                       Contains("arbiter: 'height'"));
  CHECK_THAT(bench.run("arbiter report --embed all masters.pgn 2>&1").output,
             Contains("invalid value 'all' (expected a game number, or page)"));
}

TEST_CASE("a page shows its address with a QR code, once") {
  const Workbench bench;
  bring(bench, "masters.pgn");
  const std::string address = "https://example.org/open.html?a=1&b=2";
  const std::string page = page_of(bench, "--url '" + address + "' masters.pgn");
  CHECK_THAT(page, Contains("<svg class=\"qr\" viewBox=\"0 0 37 37\"") &&
                       Contains(">https://example.org/open.html?a=1&amp;b=2</a>"));
  // The URL of a folder is that of its index.
  bench.run(
      "sed 's/Lindenau Masters/Lindenau Open/' masters.pgn > open.pgn; arbiter report -q "
      "--url '" +
      address + "' -o all.html masters.pgn open.pgn");
  CHECK_THAT(bench.text("all.html"), Contains("class=\"qr\""));
  CHECK_THAT(bench.text("all/lindenau-open.html"), !Contains("class=\"qr\""));
  const std::string bad = GENERATE("example.org", "javascript:alert(1)", "https://a b", "x");
  const std::string words = bench.run("arbiter report --url '" + bad + "' masters.pgn 2>&1").output;
  CHECK_THAT(words, Contains("invalid value '" + bad + "' (expected https://..."));
  CHECK_THAT(bench.run("arbiter report --url https://$(printf '%0500d' 0) masters.pgn 2>&1").output,
             Contains("of at most 412 characters"));
}

TEST_CASE("a match of thousands of rounds costs no square of them") {
  const Workbench bench;
  std::string games;
  for (int round = 1; round <= 4000; ++round) {
    games += "[Event \"Match\"]\n[Round \"" + std::to_string(round) +
             "\"]\n[White \"Adler, Nora\"]\n[Black \"Brandt, Ole\"]\n[Result "
             "\"1/2-1/2\"]\n\n1. e4 1/2-1/2\n\n";
  }
  bench.write("match.pgn", games);
  CHECK(bench.run("ulimit -t 20; arbiter report -q --one-page -o match.html match.pgn").status ==
        0);
}

TEST_CASE("rounds of a large tournament are folded, except for the last one") {
  const Workbench bench;
  std::string games;
  for (int round = 1; round <= 3; ++round) {
    for (int board = 0; board < 90; ++board) {
      games += "[Event \"Open\"]\n[Date \"2024.05.0" + std::to_string(round) + "\"]\n[Round \"" +
               std::to_string(round) + "." + std::to_string(board + 1) + "\"]\n[White \"White, " +
               std::to_string(board) + "\"]\n[Black \"Black, " +
               std::to_string((board + round) % 90) + "\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n";
    }
  }
  bench.write("open.pgn", games);
  const std::string page = page_of(bench, "--no-findings open.pgn");
  CHECK(fault_of_markup(page) == "");
  const std::string list = between(page, "<section id=\"games\">", "<section id=\"charts\">");
  CHECK(count(list, "<details class=\"fold\">") == 2);
  CHECK(count(list, "<details class=\"fold\" open=\"open\">") == 1);
  CHECK(count(list, "<noscript>") == 2);
  CHECK(list.find("open=\"open\"") < list.find("<h3>Round 3</h3>"));
  CHECK(list.find("open=\"open\"") > list.find("<h3>Round 2</h3>"));
  CHECK(table(page, "Round 1").size() == 91);
  // 180 players: the first fifty, and the others in a collapsed table.
  CHECK(table(page, "Standings and results").size() == 51);
  CHECK(table(page, "Places 51 to 180").size() == 131);
}

TEST_CASE("findings about results come first") {
  const Workbench bench;
  bring(bench, "tournament.pgn");
  const std::string page = page_of(bench, "--notes tournament.pgn");
  const char* const order[] = {"result-mismatch",    "pinned",
                               "fivefold-ended",     "date-impossible",
                               "terminator-missing", "unterminated-brace-comment"};
  for (std::size_t i = 1; i < std::size(order); ++i) {
    CAPTURE(order[i]);
    const std::size_t before = page.find(std::string("\"kind-") + order[i - 1] + "\"");
    const std::size_t at = page.find(std::string("\"kind-") + order[i] + "\"");
    REQUIRE(at != std::string::npos);
    CHECK(before < at);
  }
}

TEST_CASE("a watched page is written again after each change, and reloads itself") {
  const Workbench bench;
  bring(bench, "masters.pgn");
  const ProgramRun run = bench.run(R"bash(
    arbiter filter -q masters.pgn --round 1 -o live.pgn --rest rest.pgn
    contains() { for i in $(seq 200); do grep -q -e "$1" page.html 2> no.txt && return 0; sleep 0.05; done; echo "never $1"; }
    set -m; arbiter report --watch -q live.pgn -o page.html & pid=$!; set +m
    contains 'data-reload="15"'; contains '>Round 1<'; grep -c '>Round 2<' page.html
    cat rest.pgn >> live.pgn; contains '>Round 2<'
    : > live.pgn; sleep 1; grep -c '>Round 2<' page.html
    kill -INT $pid; wait $pid; echo "status $?"
    arbiter report --watch live.pgn > out.txt 2> err.txt; echo $?
    arbiter report --watch -o page.html < live.pgn 2> err.txt; echo $?
    arbiter report --watch --tie-breaks XYZ live.pgn -o page.html 2> err.txt; echo $?)bash");
  // An empty file leaves the page unchanged.
  CHECK_THAT(run.output, Contains("there are no games"));
  CHECK_THAT(run.output, StartsWith("0\n") && Contains("\n1\nstatus 0\n2\n2\n2\n"));
  CHECK(page_of(bench, "--reload 60 masters.pgn").find("data-reload=\"60\"") != std::string::npos);
}

TEST_CASE("a knock-out has a bracket, whose matches are beside those that they lead to") {
  const Workbench bench;
  // Round 1 is not in bracket order: Dorn and Falk meet in the second round.
  const std::vector<std::array<std::string, 4>> games = {
      {"1.1", "Abel", "Beck", "1-0"},    {"1.2", "Cohn", "Dorn", "0-1"},
      {"1.3", "Ehlers", "Huber", "0-1"}, {"1.4", "Falk", "Gross", "1-0"},
      {"2.1", "Dorn", "Falk", "1-0"},    {"2.2", "Abel", "Huber", "1-0"},
      {"3.1", "Dorn", "Abel", "1-0"},    {"3.2", "Huber", "Falk", "1-0"}};
  std::string text;
  for (const auto& [round, white, black, result] : games) {
    text += "[Event \"Lindenau Cup\"]\n[Round \"" + round + "\"]\n[White \"" + white +
            "\"]\n[Black \"" + black + "\"]\n[Result \"" + result + "\"]\n\n1. e4 e5 " + result +
            "\n\n";
  }
  bench.write("cup.pgn", text);
  CHECK(bench.run("arbiter report -q cup.pgn -o cup.html").status == 0);
  const std::string page = bench.text("cup.html");
  CHECK(fault_of_markup(page) == "");
  const std::string bracket = between(page, "aria-label=\"Bracket\"", "<h3>");
  std::vector<std::size_t> places;
  for (const char* name : {"Cohn", "Gross", "Beck", "Ehlers"}) places.push_back(bracket.find(name));
  CHECK(std::ranges::is_sorted(places));
  CHECK(places.back() < bracket.find("<h4>Round 2</h4>"));
  CHECK(bracket.find("<strong>Dorn</strong> <span class=\"num\">1</span>") != std::string::npos);
  // The final is above the match for third place.
  const std::string last = bracket.substr(bracket.find("<h4>Round 3</h4>"));
  CHECK(last.find("Abel") < last.find("Third place"));
  CHECK(last.find("Third place") < last.find("Falk"));
}

TEST_CASE("rounds with names have them on a page") {
  const Workbench bench;
  std::string text;
  for (const auto& [round, white, black] : {std::array<std::string, 3>{"Semifinal", "Abel", "Beck"},
                                            {"Semifinal", "Cohn", "Dorn"},
                                            {"Final", "Abel", "Cohn"}}) {
    text += "[Event \"Cup\"]\n[Round \"" + round + "\"]\n[White \"" + white + "\"]\n[Black \"" +
            black + "\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n";
  }
  bench.write("cup.pgn", text);
  const std::string page = page_of(bench, "cup.pgn");
  CHECK(page.find("Without a round") == std::string::npos);
  CHECK(table(page, "Semifinal").size() == 3);
  CHECK(table(page, "Final").size() == 2);
}

TEST_CASE("a page uses the byes and players of the report, and needs no games") {
  const Workbench bench;
  const std::string folder = testdata("desk").string();
  const ProgramRun joined = bench.run("arbiter report " + folder + "/running.pgn --trf " + folder +
                                      "/running.trf -o page.html 2>&1");
  CHECK(joined.status == 0);
  CHECK_THAT(joined.output, !Contains("tournament report"));
  const std::string page = bench.text("page.html");
  CHECK_THAT(page, Contains("Talheim GER") && Contains("Weber, Karin") &&
                       Contains("Round 3 is running: 1 of 3 games are open.") &&
                       Contains("Falk, Greta (1)") && Contains("\"b\":\"1990\""));
  CHECK(bench.run("arbiter report -q " + folder + "/running.trf -o alone.html").status == 0);
  CHECK_THAT(bench.text("alone.html"),
             Contains("Round 3 is running: 2 of 3 games are open.") && Contains("Castell, Mira"));
}

TEST_CASE(
    "a team tournament has its matches with their boards, and the best player of each board") {
  const Workbench bench;
  std::string games;
  int number = 0;
  const auto add = [&](const std::string& round, const std::string& white, const std::string& black,
                       const std::string& result) {
    games += "[Event \"League\"]\n[Date \"2024.05.0" + round.substr(0, 1) + "\"]\n[Round \"" +
             round + "\"]\n[White \"" + white + "\"]\n[Black \"" + black +
             "\"]\n[WhiteTeam \"Team " + white.substr(0, 1) + "\"]\n[BlackTeam \"Team " +
             black.substr(0, 1) + "\"]\n[Result \"" + result + "\"]\n\n1. e4 e5 2. Nf3 Nc6 3. " +
             (++number % 2 == 0 ? "Bb5" : "Bc4") + " " + result + "\n\n";
  };
  add("1.1.1", "A One", "B One", "1-0");
  add("1.1.2", "B Two", "A Two", "1/2-1/2");
  add("1.2.1", "C One", "D One", "0-1");
  add("1.2.2", "D Two", "C Two", "0-1");
  add("2.1.1", "D One", "A One", "0-1");
  add("2.1.2", "A Two", "D Two", "1-0");
  add("2.2.1", "B One", "C One", "1-0");
  add("2.2.2", "C Two", "B Two", "1-0");
  bench.write("league.pgn", games);
  const std::string page = page_of(bench, "--system team league.pgn");
  CHECK(fault_of_markup(page) == "");
  using Rows = std::vector<std::vector<std::string>>;
  CHECK(table(page, "Best players on each board") ==
        Rows{{"Board", "Name", "Team", "Games", "Points", "Share"},
             {"1", "A One", "Team A", "2", "2", "100 %"},
             {"1", "B One", "Team B", "2", "1", "50 %"},
             {"1", "D One", "Team D", "2", "1", "50 %"},
             {"2", "C Two", "Team C", "2", "2", "100 %"},
             {"2", "A Two", "Team A", "2", "1.5", "75 %"},
             {"2", "B Two", "Team B", "2", "0.5", "25 %"}});
  const std::string matches = between(page, "<caption>Matches of round 1</caption>", "</table>");
  CHECK_THAT(matches, Contains("Team A") && Contains("1.5–0.5") && Contains(">½–½</a>") &&
                          Contains(">A Two</a>"));
  const auto teams = table(page, "Teams");
  REQUIRE(teams.size() == 5);
  CHECK(teams[1][1] == "Team A");
  CHECK(teams[1][3] == "4");
}

TEST_CASE("categories of age, sex and federation have rankings of their own") {
  const Workbench bench;
  const auto line = [](int number, const std::string& name, char sex, const std::string& birth,
                       const std::string& federation, const std::string& rest) {
    std::string text =
        "001 " + std::string(3, ' ') + std::to_string(number) + " " + sex + "    " + name;
    text.resize(48, ' ');
    text += "2000 " + federation + " ";
    text.resize(69, ' ');
    text += birth + "/01/01";
    return text + rest + "\n";
  };
  bench.write("open.trf",
              "012 Youth\n042 2024/05/01\n" +
                  line(1, "Abel, Ida", 'w', "2010", "GER", "  2.0    1     2 w 1     3 b 1") +
                  line(2, "Beck, Tom", 'm', "2009", "GER", "  1.0    2     1 b 0     4 w 1") +
                  line(3, "Cohn, Uta", 'w', "1974", "FRA", "  1.0    2     4 w 1     1 w 0") +
                  line(4, "Dorn, Max", 'm', "2012", "FRA", "  0.0    4     3 b 0     2 b 0"));
  const std::string page = page_of(bench, "open.trf");
  CHECK(fault_of_markup(page) == "");
  const auto names = [&](const std::string& caption) {
    std::vector<std::string> found;
    for (const auto& row : table(page, caption)) found.push_back(row[2] + " " + row[1]);
    if (!found.empty()) found.erase(found.begin());
    return found;
  };
  using Names = std::vector<std::string>;
  // U14: born in 2010 or later.
  CHECK(names("U14") == Names{"Abel, Ida 1", "Dorn, Max 4"});
  CHECK(names("U16") == Names{"Abel, Ida 1", "Beck, Tom 2", "Dorn, Max 4"});
  CHECK(names("Women") == Names{"Abel, Ida 1", "Cohn, Uta 2"});
  CHECK(names("GER") == Names{"Abel, Ida 1", "Beck, Tom 2"});
  CHECK(names("S50").empty());  // only one player
  CHECK_THAT(page, Contains("<dt>Average rating</dt><dd>2000</dd>"));
}
