#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "lib/pgn/reader.h"
#include "tests/pgn/games_read.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

TEST_CASE("a string of any size is read like padded text", "[reader]") {
  const std::string whole =
      "[Event \"A\"]\n[White \"Zürich\"]\n\n1. e4 {open} e5 (1... c5 $1) 2. Nf3 1-0\n\n"
      "[Event \"B\"]\n\n1. d4 d5 1/2-1/2\n";
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    CAPTURE(size);
    const std::string text = whole.substr(0, size);
    CollectingSink sink;
    std::vector<GameRead> games;
    GamesInText reader = read_games(text, sink);
    for (PgnGame game; reader.next(game);) games.push_back(copy_of(game));
    REQUIRE(games == read_in_one_piece(text).games);
  }
}

}  // namespace
}  // namespace arbiter::testing
