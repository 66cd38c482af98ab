#include "lib/chess/position.h"

#include <catch2/catch.hpp>
#include <string>
#include <unordered_map>
#include <vector>

#include "tests/chess/random_positions.h"
#include "tests/judge/judged_setup.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using judge::JudgeBoard;
using judge::position_of;

Position played(const std::string& fen, const std::vector<std::string>& uci_moves) {
  JudgeBoard judged = *JudgeBoard::from_fen(fen);
  Position position(judge::setup_of(judged));
  for (const std::string& text : uci_moves) {
    bool is_found = false;
    for (const judge::JudgeMove& move : judged.legal_moves()) {
      if (judged.uci(move, judge::CastlingText::KingGoes) != text) continue;
      position.play(judge::move_of(move, judged));
      judged = judged.after(move);
      is_found = true;
      break;
    }
    CAPTURE(text);
    REQUIRE(is_found);
  }
  return position;
}

std::uint64_t number_of(PositionKey key) { return static_cast<std::uint64_t>(key); }

TEST_CASE("keys match those published for Polyglot's book format", "[position]") {
  struct Example {
    std::vector<std::string> moves;
    std::uint64_t key;
  };
  const Example example = GENERATE(values<Example>({
      {{}, 0x463b96181691fc9c},
      {{"e2e4"}, 0x823c9b50fd114196},
      {{"e2e4", "d7d5"}, 0x0756b94461c50fb0},
      {{"e2e4", "d7d5", "e4e5"}, 0x662fafb965db29d4},
      {{"e2e4", "d7d5", "e4e5", "f7f5"}, 0x22a48b5a8e47ff78},
      {{"e2e4", "d7d5", "e4e5", "f7f5", "e1e2"}, 0x652a607ca3f242c1},
      {{"e2e4", "d7d5", "e4e5", "f7f5", "e1e2", "e8f7"}, 0x00fdd303c946bdd9},
      {{"a2a4", "b7b5", "h2h4", "b5b4", "c2c4"}, 0x3c8123ea7b067637},
      {{"a2a4", "b7b5", "h2h4", "b5b4", "c2c4", "b4c3", "a1a3"}, 0x5c3f9b829b279560},
  }));
  const Position position = played(JudgeBoard::start().fen(), example.moves);
  REQUIRE(number_of(position.key()) == example.key);
}

TEST_CASE("a played position equals one that is set up", "[position]") {
  testing::visit_random_games(60, 120, [](const Position& position, const JudgeBoard& judged) {
    CAPTURE(judged.fen());
    const Position rebuilt(judge::setup_of(judged));
    REQUIRE(position == rebuilt);
    REQUIRE(position.setup() == rebuilt.setup());
    REQUIRE(position.key() == rebuilt.key());
    REQUIRE(position.key() == Position(position.setup()).key());
    REQUIRE(position.checkers() == rebuilt.checkers());
    REQUIRE(position.halfmove_clock() == judged.halfmove_clock());
    REQUIRE(position.fullmove_number() == judged.fullmove_number());
  });
}

TEST_CASE("a position agrees with the judge about board, rights and checkers", "[position]") {
  testing::visit_random_games(40, 120, [](const Position& position, const JudgeBoard& judged) {
    CAPTURE(judged.fen());
    for (const Square square : kAllSquares) {
      const std::optional<Piece> piece = position.board().at(square);
      REQUIRE((piece ? letter_of(*piece) : ' ') == judged.at(index_of(square)));
    }
    Bitboard checkers;
    for (const int square : judged.checkers()) checkers |= square_at(square);
    REQUIRE(position.checkers() == checkers);
    const bool has_en_passant = judged.identity().back() != '-';
    REQUIRE(position.en_passant().has_value() == has_en_passant);
  });
}

// The judge's identity contains exactly what 9.2.3 compares. Equality and keys of positions must
// agree with it.
TEST_CASE("positions and keys are equal if the judge's identities are", "[position]") {
  std::unordered_map<std::string, Position> seen;
  std::unordered_map<std::uint64_t, std::string> identities;
  std::size_t repeated = 0;
  const auto visit = [&](const Position& position, const JudgeBoard& judged) {
    const std::string identity = judged.identity();
    CAPTURE(identity);
    const auto [at, is_new] = seen.emplace(identity, position);
    repeated += is_new ? 0 : 1;
    REQUIRE(position == at->second);
    REQUIRE(position.key() == at->second.key());
    REQUIRE(identities.emplace(number_of(position.key()), identity).first->second == identity);
  };
  testing::visit_random_games(20, 100, visit);
  testing::Random random(5);
  for (int game = 0; game < 20; ++game) {
    testing::visit_random_game("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 60, random, visit);
    testing::visit_random_game("4k3/3p4/8/2P5/5p2/8/4P3/4K3 w - - 0 1", 30, random, visit);
    testing::visit_random_game("8/2p5/8/KP5r/8/8/6k1/8 b - - 0 1", 20, random, visit);
  }
  REQUIRE(repeated > 100);
}

TEST_CASE("en passant is kept only if the capture is legal", "[position]") {
  const auto [fen, is_kept] = GENERATE(table<std::string, bool>({
      {"8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", false},  // both pawns leave the rank, exposing the king
      {"8/8/8/8/k2Pp2R/8/8/3K4 b - d3 0 1", false},  // the same for Black
      {"4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", false},  // pinned along the file
      {"8/8/8/2k5/3Pp3/8/8/4K2B b - d3 0 1", true},
      {"7k/8/8/3pP3/8/8/8/B6K w - d6 0 1", true},   // captures along the diagonal
      {"8/8/8/3k4/3pP3/8/8/4K3 b - e3 0 1", true},  // captures the checker
      {"5kbq/3Q2n1/6p1/r3PpKn/2n5/8/8/q7 w - f6 7 4", false},
      {"3k4/8/8/8/3pPp2/8/8/3RK3 b - e3 0 1", true},   // only the second pawn may capture
      {"3k4/8/8/8/3pPp2/8/8/4KR2 b - e3 0 1", true},   // either pawn may capture
      {"5k2/8/8/8/3pPp2/8/8/4KR2 b - e3 0 1", true},   // only the first pawn may capture
      {"4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", false},     // no piece to capture
      {"4k3/8/8/3pP3/8/8/8/4K3 w - d5 0 1", false},    // not the passed square
      {"4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", false},     // no pawn to capture
      {"4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", false},  // the pawn cannot have come from d7
  }));
  CAPTURE(fen);
  const Position position = position_of(fen);
  REQUIRE(position.en_passant().has_value() == is_kept);
  REQUIRE(position.setup().en_passant.has_value() == is_kept);
}

TEST_CASE("castling rights without king and rook in place are dropped", "[position]") {
  const auto [fen, rights] = GENERATE(table<std::string, int>({
      {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 0b1111},
      {"r3k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1", 0b1110},
      {"4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1", 0},
      {"n3k2R/8/8/8/8/8/8/4K3 w kq - 0 1", 0},
      {"4k3/8/8/8/8/8/8/1R1K4 w B - 0 1", 0b0010},
  }));
  CAPTURE(fen);
  REQUIRE(position_of(fen).castling().mask() == rights);
}

TEST_CASE("a castling right is lost with its king or rook, and does not return", "[position]") {
  const std::string both = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  REQUIRE(played(both, {"a1b1", "e8e7", "b1a1", "e7e8"}).castling().mask() == 0b0001);
  // The right of the rook on h8 is lost too.
  REQUIRE(played(both, {"h1h8"}).castling().mask() == 0b1010);
  REQUIRE(played(both, {"e1g1"}).castling().mask() == 0b1100);
  REQUIRE(played(both, {"e1g1"}).halfmove_clock() == 1);
}

TEST_CASE("a pass hands over the turn and clears en passant", "[position]") {
  Position position = position_of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 7");
  REQUIRE(position.en_passant() == Square::D6);
  position.pass();
  REQUIRE(position == position_of("4k3/8/8/3pP3/8/8/8/4K3 b - - 1 7"));
  REQUIRE(position.key() == position_of("4k3/8/8/3pP3/8/8/8/4K3 b - - 1 7").key());
  REQUIRE(position.halfmove_clock() == 1);
  REQUIRE(position.fullmove_number() == 7);
}

TEST_CASE("the default position is the initial position", "[position]") {
  REQUIRE(Position() == position_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
  REQUIRE(Position().setup() == initial_setup());
}

TEST_CASE("a position stays small enough for cheap copies", "[position]") {
  STATIC_REQUIRE(sizeof(Position) <= 184);
  STATIC_REQUIRE(std::is_trivially_copyable_v<Position>);
}

}  // namespace
}  // namespace arbiter::testing
