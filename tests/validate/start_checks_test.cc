#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "lib/chess/setup.h"
#include "lib/notation/fen.h"
#include "lib/validate/start_position.h"
#include "tests/laws/test_game.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using testing::play_out;
using testing::sans_of;

TEST_CASE("altered initial positions are all different, playable and have all pieces",
          "[start_checks]") {
  std::set<std::string> fens;
  for (const AlteredStart& start : altered_starts()) {
    const std::string fen = fen_of(start.setup);
    CAPTURE(fen);
    CHECK(is_playable(start.setup));
    CHECK(start.setup != initial_setup());
    CHECK(start.setup.board.occupied().count() == 32);
    CHECK(start.black_begins == (start.setup.turn == Color::Black));
    CHECK(start.exchanged.empty() == (start.setup.board == initial_setup().board));
    fens.insert(fen);
  }
  // Either side is to move. Each side has one, both or neither of two transpositions. One
  // combination is the standard initial position.
  CHECK(fens.size() == 2 * 4 * 4 - 1);
  CHECK(altered_starts().size() == fens.size());
}

struct Case {
  std::string moves;
  std::size_t legal;  // number of legal moves from the standard initial position
  bool black_begins;
  std::string exchanged;
};

TEST_CASE("a game with an altered initial position is recognized by its moves", "[start_checks]") {
  const Case game = GENERATE(values<Case>({
      {"e5 e4 Nf6 Nf3 Nxe4 d3 Nf6 Nxe5 d6 Nf3", 0, true, ""},
      {"f4 d5 Qf2 Nf6 Qh4 Nc6 Nf3 g6 e3 Bg7 Be2 Bf5 d3", 2, false,
       "king and queen swapped on both sides"},
      // With 1... Qd7 from d8, only White's pieces can have been exchanged.
      {"f4 d5 Qf2 Qd6 Qh4 Qc6 Nf3 g6 e3 Bg7 Be2 Bf5 d3", 2, false,
       "king and queen swapped on White's side"},
      {"Nd3 Nd6 Bf3 Bf6 Ne5 Ne4 Bg3 Bg6 d4 d5", 0, false, ""},
      {"Nd3 Nd6 e4 e5 Nxe5 Nxe4 Nd3 Nd6 f3 f6", 0, false,
       "knights and bishops swapped on both sides"},
  }));
  CAPTURE(game.moves);
  const auto start = altered_start(sans_of(game.moves), game.legal);
  if (!game.black_begins && game.exchanged.empty()) {
    CHECK_FALSE(start.has_value());
    return;
  }
  REQUIRE(start.has_value());
  CHECK(start->black_begins == game.black_begins);
  CHECK(start->exchanged == game.exchanged);
  CHECK(play_out(fen_of(start->setup), game.moves).moves.size() == sans_of(game.moves).size());
}

TEST_CASE("little evidence, or a game that breaks off again, decides nothing", "[start_checks]") {
  const std::string moves =
      GENERATE(as<std::string>{}, "e5 e4 Nf6 Nf3 Nxe4 d3 Nf6",
               "e5 e4 Nf6 Nf3 Nxe4 d3 Nf6 Nxe5 d6 Nf3 Ra1", "Nf4 e5 d4 d5 e4 c5 c4 b5 b4 a5");
  CAPTURE(moves);
  CHECK_FALSE(altered_start(sans_of(moves), 0).has_value());
}

TEST_CASE("after ten moves by both a game with reversed colours continues", "[start_checks]") {
  const AlteredStart black_first{.setup = initial_setup(), .black_begins = true, .exchanged = ""};
  const std::string command = " (`arbiter adjudicate --event black-began`)";
  CHECK(verdict_on(black_first, 19).help ==
        "after only 9 moves by each player, the game is discontinued, and a new one is played with "
        "the correct colours" +
            command);
  CHECK(verdict_on(black_first, 20).help ==
        "after 10 moves by each player, the game continues" + command);
  CHECK(verdict_on(black_first, 20).code == DiagnosticCode::BlackBegan);
}

}  // namespace
}  // namespace arbiter::testing
