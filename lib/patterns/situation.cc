#include <algorithm>
#include <bit>
#include <optional>
#include <variant>

#include "lib/chess/legal_moves.h"
#include "lib/patterns/pattern_scan.h"

namespace arbiter {
namespace {

using PerSquare = std::array<Bitboard, kSquareCount>;

template <class Make>
constexpr PerSquare per_square(Make make) {
  PerSquare table;
  for (int i = 0; i < kSquareCount; ++i) table[static_cast<std::size_t>(i)] = make(square_at(i));
  return table;
}

// The files adjacent to that of each square.
constexpr PerSquare kNeighbours = per_square([](Square square) {
  const int file = index_of(file_of(square));
  Bitboard files;
  if (file > 0) files |= static_cast<File>(file - 1);
  if (file < 7) files |= static_cast<File>(file + 1);
  return files;
});

// The ranks above each square, and those below it.
constexpr PerSquare kAbove = per_square([](Square square) {
  const int rank = index_of(rank_of(square));
  return rank == 7 ? Bitboard() : Bitboard(~std::uint64_t{0} << (8 * (rank + 1)));
});
constexpr PerSquare kBelow = per_square([](Square square) {
  return ~kAbove[static_cast<std::size_t>(square)] & ~Bitboard(rank_of(square));
});

Bitboard at(const PerSquare& table, Square square) {
  return table[static_cast<std::size_t>(square)];
}

Bitboard before(Color color, Square square) {
  return at(color == Color::White ? kAbove : kBelow, square);
}

bool is_pinned(const Situation& now, Square square, Color color) {
  const Bitboard kings = now.of(Piece(color, Role::King));
  if (!kings.has_one() || kings.contains(square)) return false;
  const Square king = kings.first();
  const Men them = men_of(other(color));
  const Bitboard aimed =
      (attacks_on_empty_board(Role::Bishop, king) &
       now.of(static_cast<Men>(them & (men_of(Role::Bishop) | men_of(Role::Queen))))) |
      (attacks_on_empty_board(Role::Rook, king) &
       now.of(static_cast<Men>(them & (men_of(Role::Rook) | men_of(Role::Queen)))));
  for (const Square slider : aimed) {
    if ((between(king, slider) & now.occupied()) == Bitboard(square)) return true;
  }
  return false;
}

Bitboard attacks_from(Bitboard occupied, Square square, Piece piece) {
  if (piece.role() == Role::Pawn) return pawn_attacks(piece.color(), square);
  return attacks_of(piece.role(), square, occupied);
}
Bitboard attacks_from(const Situation& now, Square square, Piece piece) {
  return attacks_from(now.occupied(), square, piece);
}

// Returns the additional squares that the piece would attack without the piece on `through`.
Bitboard attacks_through(const Situation& now, Square square, Piece piece, Square through) {
  const Bitboard occupied = now.occupied();
  return attacks_from(occupied & ~Bitboard(through), square, piece) &
         ~attacks_from(occupied, square, piece);
}

// Returns the pieces of `color` that match `others`.
Bitboard others_of(const Situation& now, const MenSomewhere& others, Color color) {
  return now.of(static_cast<Men>(others.men & men_of(color))) & others.squares;
}

Piece piece_on(const Situation& now, Square square) {
  std::uint8_t code = 0;
  while (code + 1 < kPieceCount && !now.men[code].contains(square)) ++code;
  return Piece::from_code(code);
}

// Returns whether an enemy slider would attack one of `targets` without the piece on the square.
bool is_pinned_to(const Situation& now, Square square, Color color, Bitboard targets) {
  const Bitboard enemies = now.of(men_of(other(color)));
  const Bitboard behind = targets & ~Bitboard(square);
  for (const Square from : enemies& attackers(now, square)) {
    const Piece piece = piece_on(now, from);
    if ((attacks_through(now, from, piece, square) & behind).any()) return true;
  }
  return false;
}

bool is_backward(const Situation& now, Square square, Color us) {
  const Bitboard neighbours = now.of(Piece(us, Role::Pawn)) & at(kNeighbours, square);
  if (neighbours.is_empty() || (neighbours & ~before(us, square)).any()) return false;
  const int ahead = index_of(square) + (us == Color::White ? 8 : -8);
  if (ahead < 0 || ahead >= kSquareCount) return false;
  return (pawn_attacks(us, square_at(ahead)) & now.of(Piece(other(us), Role::Pawn))).any();
}

bool is_connected(const Situation& now, Square square, Color us) {
  return (now.of(Piece(us, Role::Pawn)) & at(kNeighbours, square) & king_attacks(square)).any();
}

// Returns whether the piece attacks some of `targets` through one of `blockers`.
bool attacks_through_any(const Situation& now, Square square, Piece piece, Bitboard blockers,
                         Bitboard targets) {
  for (const Square through : attacks_from(now, square, piece) & blockers) {
    if ((attacks_through(now, square, piece, through) & targets).any()) return true;
  }
  return false;
}

bool is_trapped(const Situation& now, Square square, Piece piece) {
  const Bitboard enemies = now.of(men_of(other(piece.color())));
  if ((attackers(now, square) & enemies).is_empty()) return false;
  const Bitboard occupied = now.occupied() & ~Bitboard(square);
  const Men never = static_cast<Men>(men_of(piece.color()) | men_of(Role::King));
  Bitboard targets = attacks_from(now, square, piece) & ~now.of(never);
  if (piece.role() == Role::Pawn) {
    const int ahead = index_of(square) + (piece.color() == Color::White ? 8 : -8);
    targets = targets & enemies;
    if (ahead >= 0 && ahead < kSquareCount && !now.occupied().contains(square_at(ahead))) {
      targets |= square_at(ahead);
    }
  }
  for (const Square to : targets) {
    bool is_attacked = false;
    for (const Square from : enemies & ~Bitboard(to)) {
      is_attacked = is_attacked || attacks_from(occupied, from, piece_on(now, from)).contains(to);
    }
    if (!is_attacked) return false;
  }
  return true;
}

bool is_hittable(const Situation& now, Square square, const MenSomewhere& others, Color by) {
  const Men pawns = static_cast<Men>(others.men & men_of(Piece(by, Role::Pawn)));
  return (now.of(pawns) & others.squares & at(kNeighbours, square) & before(other(by), square))
      .any();
}

// Returns whether the piece on the square has the trait, without applying its negation.
bool has_trait(const Situation& now, Square square, const Trait& trait) {
  const Piece piece = piece_on(now, square);
  const Color us = piece.color();
  const Color them = other(us);
  const Bitboard own_pawns = now.of(Piece(us, Role::Pawn));
  switch (trait.kind) {
    case Trait::Kind::Isolated:
      return (own_pawns & at(kNeighbours, square)).is_empty();
    case Trait::Kind::Passed:
      return (now.of(Piece(them, Role::Pawn)) & before(us, square) &
              (at(kNeighbours, square) | file_of(square)))
          .is_empty();
    case Trait::Kind::Doubled:
      return (own_pawns & file_of(square) & ~Bitboard(square)).any();
    case Trait::Kind::Connected:
      return is_connected(now, square, us);
    case Trait::Kind::Backward:
      return is_backward(now, square, us);
    case Trait::Kind::Pinned:
      if (trait.others.men == 0) return is_pinned(now, square, us);
      return is_pinned_to(now, square, us, others_of(now, trait.others, us));
    case Trait::Kind::Attacked:
      return (attackers(now, square) & others_of(now, trait.others, them)).any();
    case Trait::Kind::Protected:
      return (attackers(now, square) & others_of(now, trait.others, us)).any();
    case Trait::Kind::Attacks: {
      const bool is_about_squares = trait.others.men == kAnything;
      const Bitboard targets =
          is_about_squares ? trait.others.squares : others_of(now, trait.others, them);
      return (attacks_from(now, square, piece) & targets).any();
    }
    case Trait::Kind::Protects:
      return (attacks_from(now, square, piece) & others_of(now, trait.others, us)).any();
    case Trait::Kind::Hittable:
      return is_hittable(now, square, trait.others, them);
    case Trait::Kind::Forks:
      return (attacks_from(now, square, piece) & others_of(now, trait.others, them)).count() >=
             trait.least;
    case Trait::Kind::Skewers:
      return attacks_through_any(
          now, square, piece, others_of(now, trait.others, them),
          now.of(static_cast<Men>(men_of(them) & ~men_of(Piece(them, Role::Pawn)))));
    case Trait::Kind::XRays:
      return attacks_through_any(now, square, piece, now.occupied(),
                                 others_of(now, trait.others, them));
    case Trait::Kind::Trapped:
      return is_trapped(now, square, piece);
  }
  return false;
}

// Returns the `pieces` that have all traits of the claim.
Bitboard with_traits(const Situation& situation, const PiecesStand& standing, Bitboard pieces) {
  for (const Trait& trait : standing.traits) {
    Bitboard left;
    for (const Square square : pieces) {
      if (has_trait(situation, square, trait) != trait.is_negated) left |= square;
    }
    pieces = left;
  }
  return pieces;
}

// Returns the pieces that the claim counts.
Bitboard pieces_of(const Situation& now, const PiecesStand& standing) {
  Bitboard pieces = now.of(standing.men) & standing.squares;
  if (standing.is_followed) pieces &= now.followed;
  const bool has_all = pieces.is_empty() || standing.traits.empty();
  return has_all ? pieces : with_traits(now, standing, pieces);
}

Bitboard checkers(const Situation& now) {
  const Bitboard kings = now.of(Piece(now.turn(), Role::King));
  if (!kings.has_one()) return {};
  return attackers(now, kings.first()) & now.of(men_of(other(now.turn())));
}
bool is_check(const Situation& now) { return checkers(now).any(); }

// Returns whether the last move may have opened a line to the king. Otherwise only the piece that
// moved can give check, because the move before was legal. Takes a tenth of checkers().
bool may_open_line_to_king(const Situation& now) {
  constexpr Men kLinePieces = men_of(Role::Bishop) | men_of(Role::Rook) | men_of(Role::Queen);
  const bool moves_one_piece = now.mover != Board::kEmpty &&
                               now.move.kind() != MoveKind::Castling &&
                               now.move.kind() != MoveKind::EnPassant;
  const Bitboard kings = now.of(Piece(now.turn(), Role::King));
  if (!moves_one_piece || !kings.has_one()) return true;
  const Bitboard line = line_through(kings.first(), now.move.from());
  return (line & now.of(kLinePieces & men_of(other(now.turn())))).any();
}

bool is_double_check(const Situation& now) {
  return may_open_line_to_king(now) && checkers(now).count() >= 2;
}

// Castling never counts as a discovered check, because the rook has moved too.
bool is_discovered_check(const Situation& now) {
  if (now.mover == Board::kEmpty || now.move.kind() == MoveKind::Castling) return false;
  return may_open_line_to_king(now) && (checkers(now) & ~Bitboard(now.move.to())).any();
}

bool is_symmetric(const Situation& now) {
  for (int role = 0; role < 6; ++role) {
    const Role one = static_cast<Role>(role);
    if (now.of(Piece(Color::White, one)) != upside_down(now.of(Piece(Color::Black, one)))) {
      return false;
    }
  }
  return true;
}

// Returns the castling rights that no move has removed.
CastlingRights rights_left(const Situation& now) {
  CastlingRights rights = now.start->castling;
  for (const Color color : {Color::White, Color::Black}) {
    const bool king_moved = (now.moved & now.start->board.of(color, Role::King)).any();
    for (const CastlingSide side : {CastlingSide::King, CastlingSide::Queen}) {
      if (rights.has(color, side) && (king_moved || now.moved.contains(rights.rook(color, side)))) {
        rights.revoke(color, side);
      }
    }
  }
  return rights;
}

std::optional<Square> en_passant_after(const Situation& now) {
  if (now.mover == Board::kEmpty) return now.start->en_passant;
  const int from = index_of(now.move.from());
  const int to = index_of(now.move.to());
  const bool is_double_step = Piece::from_code(now.mover).role() == Role::Pawn &&
                              (from ^ to) == 16 && now.move.kind() == MoveKind::Normal;
  if (!is_double_step) return std::nullopt;
  return square_at((from + to) / 2);
}

bool has_legal_move(const Situation& now) {
  Setup setup;
  for (std::uint8_t code = 0; code < kPieceCount; ++code) {
    for (const Square square : now.men[code]) setup.board.put(square, Piece::from_code(code));
  }
  setup.turn = now.turn();
  setup.castling = rights_left(now);
  setup.en_passant = en_passant_after(now);
  // A setup from damaged moves may not be playable.
  return !is_playable(setup) || has_legal_move(Position(setup));
}

bool is_smothered(const Situation& now) {
  const Bitboard kings = now.of(Piece(now.turn(), Role::King));
  return kings.has_one() && (king_attacks(kings.first()) & ~now.of(men_of(now.turn()))).is_empty();
}

bool has_opposite_bishops(const Situation& now) {
  const Bitboard white = now.of(Piece(Color::White, Role::Bishop));
  const Bitboard black = now.of(Piece(Color::Black, Role::Bishop));
  return white.has_one() && black.has_one() &&
         kDarkSquares.contains(white.first()) != kDarkSquares.contains(black.first());
}

// Returns the lead of `color` in pieces of `role`.
int lead(const Situation& now, Color color, Role role) {
  const auto count = [&](Color side) {
    return static_cast<int>(now.counts >> std::countr_zero(kCounts[Piece(side, role).code()]) & 63);
  };
  return count(color) - count(other(color));
}

// Returns the material lead of `color` in pawns.
int balance(const Situation& now, Color color) {
  constexpr int kWorth[] = {1, 3, 3, 5, 9};
  int pawns = 0;
  for (int role = 0; role < 5; ++role) {
    pawns += kWorth[role] * lead(now, color, static_cast<Role>(role));
  }
  return pawns;
}

// Returns the target square of the last move.
Square arrival(const Situation& now) {
  if (now.move.kind() != MoveKind::Castling) return now.move.to();
  return castled_king_square(Piece::from_code(now.mover).color(), now.move.to() > now.move.from()
                                                                      ? CastlingSide::King
                                                                      : CastlingSide::Queen);
}

bool discovers_attack(const Situation& now, const MenSomewhere& targets) {
  if (now.mover == Board::kEmpty || now.move.kind() == MoveKind::Castling) return false;
  const Color us = Piece::from_code(now.mover).color();
  const Men sliders = men_of(Role::Bishop) | men_of(Role::Rook) | men_of(Role::Queen);
  const Bitboard enemies = others_of(now, targets, other(us));
  for (const Square from : now.of(static_cast<Men>(sliders & men_of(us)))) {
    for (const Square to : attacks_from(now, from, piece_on(now, from)) & enemies) {
      if (between(from, to).contains(now.move.from())) return true;
    }
  }
  return false;
}

// Returns whether the number of pieces is in the range. Avoids counting, which is slow without the
// popcnt instruction.
bool has_many(CountRange range, Bitboard pieces) {
  if (range == CountRange{.least = 1}) return pieces.any();
  if (range == CountRange{0, 0}) return pieces.is_empty();
  return range.contains(pieces.count());
}

struct Judge {
  const Situation& now;

  bool operator()(const PiecesStand& standing) const {
    return has_many(standing.count, pieces_of(now, standing));
  }
  bool operator()(const CountsCompared& counts) const {
    return counts.difference.contains(pieces_of(now, counts.left).count() -
                                      pieces_of(now, counts.right).count());
  }
  bool operator()(const PawnStructure& pawns) const {
    const Bitboard white = now.of(Piece(Color::White, Role::Pawn));
    const Bitboard black = now.of(Piece(Color::Black, Role::Pawn));
    if (pawns.is_exact) return white == pawns.white && black == pawns.black;
    return (pawns.white & ~white).is_empty() && (pawns.black & ~black).is_empty();
  }
  bool operator()(const BoardHolds& board) const {
    for (std::size_t i = 0; i < kSquareCount; ++i) {
      if (board.men[i] == kAnything) continue;
      if (!now.of(board.men[i]).contains(square_at(static_cast<int>(i)))) return false;
    }
    return true;
  }
  bool operator()(const Reached& reached) const {
    if (now.turn() != reached.turn) return false;
    for (std::uint8_t code = 0; code < kPieceCount; ++code) {
      const Piece piece = Piece::from_code(code);
      if (now.men[code] != reached.board.of(piece.color(), piece.role())) return false;
    }
    return true;
  }
  bool operator()(const MaterialIs& material) const {
    return material.material.matches(now.counts);
  }
  bool operator()(const Imbalance& imbalance) const {
    for (int role = 0; role < 5; ++role) {
      if (lead(now, imbalance.color, static_cast<Role>(role)) !=
          imbalance.more[static_cast<std::size_t>(role)]) {
        return false;
      }
    }
    return true;
  }
  bool operator()(const Balance& asked) const {
    return asked.pawns.contains(balance(now, asked.color));
  }
  bool operator()(const BalanceChange& asked) const {
    int before = now.leads.front().pawns;
    for (const PastLead& past : now.leads) {
      if (past.ply <= now.ply - asked.plies) before = past.pawns;
    }
    const int change = balance(now, Color::White) - before;
    return asked.pawns.contains(asked.color == Color::White ? change : -change);
  }
  bool operator()(const DiscoveredAttack& asked) const {
    return discovers_attack(now, asked.targets);
  }
  bool operator()(const Attackers& asked) const {
    const Bitboard all = attackers(now, asked.square);
    const int white = (all & now.of(kWhiteMen)).count();
    const int black = (all & now.of(kBlackMen)).count();
    if (asked.color) return asked.count.contains(*asked.color == Color::White ? white : black);
    if (now.of(kWhiteMen).contains(asked.square)) return asked.count.contains(black);
    if (now.of(kBlackMen).contains(asked.square)) return asked.count.contains(white);
    return asked.count.contains(0);
  }
  bool operator()(const ToMove& player) const { return now.turn() == player.color; }
  bool operator()(const PlyIs& asked) const { return asked.ply.contains(now.ply); }
  bool operator()(const Feature& feature) const {
    switch (feature) {
      case Feature::OppositeBishops:
        return has_opposite_bishops(now);
      case Feature::Check:
        return is_check(now);
      case Feature::Checkmate:
        return is_check(now) && !has_legal_move(now);
      case Feature::Stalemate:
        return !is_check(now) && !has_legal_move(now);
      case Feature::Smothered:
        return is_smothered(now);
      case Feature::DoubleCheck:
        return is_double_check(now);
      case Feature::DiscoveredCheck:
        return is_discovered_check(now);
      case Feature::Symmetric:
        return is_symmetric(now);
      case Feature::AtEnd:
        return now.ply == now.last_ply;
    }
    return false;
  }
  bool operator()(const MovePlayed& asked) const {
    if (now.mover == Board::kEmpty || !contains(asked.movers, now.mover)) return false;
    if (asked.is_followed && !now.followed.contains(arrival(now))) return false;
    const bool castles = now.move.kind() == MoveKind::Castling;
    if (castles || asked.castling != MovePlayed::Castling::No) {
      if (!castles || asked.castling == MovePlayed::Castling::No) return false;
      const bool is_short = now.move.to() > now.move.from();
      return asked.castling == MovePlayed::Castling::Any ||
             (asked.castling == MovePlayed::Castling::KingSide) == is_short;
    }
    const bool promotes = now.move.kind() == MoveKind::Promotion;
    if (asked.promotions != 0 &&
        (!promotes || (asked.promotions >> index_of(now.move.promotion_role()) & 1) == 0)) {
      return false;
    }
    return asked.from.contains(now.move.from()) && asked.to.contains(now.move.to()) &&
           contains(asked.captured, now.captured) &&
           (!asked.is_en_passant || now.move.kind() == MoveKind::EnPassant);
  }
};

}  // namespace

Situation::Situation(const Setup& first, int last)
    : start(&first), counts(men_on(first.board)), last_ply(last) {
  for (const Square square : first.board.occupied()) men[first.board.code_at(square)] |= square;
}

Bitboard Situation::of(Men some) const {
  Bitboard squares;
  for (unsigned rest = some & kAllMen; rest != 0; rest &= rest - 1) {
    squares |= men[static_cast<std::size_t>(std::countr_zero(rest))];
  }
  if ((some & kNobody) != 0) squares |= ~occupied();
  return squares;
}

void Situation::play_special() {
  const Color color = Piece::from_code(mover).color();
  const Square from = move.from();
  const Square to = move.to();
  moved |= Bitboard(from) | Bitboard(to);
  men[mover] &= ~Bitboard(from);
  counts -= kCounts[captured];
  if (move.kind() == MoveKind::Castling) {
    const CastlingSide side = to > from ? CastlingSide::King : CastlingSide::Queen;
    const Piece rook(color, Role::Rook);
    men[rook.code()] &= ~Bitboard(to);
    men[rook.code()] |= castled_rook_square(color, side);
    men[mover] |= castled_king_square(color, side);
    moved |= Bitboard(castled_rook_square(color, side)) | castled_king_square(color, side);
  } else if (move.kind() == MoveKind::EnPassant) {
    men[captured] &= ~Bitboard(square_of(file_of(to), rank_of(from)));
    men[mover] |= to;
  } else {
    men[captured] &= ~Bitboard(to);
    const Piece promoted(color, move.promotion_role());
    men[promoted.code()] |= to;
    counts += kCounts[promoted.code()] - kCounts[mover];
  }
}

void Situation::note_lead() {
  const int pawns = balance(*this, Color::White);
  if (leads.empty() || leads.back().pawns != pawns) leads.push_back({ply, pawns});
}

Bitboard found_pieces(const Claim& claim, const Situation& now) {
  if (const auto* standing = std::get_if<PiecesStand>(&claim)) return pieces_of(now, *standing);
  return holds(claim, now) ? Bitboard(arrival(now)) : Bitboard();
}

Bitboard moved_along(Bitboard pieces, const Situation& now) {
  const Square from = now.move.from();
  const Square to = now.move.to();
  const bool has_mover = pieces.contains(from);
  Bitboard moved = pieces & ~(Bitboard(from) | to);
  if (now.move.kind() == MoveKind::Castling) {
    const CastlingSide side = to > from ? CastlingSide::King : CastlingSide::Queen;
    const Color color = Piece::from_code(now.mover).color();
    if (pieces.contains(to)) moved |= castled_rook_square(color, side);
  } else if (now.move.kind() == MoveKind::EnPassant) {
    moved &= ~Bitboard(square_of(file_of(to), rank_of(from)));
  }
  if (has_mover) moved |= arrival(now);
  return moved;
}

Bitboard attackers(const Situation& now, Square square) {
  const Bitboard occupied = now.occupied();
  return (pawn_attacks(Color::Black, square) & now.of(Piece(Color::White, Role::Pawn))) |
         (pawn_attacks(Color::White, square) & now.of(Piece(Color::Black, Role::Pawn))) |
         (knight_attacks(square) & now.of(men_of(Role::Knight))) |
         (king_attacks(square) & now.of(men_of(Role::King))) |
         (bishop_attacks(square, occupied) & now.of(men_of(Role::Bishop) | men_of(Role::Queen))) |
         (rook_attacks(square, occupied) & now.of(men_of(Role::Rook) | men_of(Role::Queen)));
}

bool holds(const Claim& claim, const Situation& situation) {
  return std::visit(Judge{situation}, claim);
}

}  // namespace arbiter
