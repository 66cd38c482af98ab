#include "db/model/material_reach.h"

#include <array>

#include "db/model/move_code.h"
#include "lib/chess/setup.h"
#include "lib/notation/fen.h"

namespace arbiter {
namespace {

// By piece code; nothing for an empty square.
constexpr std::array<MenCounts, kPieceCount + 1> kMen = [] {
  std::array<MenCounts, kPieceCount + 1> men{};
  for (std::uint8_t code = 0; code < kPieceCount; ++code) {
    men[code] = one_man(Piece::from_code(code));
  }
  return men;
}();

// The men that a promotion adds: one more here, a pawn less there.
MenCounts change_by(Move promotion, std::uint8_t pawn) {
  const Piece piece(Piece::from_code(pawn).color(), promotion.promotion_role());
  return kMen[piece.code()] - kMen[pawn];
}

struct FirstPosition {
  explicit FirstPosition(const Board& from) : board(from), men(men_on(from)) {}

  const Board& board;
  MenCounts men;
};

bool reaches(const MaterialPattern& pattern, const FirstPosition& first,
             std::span<const std::uint8_t> moves) {
  MenCounts men = first.men;
  if (pattern.matches(men)) return true;
  for (MoveUnpacker game(moves, first.board); game.next();) {
    const bool promotes = game.move().kind() == MoveKind::Promotion;
    if (game.captured() == Board::kEmpty && !promotes) continue;
    men -= kMen[game.captured()];
    if (promotes) [[unlikely]]
      men += change_by(game.move(), game.piece());
    if (pattern.matches(men)) return true;
    if (pattern.is_out_of_reach(men)) return false;
  }
  return false;
}

}  // namespace

bool reaches_material(const MaterialPattern& pattern, std::string_view start,
                      std::span<const std::uint8_t> moves) {
  if (start.empty()) {
    // Each move captures one man at most.
    if (packed_moves(moves.size()) < pattern.least_captures()) return false;
    static const FirstPosition usual(initial_setup().board);
    return reaches(pattern, usual, moves);
  }
  const auto read = parse_fen(start);
  const auto* parsed = std::get_if<ParsedFen>(&read);
  return parsed != nullptr && reaches(pattern, FirstPosition(parsed->setup.board), moves);
}

}  // namespace arbiter
