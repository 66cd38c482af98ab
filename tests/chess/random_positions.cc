#include "tests/chess/random_positions.h"

#include <algorithm>
#include <vector>

#include "lib/chess/setup.h"
#include "tests/judge/judged_setup.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

namespace {

const char* const kRichPositions[] = {
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "r3k1r1/1p4p1/8/8/8/8/1P4P1/R3K1R1 w GAga - 0 1",
    "q3k3/3p1p2/8/2P1P1P1/2p1p1p1/8/3P1P2/Q3K3 w - - 0 1",
};

std::string joined_ranks(const std::vector<std::string>& ranks) {
  std::string text;
  for (const std::string& rank : ranks) text += (text.empty() ? "" : "/") + rank;
  return text;
}

}  // namespace

int random_below(Random& random, int below) {
  return static_cast<int>(random() % static_cast<unsigned>(below));
}

std::string random_chess960_start(Random& random) {
  std::string row(8, ' ');
  const auto put_on_free = [&](int nth, char piece) {
    for (char& square : row) {
      if (square == ' ' && nth-- == 0) square = piece;
    }
  };
  row[static_cast<std::size_t>(2 * random_below(random, 4))] = 'b';
  row[static_cast<std::size_t>(2 * random_below(random, 4) + 1)] = 'b';
  put_on_free(random_below(random, 6), 'q');
  put_on_free(random_below(random, 5), 'n');
  put_on_free(random_below(random, 4), 'n');
  for (const char piece : {'r', 'k', 'r'}) put_on_free(0, piece);
  std::string white = row;
  for (char& piece : white) piece = static_cast<char>(piece - 'a' + 'A');
  return joined_ranks({row, "pppppppp", "8", "8", "8", "8", "PPPPPPPP", white}) + " w KQkq - 0 1";
}

std::string random_placement(Random& random) {
  constexpr std::string_view kMen = "pPpPnNbBrRqQ";
  while (true) {
    std::string squares(64, '1');
    const auto put = [&](char man) {
      squares[static_cast<std::size_t>(random_below(random, 64))] = man;
    };
    for (int men = random_below(random, 15); men > 0; --men) {
      put(kMen[static_cast<std::size_t>(random_below(random, static_cast<int>(kMen.size())))]);
    }
    put('k');
    put('K');
    std::vector<std::string> ranks;
    for (std::size_t rank = 0; rank < 8; ++rank) ranks.push_back(squares.substr(8 * rank, 8));
    const std::string turn = random_below(random, 2) == 0 ? "w" : "b";
    const std::string fen = joined_ranks(ranks) + ' ' + turn + " KQkq - 0 1";
    if (is_playable(judge::setup_of(fen))) return fen;
  }
}

void visit_random_game(const std::string& fen, int plies, Random& random, const Visit& visit) {
  judge::JudgeBoard judged = *judge::JudgeBoard::from_fen(fen);
  Position position(judge::setup_of(judged));
  visit(position, judged);
  for (int ply = 0; ply < plies; ++ply) {
    const std::vector<judge::JudgeMove> moves = judged.legal_moves();
    if (moves.empty()) return;
    // Castling and en passant are rare, so they are chosen half of the times when possible.
    std::vector<judge::JudgeMove> rare;
    std::copy_if(moves.begin(), moves.end(), std::back_inserter(rare), [&](const auto& candidate) {
      const MoveKind kind = judge::move_of(candidate, judged).kind();
      return kind == MoveKind::Castling || kind == MoveKind::EnPassant;
    });
    const auto& pool = !rare.empty() && random_below(random, 2) == 0 ? rare : moves;
    const judge::JudgeMove move =
        pool[static_cast<std::size_t>(random_below(random, static_cast<int>(pool.size())))];
    position.play(judge::move_of(move, judged));
    judged = judged.after(move);
    visit(position, judged);
  }
}

void visit_random_games(int games_of_each, int plies, const Visit& visit) {
  Random random(20230101);
  for (int game = 0; game < games_of_each; ++game) {
    visit_random_game(judge::JudgeBoard::start().fen(), plies, random, visit);
    visit_random_game(random_chess960_start(random), plies, random, visit);
    visit_random_game(kRichPositions[static_cast<std::size_t>(game) % std::size(kRichPositions)],
                      plies, random, visit);
    for (int i = 0; i < 8; ++i) {
      visit_random_game(random_placement(random), plies / 8, random, visit);
    }
  }
}

}  // namespace arbiter::testing
