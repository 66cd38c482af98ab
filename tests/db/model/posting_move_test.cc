#include <catch2/catch.hpp>
#include <cstdint>
#include <set>
#include <utility>

#include "db/model/posting.h"
#include "lib/chess/attacks.h"
#include "lib/chess/legal_moves.h"
#include "tests/chess/random_positions.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

TEST_CASE("every legal move is decoded from its twelve bits", "[posting]") {
  testing::visit_random_games(8, 120, [](const Position& position, const auto&) {
    for (const Move move : legal_moves(position)) {
      const unsigned number = posting_move(move.bits());
      const bool comes_back = number > 0 && number < 4096 && move_of_posting(number) == move.bits();
      if (!comes_back) FAIL(move.bits());
    }
  });
}

TEST_CASE("no move is number 0", "[posting]") {
  REQUIRE(posting_move(0) == 0);
  REQUIRE(move_of_posting(0) == 0);
}

TEST_CASE("no two moves have the same number", "[posting]") {
  std::set<std::uint16_t> moves;
  for (unsigned number = 0; number < 4096; ++number) {
    const auto move = move_of_posting(number);
    if (!move) continue;
    CAPTURE(number, *move);
    REQUIRE(posting_move(*move) == number);
    REQUIRE(moves.insert(*move).second);
  }
  // 64 queens have 1456 moves, and 64 knights 336. The others are 44 promotions to four pieces
  // each, 28 en passant captures, 56 castlings of each colour, and no move.
  REQUIRE(moves.size() == 1456 + 336 + 4 * 44 + 28 + 2 * 56 + 1);
}

// The numbers are stored in files, by the rules of the README. The moves of queens and knights are
// compared with the attack tables.
TEST_CASE("promotions, en passant and castling use the free numbers", "[posting]") {
  std::set<unsigned> plain;
  std::set<std::uint16_t> rare;
  for (int from_index = 0; from_index < 64; ++from_index) {
    const Square from = square_at(from_index);
    for (int to_index = 0; to_index < 64; ++to_index) {
      const Square to = square_at(to_index);
      const bool is_step = king_attacks(from).contains(to);
      const auto ranks = std::pair(rank_of(from), rank_of(to));
      const bool is_aside = is_step && file_of(from) != file_of(to);
      if (attacks_on_empty_board(Role::Queen, from).contains(to) ||
          knight_attacks(from).contains(to)) {
        plain.insert(Move::normal(from, to).bits());
      }
      if (is_step && (ranks == std::pair(Rank::Seven, Rank::Eight) ||
                      ranks == std::pair(Rank::Two, Rank::One))) {
        for (const Role role : {Role::Knight, Role::Bishop, Role::Rook, Role::Queen}) {
          rare.insert(Move::promotion(from, to, role).bits());
        }
      }
      if (is_aside && (ranks == std::pair(Rank::Five, Rank::Six) ||
                       ranks == std::pair(Rank::Four, Rank::Three))) {
        rare.insert(Move::en_passant(from, to).bits());
      }
      if (from != to && ranks.first == ranks.second &&
          (ranks.first == Rank::One || ranks.first == Rank::Eight)) {
        rare.insert(Move::castling(from, to).bits());
      }
    }
  }
  for (const unsigned move : plain) REQUIRE(posting_move(static_cast<std::uint16_t>(move)) == move);
  unsigned number = 0;
  for (const std::uint16_t move : rare) {
    do ++number;
    while (plain.contains(number));
    CAPTURE(move);
    REQUIRE(posting_move(move) == number);
  }
}

}  // namespace
}  // namespace arbiter::testing
