// Tests labelled positions that other people have collected.
#include <catch2/catch.hpp>
#include <fstream>
#include <string>

#include "lib/notation/fen.h"
#include "tests/laws/winnability/judged_answer.h"
#include "tests/support/corpus.h"
#include "tests/support/namespaces.h"
#include "tests/support/skip.h"

namespace arbiter::testing {
namespace {

// Each line has a label, a space and four FEN fields; '#' begins a comment.
TEST_CASE("labelled positions are judged as labelled, and none is left open", "[winnability]") {
  const auto folder = corpus();
  if (!folder) SKIP_TEST("ARBITER_CORPUS is not set");
  std::ifstream file(*folder / "vectors" / "winnability.txt");
  if (!file) SKIP_TEST("the corpus has no vectors/winnability.txt");
  int judged = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.size() < 4 || line[0] == '#') continue;
    CAPTURE(line);
    const auto position = parse_position(line.substr(3));
    REQUIRE(position);
    CHECK(label_of(*position) == line.substr(0, 2));
    ++judged;
  }
  CHECK(judged > 1000);
}

}  // namespace
}  // namespace arbiter::testing
