#include "lib/laws/origin/origin.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "lib/chess/attacks.h"
#include "lib/chess/board.h"
#include "lib/chess/setup.h"
#include "lib/laws/board_facts.h"
#include "lib/laws/first_position.h"
#include "lib/laws/origin/origin_pieces.h"
#include "lib/laws/wording.h"

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

  // Adds the promotion squares and the reach of promoted pieces. A pawn needs an origin square that
  // is not occupied by an unmoved piece.
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

namespace {

struct Facts {
  std::string_view name;
  std::string_view article;
};

// The id and the article of each fault, in the order of OriginFault.
constexpr Facts kFacts[] = {
    {"kings", "2.2"},
    {"pawn-on-edge", "3.7.3.3"},
    {"kings-adjacent", "3.8.1"},
    {"opposite-check", "3.9.2"},
    {"too-many-men", "2.2"},
    {"too-many-pawns", "2.2"},
    {"too-many-promoted", "3.7.3.3"},
    {"misplaced", "3.1"},
    {"pawn-captures", "3.7.3"},
    {"pawns-passed", "3.7.1"},
    {"impossible-check", "3.9.2"},
    {"en-passant", "3.7.3.1"},
    {"no-last-move", "3.10.3"},
    {"castling", "3.8.2.1"},
    {"turn", "1.2"},
};
static_assert(std::size(kFacts) == static_cast<std::size_t>(OriginFault::Turn) + 1);

Bitboard checkers_of(const Board& board, Color color) {
  const Square king = board.of(color, Role::King).first();
  return attackers(board, king, other(color), board.occupied());
}

std::string king_count_text(Color color, int count) {
  if (count == 0) return fmt::format("{} has no king", to_string(color));
  return fmt::format("{} has {} kings", to_string(color), count);
}

OriginFlaws flaws_of_opposite_check(const Setup& setup) {
  const Board& board = setup.board;
  const Color them = other(setup.turn);
  const Square king = board.of(them, Role::King).first();
  const Square own_king = board.of(setup.turn, Role::King).first();
  if (king_attacks(king).contains(own_king)) {
    return {{OriginFault::KingsAdjacent,
             fmt::format("the kings stand side by side on {} and {}",
                         to_string(board.of(Color::White, Role::King).first()),
                         to_string(board.of(Color::Black, Role::King).first()))}};
  }
  const Bitboard checkers = checkers_of(board, them);
  if (checkers.is_empty()) return {};
  const bool both = checkers_of(board, setup.turn).any();
  return {{OriginFault::OppositeCheck,
           fmt::format("it is {}'s turn, but {}'s king on {} is in check from {}{}",
                       to_string(setup.turn), to_string(them), to_string(king),
                       the_pieces_on(checkers, board),
                       both ? ", and so is the king of the player to move" : "")}};
}

std::string impossible_check_text(const Setup& setup) {
  const Bitboard checkers = checkers_of(setup.board, setup.turn);
  return fmt::format(
      "{}'s king on {} is in check from {}; no legal move by {} could have given that check, so "
      "the king was already in check before",
      to_string(setup.turn), to_string(setup.board.of(setup.turn, Role::King).first()),
      the_pieces_on(checkers, setup.board), to_string(other(setup.turn)));
}

// Returns the flaws of the last double step. Precondition: is_after_double_step(setup).
OriginFlaws flaws_of_double_step(const Setup& setup) {
  const Square passed = *setup.en_passant;
  Board before = setup.board;
  before.move_piece(backward(setup.turn, passed), forward(setup.turn, passed));
  const Bitboard checkers = checkers_of(before, setup.turn);
  if (checkers.is_empty()) return {};
  return {{OriginFault::EnPassant,
           fmt::format("before the double step over {} the king of {}, who was not to move, was in "
                       "check from {}",
                       to_string(passed), to_string(setup.turn), the_pieces_on(checkers, before))}};
}

// Returns flaws of kings, pawns on the edge, and checks to the player who is not to move, in the
// order of OriginFault. Accepts any setup.
OriginFlaws flaws_of_kings_and_edges(const Setup& setup) {
  OriginFlaws flaws;
  for (const Color color : kBothColors) {
    const int kings = setup.board.of(color, Role::King).count();
    if (kings != 1) flaws.push_back({OriginFault::Kings, king_count_text(color, kings)});
  }
  const bool has_kings = flaws.empty();
  const Bitboard edge = setup.board.of(Role::Pawn) & (Bitboard(Rank::One) | Bitboard(Rank::Eight));
  if (edge.any()) {
    flaws.push_back(
        {OriginFault::PawnOnEdge,
         fmt::format(
             "{} {}: pawns begin on the second rank and are promoted on the last one",
             the_pieces_on(edge, setup.board),
             edge.has_many() ? "are on the first or last rank" : "is on the first or last rank")});
  }
  if (!has_kings) return flaws;
  for (OriginFlaw& flaw : flaws_of_opposite_check(setup)) flaws.push_back(std::move(flaw));
  return flaws;
}

// Returns flaws for a check that no move could have given, an impossible en passant square, or a
// missing last move. Precondition: is_playable(setup).
OriginFlaws flaws_of_last_move(const Setup& setup, const FirstPieces& first) {
  OriginFlaws flaws;
  if (is_after_double_step(setup)) return flaws_of_double_step(setup);
  const Board& board = setup.board;
  if (setup.en_passant) {
    const Position now(setup);
    flaws.push_back({OriginFault::EnPassant, en_passant_status({setup, {}, now}).reason});
  }
  if (has_possible_last_move(board, setup.turn, first.unmoved)) return flaws;
  if (checkers_of(board, setup.turn).any()) {
    flaws.push_back({OriginFault::ImpossibleCheck, impossible_check_text(setup)});
  } else {
    flaws.push_back({OriginFault::NoLastMove,
                     fmt::format("it is {}'s turn, but {} cannot have made the last move: none of "
                                 "its pieces can have just moved",
                                 to_string(setup.turn), to_string(other(setup.turn)))});
  }
  return flaws;
}

// Returns flaws in Chess960 castling rights. Both sides start from the same array, so their rights
// must correspond. Precondition: one king each.
OriginFlaws flaws_of_castling(const Setup& setup) {
  const CastlingRights& rights = setup.castling;
  if (!rights.has_any(Color::White) || !rights.has_any(Color::Black)) return {};
  const File white = file_of(setup.board.of(Color::White, Role::King).first());
  const File black = file_of(setup.board.of(Color::Black, Role::King).first());
  const std::string_view both =
      "both sides may castle, so their unmoved kings and rooks must be on the same files, ";
  if (white != black) {
    return {
        {OriginFault::Castling, fmt::format("{}but the kings stand on the {}-file and the {}-file",
                                            both, letter_of(white), letter_of(black))}};
  }
  for (const CastlingSide side : {CastlingSide::King, CastlingSide::Queen}) {
    if (!rights.has(Color::White, side) || !rights.has(Color::Black, side)) continue;
    const Square rook = rights.rook(Color::White, side);
    const Square opposite = rights.rook(Color::Black, side);
    if (file_of(rook) == file_of(opposite)) continue;
    return {{OriginFault::Castling, fmt::format("{}but the rooks stand on {} and {}", both,
                                                to_string(rook), to_string(opposite))}};
  }
  return {};
}

void append(OriginFlaws more, OriginFlaws& flaws) {
  for (OriginFlaw& flaw : more) flaws.push_back(std::move(flaw));
}

bool is_about_counts(SetupFault fault) { return fault >= SetupFault::HalfmoveClockAfterDoubleStep; }

std::string reference_of(SetupFault fault) {
  const std::string_view article = article_of(fault);
  return article.starts_with("PGN") ? std::string(article) : fmt::format("Laws {}", article);
}

// Returns the maximum number of captures by `color`, given the move number and the half-move clock.
std::int64_t possible_captures(const Setup& setup, Color color) {
  const std::int64_t played = std::int64_t{setup.fullmove_number} - 1 +
                              (color == Color::White && setup.turn == Color::Black ? 1 : 0);
  const std::int64_t clock = setup.halfmove_clock;
  const std::int64_t quiet = color == setup.turn ? clock / 2 : (clock + 1) / 2;
  return std::max<std::int64_t>(0, played - quiet);
}

}  // namespace

std::string_view to_string(OriginFault fault) {
  return kFacts[static_cast<std::size_t>(fault)].name;
}

std::string_view article_of(OriginFault fault) {
  return kFacts[static_cast<std::size_t>(fault)].article;
}

StartArray start_array_of(const Setup& setup) {
  return needs_chess960(setup) ? StartArray::Chess960 : StartArray::Usual;
}

OriginFlaws origin_flaws(const Setup& setup, StartArray start) {
  const FirstPieces first = first_pieces(setup, start);
  OriginFlaws flaws = flaws_of_kings_and_edges(setup);
  const bool has_kings_and_no_edge = flaws.empty() || flaws.front().fault > OriginFault::PawnOnEdge;
  append(flaws_of_pieces(setup.board, first), flaws);
  if (start == StartArray::Usual) append(flaws_of_order(setup.board, first), flaws);
  if (!has_kings_and_no_edge) return flaws;
  append(flaws_of_pawns(setup.board, first), flaws);
  if (is_playable(setup)) append(flaws_of_last_move(setup, first), flaws);
  append(flaws_of_castling(setup), flaws);
  if (start == StartArray::Usual) append(flaws_of_turn(setup), flaws);
  return flaws;
}

std::vector<CountFlaw> count_flaws(const Setup& setup) {
  std::vector<CountFlaw> flaws;
  for (const SetupFault fault : faults_of(setup)) {
    if (!is_about_counts(fault)) continue;
    flaws.push_back({std::string(to_string(fault)), reference_of(fault)});
  }
  // A move number of 1 often means that moves were not counted.
  if (setup.fullmove_number < 2 || !flaws.empty()) return flaws;
  for (const Color color : {Color::White, Color::Black}) {
    const int captured = 16 - setup.board.of(other(color)).count();
    const std::int64_t possible = possible_captures(setup, color);
    if (captured <= possible) continue;
    flaws.push_back({fmt::format("{} has lost {} pieces, but the move counters allow {} at most {} "
                                 "moves that could capture",
                                 to_string(other(color)), captured, to_string(color), possible),
                     "PGN 16.1.3.6"});
  }
  return flaws;
}

}  // namespace arbiter
