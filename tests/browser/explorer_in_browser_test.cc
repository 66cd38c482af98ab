// The page of `arbiter serve` in Chromium: scenarios on a phone and on a desktop, with mouse and
// keyboard, light and dark. The console stays empty, nothing is loaded from elsewhere, nothing
// overflows the screen, and axe-core finds no serious problems. See check_explorer.mjs.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <string>

#include "tests/browser/obstacle.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/skip.h"
#include "tests/support/testdata.h"
#include "tests/tools/run_program.h"

namespace arbiter::testing {
namespace {

// Returns the games of testdata/tournament.pgn many times, with different players each time, and
// one game of a player with an abbreviated name.
std::string many_games() {
  constexpr int kTimes = 15;
  const std::string games = read_text(testdata("tournament.pgn").string());
  std::string many = "[White \"Nr0 Brandt, O\"]\n[Black \"Nr0 Adler, Nora\"]\n\n1. e4 e5 1-0\n\n";
  for (int i = 0; i < kTimes; ++i) {
    std::string copy = games;
    for (const std::string tag : {"[White \"", "[Black \""}) {
      for (std::size_t at = 0; (at = copy.find(tag, at)) != copy.npos;) {
        at += tag.size();
        copy.insert(at, "Nr" + std::to_string(i) + " ");
      }
    }
    many += copy + "\n";
  }
  return many;
}

TEST_CASE("people find their way through the explorer on every screen", "[browser]") {
  if (const std::string missing = browser_obstacle(); !missing.empty()) SKIP_TEST(missing);
  const TemporaryFolder folder;
  const char* pictures = std::getenv("ARBITER_PICTURES");
  const std::string served = "'" + folder.path("served") + "'";
  const std::string long_served = "'" + folder.path("long_served") + "'";
  const ProgramRun run = run_shell(
      "set -m; arbiter serve -q testdata/tournament.pgn > " + served + " 2>&1 & first=$!; " +
      "arbiter import -q '" + folder.path("long.db") + "' '" +
      folder.write("long.pgn", many_games()) + "'; arbiter serve -q --edit '" +
      folder.path("long.db") + "' > " + long_served +
      " 2>&1 & second=$!; for i in $(seq 600); do test -s " + served + " -a -s " + long_served +
      " && break; sleep 0.1; done; node tests/browser/check_explorer.mjs \"$(cat " + served +
      ")\" \"$(cat " + long_served + ")\" " +
      (pictures == nullptr ? "" : "'" + std::string(pictures) + "/explorer'") +
      " 2>&1; found=$?; kill -INT $first $second; wait $first && wait $second || exit 3; "
      "exit $found");
  CAPTURE(run.output);
  CHECK(run.status == 0);
}

}  // namespace
}  // namespace arbiter::testing
