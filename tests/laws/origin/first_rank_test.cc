// Checks the pieces behind eight unmoved pawns. The judge explores everything that can happen on a
// first rank, square by square.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cctype>
#include <set>
#include <string>
#include <vector>

#include "lib/laws/origin/origin.h"
#include "lib/laws/origin/origin_pieces.h"
#include "tests/chess/random_positions.h"
#include "tests/judge/judged_setup.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using judge::setup_of;

// A first rank such as "RNBQKBNR", with '.' for empty squares. The opponent's pieces may capture
// anything but the king at any time, and never block.
struct RankState {
  std::string squares = "RNBQKBNR";
  int jumped_out = 0;           // number of knights elsewhere
  std::string castling = "KQ";  // wings where neither king nor rook has moved

  auto operator<=>(const RankState&) const = default;
};

void forget_wing(char wing, RankState& state) { std::erase(state.castling, wing); }

// Returns the state after the piece on `from` moves to the empty square `to`.
RankState stepped(RankState state, std::size_t from, std::size_t to) {
  const char piece = state.squares[from];
  if (piece == 'K') state.castling.clear();
  if (piece == 'R' && from == 0) forget_wing('Q', state);
  if (piece == 'R' && from == 7) forget_wing('K', state);
  state.squares[to] = piece;
  state.squares[from] = '.';
  return state;
}

RankState castled(RankState state, std::string rank) {
  state.castling.clear();
  state.squares = std::move(rank);
  return state;
}

std::vector<RankState> successors(const RankState& state) {
  std::vector<RankState> next;
  const std::string& squares = state.squares;
  for (std::size_t at = 0; at < squares.size(); ++at) {
    const char piece = squares[at];
    if (piece == '.') {
      if (state.jumped_out == 0) continue;
      RankState entered = state;
      entered.squares[at] = 'N';
      --entered.jumped_out;
      next.push_back(entered);
      continue;
    }
    if (piece == 'N') {
      RankState left = state;
      left.squares[at] = '.';
      ++left.jumped_out;
      next.push_back(left);
    }
    if (piece != 'K') {
      RankState captured = state;
      captured.squares[at] = '.';
      if (at == 0) forget_wing('Q', captured);
      if (at == 7) forget_wing('K', captured);
      next.push_back(captured);
    }
    if (piece != 'R' && piece != 'Q' && piece != 'K') continue;
    if (at > 0 && squares[at - 1] == '.') next.push_back(stepped(state, at, at - 1));
    if (at < 7 && squares[at + 1] == '.') next.push_back(stepped(state, at, at + 1));
  }
  if (state.castling.find('K') != std::string::npos && squares.substr(4) == "K..R") {
    next.push_back(castled(state, squares.substr(0, 4) + ".RK."));
  }
  if (state.castling.find('Q') != std::string::npos && squares.substr(0, 5) == "R...K") {
    next.push_back(castled(state, "..KR." + squares.substr(5)));
  }
  return next;
}

// Returns the possible first ranks behind unmoved pawns.
const std::set<std::string>& possible_ranks() {
  static const std::set<std::string> ranks = [] {
    std::set<RankState> seen = {RankState()};
    std::vector<RankState> waiting = {RankState()};
    while (!waiting.empty()) {
      const RankState state = waiting.back();
      waiting.pop_back();
      for (const RankState& next : successors(state)) {
        if (seen.insert(next).second) waiting.push_back(next);
      }
    }
    std::set<std::string> all;
    for (const RankState& state : seen) all.insert(state.squares);
    return all;
  }();
  return ranks;
}

// Converts "R.BQ..NR" to a rank of a FEN.
std::string fen_rank(const std::string& squares) {
  std::string text;
  for (const char piece : squares) {
    if (piece == '.' && !text.empty() && std::isdigit(text.back()) != 0) {
      ++text.back();
    } else {
      text += piece == '.' ? '1' : piece;
    }
  }
  return text;
}

std::string small(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(c));
  return text;
}

// Returns the position with this first rank for one side, and the standard rank for the other.
std::string fen_with(const std::string& squares, Color color) {
  const std::string rank = fen_rank(squares);
  const std::string white = color == Color::White ? rank : "RNBQKBNR";
  const std::string black = small(color == Color::Black ? rank : "RNBQKBNR");
  return black + "/pppppppp/8/8/8/8/PPPPPPPP/" + white + " w - - 0 9";
}

std::string faults_in(const std::string& fen) {
  std::string names;
  for (const OriginFlaw& flaw : origin_flaws(setup_of(fen), StartArray::Usual)) {
    names += (names.empty() ? "" : " ") + std::string(to_string(flaw.fault));
  }
  return names;
}

TEST_CASE("an exchange of two pieces behind unmoved pawns is impossible, rook and knight apart",
          "[first_rank]") {
  int possible = 0;
  for (const Color color : {Color::White, Color::Black}) {
    for (std::size_t first = 0; first < 8; ++first) {
      for (std::size_t second = first; second < 8; ++second) {
        std::string squares = "RNBQKBNR";
        std::swap(squares[first], squares[second]);
        const std::string fen = fen_with(squares, color);
        CAPTURE(fen);
        const bool is_possible = possible_ranks().contains(squares);
        CHECK(faults_in(fen).empty() == is_possible);
        if (is_possible) ++possible;
      }
    }
  }
  // For each side: eight identities, three swaps of equal pieces, and two rooks swapped with the
  // adjacent knight.
  CHECK(possible == 2 * (8 + 3 + 2));
}

TEST_CASE("behind unmoved pawns exactly the ranks that moves can reach are accepted",
          "[first_rank]") {
  Random random(1988);
  int impossible = 0;
  for (int round = 0; round < 4000; ++round) {
    std::string squares = "RNBQKBNR";
    for (char& piece : squares) {
      if (piece != 'K' && random_below(random, 3) == 0) piece = '.';
    }
    // Swaps few pieces, so that many ranks are possible.
    for (int i = random_below(random, 4); i > 0; --i) {
      std::swap(squares[static_cast<std::size_t>(random_below(random, 8))],
                squares[static_cast<std::size_t>(random_below(random, 8))]);
    }
    const Color color = random_below(random, 2) == 0 ? Color::White : Color::Black;
    const std::string fen = fen_with(squares, color);
    CAPTURE(fen);
    const bool is_possible = possible_ranks().contains(squares);
    CHECK((faults_in(fen).find("misplaced") == std::string::npos) == is_possible);
    if (!is_possible) ++impossible;
  }
  CHECK(impossible > 400);
  CHECK(impossible < 3600);
}

TEST_CASE("only unmoved pawns and pieces keep the order on the first rank", "[first_rank]") {
  const auto [fen, faults] = GENERATE(table<std::string, std::string>({
      // King and queen are transposed.
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1", "misplaced"},
      {"rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1", "misplaced misplaced"},
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQ1NR w kq - 0 9", "misplaced"},
      // The bishops are still shut in.
      {"rnbqkbnr/pppppppp/8/8/8/P6P/1PPPPPP1/RNBKQBNR w - - 0 9", "misplaced"},
      // The bishops left past a moved pawn, or a bishop was captured and the pawn is gone too.
      {"rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBKQBNR w - - 0 9", ""},
      {"rnbqkbnr/pppppppp/8/8/8/6P1/PPPPPP1P/RNBKQ1NR w - - 0 9", ""},
      // Castled on either wing.
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1RK1 w kq - 0 9", ""},
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/2KR1BNR w kq - 0 9", ""},
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/2KRQBNR w kq - 0 9", "misplaced"},
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQBRK1 w kq - 0 9", "misplaced too-many-promoted"},
  }));
  CAPTURE(fen);
  CHECK(faults_in(fen) == faults);
}

TEST_CASE("if only knights and rooks can have moved, the squares show whose turn it is",
          "[first_rank]") {
  const auto [fen, faults] = GENERATE(table<std::string, std::string>({
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ""},
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", "turn"},
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - - 9 9", "turn"},
      {"rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1", ""},
      {"rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 1 2", "turn"},
      {"rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2", ""},
      {"rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 2 2", "turn"},
      // A rook has made one move, and its knight two.
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBNR w Kkq - 0 9", ""},
      // A lost knight may have made any number of moves.
      {"r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 9", ""},
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R b KQkq - 0 9", ""},
      // A pawn can lose a move.
      {"rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 9", ""},
  }));
  CAPTURE(fen);
  CHECK(faults_in(fen) == faults);
}

}  // namespace
}  // namespace arbiter::testing
