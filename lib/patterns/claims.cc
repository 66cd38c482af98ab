// What each claim says of a situation.
#include <algorithm>
#include <bit>
#include <optional>
#include <variant>

#include "lib/chess/attacks.h"
#include "lib/chess/legal_moves.h"
#include "lib/chess/playable.h"
#include "lib/patterns/situation.h"

namespace arbiter {
namespace {

bool is_check(const Situation& now) {
  const Bitboard kings = now.of(Piece(now.turn(), Role::King));
  if (!kings.has_one()) return false;
  return (attackers(now, kings.first()) & now.of(men_of(other(now.turn())))).any();
}

// The rights that no move has touched.
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
  // Damaged moves can lead anywhere.
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

// How many more of them the side has.
int lead(const Situation& now, Color color, Role role) {
  const auto count = [&](Color side) {
    return static_cast<int>(now.counts >> std::countr_zero(kCounts[Piece(side, role).code()]) & 63);
  };
  return count(color) - count(other(color));
}

// Counting is dear where the processor may lack the instruction.
bool has_many(CountRange range, Bitboard pieces) {
  if (range == CountRange{.least = 1}) return pieces.any();
  if (range == CountRange{0, 0}) return pieces.is_empty();
  return range.contains(pieces.count());
}

struct Judge {
  const Situation& now;

  bool operator()(const PiecesStand& standing) const {
    const Bitboard pieces = now.of(standing.men) & standing.squares;
    const bool has_all = pieces.is_empty() || standing.traits.empty();
    return has_many(standing.count, has_all ? pieces : with_traits(now, standing, pieces));
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
    for (int role = imbalance.has_pawns ? 0 : 1; role < 5; ++role) {
      if (lead(now, imbalance.color, static_cast<Role>(role)) !=
          imbalance.more[static_cast<std::size_t>(role)]) {
        return false;
      }
    }
    return true;
  }
  bool operator()(const Balance& balance) const {
    constexpr int kWorth[] = {1, 3, 3, 5, 9};
    int pawns = 0;
    for (int role = 0; role < 5; ++role) {
      pawns += kWorth[role] * lead(now, balance.color, static_cast<Role>(role));
    }
    return balance.pawns.contains(pawns);
  }
  bool operator()(const Attackers& asked) const {
    const Bitboard all = attackers(now, asked.square);
    const int white = (all & now.of(kWhiteMen)).count();
    const int black = (all & now.of(kBlackMen)).count();
    if (asked.color) return asked.count.contains(*asked.color == Color::White ? white : black);
    if (now.of(kWhiteMen).contains(asked.square)) return asked.count.contains(black);
    if (now.of(kBlackMen).contains(asked.square)) return asked.count.contains(white);
    return asked.count.contains(std::max(white, black));
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
    }
    return false;
  }
  bool operator()(const MovePlayed& asked) const {
    if (now.mover == Board::kEmpty || !contains(asked.movers, now.mover)) return false;
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

bool holds(const Claim& claim, const Situation& situation) {
  return std::visit(Judge{situation}, claim);
}

}  // namespace arbiter
