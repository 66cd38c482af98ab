#include "tests/judge/judge_board.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "tests/support/namespaces.h"

namespace arbiter::judge {

namespace {

int file_of(int square) { return square % 8; }
int rank_of(int square) { return square / 8; }
int sign(int number) { return (number > 0) - (number < 0); }
char color_of(char piece) { return std::isupper(static_cast<unsigned char>(piece)) ? 'w' : 'b'; }
char small(char piece) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(piece)));
}
char in_color(char piece, char color) {
  return color == 'w' ? static_cast<char>(std::toupper(static_cast<unsigned char>(piece)))
                      : small(piece);
}
char opponent(char color) { return color == 'w' ? 'b' : 'w'; }
int first_rank(char color) { return color == 'w' ? 0 : 7; }
int last_rank(char color) { return 7 - first_rank(color); }
int forward(char color) { return color == 'w' ? 1 : -1; }

// Slots for castling rights, by colour and side.
char color_of_slot(int slot) { return slot < 2 ? 'w' : 'b'; }
bool is_king_side(int slot) { return slot % 2 == 0; }

}  // namespace

std::string square_name(int square) {
  return {static_cast<char>('a' + file_of(square)), static_cast<char>('1' + rank_of(square))};
}

bool JudgeBoard::is_own(int index) const {
  return !is_empty(index) && color_of(at(index)) == turn_;
}

std::optional<int> JudgeBoard::king_of(char color) const {
  for (int i = 0; i < 64; ++i) {
    if (at(i) == in_color('k', color)) return i;
  }
  return std::nullopt;
}

bool JudgeBoard::is_way_free(int from, int to) const {
  const int step = 8 * sign(rank_of(to) - rank_of(from)) + sign(file_of(to) - file_of(from));
  for (int i = from + step; i != to; i += step) {
    if (!is_empty(i)) return false;
  }
  return true;
}

// Returns whether the piece on `from` attacks `to` (3.1.3 to 3.8.1).
bool JudgeBoard::attacks(int from, int to) const {
  if (from == to || is_empty(from)) return false;
  const int files = std::abs(file_of(to) - file_of(from));
  const int ranks = std::abs(rank_of(to) - rank_of(from));
  const bool on_diagonal = files == ranks;
  const bool on_line = files == 0 || ranks == 0;
  switch (small(at(from))) {
    case 'n':
      return files * ranks == 2;
    case 'k':
      return files <= 1 && ranks <= 1;
    case 'b':
      return on_diagonal && is_way_free(from, to);
    case 'r':
      return on_line && is_way_free(from, to);
    case 'q':
      return (on_diagonal || on_line) && is_way_free(from, to);
    default:
      return files == 1 && rank_of(to) - rank_of(from) == forward(color_of(at(from)));
  }
}

std::vector<int> JudgeBoard::attackers(int square, char color) const {
  std::vector<int> found;
  for (int i = 0; i < 64; ++i) {
    if (!is_empty(i) && color_of(at(i)) == color && attacks(i, square)) found.push_back(i);
  }
  return found;
}

std::vector<int> JudgeBoard::checkers() const {
  const std::optional<int> king = king_of(turn_);
  return king ? attackers(*king, opponent(turn_)) : std::vector<int>{};
}

bool JudgeBoard::is_en_passant(int from, int to) const {
  if (small(at(from)) != 'p' || en_passant_ != to || !attacks(from, to)) return false;
  const int back = -8 * forward(turn_);
  return rank_of(to) == last_rank(turn_) - 2 * forward(turn_) && is_empty(to) &&
         is_empty(to - back) && at(to + back) == in_color('p', opponent(turn_));
}

bool JudgeBoard::fits_pawn(int from, int to) const {
  const int ahead = forward(turn_);
  if (attacks(from, to)) return !is_empty(to) || is_en_passant(from, to);
  if (file_of(from) != file_of(to) || !is_empty(to)) return false;
  const int ranks = rank_of(to) - rank_of(from);
  if (ranks == ahead) return true;
  return ranks == 2 * ahead && rank_of(from) == first_rank(turn_) + ahead &&
         is_empty(from + 8 * ahead);
}

void JudgeBoard::lose_rights_of(int square) {
  for (int slot = 0; slot < 4; ++slot) {
    auto& rook = castling_rooks_[static_cast<std::size_t>(slot)];
    if (!rook) continue;
    if (rook == square || at(square) == in_color('k', color_of_slot(slot))) rook.reset();
  }
}

JudgeBoard JudgeBoard::after(const JudgeMove& move) const {
  JudgeBoard next = *this;
  const char piece = at(move.from);
  const bool is_pawn = small(piece) == 'p';
  next.lose_rights_of(move.from);
  if (!move.castling_rook) next.lose_rights_of(move.to);
  next.en_passant_.reset();
  if (is_pawn && std::abs(move.to - move.from) == 16) {
    next.en_passant_ = (move.from + move.to) / 2;
  }
  next.halfmove_clock_ =
      is_pawn || (!move.castling_rook && !is_empty(move.to)) ? 0 : halfmove_clock_ + 1;
  if (is_en_passant(move.from, move.to)) next.square(move.to - 8 * forward(turn_)) = ' ';
  next.square(move.from) = ' ';
  if (move.castling_rook) next.square(*move.castling_rook) = ' ';
  next.square(move.to) = move.promotion == ' ' ? piece : in_color(move.promotion, turn_);
  if (move.castling_rook) {
    next.square(move.to + (file_of(move.to) == 6 ? -1 : 1)) = in_color('r', turn_);
  }
  if (turn_ == 'b') ++next.fullmove_number_;
  next.turn_ = opponent(turn_);
  return next;
}

// Adds the move unless it leaves the own king attacked (3.9.2).
void JudgeBoard::try_move(JudgeMove move, std::vector<JudgeMove>& legal) const {
  const JudgeBoard next = after(move);
  const std::optional<int> king = next.king_of(turn_);
  if (!king || next.attackers(*king, next.turn_).empty()) legal.push_back(move);
}

// Returns whether the king and rook of a right are on their squares.
bool JudgeBoard::has_king_and_rook(int slot) const {
  const char color = color_of_slot(slot);
  const std::optional<int> rook = castling_rooks_[static_cast<std::size_t>(slot)];
  const std::optional<int> king = king_of(color);
  if (!rook || !king || at(*rook) != in_color('r', color)) return false;
  return rank_of(*rook) == first_rank(color) && rank_of(*king) == first_rank(color) &&
         (*rook > *king) == is_king_side(slot);
}

// Adds castling by 3.8.2, and by Guideline II for Chess960.
void JudgeBoard::try_castling(int slot, std::vector<JudgeMove>& legal) const {
  const std::optional<int> rook = castling_rooks_[static_cast<std::size_t>(slot)];
  const std::optional<int> king = king_of(turn_);
  if (color_of_slot(slot) != turn_ || !has_king_and_rook(slot)) return;
  const int home = 8 * first_rank(turn_);
  const int king_to = home + (is_king_side(slot) ? 6 : 2);
  const int rook_to = home + (is_king_side(slot) ? 5 : 3);
  JudgeBoard others = *this;
  others.square(*king) = ' ';
  for (int i = std::min(*king, king_to); i <= std::max(*king, king_to); ++i) {
    if (!others.is_empty(i) && i != *rook) return;
    if (!others.attackers(i, opponent(turn_)).empty()) return;
  }
  for (int i = std::min(*rook, rook_to); i <= std::max(*rook, rook_to); ++i) {
    if (!others.is_empty(i) && i != *rook) return;
  }
  try_move({*king, king_to, ' ', rook}, legal);
}

std::vector<JudgeMove> JudgeBoard::legal_moves() const {
  std::vector<JudgeMove> legal;
  for (int from = 0; from < 64; ++from) {
    if (!is_own(from)) continue;
    const bool is_pawn = small(at(from)) == 'p';
    for (int to = 0; to < 64; ++to) {
      if (to == from || is_own(to)) continue;
      if (is_pawn ? !fits_pawn(from, to) : !attacks(from, to)) continue;
      if (is_pawn && rank_of(to) == last_rank(turn_)) {
        for (const char promotion : {'q', 'r', 'b', 'n'}) {
          try_move({from, to, promotion, std::nullopt}, legal);
        }
      } else {
        try_move({from, to, ' ', std::nullopt}, legal);
      }
    }
  }
  for (int slot = 0; slot < 4; ++slot) try_castling(slot, legal);
  return legal;
}

std::uint64_t JudgeBoard::perft(int depth) const {
  if (depth == 0) return 1;
  std::uint64_t leaves = 0;
  for (const JudgeMove& move : legal_moves()) leaves += after(move).perft(depth - 1);
  return leaves;
}

std::string JudgeBoard::uci(const JudgeMove& move, CastlingText style) const {
  const bool takes_rook = move.castling_rook && style == CastlingText::KingTakesRook;
  std::string text =
      square_name(move.from) + square_name(takes_rook ? *move.castling_rook : move.to);
  if (move.promotion != ' ') text += move.promotion;
  return text;
}

std::vector<std::string> JudgeBoard::legal_uci(CastlingText style) const {
  std::vector<std::string> texts;
  for (const JudgeMove& move : legal_moves()) texts.push_back(uci(move, style));
  std::sort(texts.begin(), texts.end());
  return texts;
}

}  // namespace arbiter::judge
