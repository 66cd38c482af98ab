#include "db/model/tactic_search.h"

#include "lib/chess/attacks.h"
#include "lib/chess/position.h"

namespace arbiter {
namespace {

Bitboard diagonals_of(Square square) { return attacks_on_empty_board(Role::Bishop, square); }
Bitboard straights_of(Square square) { return attacks_on_empty_board(Role::Rook, square); }

}  // namespace

TacticSearch::TacticSearch(const Setup& start) {
  const move_code::PieceCodes codes = move_code::codes_on(start.board);
  for (int i = 0; i < kSquareCount; ++i) men_[codes[static_cast<std::size_t>(i)]] |= square_at(i);
  for (const Color side : {Color::White, Color::Black}) {
    for (const Role role : {Role::Pawn, Role::Knight}) {
      for (const Square square : of(side, role)) search_forks_by(side, role, square);
    }
    for (const Square king : of(side, Role::King)) note_double_check(side, king);
  }
  search_everywhere(codes, kAllSquares);
}

void TacticSearch::play(const UnpackedMove& played, const move_code::PieceCodes& codes) {
  if (played.move.kind() != MoveKind::Normal) [[unlikely]]
    return play_special(played, codes);
  const Square from = played.move.from();
  const Square to = played.move.to();
  const Piece piece = Piece::from_code(played.piece);
  men_[played.captured] &= ~Bitboard(to);
  men_[played.piece] ^= Bitboard(from) | to;
  occupied_ = (occupied_ & ~Bitboard(from)) | to;
  if (piece.role() >= Role::Queen) find_aims(piece.color());
  if (played.captured >> 1 == index_of(Role::Queen)) find_aims(other(piece.color()));
  search_forks_around(piece, to);
  // The move may have opened or closed lines, and the piece has new ones.
  search_bishops(diagonals_of(from));
  search_lines(codes, diagonals_of(from) | diagonals_of(to) | to,
               straights_of(from) | straights_of(to) | to, to);
}

// Plays castling, a promotion or a capture en passant.
void TacticSearch::play_special(const UnpackedMove& played, const move_code::PieceCodes& codes) {
  const Move move = played.move;
  const Square from = move.from();
  const Square to = move.to();
  const Color us = Piece::from_code(played.piece).color();
  men_[played.piece] &= ~Bitboard(from);
  if (move.kind() == MoveKind::Castling) {
    const CastlingSide side = to > from ? CastlingSide::King : CastlingSide::Queen;
    const Piece rook(us, Role::Rook);
    men_[rook.code()] = (men_[rook.code()] & ~Bitboard(to)) | castled_rook_square(us, side);
    men_[played.piece] |= castled_king_square(us, side);
    // Castling never counts as a discovered check.
    search_everywhere(codes, kAllSquares);
    search_forks_around(rook, castled_rook_square(us, side));
    return search_forks_around(Piece::from_code(played.piece), castled_king_square(us, side));
  }
  const bool is_promotion = move.kind() == MoveKind::Promotion;
  const Square captured = is_promotion ? to : square_of(file_of(to), rank_of(from));
  men_[played.captured] &= ~Bitboard(captured);
  const Piece piece(us, is_promotion ? move.promotion_role() : Role::Pawn);
  men_[piece.code()] |= to;
  search_everywhere(codes, to);
  search_forks_around(piece, to);
}

// Searches all lines after an unusual change. `moved` are the pieces that do not discover a check.
void TacticSearch::search_everywhere(const move_code::PieceCodes& codes, Bitboard moved) {
  occupied_ = {};
  for (std::size_t code = 0; code < kPieceCount; ++code) occupied_ |= men_[code];
  for (const Color color : {Color::White, Color::Black}) find_aims(color);
  search_bishops(kAllSquares);
  search_lines(codes, kAllSquares, kAllSquares, moved);
}

void TacticSearch::find_aims(Color color) {
  Aims& aims = aims_[static_cast<std::size_t>(color)];
  aims = {};
  for (const Square target : of(color, Role::Queen) | of(color, Role::King)) {
    aims.diagonal |= diagonals_of(target);
    aims.straight |= straights_of(target);
  }
}

// Searches the forks by or of a piece that has moved to `square`.
inline void TacticSearch::search_forks_around(Piece piece, Square square) {
  const Color side = piece.color();
  const Color them = other(side);
  if (piece.role() <= Role::Bishop) {
    const Bitboard reach = piece.role() == Role::Pawn
                               ? pawn_attacks(side, square)
                               : attacks_on_empty_board(piece.role(), square);
    if ((reach & valuables(them)).has_many()) search_forks_by(side, piece.role(), square);
  } else {
    const Bitboard forkers = (pawn_attacks(side, square) & of(them, Role::Pawn)) |
                             (knight_attacks(square) & of(them, Role::Knight)) |
                             (diagonals_of(square) & of(them, Role::Bishop));
    if (forkers.any()) search_forks_of(side, square);
  }
}

// Searches the forks by bishops on the squares.
inline void TacticSearch::search_bishops(Bitboard squares) {
  const Bitboard white = of(Color::White, Role::Bishop);
  for (const Square bishop : squares&(white | of(Color::Black, Role::Bishop))) {
    search_forks_by(white.contains(bishop) ? Color::White : Color::Black, Role::Bishop, bishop);
  }
}

// Searches the lines of the line pieces on the squares to enemy kings and queens. `moved` are the
// pieces that do not discover a check.
inline void TacticSearch::search_lines(const move_code::PieceCodes& codes, Bitboard diagonals,
                                       Bitboard straights, Bitboard moved) {
  const auto sliders_of = [&](Color side) {
    const Aims& aims = aims_[static_cast<std::size_t>(other(side))];
    const Bitboard queens = of(side, Role::Queen);
    return (diagonals & aims.diagonal & (of(side, Role::Bishop) | queens)) |
           (straights & aims.straight & (of(side, Role::Rook) | queens));
  };
  const Bitboard sliders = sliders_of(Color::White) | sliders_of(Color::Black);
  for (const Square slider : sliders) {
    const Piece piece = Piece::from_code(codes[static_cast<std::size_t>(slider)]);
    const Color them = other(piece.color());
    const Bitboard targets = attacks_on_empty_board(piece.role(), slider) &
                             (of(them, Role::Queen) | of(them, Role::King));
    for (const Square target : targets) {
      const Bitboard pieces = between(slider, target) & occupied_;
      if (!pieces.has_many()) search_line(codes, slider, target, pieces, moved);
    }
  }
}

void TacticSearch::search_forks_by(Color side, Role role, Square square) {
  const Bitboard reach =
      role == Role::Pawn ? pawn_attacks(side, square) : attacks_on_empty_board(role, square);
  Bitboard targets = reach & valuables(other(side));
  if (!targets.has_many()) return;
  if (role == Role::Bishop) {
    for (const Square target : targets) {
      if ((between(square, target) & occupied_).any()) targets &= ~Bitboard(target);
    }
    if (!targets.has_many()) return;
  }
  found_ |= fork_by(side, role);
}

// Searches the forks of a piece of `side` that has moved.
void TacticSearch::search_forks_of(Color side, Square target) {
  const Color them = other(side);
  for (const Square pawn : pawn_attacks(side, target) & of(them, Role::Pawn)) {
    search_forks_by(them, Role::Pawn, pawn);
  }
  for (const Square knight : knight_attacks(target) & of(them, Role::Knight)) {
    search_forks_by(them, Role::Knight, knight);
  }
  for (const Square bishop : diagonals_of(target) & of(them, Role::Bishop)) {
    search_forks_by(them, Role::Bishop, bishop);
  }
}

// Searches the line of a piece to an enemy king or queen with at most one piece between. `moved`
// are the pieces that do not discover a check.
void TacticSearch::search_line(const move_code::PieceCodes& codes, Square from, Square target,
                               Bitboard pieces, Bitboard moved) {
  const auto piece_on = [&](Square square) {
    return Piece::from_code(codes[static_cast<std::size_t>(square)]);
  };
  const Piece slider = piece_on(from);
  const Piece aim = piece_on(target);
  if (pieces.is_empty()) {
    search_skewer(slider, from, target, aim.role());
    if (aim.role() != Role::King) return;
    if (!moved.contains(from)) found_ |= kDiscoveredCheck;
    note_double_check(aim.color(), target);
    return;
  }
  found_ |= xray_by(slider.color(), slider.role(), aim.role());
  const Piece through = piece_on(pieces.first());
  if (through.color() == aim.color() && through.role() != Role::King) {
    found_ |= pin_by(slider.color(), through.role(), aim.role());
  }
}

// Searches a piece behind an attacked one.
void TacticSearch::search_skewer(Piece slider, Square from, Square target, Role role) {
  const Color side = other(slider.color());
  const Bitboard pieces = valuables(side) | of(side, Role::Knight) | of(side, Role::Bishop);
  for (const Square behind : pieces& line_through(from, target)) {
    if ((between(from, behind) & occupied_) == Bitboard(target)) {
      found_ |= skewer_by(slider.color(), slider.role(), role);
    }
  }
}

void TacticSearch::note_double_check(Color checked, Square king) {
  const Color them = other(checked);
  const Bitboard queens = of(them, Role::Queen);
  const Bitboard checkers = (knight_attacks(king) & of(them, Role::Knight)) |
                            (pawn_attacks(checked, king) & of(them, Role::Pawn)) |
                            (bishop_attacks(king, occupied_) & (of(them, Role::Bishop) | queens)) |
                            (rook_attacks(king, occupied_) & (of(them, Role::Rook) | queens));
  if (checkers.has_many()) found_ |= kDoubleCheck;
}

}  // namespace arbiter
