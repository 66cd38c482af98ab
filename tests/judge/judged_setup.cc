#include "tests/judge/judged_setup.h"

#include <cctype>
#include <stdexcept>

#include "tests/support/namespaces.h"

namespace arbiter::judge {

Setup setup_of(const JudgeBoard& board) {
  Setup setup;
  for (int i = 0; i < kSquareCount; ++i) {
    const char letter = board.at(i);
    if (letter == ' ') continue;
    const bool is_white = std::isupper(static_cast<unsigned char>(letter)) != 0;
    const char capital = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    setup.board.put(square_at(i),
                    Piece(is_white ? Color::White : Color::Black, *role_of_letter(capital)));
  }
  setup.turn = board.turn() == 'w' ? Color::White : Color::Black;
  for (std::size_t slot = 0; slot < 4; ++slot) {
    const std::optional<int> rook = board.castling_rooks()[slot];
    if (!rook) continue;
    setup.castling.grant(slot < 2 ? Color::White : Color::Black,
                         slot % 2 == 0 ? CastlingSide::King : CastlingSide::Queen,
                         square_at(*rook));
  }
  if (board.en_passant()) setup.en_passant = square_at(*board.en_passant());
  setup.halfmove_clock = board.halfmove_clock();
  setup.fullmove_number = board.fullmove_number();
  return setup;
}

Setup setup_of(std::string_view fen) {
  const std::optional<JudgeBoard> board = JudgeBoard::from_fen(fen);
  if (!board) throw std::invalid_argument("not a FEN: " + std::string(fen));
  return setup_of(*board);
}

Position position_of(std::string_view fen) { return Position(setup_of(fen)); }

std::string uci_of(Move move) {
  std::string text = to_string(move.from()) + to_string(move.to());
  if (move.kind() == MoveKind::Promotion) {
    text += static_cast<char>(letter_of(move.promotion_role()) - 'A' + 'a');
  }
  return text;
}

Move move_of(const JudgeMove& move, const JudgeBoard& board) {
  const Square from = square_at(move.from);
  const Square to = square_at(move.to);
  if (move.castling_rook) return Move::castling(from, square_at(*move.castling_rook));
  if (move.promotion != ' ') {
    return Move::promotion(from, to,
                           *role_of_letter(static_cast<char>(move.promotion - 'a' + 'A')));
  }
  const bool is_pawn = board.at(move.from) == 'P' || board.at(move.from) == 'p';
  const bool is_diagonal = file_of(from) != file_of(to);
  if (is_pawn && is_diagonal && board.at(move.to) == ' ') return Move::en_passant(from, to);
  return Move::normal(from, to);
}

}  // namespace arbiter::judge
