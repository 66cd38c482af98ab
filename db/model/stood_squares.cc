#include "db/model/stood_squares.h"

#include <variant>

#include "db/model/move_code.h"
#include "lib/chess/setup.h"
#include "lib/notation/fen.h"

namespace arbiter::db::model {
namespace {

StoodSquares squares_on(const Board& board) {
  StoodSquares stood{};
  for (const Square square : board.occupied()) stood[board.code_at(square)] |= square;
  return stood;
}

// Where castling puts king and rook, or what a pawn has become.
void add_special(Move move, std::uint8_t mover, StoodSquares& stood) {
  const Color color = Piece::from_code(mover).color();
  if (move.kind() == MoveKind::Promotion) {
    stood[Piece(color, move.promotion_role()).code()] |= move.to();
  } else if (move.kind() == MoveKind::EnPassant) {
    stood[mover] |= move.to();
  } else {
    const CastlingSide side = move.to() > move.from() ? CastlingSide::King : CastlingSide::Queen;
    stood[mover] |= castled_king_square(color, side);
    stood[Piece(color, Role::Rook).code()] |= castled_rook_square(color, side);
  }
}

StoodSquares stood_from(const Board& first, StoodSquares stood,
                        std::span<const std::uint8_t> moves) {
  for (MoveUnpacker game(moves, first); game.next();) {
    if (game.move().kind() == MoveKind::Normal) [[likely]] {
      stood[game.piece()] |= game.move().to();
    } else {
      add_special(game.move(), game.piece(), stood);
    }
  }
  return stood;
}

}  // namespace

StoodSquares stood_squares(std::string_view start, std::span<const std::uint8_t> moves) {
  if (start.empty()) {
    static const StoodSquares usual = squares_on(initial_setup().board);
    return stood_from(initial_setup().board, usual, moves);
  }
  const auto read = parse_fen(start);
  const auto* parsed = std::get_if<ParsedFen>(&read);
  if (parsed == nullptr) return {};
  return stood_from(parsed->setup.board, squares_on(parsed->setup.board), moves);
}

}  // namespace arbiter::db::model
