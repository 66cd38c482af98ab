#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "lib/laws/illegality.h"
#include "tests/laws/test_game.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

struct Case {
  std::string played;
  std::string written;
  std::vector<std::string> near;
};

TEST_CASE("legal moves with similar spelling are found, the nearest first", "[near_moves]") {
  const auto wanted = GENERATE(values<Case>({
      {"", "Nf4", {"Nf3", "f4"}},
      {"", "e5", {"e3", "e4"}},
      {"", "Qd9", {}},
      {"e4 e5", "Nxf3", {"Nf3"}},
      {"e4 e5", "Ngf3", {"Nf3"}},
      {"e4 e5", "Qh6+", {"Qh5"}},
      {"e4 e5 Nf3 Nc6 Bc4", "0-0", {}},
      {"e4 e5 Nf3 Nc6 Bc4 Nf6", "O-0", {"O-O"}},
  }));
  CAPTURE(wanted.played, wanted.written);
  const testing::TestGame game = testing::play_out("startpos", wanted.played);
  std::vector<std::string> found;
  for (const NearMove& move : near_moves(wanted.written, game.last())) found.push_back(move.san);
  CHECK(found == wanted.near);
}

TEST_CASE("at most the requested number of moves is shown", "[near_moves]") {
  const testing::TestGame game = testing::play_out("startpos", "");
  CHECK(near_moves("e5", game.last(), 1).size() == 1);
  CHECK(near_moves("e5", game.last(), 0).empty());
}

TEST_CASE("a parsed move is written back as it was", "[near_moves]") {
  for (const std::string text : {"e4", "exd5", "e8=Q", "exd8=N+", "Nf3", "Nbd2", "N1d2", "Ng1f3",
                                 "Rxe8#", "Nbxd2+", "O-O", "O-O-O#"}) {
    CHECK(to_string(testing::sans_of(text)[0]) == text);
  }
}

}  // namespace
}  // namespace arbiter::testing
