#include "lib/laws/fifty_moves.h"

#include "lib/chess/bitboard.h"
#include "lib/laws/material_count.h"

namespace arbiter {
namespace {

constexpr std::uint32_t kSeventyFiveMoves = 150;
constexpr std::uint32_t kHundredMoves = 200;
constexpr std::uint32_t kTwiceSixtySixMoves = 264;

// Queens, rooks, bishops, knights and pawns of a side, one digit each.
int digits_of(const Board& board, Color color) {
  const MaterialCount men = material_of(board, color);
  int digits = 0;
  for (const Role role : {Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn}) {
    digits = digits * 10 + men.of(role);
  }
  return digits;
}

bool has_pawn_before_promotion(const Board& board, Color color) {
  const Rank seventh = relative_rank(color, Rank::Seven);
  return (board.of(color, Role::Pawn) & Bitboard(seventh)).any();
}

// A pawn on a2 or h2 before one on a3 or h3, for White.
bool has_rook_pawns_face_to_face(const Board& board, Color color) {
  const Square pawn = board.of(color, Role::Pawn).first();
  const bool is_at_edge = file_of(pawn) == File::A || file_of(pawn) == File::H;
  return is_at_edge && relative_rank(color, pawn) == Rank::Two &&
         board.has(forward(color, pawn), Piece(other(color), Role::Pawn));
}

// Whether `color` has the stronger side of such an ending.
bool had_twice_sixty_six(const Board& board, Color color) {
  return digits_of(board, color) == 1100 && digits_of(board, other(color)) == 1000;
}

bool had_hundred(const Board& board, Color color) {
  const int us = digits_of(board, color);
  const int them = digits_of(board, other(color));
  return (us == 1100 && them == 1000) || (us == 20 && them == 1) ||
         (us == 1001 && them == 101 && has_rook_pawns_face_to_face(board, color));
}

bool had_seventy_five(const Board& board, Color color) {
  const int us = digits_of(board, color);
  const int them = digits_of(board, other(color));
  return (us == 1100 && them == 1000) || (us == 20 && them == 1) || (us == 200 && them == 10) ||
         (us == 10000 && (them == 200 || them == 20)) ||
         (us == 10001 && them == 10000 && has_pawn_before_promotion(board, color));
}

}  // namespace

std::uint32_t half_moves_to_claim(const Board& board, RulesProfile profile) {
  const auto holds = [&](bool (*is_such)(const Board&, Color)) {
    return is_such(board, Color::White) || is_such(board, Color::Black);
  };
  if (profile == RulesProfile::Fide1928 && holds(had_twice_sixty_six)) return kTwiceSixtySixMoves;
  if (profile == RulesProfile::Fide1952 && holds(had_hundred)) return kHundredMoves;
  if (profile == RulesProfile::Fide1989 && holds(had_seventy_five)) return kSeventyFiveMoves;
  return kFiftyMoves;
}

}  // namespace arbiter
