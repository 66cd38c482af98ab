// Positions of random games, each also as the judge's board.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "lib/chess/position.h"
#include "tests/judge/judge_board.h"
#include "tests/judge/judged_setup.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Returns initial positions from which games soon contain all kinds of moves.
inline const std::vector<std::string>& rich_starts() {
  static const std::vector<std::string> starts = {
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
      "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
      "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
      "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
      "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
      "qrbnkrbn/pppppppp/8/8/8/8/PPPPPPPP/QRBNKRBN w KQkq - 0 1",
      "rkr5/8/8/8/8/8/8/RKR5 w KQkq - 0 1",
      "7k/8/1N1N1N2/8/1N3N2/8/3N4/K7 w - - 0 1",
      "7k/6p1/QQQ5/8/QQQ5/8/QQQ5/7K w - - 0 1",
      "7k/1R1R4/8/1R1R4/b7/8/4R3/K7 w - - 0 1",
  };
  return starts;
}

// Calls `visit(judge board, Position)` for every position of `games` games from each initial
// position, of at most 120 half-moves. The games are always the same.
template <class Visit>
void for_positions_of_random_games(int games, Visit visit) {
  std::mt19937_64 random(20261121);
  for (const std::string& start : rich_starts()) {
    for (int game = 0; game < games; ++game) {
      judge::JudgeBoard board = *judge::JudgeBoard::from_fen(start);
      for (int ply = 0; ply < 120; ++ply) {
        visit(board, judge::position_of(board.fen()));
        const auto moves = board.legal_moves();
        if (moves.empty()) break;
        board = board.after(moves[random() % moves.size()]);
      }
    }
  }
}

}  // namespace arbiter::testing
