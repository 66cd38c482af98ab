#include "lib/chess/legal_moves.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "lib/chess/setup.h"
#include "tests/chess/random_positions.h"
#include "tests/judge/judged_setup.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using judge::JudgeBoard;
using judge::position_of;

std::vector<std::uint16_t> bits_of(const MoveList& moves) {
  std::vector<std::uint16_t> bits;
  for (const Move move : moves) bits.push_back(move.bits());
  std::sort(bits.begin(), bits.end());
  return bits;
}

std::vector<std::uint16_t> bits_of(const JudgeBoard& judged) {
  std::vector<std::uint16_t> bits;
  for (const judge::JudgeMove& move : judged.legal_moves()) {
    bits.push_back(judge::move_of(move, judged).bits());
  }
  std::sort(bits.begin(), bits.end());
  return bits;
}

bool has_uci(const Position& position, const std::string& text) {
  const MoveList moves = legal_moves(position);
  return std::any_of(moves.begin(), moves.end(),
                     [&](Move move) { return judge::uci_of(move) == text; });
}

TEST_CASE("legal moves are those of the judge", "[legal_moves]") {
  testing::visit_random_games(150, 120, [](const Position& position, const JudgeBoard& judged) {
    CAPTURE(judged.fen());
    const MoveList moves = legal_moves(position);
    REQUIRE(bits_of(moves) == bits_of(judged));
    REQUIRE(count_legal_moves(position) == moves.size());
    REQUIRE(has_legal_move(position) == !moves.is_empty());
    REQUIRE(is_checkmate(position) == (judged.is_check() && moves.is_empty()));
    REQUIRE(is_stalemate(position) == (!judged.is_check() && moves.is_empty()));
  });
}

TEST_CASE("the moves from each square together are all moves", "[legal_moves]") {
  testing::visit_random_games(10, 100, [](const Position& position, const JudgeBoard& judged) {
    CAPTURE(judged.fen());
    std::vector<std::uint16_t> together;
    for (const Square from : kAllSquares) {
      for (const Move move : legal_moves_from(position, from)) {
        REQUIRE(move.from() == from);
        together.push_back(move.bits());
      }
    }
    std::sort(together.begin(), together.end());
    REQUIRE(together == bits_of(legal_moves(position)));
  });
}

TEST_CASE("of all 16-bit numbers exactly the legal moves are legal", "[legal_moves]") {
  const std::string fen = GENERATE(
      as<std::string>{}, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
      "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", "7k/8/8/3pP3/8/8/8/B6K w - d6 0 1",
      "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
      "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
  const Position position = position_of(fen);
  std::vector<std::uint16_t> legal;
  for (int bits = 0; bits < 65536; ++bits) {
    const auto number = static_cast<std::uint16_t>(bits);
    if (is_legal(position, Move::from_bits(number))) legal.push_back(number);
  }
  CAPTURE(fen);
  REQUIRE(legal == bits_of(legal_moves(position)));
}

TEST_CASE("a pseudo-legal move is legal if it leaves the king safe", "[legal_moves]") {
  testing::visit_random_games(20, 100, [](const Position& position, const JudgeBoard& judged) {
    CAPTURE(judged.fen());
    const Bitboard own = position.board().of(position.turn());
    const std::vector<std::uint16_t> legal = bits_of(legal_moves(position));
    for (const Square from : own & ~position.board().of(Role::Pawn)) {
      const Role role = position.board().at(from)->role();
      for (const Square to : attacks_of(role, from, position.board().occupied()) & ~own) {
        const Move move = Move::normal(from, to);
        const bool is_listed = std::binary_search(legal.begin(), legal.end(), move.bits());
        REQUIRE(position.leaves_king_safe(move) == is_listed);
      }
    }
    for (const Square from : own) {
      const Square king = position.king(position.turn());
      const Bitboard without = position.board().occupied() & ~Bitboard(from);
      const bool is_safe = from != king && !position.is_check() &&
                           position.attackers(king, other(position.turn()), without).is_empty();
      REQUIRE(position.cannot_expose_king(position.turn(), from) == is_safe);
    }
    for (const std::uint16_t bits : legal)
      REQUIRE(position.leaves_king_safe(Move::from_bits(bits)));
  });
}

TEST_CASE("castling follows the Laws, in Chess960 too", "[legal_moves]") {
  const auto [fen, castling, is_allowed] = GENERATE(table<std::string, std::string, bool>({
      {"1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1a1", true},   // only b1 is attacked
      {"r3k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1a1", true},    // only the rook is attacked
      {"3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1a1", false},   // through check
      {"2r1k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1a1", false},  // into check
      {"4k3/8/8/8/8/8/4r3/R3K3 w Q - 0 1", "e1a1", false},  // castling out of check
      {"4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", false},
      {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", true},
      {"4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "e1a1", false},  // b1 blocks the rook
      {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "e1a1", false},   // no castling right
      {"4k3/8/8/8/8/8/8/rR1K4 w B - 0 1", "d1b1", false},  // the rook was shielding the king
      {"4k3/8/8/8/8/8/8/rR2K3 w B - 0 1", "e1b1", false},
      {"4k3/8/8/8/8/8/8/qRK5 w B - 0 1", "c1b1", false},
      {"4k3/8/8/8/8/8/8/1R1K4 w B - 0 1", "d1b1", true},
      {"4k3/8/8/8/8/8/8/1RK5 w B - 0 1", "c1b1", true},  // the king does not move
      {"4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", true},   // the king does not move
      {"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", true},  // king and rook swap squares
      {"4k3/8/8/8/8/8/8/1KR5 w C - 0 1", "b1c1", true},  // the king moves far past the rook
      {"4k3/8/8/8/8/8/8/1KR1N3 w C - 0 1", "b1c1", false},
      {"4k3/8/8/8/8/5r2/8/1KR5 w C - 0 1", "b1c1", false},
      {"4k3/8/8/8/8/1r6/8/R2K4 w A - 0 1", "d1a1", true},
      {"1rk5/8/8/8/8/8/8/1RK5 b b - 0 1", "c8b8", true},
      {"Qr1k4/8/8/8/8/8/8/4K3 b b - 0 1", "d8b8", false},
  }));
  CAPTURE(fen);
  REQUIRE(has_uci(position_of(fen), castling) == is_allowed);
}

TEST_CASE("castling can be the only legal move in Chess960", "[legal_moves]") {
  const Position position = position_of("k7/8/8/8/8/3n3p/4p2P/6KR w H - 0 1");
  const MoveList moves = legal_moves(position);
  REQUIRE(moves.size() == 1);
  REQUIRE(moves[0] == Move::castling(Square::G1, Square::H1));
  REQUIRE(has_legal_move(position));
}

TEST_CASE("pinned pieces and en passant follow the Laws", "[legal_moves]") {
  const auto [fen, move, is_allowed] = GENERATE(table<std::string, std::string, bool>({
      {"8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "e5d6", false},
      {"8/8/8/8/k2Pp2R/8/8/3K4 b - d3 0 1", "e4d3", false},
      {"8/8/8/2k5/3Pp3/8/8/4K2B b - d3 0 1", "e4d3", true},
      {"4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", false},
      {"7k/8/8/3pP3/8/8/8/B6K w - d6 0 1", "e5d6", true},
      {"8/8/8/3k4/3pP3/8/8/4K3 b - e3 0 1", "d4e3", true},
      {"4k3/8/8/8/1b6/8/3N1N2/4K3 w - - 0 1", "f2e4", true},
      {"4k3/8/8/8/1b6/8/3N1N2/4K3 w - - 0 1", "d2e4", false},
      {"4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "c3e2", false},
      {"4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1", "e2e7", true},  // along the pin, up to the end
      {"4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1", "e2d2", false},
      {"4k3/8/8/8/7b/8/5P2/4K3 w - - 0 1", "f2f3", false},
      {"4k3/8/8/8/8/6b1/5P2/4K3 w - - 0 1", "f2g3", true},
      {"4r2k/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", true},
      {"8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8n", true},
      {"8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8", false},
  }));
  CAPTURE(fen);
  REQUIRE(has_uci(position_of(fen), move) == is_allowed);
}

TEST_CASE("a pinned pawn's capture of an empty square is not legal", "[legal_moves]") {
  const auto [fen, has_move] = GENERATE(table<std::string, bool>({
      {"8/1b6/3b4/8/8/8/5kP1/7K w - - 0 1", false},
      {"8/8/3b4/8/8/8/5kP1/7K w - - 0 1", true},
      {"7k/5Kp1/8/8/8/3B4/1B6/8 b - - 0 1", false},
      {"7k/5Kp1/8/8/8/3B4/8/8 b - - 0 1", true},
  }));
  CAPTURE(fen);
  CHECK(has_legal_move(position_of(fen)) == has_move);
  CHECK(legal_moves(position_of(fen)).is_empty() != has_move);
}

TEST_CASE("no position has more moves than a list holds", "[legal_moves]") {
  // Verifies the bound of MoveList by trying all divisions of the board.
  int bound = 0;
  for (int knights = 0; knights <= 64; ++knights) {
    for (int others = 0; knights + others <= 64; ++others) {
      const int free = 64 - knights - others;
      bound =
          std::max(bound, std::min(8 * knights, 8 * free) + std::min(27 * others, 8 * free + 72));
    }
  }
  REQUIRE(bound + 2 <= static_cast<int>(MoveList::kCapacity));
  const auto [fen, moves] = GENERATE(table<std::string, std::size_t>({
      {"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 218},
      {"kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1", 270},
  }));
  REQUIRE(legal_moves(position_of(fen)).size() == moves);
  REQUIRE(count_legal_moves(position_of(fen)) == moves);
}

TEST_CASE("positions with ever more moves stay within the list", "[legal_moves]") {
  const Piece men[] = {Piece(Color::White, Role::Queen),  Piece(Color::White, Role::Queen),
                       Piece(Color::White, Role::Knight), Piece(Color::White, Role::Pawn),
                       Piece(Color::Black, Role::Bishop), Piece(Color::Black, Role::Pawn)};
  testing::Random random(3);
  Setup best = judge::setup_of("k7/8/8/8/8/8/8/7K w - - 0 1");
  std::size_t most = count_legal_moves(Position(best));
  for (int round = 0; round < 200000; ++round) {
    Setup next = best;
    for (int changes = testing::random_below(random, 3); changes >= 0; --changes) {
      const Square square = square_at(testing::random_below(random, kSquareCount));
      if (next.board.of(Role::King).contains(square)) continue;
      next.board.clear(square);
      const int man = testing::random_below(random, 12);
      if (man < 6) next.board.put(square, men[man]);
    }
    if (!is_playable(next)) continue;
    const Position position(next);
    const std::size_t count = count_legal_moves(position);
    if (count < most) continue;
    best = next;
    most = count;
    REQUIRE(legal_moves(position).size() == count);
  }
  CAPTURE(most);
  REQUIRE(most > 250);
  REQUIRE(most <= MoveList::kCapacity);
}

}  // namespace
}  // namespace arbiter::testing
