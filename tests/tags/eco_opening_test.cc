#include "lib/tags/eco_opening.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <string>

#include "tests/laws/test_game.h"
#include "tests/support/corpus.h"
#include "tests/support/namespaces.h"
#include "tests/support/skip.h"

namespace arbiter::testing {
namespace {

std::string missing_in(std::string_view eco, std::string_view sans) {
  const auto game = testing::play_out("startpos", sans);
  const auto step = missing_opening_step(eco, game.moves);
  return step ? std::string(step->san) : "";
}

TEST_CASE("a code that fits the opening is not contradicted", "[eco_opening]") {
  struct Row {
    std::string eco;
    std::string sans;
  };
  const Row row = GENERATE(values<Row>({
      {"B90", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6"},
      {"B90/92", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6"},
      {"C65", "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Bc5 c3 O-O"},
      {"E97", "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 O-O Nc6"},
      {"A15", "c4 Nf6 Nc3 g6 g3 Bg7 Bg2 O-O e4 d6"},
      {"D37", "Nf3 Nf6 c4 e6 d4 d5 Nc3 Be7 Bf4 O-O"},
  }));
  CAPTURE(row.eco);
  REQUIRE(missing_in(row.eco, row.sans).empty());
}

TEST_CASE("a code of another opening is contradicted by the step that is missing",
          "[eco_opening]") {
  struct Row {
    std::string eco;
    std::string sans;
    std::string missing;
  };
  const Row row = GENERATE(values<Row>({
      {"C65", "d4 Nf6 c4 g6 Nc3 Bg7 Nf3 O-O g3 d6", "e4"},
      {"B90", "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Bc5 c3 O-O", "c5"},
      {"E97", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7", "d4"},
      {"C02", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6", "e6"},
      {"D85", "d4 f5 g3 Nf6 Bg2 g6 Nf3 Bg7 O-O O-O", "c4"},
      {"A80", "d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4 a4 Bg4", "f5"},
  }));
  CAPTURE(row.eco);
  REQUIRE(missing_in(row.eco, row.sans) == row.missing);
}

TEST_CASE("short games and texts that are no codes are not judged", "[eco_opening]") {
  REQUIRE(missing_in("C65", "d4 Nf6 c4 g6").empty());
  const std::string eco = GENERATE(as<std::string>{}, "", "?", "C6", "Z99", "c65");
  CAPTURE(eco);
  REQUIRE(missing_in(eco, "d4 Nf6 c4 g6 Nc3 Bg7 Nf3 O-O g3 d6").empty());
}

TEST_CASE("no opening of a published table contradicts its own code", "[eco_opening]") {
  const auto corpus = testing::corpus();
  if (!corpus) SKIP_TEST("ARBITER_CORPUS is not set");
  std::ifstream table(*corpus / "vectors" / "openings.tsv");
  REQUIRE(table);
  std::string line;
  std::getline(table, line);
  std::size_t openings = 0;
  while (std::getline(table, line)) {
    const std::string eco = line.substr(0, line.find('\t'));
    const std::string sans = line.substr(line.rfind('\t') + 1);
    CAPTURE(line);
    CHECK(missing_in(eco, sans).empty());
    ++openings;
  }
  REQUIRE(openings > 3000);
}

}  // namespace
}  // namespace arbiter::testing
