#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <vector>

#include "lib/chess/legal_moves.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "lib/notation/uci.h"
#include "tests/notation/random_games.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

std::string san_of_uci(const std::string& fen, const std::string& uci) {
  const Position position = *parse_position(fen);
  return san_of(*parse_uci(uci, position), position);
}

TEST_CASE("a move is written with as much of its origin as PGN requires", "[san]") {
  struct Case {
    std::string fen, uci, san;
  };
  const Case cases[] = {
      // The other knight is pinned.
      {"4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"},
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3", "Nf3"},
      {"2k5/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "e4e1", "Qee1"},
      {"2k5/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"},
      {"2k5/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h1e1", "Q1e1"},
      {"4k3/8/8/N3N3/8/N7/8/4K3 w - - 0 1", "e5c4", "Nec4"},
      {"4k3/8/8/N3N3/8/N7/8/4K3 w - - 0 1", "a5c4", "Na5c4"},
      {"4k3/8/8/N3N3/8/N7/8/4K3 w - - 0 1", "a3c4", "N3c4"},
      {"8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", "e8=Q"},
      {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"},
      {"2rkr3/2p1p3/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O#"},
      {"3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "exd8=Q+"},
      {"3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8n", "exd8=N"},
      {"4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1", "Rad1"},
      {"4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "h1d1", "Rhd1"},
      {"4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "e2d1", "Kd1"},
      // En passant along the pin line, and with a discovered check.
      {"7k/8/8/3pP3/8/8/8/B6K w - d6 0 1", "e5d6", "exd6+"},
      {"8/8/8/3k4/3pP3/8/8/4K3 b - e3 0 1", "d4e3", "dxe3"},
      {"k7/8/1K6/8/8/8/8/7R w - - 99 80", "h1h8", "Rh8#"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.fen, c.uci);
    CHECK(san_of_uci(c.fen, c.uci) == c.san);
  }
}

// Returns SAN by its definition, from the judge's list of all legal moves.
std::string judged_san(const judge::JudgeBoard& board, const judge::JudgeMove& move) {
  const char piece = board.at(move.from);
  const bool is_pawn = piece == 'P' || piece == 'p';
  std::string san;
  if (move.castling_rook) {
    san = *move.castling_rook > move.from ? "O-O" : "O-O-O";
  } else {
    const std::string from = judge::square_name(move.from);
    const bool captures = board.at(move.to) != ' ' || (is_pawn && move.from % 8 != move.to % 8);
    if (is_pawn) {
      if (captures) san = from.substr(0, 1);
    } else {
      san = static_cast<char>(piece & ~0x20);
      bool has_twin = false, on_file = false, on_rank = false;
      for (const judge::JudgeMove& twin : board.legal_moves()) {
        if (twin.castling_rook || twin.to != move.to || twin.from == move.from) continue;
        if (board.at(twin.from) != piece) continue;
        has_twin = true;
        on_file = on_file || twin.from % 8 == move.from % 8;
        on_rank = on_rank || twin.from / 8 == move.from / 8;
      }
      if (has_twin) san += !on_file ? from.substr(0, 1) : !on_rank ? from.substr(1, 1) : from;
    }
    if (captures) san += 'x';
    san += judge::square_name(move.to);
    if (move.promotion != ' ') san += std::string("=") + static_cast<char>(move.promotion & ~0x20);
  }
  const judge::JudgeBoard after = board.after(move);
  if (after.is_check()) san += after.legal_moves().empty() ? '#' : '+';
  return san;
}

TEST_CASE("SAN follows its definition, differs for different moves and can be read back", "[san]") {
  testing::for_positions_of_random_games(
      6, [](const judge::JudgeBoard& board, const Position& position) {
        CAPTURE(board.fen());
        std::set<std::string> texts;
        for (const judge::JudgeMove& judged : board.legal_moves()) {
          const Move move = judge::move_of(judged, board);
          const std::string san = san_of(move, position);
          CAPTURE(san);
          if (san != judged_san(board, judged)) REQUIRE(san == judged_san(board, judged));
          if (!texts.insert(san).second) FAIL("two moves are written alike");
          const auto parsed = parse_san(san);
          if (!parsed) FAIL("cannot be read");
          const SanResolution resolution = resolve(*parsed, position);
          if (resolution.status != SanStatus::Legal || resolution.move != move ||
              resolution.deviations.any()) {
            FAIL("is not resolved to the same move without deviations");
          }
        }
        if (texts.size() != legal_moves(position).size()) FAIL("the number of legal moves differs");
      });
}

}  // namespace
}  // namespace arbiter::testing
