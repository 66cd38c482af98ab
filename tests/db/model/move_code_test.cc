#include "db/model/move_code.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <vector>

#include "lib/chess/legal_moves.h"
#include "lib/chess/position_key.h"
#include "lib/notation/fen.h"
#include "lib/notation/uci.h"
#include "tests/chess/random_positions.h"
#include "tests/judge/judged_setup.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;
namespace {

// Returns an allocation of exactly the packed size, so that sanitizers detect every read past the
// end.
std::vector<std::uint8_t> packed(const std::vector<Move>& moves) {
  std::string bytes = "before";
  pack_moves(moves, bytes);
  std::vector<std::uint8_t> exact(bytes.begin() + 6, bytes.end());
  exact.shrink_to_fit();
  return exact;
}

struct Line {
  Position first;
  std::vector<Move> moves;
};

Line random_line(const std::string& fen, int plies, Random& random) {
  Line line{Position(judge::setup_of(fen)), {}};
  Position position = line.first;
  for (int ply = 0; ply < plies; ++ply) {
    const MoveList moves = legal_moves(position);
    if (moves.is_empty()) break;
    line.moves.push_back(
        moves[static_cast<std::size_t>(random_below(random, static_cast<int>(moves.size())))]);
    position.play(line.moves.back());
  }
  return line;
}

// Lines that lead to castling, promotions and en passant.
std::vector<Line> random_lines(int of_each) {
  Random random(11);
  std::vector<Line> lines;
  for (int i = 0; i < of_each; ++i) {
    for (const std::string& fen :
         {std::string("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
          random_chess960_start(random), random_placement(random),
          std::string("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
          std::string("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1")}) {
      lines.push_back(random_line(fen, 1 + random_below(random, 120), random));
    }
  }
  return lines;
}

}  // namespace

TEST_CASE("moves have the bytes of the format", "[move_code]") {
  // Computed by hand: e2 12, e4 28, e7 52, e5 36; 12 + 64 * 28 = 0x70c, 52 + 64 * 36 = 0x934.
  const Move e4 = Move::normal(Square::E2, Square::E4);
  const Move e5 = Move::normal(Square::E7, Square::E5);
  using Bytes = std::vector<std::uint8_t>;
  CHECK(packed({}) == Bytes{});
  CHECK(packed({e4}) == Bytes{0x0c, 0x07});
  CHECK(packed({e4, e5}) == Bytes{0x0c, 0x47, 0x93});
  CHECK(packed({e4, e5, e4}) == Bytes{0x0c, 0x47, 0x93, 0x0c, 0x07});
  CHECK(code_of(Move::castling(Square::E1, Square::H1)) == (4 | 7 << 6));
  CHECK(code_of(Move::en_passant(Square::E5, Square::D6)) == (36 | 43 << 6));
  // a7-b8: the file of b8 (1), and the new piece instead of the rank.
  CHECK(code_of(Move::promotion(Square::A7, Square::B8, Role::Knight)) == (48 | (1 + 8 * 1) << 6));
  CHECK(code_of(Move::promotion(Square::A7, Square::B8, Role::Queen)) == (48 | (1 + 8 * 4) << 6));
  CHECK(code_of(Move::promotion(Square::A2, Square::A1, Role::Rook)) == (8 | 8 * 3 << 6));
}

TEST_CASE("a code means the legal move that has it, and other codes mean nothing", "[move_code]") {
  visit_random_games(2, 40, [](const Position& position, const judge::JudgeBoard&) {
    std::map<std::uint16_t, Move> legal;
    for (const Move move : legal_moves(position)) legal.emplace(code_of(move), move);
    REQUIRE(legal.size() == legal_moves(position).size());
    for (unsigned code = 0; code < 0x1100; ++code) {
      const auto found = legal.find(static_cast<std::uint16_t>(code));
      const auto move = move_of(static_cast<std::uint16_t>(code), position);
      if (move.has_value() == (found != legal.end()) && (!move || *move == found->second)) continue;
      CAPTURE(fen_of(position), code);
      FAIL("not the move");
    }
  });
}

TEST_CASE("packed moves are unpacked unchanged", "[move_code]") {
  std::vector<Move> moves;
  for (const Line& line : random_lines(40)) {
    const std::vector<std::uint8_t> bytes = packed(line.moves);
    CAPTURE(fen_of(line.first), line.moves.size());
    REQUIRE(bytes.size() == (line.moves.size() * 3 + 1) / 2);
    REQUIRE(packed_moves(bytes.size()) == line.moves.size());
    REQUIRE(unpack_moves(bytes, line.first, moves));
    REQUIRE(moves == line.moves);
  }
}

TEST_CASE("the light board agrees with the real one", "[move_code]") {
  for (const Line& line : random_lines(40)) {
    const std::vector<std::uint8_t> bytes = packed(line.moves);
    MoveUnpacker unpacker(bytes, line.first.board());
    Position position = line.first;
    for (const Move move : line.moves) {
      const Board before = position.board();
      position.play(move);
      REQUIRE(unpacker.next());
      CAPTURE(fen_of(position), to_string(move.from()), to_string(move.to()));
      REQUIRE(unpacker.move() == move);
      REQUIRE(unpacker.piece() == before.code_at(move.from()));
      const int taken = before.occupied().count() - position.board().occupied().count();
      REQUIRE((unpacker.captured() != Board::kEmpty) == (taken == 1));
      if (taken == 1) {
        const Piece captured = Piece::from_code(unpacker.captured());
        const auto count = [&](const Board& board) {
          return board.of(captured.color(), captured.role()).count();
        };
        REQUIRE(count(position.board()) == count(before) - 1);
      }
      for (int square = 0; square < kSquareCount; ++square) {
        REQUIRE(unpacker.code_at(square_at(square)) == position.board().code_at(square_at(square)));
      }
    }
    REQUIRE(unpacker.ply() == line.moves.size());
    REQUIRE_FALSE(unpacker.next());
  }
}

TEST_CASE("damaged bytes are decoded to legal moves or none", "[move_code]") {
  Random random(12);
  std::vector<Move> moves;
  for (const Line& line : random_lines(60)) {
    std::vector<std::uint8_t> bytes = packed(line.moves);
    for (int damage = random_below(random, 3); damage >= 0; --damage) {
      if (!bytes.empty() && random_below(random, 2) == 0) {
        bytes[static_cast<std::size_t>(random_below(random, static_cast<int>(bytes.size())))] =
            static_cast<std::uint8_t>(random_below(random, 256));
      } else {
        bytes.resize(static_cast<std::size_t>(random_below(random, 200)));
      }
    }
    bytes.shrink_to_fit();
    const bool is_whole = unpack_moves(bytes, line.first, moves);
    Position position = line.first;
    for (const Move move : moves) {
      REQUIRE(is_legal(position, move));
      position.play(move);
    }
    if (is_whole) REQUIRE(packed(moves) == bytes);
    MoveUnpacker unpacker(bytes, line.first.board());
    while (unpacker.next()) REQUIRE(unpacker.ply() <= bytes.size());
  }
}

TEST_CASE("bytes that do not contain whole moves are damaged", "[move_code]") {
  std::vector<Move> moves;
  using Bytes = std::vector<std::uint8_t>;
  CHECK_FALSE(unpack_moves(Bytes{0x0c}, Position(), moves));
  CHECK_FALSE(unpack_moves(Bytes{0x0c, 0x17}, Position(), moves));
  CHECK_FALSE(unpack_moves(Bytes{0x0c, 0x47, 0x93, 0x00}, Position(), moves));
  CHECK(moves.size() == 2);
  CHECK(unpack_moves(Bytes{0x0c, 0x47, 0x93}, Position(), moves));
}

TEST_CASE("the hash differs for different lines and lengths", "[move_code]") {
  std::map<std::uint64_t, std::string> seen;
  for (const Line& line : random_lines(40)) {
    MovesHash hash(line.first.key());
    Position position = line.first;
    std::string played = fen_of(position);
    const auto note = [&] {
      const auto [entry, is_new] = seen.emplace(hash.value(), played);
      REQUIRE((is_new || entry->second == played));
    };
    note();
    for (const Move move : line.moves) {
      hash.add(code_of(move));
      played += " " + uci_of(move, position);
      position.play(move);
      note();
    }
  }
  CHECK(seen.size() > 5000);
}
