// Tests pages of `arbiter report` in Chromium: on a phone, on a desktop and on paper, light and
// dark. The console stays empty, nothing is loaded, and nothing overflows the screen. axe-core
// finds no serious problems. The keyboard steps through games, and each ends in the program's final
// position. See check_page.mjs.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "lib/pgn/pgn_game.h"
#include "tests/browser/obstacle.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/corpus.h"
#include "tests/support/skip.h"
#include "tests/support/testdata.h"
#include "tests/tools/run_program.h"
#include "tests/tournament/made_events.h"

namespace arbiter::testing {
namespace {

// Returns moves with everything that a viewer displays, for a game with this result.
std::string movetext(std::size_t game, const std::string& result) {
  const std::string moves[] = {
      "1. e4 {[%clk 1:29:00] [%eval 0.3]} e5 {[%clk 1:29:30] [%eval 0.2]} 2. Nf3 {[%clk 1:27:10] "
      "[%eval 0.3]} Nc6 {[%clk 1:25:00] [%eval 0.25]} 3. Bb5 (3. Bc4 Bc5 (3... Nf6 4. Ng5 $6) 4. "
      "O-O) 3... a6 {[%csl Gb5][%cal Ra6b5] The oldest question.} 4. Bxc6 dxc6 5. O-O",
      "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. cxd5 exd5 5. Bg5 Be7 6. e3 O-O 7. Bd3 Nbd7 8. Qc2 Re8",
      "1. e4 e6 2. d4 d5 3. e5 c5 4. c3 cxd4 5. cxd4 Bb4+ 6. Nc3 Nc6 7. Nf3 Nge7",
      "1. f3 e5 2. g4 Qh4#"};
  return (result == "0-1" ? moves[3] : moves[game % 3]) + " " + result;
}

std::string pgn_of(const std::vector<EventGame>& games) {
  std::string pgn;
  for (std::size_t i = 0; i < games.size(); ++i) {
    for (const EventTag& tag : games[i].tags) {
      if (tag.value.empty()) continue;
      pgn += "[" + std::string(to_string(tag.known)) + " " + quote(tag.value) + "]\n";
    }
    pgn += "\n" + movetext(i, std::string(to_string(games[i].result))) + "\n\n";
  }
  return pgn;
}

// Prints the problems and statistics of the page for the file's games. Screenshots go to the folder
// in ARBITER_PICTURES.
ProgramRun check(const TemporaryFolder& folder, const std::string& name,
                 const std::string& options = "") {
  const char* pictures = std::getenv("ARBITER_PICTURES");
  const std::string file = folder.path(name);
  const std::string line =
      "set -e; arbiter report -q " + options + " '" + file + "' -o '" + file +
      ".html'; arbiter filter -q '" + file + "' --format jsonl --add fens -o '" + file +
      ".jsonl' 2> /dev/null || true; node tests/browser/check_page.mjs '" + file + ".html' '" +
      file + ".jsonl' " +
      (pictures == nullptr ? "" : "'" + std::string(pictures) + "/" + name + "'") + " 2>&1";
  return run_shell(line);
}

TEST_CASE("the page of a round robin fits every screen and paper", "[browser]") {
  if (const std::string missing = browser_obstacle(); !missing.empty()) SKIP_TEST(missing);
  const TemporaryFolder folder;
  folder.write("round-robin.pgn", pgn_of(made_round_robin(10)));
  const ProgramRun run = check(folder, "round-robin.pgn");
  CAPTURE(run.output);
  CHECK(run.status == 0);
  // The games saved by the page are those of the file: tags, moves, clocks and variations.
  const std::string saved = folder.path("round-robin.pgn.html.pgn");
  const std::string file = folder.path("round-robin.pgn");
  const ProgramRun games = run_shell("for f in '" + saved + "' '" + file +
                                     "'; do arbiter fmt < \"$f\" > \"$f.fmt\"; done; cmp '" +
                                     saved + ".fmt' '" + file + ".fmt' && wc -l < '" + saved + "'");
  CAPTURE(games.output);
  CHECK(games.status == 0);
}

TEST_CASE("the page of a Swiss of nine rounds fits every screen and paper", "[browser]") {
  if (const std::string missing = browser_obstacle(); !missing.empty()) SKIP_TEST(missing);
  const TemporaryFolder folder;
  folder.write("swiss.pgn", pgn_of(made_swiss(33, 9)));
  const ProgramRun run = check(folder, "swiss.pgn", "--url https://example.org/swiss.html");
  CAPTURE(run.output);
  CHECK(run.status == 0);
}

TEST_CASE("pages with many kinds of findings and with other variants fit every screen and paper",
          "[browser]") {
  if (const std::string missing = browser_obstacle(); !missing.empty()) SKIP_TEST(missing);
  const TemporaryFolder folder;
  folder.write(
      "tournament.pgn",
      read_text(testdata("tournament.pgn").string()) +
          "\n[Event \"Another\"]\n[White \"=1+1\"]\n[Variant \"Atomic\"]\n\n1. e4 d5 {with "
          "a bang} 2. exd5 1-0\n");
  const ProgramRun run = check(folder, "tournament.pgn", "--notes");
  CAPTURE(run.output);
  CHECK(run.status == 0);
}

TEST_CASE("the page of 3,000 real games with clocks fits every screen and paper", "[browser]") {
  if (const std::string missing = browser_obstacle(); !missing.empty()) SKIP_TEST(missing);
  if (!corpus()) SKIP_TEST("ARBITER_CORPUS is not set");
  const TemporaryFolder folder;
  const std::string games = (*corpus() / "games" / "lichess-clocks.pgn.zst").string();
  if (!std::filesystem::exists(games)) SKIP_TEST("the corpus has no lichess-clocks");
  run_shell("arbiter filter -q --limit 3000 '" + games + "' -o '" + folder.path("season.pgn") +
            "'");
  const ProgramRun run = check(folder, "season.pgn");
  CAPTURE(run.output);
  CHECK(run.status == 0);
}

}  // namespace
}  // namespace arbiter::testing
