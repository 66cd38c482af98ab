// Tests games that continue after illegal moves (Laws A.5.2).
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

#include "tests/support/namespaces.h"
#include "tests/validate/games_checked.h"

namespace arbiter::testing {
namespace {

CheckedGame followed(const std::string& text) {
  ValidatorOptions options;
  options.illegal_moves = IllegalMoves::Follow;
  return check_game(text, options);
}

std::string legality_of(const std::string& text) { return followed(text).ids_of("legality"); }

TEST_CASE("no king is captured, in any spelling of the move", "[illegal_record]") {
  // Black's king is in check with White to move.
  const std::string before = "1. e4 f5 2. Qh5+ a6 3. ";
  const std::string move = GENERATE("Qe8", "Qxe8", "qe8", "Qh5e8", "h5e8", "Qh5-e8", "Qe8#",
                                    "Qe8=N", "3Qxe8", "h5-e8 {x} (3. Qe8)");
  CAPTURE(move);
  CHECK(legality_of(before + move + " Kf7 *") == "illegal-move-in-record king-capture");
}

TEST_CASE("a position in which a king could be captured is not analysed", "[illegal_record]") {
  const std::string before = "1. e4 f5 2. Qh5+ a6 ";
  const std::string moves = GENERATE("3. Nh3 g6 *", "3. 000 *", "3. O-O *", "3. -- *", "3. Nh7 *",
                                     "3. e8=Q *", "3. Nf3=Q *", "(2... g6) 3. Qe8 *",
                                     "(2... g6 3. Qe8) 3. Qd1 (3. Qe8) (3. Nh7) *", "*", "3. ch *");
  CAPTURE(moves);
  CHECK_THAT(legality_of(before + moves), Catch::Matchers::StartsWith("illegal-move-in-record"));
}

// Returns any move in any spelling, mostly illegal.
std::string random_word(std::mt19937& chance) {
  const auto below = [&](std::size_t limit) { return chance() % limit; };
  const auto square = [&] { return std::string{"abcdefgh"[below(8)], "12345678"[below(8)]}; };
  switch (below(12)) {
    case 0:
      return square() + square();
    case 1:
      return square() + "-" + square();
    case 2:
      return std::string{"KQRBN"[below(5)], "abcdefgh"[below(8)]} + square();
    case 3:
      return square() + "=" + "QRBNK"[below(5)];
    case 4:
      return std::vector<std::string>{"O-O", "0-0-0", "000", "--", "(", ")", "ch"}[below(7)];
    case 5:
      return std::string{"kqrbn"[below(5)]} + square();
    case 6:
      return square();
    default:
      return std::string{"KQRBN"[below(5)]} + (below(2) == 0 ? "x" : "") + square();
  }
}

TEST_CASE("games of random moves are followed to their ends", "[illegal_record]") {
  std::mt19937 chance(7);
  int captures = 0;
  for (int game = 0; game < 4000; ++game) {
    std::string moves = game % 2 == 0
                            ? "[Event \"e\"]\n\n1. e4 "
                            : "[FEN \"4k3/8/3q4/2N2b2/8/3Q1r2/8/4K2R w K - 0 1\"]\n\n1. Kd1 ";
    for (int word = 0; word < 40; ++word) moves += random_word(chance) + ' ';
    const CheckedGame checked = followed(moves + "*");
    captures += checked.message_of("king-capture").empty() ? 0 : 1;
  }
  CHECK(captures > 10);
}

}  // namespace
}  // namespace arbiter::testing
