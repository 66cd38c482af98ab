#include "lib/laws/origin/first_pieces.h"

#include "lib/chess/attacks.h"

namespace arbiter {
namespace {

constexpr Role kUsualRank[] = {Role::Rook, Role::Knight, Role::Bishop, Role::Queen,
                               Role::King, Role::Bishop, Role::Knight, Role::Rook};

Bitboard first_rank(Color color) { return relative_rank(color, Rank::One); }

class Search {
 public:
  Search(const Setup& setup, StartArray start)
      : board_(setup.board), castling_(setup.castling), start_(start) {
    for (const Color color : kBothColors) {
      facts_.unmoved |= board_.of(color, Role::Pawn) & relative_rank(color, Rank::Two);
      for (const CastlingSide side : {CastlingSide::King, CastlingSide::Queen}) {
        if (!castling_.has(color, side)) continue;
        facts_.unmoved |= castling_.rook(color, side);
        facts_.unmoved |= board_.of(color, Role::King);
      }
    }
  }

  FirstPieces run() {
    while (add_shut_in()) {
    }
    for (const Color color : kBothColors) {
      if (start_ == StartArray::Usual) {
        add_usual_pieces(color);
      } else {
        add_chess960_pieces(color);
      }
      add_promotions(color);
    }
    return facts_;
  }

 private:
  std::size_t at(Color color) const { return static_cast<std::size_t>(color); }

  // Returns the squares that a king of `color` can never have entered, because unmoved pawns attack
  // them.
  Bitboard always_attacked(Color color) const {
    Bitboard squares;
    for (const Square pawn : board_.of(other(color), Role::Pawn) & facts_.unmoved) {
      squares |= pawn_attacks(other(color), pawn);
    }
    return squares;
  }

  // Returns all squares that a piece can reach from `squares`. Only unmoved pieces block it,
  // because all others may have moved or been captured. Castling needs no special case, because
  // king and rook could also have moved separately.
  Bitboard closure(Piece piece, Bitboard squares) const {
    Bitboard shut = facts_.unmoved;
    if (piece.role() == Role::King) shut |= always_attacked(piece.color());
    Bitboard fresh = squares;
    while (fresh.any()) {
      Bitboard next;
      for (const Square from : fresh) next |= attacks_of(piece.role(), from, facts_.unmoved);
      fresh = next & ~shut & ~squares;
      squares |= fresh;
    }
    return squares;
  }

  // Returns whether a piece on its first rank can neither have left nor have reached its square. In
  // the standard array, it must be the piece that starts there.
  bool is_shut_in(Square square, Piece piece) const {
    if (piece.role() == Role::Pawn || piece.role() == Role::Knight) return false;
    const bool is_home =
        start_ == StartArray::Chess960 || kUsualRank[index_of(file_of(square))] == piece.role();
    return is_home && closure(piece, square) == Bitboard(square);
  }

  bool add_shut_in() {
    Bitboard found;
    for (const Color color : kBothColors) {
      for (const Square square : board_.of(color) & first_rank(color) & ~facts_.unmoved) {
        if (is_shut_in(square, *board_.at(square))) found |= square;
      }
    }
    facts_.unmoved |= found;
    return found.any();
  }

  void add_piece(Piece piece, Bitboard home) {
    const bool stays =
        home.has_one() && facts_.unmoved.contains(home.first()) && board_.has(home.first(), piece);
    // A piece cannot have started on the square of a different piece that never moved.
    facts_.pieces[at(piece.color())].push_back(
        {piece.role(), home, stays ? home : closure(piece, home)});
  }

  void add_usual_pieces(Color color) {
    for (int i = 0; i < 8; ++i) {
      const Square home = square_of(static_cast<File>(i), relative_rank(color, Rank::One));
      add_piece(Piece(color, kUsualRank[i]), home);
    }
  }

  // Adds `count` pieces of a role that may have started on any of `homes`; the homes of unmoved
  // pieces come first.
  void add_somewhere(Piece piece, Bitboard homes, int count) {
    for (const Square square : board_.of(piece.color(), piece.role()) & homes & facts_.unmoved) {
      if (count-- > 0) add_piece(piece, square);
    }
    while (count-- > 0) add_piece(piece, homes & ~facts_.unmoved);
  }

  void add_chess960_pieces(Color color) {
    const Bitboard rank = first_rank(color);
    add_somewhere(Piece(color, Role::King), rank, 1);
    add_somewhere(Piece(color, Role::Queen), rank, 1);
    add_somewhere(Piece(color, Role::Rook), rank, 2);
    add_somewhere(Piece(color, Role::Bishop), rank & kDarkSquares, 1);
    add_somewhere(Piece(color, Role::Bishop), rank & ~kDarkSquares, 1);
    add_somewhere(Piece(color, Role::Knight), rank, 2);
  }

  // A pawn reaches its last rank only from a square that is not blocked by an unmoved piece.
  void add_promotions(Color color) {
    Bitboard& squares = facts_.promotion_squares[at(color)];
    for (const Square to : first_rank(other(color)) & ~facts_.unmoved) {
      const Bitboard from = pawn_attacks(other(color), to) | backward(color, to);
      if ((from & ~facts_.unmoved).any()) squares |= to;
    }
    for (const Role role : {Role::Knight, Role::Bishop, Role::Rook, Role::Queen}) {
      facts_.promoted_reach[at(color)][static_cast<std::size_t>(role)] =
          closure(Piece(color, role), squares);
    }
  }

  const Board& board_;
  const CastlingRights& castling_;
  StartArray start_;
  FirstPieces facts_;
};

}  // namespace

FirstPieces first_pieces(const Setup& setup, StartArray start) {
  return Search(setup, start).run();
}

}  // namespace arbiter
