// The page of `arbiter serve` in Chromium: journeys through it on a phone and at a desk, with the
// mouse and the keyboard, light and dark. The console stays empty, nothing is loaded from
// elsewhere, nothing is wider than the screen, and axe-core finds nothing serious. See
// check_explorer.mjs.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <string>

#include "tests/browser/obstacle.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/skip.h"
#include "tests/tools/run_program.h"

namespace arbiter::testing {
namespace {

TEST_CASE("people find their way through the explorer on every screen", "[browser]") {
  if (const std::string missing = browser_obstacle(); !missing.empty()) SKIP_TEST(missing);
  const TemporaryFolder folder;
  const char* pictures = std::getenv("ARBITER_PICTURES");
  const std::string address = folder.path("address");
  const ProgramRun run = run_shell(
      "set -m; arbiter serve -q testdata/tournament.pgn > '" + address +
      "' 2>&1 & server=$!; for i in $(seq 600); do test -s '" + address +
      "' && break; sleep 0.1; done; node tests/browser/check_explorer.mjs \"$(cat '" + address +
      "')\" " + (pictures == nullptr ? "" : "'" + std::string(pictures) + "/explorer'") +
      " 2>&1; found=$?; kill -INT $server; wait $server || exit 3; exit $found");
  CAPTURE(run.output);
  CHECK(run.status == 0);
}

}  // namespace
}  // namespace arbiter::testing
