#include <algorithm>
#include <bit>
#include <optional>
#include <variant>

#include "lib/chess/legal_moves.h"
#include "lib/patterns/pattern_scan.h"

namespace arbiter {
namespace {

constexpr Bitboard kFileA = Bitboard(File::A);
constexpr Bitboard kFileH = Bitboard(File::H);

// Returns the neighbours of `squares` on adjacent files.
Bitboard beside(Bitboard squares) {
  return Bitboard((squares & ~kFileA).bits() >> 1 | (squares & ~kFileH).bits() << 1);
}

// Returns the squares in front of `squares` on their files, as seen by `color`.
Bitboard ahead_of(Color color, Bitboard squares) {
  std::uint64_t bits = squares.bits();
  if (color == Color::White) {
    bits <<= 8;
    for (const int step : {8, 16, 32}) bits |= bits << step;
  } else {
    bits >>= 8;
    for (const int step : {8, 16, 32}) bits |= bits >> step;
  }
  return Bitboard(bits);
}

Bitboard files_of(Bitboard squares) {
  return squares | ahead_of(Color::White, squares) | ahead_of(Color::Black, squares);
}

// Returns the squares one step in front of `squares`.
Bitboard step_of(Color color, Bitboard squares) {
  return Bitboard(color == Color::White ? squares.bits() << 8 : squares.bits() >> 8);
}

// Returns whether there are at least `number` pieces. Does not count them, which is slow without
// the popcnt instruction.
bool has_at_least(int number, Bitboard pieces) {
  std::uint64_t bits = pieces.bits();
  while (--number > 0 && bits != 0) bits &= bits - 1;
  return bits != 0 || number < 0;
}

constexpr Men kLinePieces = men_of(Role::Bishop) | men_of(Role::Rook) | men_of(Role::Queen);

// Returns the pieces of `color` that match `others`.
Bitboard others_of(const Situation& now, const MenSomewhere& others, Color color) {
  return now.of(static_cast<Men>(others.men & men_of(color))) & others.squares;
}

// Pieces of one side, by the way in which they attack.
struct Army {
  Army(const Situation& now, Color side, Bitboard among)
      : color(side),
        pawns(now.of(Piece(side, Role::Pawn)) & among),
        knights(now.of(Piece(side, Role::Knight)) & among),
        kings(now.of(Piece(side, Role::King)) & among),
        diagonal((now.of(Piece(side, Role::Bishop)) | now.of(Piece(side, Role::Queen))) & among),
        straight((now.of(Piece(side, Role::Rook)) | now.of(Piece(side, Role::Queen))) & among) {}

  // Returns the line pieces that attack the square on a board without other pieces.
  Bitboard aimed_at(Square square) const {
    return (attacks_on_empty_board(Role::Bishop, square) & diagonal) |
           (attacks_on_empty_board(Role::Rook, square) & straight);
  }
  // Returns the squares that a line piece attacks on a board without other pieces.
  Bitboard lines_of(Square square) const {
    return (diagonal.contains(square) ? attacks_on_empty_board(Role::Bishop, square) : Bitboard()) |
           (straight.contains(square) ? attacks_on_empty_board(Role::Rook, square) : Bitboard());
  }

  Color color;
  Bitboard pawns, knights, kings, diagonal, straight;
};

// In the following functions, `lines` receives the squares between pieces that the result depends
// on, in addition to the pieces of the claim.

// Returns the pieces among `targets` that the army attacks, pinned or not.
Bitboard attacked_by(const Situation& now, const Army& army, Bitboard targets, Bitboard& lines) {
  Bitboard close = step_of(army.color, beside(army.pawns));
  for (const Square square : army.knights) close |= knight_attacks(square);
  for (const Square square : army.kings) close |= king_attacks(square);
  Bitboard attacked = targets & close;
  if ((army.diagonal | army.straight).is_empty()) return attacked;
  for (const Square target : targets & ~close) {
    for (const Square from : army.aimed_at(target)) {
      const Bitboard squares = between(from, target);
      lines |= squares;
      if ((squares & now.occupied()).is_empty()) attacked |= target;
    }
  }
  return attacked;
}

// Returns the pieces of the army that attack at least `least` of `targets`.
Bitboard attackers_of(const Situation& now, const Army& army, Bitboard targets, int least,
                      Bitboard& lines) {
  if (targets.is_empty()) return {};
  const Bitboard below = step_of(other(army.color), targets);
  const Bitboard left((below & ~kFileA).bits() >> 1);
  const Bitboard right((below & ~kFileH).bits() << 1);
  Bitboard found = army.pawns & (least <= 1   ? left | right
                                 : least == 2 ? left & right
                                              : Bitboard());
  for (const Square square : army.knights) {
    if (has_at_least(least, knight_attacks(square) & targets)) found |= square;
  }
  for (const Square square : army.kings) {
    if (has_at_least(least, king_attacks(square) & targets)) found |= square;
  }
  for (const Square square : army.diagonal | army.straight) {
    const Bitboard near = army.lines_of(square) & targets;
    if (!has_at_least(least, near)) continue;
    Bitboard attacked;
    for (const Square target : near) {
      const Bitboard squares = between(square, target);
      lines |= squares;
      if ((squares & now.occupied()).is_empty()) attacked |= target;
    }
    if (has_at_least(least, attacked)) found |= square;
  }
  return found;
}

// A line piece that attacks another piece through exactly one piece between them.
struct LineThrough {
  Bitboard from = {};     // the line pieces
  Bitboard through = {};  // the pieces between
};

// Returns the lines of the army to `targets` through one of `blockers`.
LineThrough lines_through(const Situation& now, const Army& army, Bitboard blockers,
                          Bitboard targets, Bitboard& lines) {
  LineThrough found;
  for (const Square from : army.diagonal | army.straight) {
    for (const Square target : army.lines_of(from) & targets) {
      const Bitboard squares = between(from, target);
      if ((squares & blockers).is_empty()) continue;
      lines |= squares;
      const Bitboard pieces = squares & now.occupied();
      if (!pieces.has_one() || (pieces & blockers).is_empty()) continue;
      found.from |= from;
      found.through |= pieces;
    }
  }
  return found;
}

Bitboard pinned_of(const Situation& now, const Trait& trait, Color us, Bitboard pieces,
                   Bitboard& lines) {
  Bitboard targets = now.of(Piece(us, Role::King));
  if (trait.others.men != 0) {
    targets = others_of(now, trait.others, us);
  } else if (!targets.has_one()) {
    return {};
  }
  const Army them(now, other(us), kAllSquares);
  return pieces & lines_through(now, them, pieces, targets, lines).through;
}

Bitboard backward_of(const Situation& now, Color us, Bitboard pieces) {
  const Bitboard own = now.of(Piece(us, Role::Pawn));
  const Bitboard enemies = now.of(Piece(other(us), Role::Pawn));
  // A pawn on an adjacent file can protect the next square if it is on the same rank or behind.
  const Bitboard supported = beside(own | ahead_of(us, own));
  const Bitboard stopped = step_of(other(us), step_of(other(us), beside(enemies)));
  return pieces & beside(files_of(own)) & ~supported & stopped;
}

Piece piece_on(const Situation& now, Square square) {
  std::uint8_t code = 0;
  while (code + 1 < kPieceCount && !now.men[code].contains(square)) ++code;
  return Piece::from_code(code);
}

Bitboard attacks_from(Bitboard occupied, Square square, Piece piece) {
  if (piece.role() == Role::Pawn) return pawn_attacks(piece.color(), square);
  return attacks_of(piece.role(), square, occupied);
}

// Returns whether every square to which an attacked piece can move is attacked.
bool is_confined(const Situation& now, Square square) {
  const Piece piece = piece_on(now, square);
  const Bitboard enemies = now.of(men_of(other(piece.color())));
  const Bitboard occupied = now.occupied() & ~Bitboard(square);
  const Men never = static_cast<Men>(men_of(piece.color()) | men_of(Role::King));
  Bitboard targets = attacks_from(now.occupied(), square, piece) & ~now.of(never);
  if (piece.role() == Role::Pawn) {
    targets = (targets & enemies) | (step_of(piece.color(), square) & ~now.occupied());
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

Bitboard trapped_of(const Situation& now, Color us, Bitboard pieces, Bitboard& lines) {
  Bitboard trapped;
  const Army them(now, other(us), kAllSquares);
  for (const Square square : attacked_by(now, them, pieces, lines)) {
    lines = kAllSquares;
    if (is_confined(now, square)) trapped |= square;
  }
  return trapped;
}

// Returns the pieces that have the trait, without applying its negation. Precondition: they are
// pieces of `us`.
Bitboard with_trait(const Situation& now, const Trait& trait, Color us, Bitboard pieces,
                    Bitboard& lines) {
  const Color them = other(us);
  const Bitboard own_pawns = now.of(Piece(us, Role::Pawn));
  switch (trait.kind) {
    case Trait::Kind::Isolated:
      return pieces & ~beside(files_of(own_pawns));
    case Trait::Kind::Passed: {
      const Bitboard stopped = ahead_of(them, now.of(Piece(them, Role::Pawn)));
      return pieces & ~(stopped | beside(stopped));
    }
    case Trait::Kind::Doubled:
      return pieces & (ahead_of(us, own_pawns) | ahead_of(them, own_pawns));
    case Trait::Kind::Connected: {
      const Bitboard side = beside(own_pawns);
      return pieces & (side | step_of(us, side) | step_of(them, side));
    }
    case Trait::Kind::Backward:
      return backward_of(now, us, pieces);
    case Trait::Kind::Pinned:
      return pinned_of(now, trait, us, pieces, lines);
    case Trait::Kind::Attacked:
      return attacked_by(now, Army(now, them, others_of(now, trait.others, them)), pieces, lines);
    case Trait::Kind::Protected:
      return attacked_by(now, Army(now, us, others_of(now, trait.others, us)), pieces, lines);
    case Trait::Kind::Attacks: {
      const Bitboard targets =
          trait.is_about_squares() ? trait.others.squares : others_of(now, trait.others, them);
      return attackers_of(now, Army(now, us, pieces), targets, 1, lines);
    }
    case Trait::Kind::Protects:
      return attackers_of(now, Army(now, us, pieces), others_of(now, trait.others, us), 1, lines);
    case Trait::Kind::Hittable:
      return pieces &
             beside(ahead_of(
                 them,
                 others_of(now, {static_cast<Men>(trait.others.men & kPawns), trait.others.squares},
                           them)));
    case Trait::Kind::Forks:
      return attackers_of(now, Army(now, us, pieces), others_of(now, trait.others, them),
                          trait.least, lines);
    case Trait::Kind::Skewers: {
      const Men valuable = static_cast<Men>(men_of(them) & ~kPawns);
      return lines_through(now, Army(now, us, pieces), others_of(now, trait.others, them),
                           now.of(valuable), lines)
          .from;
    }
    case Trait::Kind::XRays:
      return lines_through(now, Army(now, us, pieces), kAllSquares,
                           others_of(now, trait.others, them), lines)
          .from;
    case Trait::Kind::Trapped:
      return trapped_of(now, us, pieces, lines);
  }
  return {};
}

// Returns the pieces that the claim counts.
Bitboard pieces_of(const Situation& now, const PiecesStand& standing, Bitboard& lines) {
  Bitboard pieces = now.of(standing.men) & standing.squares;
  if (standing.is_followed) pieces &= now.followed;
  for (const Trait& trait : standing.traits) {
    Bitboard found;
    for (const Color color : {Color::White, Color::Black}) {
      const Bitboard some = pieces & now.sides()[color == Color::White ? 1 : 0];
      if (some.any()) found |= with_trait(now, trait, color, some, lines);
    }
    pieces = trait.is_negated ? pieces & ~found : found;
    if (pieces.is_empty()) break;
  }
  return pieces;
}

Bitboard checkers(const Situation& now) {
  const Bitboard kings = now.of(Piece(now.turn(), Role::King));
  if (!kings.has_one()) return {};
  return attackers(now, kings.first()) & now.of(men_of(other(now.turn())));
}

// Returns whether the last move may have opened a line to the king. Otherwise only the moved piece
// can give check, because the previous move was legal. Takes 10 % of the time of checkers().
bool may_open_line_to_king(const Situation& now) {
  const bool moves_one_piece = now.mover != Board::kEmpty &&
                               now.move.kind() != MoveKind::Castling &&
                               now.move.kind() != MoveKind::EnPassant;
  const Bitboard kings = now.of(Piece(now.turn(), Role::King));
  if (!moves_one_piece || !kings.has_one()) return true;
  const Square king = kings.first();
  const Square from = now.move.from();
  // Most moves do not leave a line to the king, and tables of empty boards are small.
  if (!(attacks_on_empty_board(Role::Bishop, king) | attacks_on_empty_board(Role::Rook, king))
           .contains(from)) {
    return false;
  }
  const Color them = other(now.turn());
  const Bitboard aimed = now.of(Piece(them, Role::Bishop)) | now.of(Piece(them, Role::Rook)) |
                         now.of(Piece(them, Role::Queen));
  return (line_through(king, from) & aimed).any();
}

bool is_check(const Situation& now) {
  if (may_open_line_to_king(now)) return checkers(now).any();
  const Piece mover = Piece::from_code(now.mover);
  const Square king = now.of(Piece(now.turn(), Role::King)).first();
  if (now.move.kind() != MoveKind::Promotion && mover.role() == Role::Pawn) {
    return pawn_attacks(mover.color(), now.move.to()).contains(king);
  }
  const Role role =
      now.move.kind() == MoveKind::Promotion ? now.move.promotion_role() : mover.role();
  return attacks_on_empty_board(role, now.move.to()).contains(king) &&
         (between(now.move.to(), king) & now.occupied()).is_empty();
}

bool is_double_check(const Situation& now) {
  return may_open_line_to_king(now) && has_at_least(2, checkers(now));
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
  // If moves are damaged, the setup may be unplayable.
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
  const Square left = now.move.from();
  const Bitboard enemies = others_of(now, targets, other(us));
  for (const Square from : Army(now, us, kAllSquares).aimed_at(left)) {
    for (const Square to : enemies& line_through(from, left)) {
      const Bitboard squares = between(from, to);
      if (squares.contains(left) && (squares & now.occupied()).is_empty()) return true;
    }
  }
  return false;
}

// Returns whether the number of pieces is in the range. Avoids counting, which is slow without the
// popcnt instruction.
bool has_many(CountRange range, Bitboard pieces) {
  if (range == CountRange{.least = 1}) return pieces.any();
  if (range == CountRange{0, 0}) return pieces.is_empty();
  if (range == CountRange{.least = range.least}) return has_at_least(range.least, pieces);
  return range.contains(pieces.count());
}

struct Judge {
  const Situation& now;
  Bitboard& lines;

  bool operator()(const PiecesStand& standing) const {
    return has_many(standing.count, pieces_of(now, standing, lines));
  }
  bool operator()(const CountsCompared& counts) const {
    return counts.difference.contains(pieces_of(now, counts.left, lines).count() -
                                      pieces_of(now, counts.right, lines).count());
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

Situation::Situation(const Setup& first) : start(&first), counts(men_on(first.board)) {
  for (const Square square : first.board.occupied()) men[first.board.code_at(square)] |= square;
}

void Situation::add_sides() const {
  sides_ = {};
  for (std::size_t code = 0; code < kPieceCount; code += 2) {
    sides_[0] |= men[code];
    sides_[1] |= men[code + 1];
  }
  sides_ply_ = ply;
}

Bitboard Situation::of(Men some) const {
  Bitboard squares;
  unsigned rest = some & kAllMen;
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
    const unsigned all = side == 0 ? kBlackMen : kWhiteMen;
    if ((rest & all) != all) continue;
    squares |= sides()[side];
    rest &= ~all;
  }
  for (; rest != 0; rest &= rest - 1) {
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
  Bitboard lines;
  if (const auto* standing = std::get_if<PiecesStand>(&claim)) {
    return pieces_of(now, *standing, lines);
  }
  return holds(claim, now, lines) ? Bitboard(arrival(now)) : Bitboard();
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

bool holds(const Claim& claim, const Situation& situation, Bitboard& lines) {
  return std::visit(Judge{situation, lines}, claim);
}

}  // namespace arbiter
