// The judge's conversions to and from FEN.
#include <algorithm>
#include <cctype>
#include <sstream>

#include "tests/judge/judge_board.h"
#include "tests/support/namespaces.h"

namespace arbiter::judge {

namespace {

constexpr std::string_view kSlotLetters = "KQkq";

std::optional<int> square_named(std::string_view text) {
  if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8') {
    return std::nullopt;
  }
  return (text[1] - '1') * 8 + (text[0] - 'a');
}

}  // namespace

bool JudgeBoard::reads_placement(std::string_view field) {
  squares_.fill(' ');
  int rank = 7;
  int file = 0;
  for (const char letter : field) {
    if (letter == '/') {
      if (file != 8 || rank == 0) return false;
      --rank;
      file = 0;
    } else if (letter >= '1' && letter <= '8') {
      file += letter - '0';
    } else if (std::string_view("pnbrqkPNBRQK").find(letter) != std::string_view::npos) {
      if (file > 7) return false;
      square(rank * 8 + file++) = letter;
    } else {
      return false;
    }
    if (file > 8) return false;
  }
  return rank == 0 && file == 8;
}

// Returns the rook nearest to the edge on that side of the king, as X-FEN interprets KQkq. Without
// one, returns the corner, for a right without a rook.
std::optional<int> JudgeBoard::outermost_rook(int slot) const {
  const bool is_white = slot < 2;
  const bool is_king_side = slot % 2 == 0;
  const int home = is_white ? 0 : 56;
  const std::optional<int> king = king_of(is_white ? 'w' : 'b');
  for (int i = 0; i < 8; ++i) {
    const int here = home + (is_king_side ? 7 - i : i);
    if (here == king) break;
    if (at(here) == (is_white ? 'R' : 'r')) return here;
  }
  return home + (is_king_side ? 7 : 0);
}

bool JudgeBoard::reads_castling(std::string_view field) {
  castling_rooks_.fill(std::nullopt);
  if (field == "-") return true;
  for (const char letter : field) {
    std::size_t slot = kSlotLetters.find(letter);
    std::optional<int> rook;
    if (slot != std::string_view::npos) {
      rook = outermost_rook(static_cast<int>(slot));
    } else {
      const bool is_white = letter >= 'A' && letter <= 'H';
      if (!is_white && (letter < 'a' || letter > 'h')) return false;
      const int file = letter - (is_white ? 'A' : 'a');
      const std::optional<int> king = king_of(is_white ? 'w' : 'b');
      const bool is_king_side = !king || file > *king % 8;
      slot = (is_white ? 0U : 2U) + (is_king_side ? 0U : 1U);
      rook = (is_white ? 0 : 56) + file;
    }
    castling_rooks_[slot] = rook;
  }
  return true;
}

JudgeBoard JudgeBoard::start() {
  return *from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
}

std::optional<JudgeBoard> JudgeBoard::from_fen(std::string_view fen) {
  std::istringstream fields{std::string(fen)};
  std::string placement, turn, castling, en_passant;
  fields >> placement >> turn >> castling >> en_passant;
  JudgeBoard board;
  if (!board.reads_placement(placement) || (turn != "w" && turn != "b") ||
      !board.reads_castling(castling)) {
    return std::nullopt;
  }
  board.turn_ = turn[0];
  board.en_passant_ = square_named(en_passant);
  if (!board.en_passant_ && en_passant != "-") return std::nullopt;
  fields >> board.halfmove_clock_ >> board.fullmove_number_;
  return board;
}

std::string JudgeBoard::position_fields() const {
  std::string text;
  for (int rank = 7; rank >= 0; --rank) {
    int empty = 0;
    for (int file = 0; file < 8; ++file) {
      const char piece = at(rank * 8 + file);
      if (piece == ' ') {
        ++empty;
        continue;
      }
      if (empty > 0) text += static_cast<char>('0' + empty);
      empty = 0;
      text += piece;
    }
    if (empty > 0) text += static_cast<char>('0' + empty);
    if (rank > 0) text += '/';
  }
  text += {' ', turn_, ' '};
  std::string castling;
  for (std::size_t slot = 0; slot < 4; ++slot) {
    const std::optional<int> rook = castling_rooks_[slot];
    if (rook) castling += static_cast<char>((slot < 2 ? 'A' : 'a') + *rook % 8);
  }
  text += castling.empty() ? "-" : castling;
  return text + ' ' + (en_passant_ ? square_name(*en_passant_) : "-");
}

std::string JudgeBoard::fen() const {
  return position_fields() + ' ' + std::to_string(halfmove_clock_) + ' ' +
         std::to_string(fullmove_number_);
}

std::string JudgeBoard::identity() const {
  JudgeBoard same = *this;
  const std::vector<JudgeMove> moves = legal_moves();
  if (std::none_of(moves.begin(), moves.end(),
                   [&](const JudgeMove& move) { return is_en_passant(move.from, move.to); })) {
    same.en_passant_.reset();
  }
  for (int slot = 0; slot < 4; ++slot) {
    if (!has_king_and_rook(slot)) same.castling_rooks_[static_cast<std::size_t>(slot)].reset();
  }
  return same.position_fields();
}

}  // namespace arbiter::judge
