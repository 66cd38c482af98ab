#include <catch2/catch.hpp>
#include <string>

#include "lib/notation/fen.h"
#include "tests/support/namespaces.h"
#include "tools/cli/options/filter_options.h"

using namespace arbiter::testing;

namespace {

struct Case {
  PositionOptions options;
  std::string fen;
};

struct Refused {
  PositionOptions options;
  std::string part;
};

}  // namespace

TEST_CASE("options specify a position", "[position]") {
  const auto [options, fen] = GENERATE(values<Case>({
      {{}, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
      {{.moves = "e4 c5 Nf3"}, "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"},
      {{.moves = " 1. e4 c5 2.Ng1f3 "},
       "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"},
      {{.moves = "e2e4 c7c5 g1f3"},
       "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"},
      {{.fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"}, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"},
      {{.fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", .moves = "1. e4 Ke7 2... Kd1"},
       "8/4k3/8/8/4P3/8/8/3K4 b - - 2 2"},
  }));
  CAPTURE(options.fen, options.moves);
  const auto query = read_position(options);
  if (!query) FAIL(query.error());
  CHECK(fen_of(query->position()) == fen);
  CHECK(query->rights() == Rights::Exact);
}

TEST_CASE("options that specify no position are rejected with the reason", "[position]") {
  const auto [options, part] = GENERATE(values<Refused>({
      {{.fen = "nonsense"}, "--fen: "},
      {{.fen = "4k3/8/8/8/8/8/8/8 w - - 0 1"}, "--fen: "},
      {{.moves = "e4 e4"}, "--moves: e4 cannot be played after 1 half-move: "},
      {{.moves = "e4 e5 Ke3"}, "after 2 half-moves: the king"},
      {{.moves = "e4 e5 and so on"}, "and cannot be played after 2 half-moves: it is not a move"},
      {{.moves = "e4 --"}, "it is not a move"},
  }));
  CAPTURE(options.fen, options.moves);
  const auto query = read_position(options);
  REQUIRE_FALSE(query);
  CAPTURE(query.error());
  CHECK(query.error().find(part) != std::string::npos);
}
