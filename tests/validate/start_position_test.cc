#include "lib/validate/start_position.h"

#include <catch2/catch.hpp>
#include <string>

#include "tests/support/namespaces.h"
#include "tests/validate/games_checked.h"

namespace arbiter::testing {
namespace {

TEST_CASE("players may set up more pieces than a game can have", "[start_position]") {
  struct Start {
    std::string variant;
    std::string fen;
    std::string ids;
  };
  const std::string bishops = "bbbbkbbb/pppppppp/8/8/8/8/PPPPPPPP/BBBBKBBB w - - 0 1";
  const std::string knights = "nnnnknnn/nnnnnnnn/n7/8/8/8/8/4K3 w - - 0 1";
  const std::string in_check = "4k3/8/8/8/8/8/8/r3K2r w - - 0 1";
  const Start row = GENERATE_COPY(values<Start>({
      {"", bishops, "too-many-promoted"},
      {"Standard", bishops, "too-many-promoted"},
      {"From Position", bishops, ""},
      {"from position", knights, ""},
      {"", knights, "too-many-pieces too-many-promoted"},
      {"From Position", in_check, "impossible-check"},
  }));
  CAPTURE(row.variant, row.fen);
  std::string tags = "[SetUp \"1\"]\n[FEN \"" + row.fen + "\"]\n";
  if (!row.variant.empty()) tags = "[Variant \"" + row.variant + "\"]\n" + tags;
  CHECK(check_game(tags + "\n*\n").ids_of("setup") == row.ids);
}

}  // namespace
}  // namespace arbiter::testing
