#include "lib/chess/setup.h"

#include <algorithm>
#include <utility>

namespace arbiter {
namespace {

Board initial_board() {
  constexpr Role back_rank[] = {Role::Rook, Role::Knight, Role::Bishop, Role::Queen,
                                Role::King, Role::Bishop, Role::Knight, Role::Rook};
  Board board;
  for (int i = 0; i < 8; ++i) {
    const File file = static_cast<File>(i);
    board.put(square_of(file, Rank::One), Piece(Color::White, back_rank[i]));
    board.put(square_of(file, Rank::Two), Piece(Color::White, Role::Pawn));
    board.put(square_of(file, Rank::Seven), Piece(Color::Black, Role::Pawn));
    board.put(square_of(file, Rank::Eight), Piece(Color::Black, back_rank[i]));
  }
  return board;
}

struct Facts {
  SetupFault fault;
  std::string_view article;
  std::string_view text;
};

constexpr std::array<Facts, kSetupFaultCount> kFacts = {{
    {SetupFault::NoKing, "2.2", "a player has no king"},
    {SetupFault::SeveralKings, "2.2", "a player has more than one king"},
    {SetupFault::PawnOnFirstOrLastRank, "3.7.3.3", "a pawn stands on the first or last rank"},
    {SetupFault::OppositeCheck, "3.9.2", "the player who is not to move is in check"},
    {SetupFault::CastlingWithoutKingAndRook, "3.8.2.1",
     "a castling right exists, but king or rook is not in place"},
    {SetupFault::EnPassantRank, "3.7.3.1",
     "the en passant square is on the wrong rank for the player to move"},
    {SetupFault::EnPassantWithoutPawn, "3.7.3.1",
     "no pawn stands in front of the en passant square"},
    {SetupFault::EnPassantOccupied, "3.7.2",
     "the en passant square or the square behind it is occupied"},
    {SetupFault::EnPassantAfterCheck, "3.9.2",
     "the player to move was already in check before the pawn's double step"},
    {SetupFault::ImpossibleCheck, "3.9.2", "no legal move could have given this check"},
    {SetupFault::TooManyPawns, "2.2", "a player has more than 8 pawns"},
    {SetupFault::TooManyMen, "2.2", "a player has more than 16 pieces"},
    {SetupFault::TooManyPromoted, "3.7.3.3",
     "a player has more promoted pieces than missing pawns"},
    {SetupFault::HalfmoveClockAfterDoubleStep, "PGN 16.1.3.5",
     "the halfmove clock is not 0 after a pawn's double step"},
    {SetupFault::HalfmoveClockBeforeStart, "PGN 16.1.3.5",
     "the halfmove clock counts more half-moves than were played"},
    {SetupFault::HalfmoveClockPastDraw, "9.6.2",
     "the halfmove clock exceeds the limit of the 75-move rule"},
    {SetupFault::FullmoveNumberZero, "PGN 16.1.3.6", "the move number is 0"},
}};

static_assert(std::ranges::adjacent_find(kFacts, std::ranges::greater_equal(), &Facts::fault) ==
              kFacts.end());

const Facts& facts_of(SetupFault fault) { return kFacts[static_cast<std::size_t>(fault)]; }

constexpr Color kBothColors[] = {Color::White, Color::Black};
constexpr CastlingSide kBothSides[] = {CastlingSide::King, CastlingSide::Queen};
constexpr Bitboard kFirstAndLastRank = Bitboard(Rank::One) | Bitboard(Rank::Eight);

// One function for each SetupFault, in the order of the enumeration.
bool lacks_king(const Board& board) {
  return board.of(Color::White, Role::King).is_empty() ||
         board.of(Color::Black, Role::King).is_empty();
}

bool has_several_kings(const Board& board) {
  return board.of(Color::White, Role::King).has_many() ||
         board.of(Color::Black, Role::King).has_many();
}

bool has_pawn_on_edge(const Board& board) {
  return (board.of(Role::Pawn) & kFirstAndLastRank).any();
}

// Returns whether the king of the player who is not to move is attacked, for any number of kings.
bool is_opposite_check(const Setup& setup) {
  const Board& board = setup.board;
  for (const Square king : board.of(other(setup.turn), Role::King)) {
    if (attackers(board, king, setup.turn, board.occupied()).any()) return true;
  }
  return false;
}

bool has_vain_castling_right(const Setup& setup) {
  for (const Color color : kBothColors) {
    for (const CastlingSide side : kBothSides) {
      if (setup.castling.has(color, side) && !has_king_and_rook(setup, color, side)) return true;
    }
  }
  return false;
}

// Returns whether the player was already in check before the double step of the pawn. Precondition:
// is_after_double_step(setup).
bool was_check_before_double_step(const Setup& setup) {
  const Square passed = *setup.en_passant;
  Board before = setup.board;
  before.move_piece(backward(setup.turn, passed), forward(setup.turn, passed));
  const Square king = before.of(setup.turn, Role::King).first();
  return attackers(before, king, other(setup.turn), before.occupied()).any();
}

int promoted(const Board& board, Color color) {
  const auto beyond = [&](Bitboard pieces, int at_start) {
    return std::max(0, (pieces & board.of(color)).count() - at_start);
  };
  return beyond(board.of(Role::Knight), 2) + beyond(board.of(Role::Bishop) & kDarkSquares, 1) +
         beyond(board.of(Role::Bishop) & ~kDarkSquares, 1) + beyond(board.of(Role::Rook), 2) +
         beyond(board.of(Role::Queen), 1);
}

class Examination {
 public:
  explicit Examination(const Setup& setup) : setup_(setup), board_(setup.board) {}

  std::vector<SetupFault> run() {
    look_for_hard_faults();
    if (faults_.empty()) {
      note(SetupFault::CastlingWithoutKingAndRook, has_vain_castling_right(setup_));
      look_at_last_move();
    }
    look_at_men();
    look_at_counts();
    return std::move(faults_);
  }

 private:
  void note(SetupFault fault, bool is_there) {
    if (is_there) faults_.push_back(fault);
  }

  void look_for_hard_faults() {
    note(SetupFault::NoKing, lacks_king(board_));
    note(SetupFault::SeveralKings, has_several_kings(board_));
    note(SetupFault::PawnOnFirstOrLastRank, has_pawn_on_edge(board_));
    note(SetupFault::OppositeCheck, is_opposite_check(setup_));
  }

  // Determines the last move from a valid en passant square.
  void look_at_last_move() {
    if (is_after_double_step(setup_)) {
      note(SetupFault::EnPassantAfterCheck, was_check_before_double_step(setup_));
      return;
    }
    if (setup_.en_passant) look_at_en_passant(*setup_.en_passant);
    note(SetupFault::ImpossibleCheck, is_impossible_check(board_, setup_.turn));
  }

  void look_at_en_passant(Square passed) {
    if (relative_rank(setup_.turn, passed) != Rank::Six) {
      note(SetupFault::EnPassantRank, true);
      return;
    }
    const Piece pawn(other(setup_.turn), Role::Pawn);
    note(SetupFault::EnPassantWithoutPawn, !board_.has(backward(setup_.turn, passed), pawn));
    note(SetupFault::EnPassantOccupied,
         !board_.is_empty(passed) || !board_.is_empty(forward(setup_.turn, passed)));
  }

  void look_at_men() {
    bool many_pawns = false;
    bool many_men = false;
    bool many_promoted = false;
    for (const Color color : kBothColors) {
      const int pawns = board_.of(color, Role::Pawn).count();
      many_pawns |= pawns > 8;
      many_men |= board_.of(color).count() > 16;
      many_promoted |= promoted(board_, color) > std::max(0, 8 - pawns);
    }
    note(SetupFault::TooManyPawns, many_pawns);
    note(SetupFault::TooManyMen, many_men);
    note(SetupFault::TooManyPromoted, many_promoted);
  }

  void look_at_counts() {
    const std::uint64_t clock = setup_.halfmove_clock;
    const std::uint64_t number = setup_.fullmove_number;
    const std::uint64_t played =
        number == 0 ? 0 : 2 * (number - 1) + (setup_.turn == Color::Black ? 1 : 0);
    note(SetupFault::HalfmoveClockAfterDoubleStep, setup_.en_passant && clock != 0);
    note(SetupFault::HalfmoveClockBeforeStart, number != 0 && clock > played);
    note(SetupFault::HalfmoveClockPastDraw, clock > 150);
    note(SetupFault::FullmoveNumberZero, number == 0);
  }

  const Setup& setup_;
  const Board& board_;
  std::vector<SetupFault> faults_;
};

// The possible last moves of the opponent, retracted one by one.
class LastMoves {
 public:
  LastMoves(const Board& board, Color turn, Bitboard unmoved)
      : board_(board), us_(turn), unmoved_(unmoved) {}

  // Returns whether the king was safe before at least one possible last move.
  bool any_from_safety() const {
    for (const Square to : board_.of(them_) & ~unmoved_) {
      const Role role = board_.at(to)->role();
      if (role == Role::Pawn ? pawn_came(to) : piece_came(role, to)) return true;
    }
    return castled(CastlingSide::King) || castled(CastlingSide::Queen);
  }

 private:
  bool is_safe(const Board& before) const {
    return attackers(before, king_, them_, before.occupied()).is_empty();
  }

  Board moved_back(Square from, Square to, Role role) const {
    Board before = board_;
    before.clear(to);
    before.put(from, Piece(them_, role));
    return before;
  }

  bool came_quietly(Square from, Square to, Role role) const {
    return board_.is_empty(from) && is_safe(moved_back(from, to, role));
  }

  // Returns whether the last move may have been this capture. The captured piece matters only as a
  // blocker, so any piece can represent it.
  bool came_capturing(Square from, Square to, Role role) const {
    if (!may_be_capture_ || !board_.is_empty(from)) return false;
    Board before = moved_back(from, to, role);
    before.put(to, Piece(us_, Role::Knight));
    return is_safe(before);
  }

  bool piece_came(Role role, Square to) const {
    for (const Square from : attacks_of(role, to, occupied_) & ~occupied_) {
      if (came_quietly(from, to, role) || came_capturing(from, to, role)) return true;
    }
    const bool may_be_promoted = role != Role::King && relative_rank(them_, to) == Rank::Eight;
    return may_be_promoted && pawn_stepped_or_captured(to);
  }

  bool pawn_came(Square to) const {
    if (relative_rank(them_, to) == Rank::Two) return false;
    return pawn_stepped_or_captured(to) || pawn_stepped_twice(to) || pawn_captured_en_passant(to);
  }

  bool pawn_stepped_or_captured(Square to) const {
    if (came_quietly(backward(them_, to), to, Role::Pawn)) return true;
    for (const Square from : pawn_attacks(us_, to)) {
      if (came_capturing(from, to, Role::Pawn)) return true;
    }
    return false;
  }

  bool pawn_stepped_twice(Square to) const {
    if (relative_rank(them_, to) != Rank::Four) return false;
    const Square passed = backward(them_, to);
    return board_.is_empty(passed) && came_quietly(backward(them_, passed), to, Role::Pawn);
  }

  bool pawn_captured_en_passant(Square to) const {
    if (!may_be_capture_ || relative_rank(them_, to) != Rank::Six) return false;
    const Square captured = backward(them_, to);
    if (!board_.is_empty(captured) || !board_.is_empty(forward(them_, to))) return false;
    for (const Square from : pawn_attacks(us_, to) & ~occupied_) {
      Board before = moved_back(from, to, Role::Pawn);
      before.put(captured, Piece(us_, Role::Pawn));
      if (is_safe(before)) return true;
    }
    return false;
  }

  bool castled(CastlingSide side) const {
    const Square king_to = castled_king_square(them_, side);
    const Square rook_to = castled_rook_square(them_, side);
    if ((unmoved_ & (Bitboard(king_to) | rook_to)).any()) return false;
    if (!board_.has(king_to, Piece(them_, Role::King)) ||
        !board_.has(rook_to, Piece(them_, Role::Rook))) {
      return false;
    }
    Board others = board_;
    others.clear(king_to);
    others.clear(rook_to);
    const Bitboard home = Bitboard(relative_rank(them_, Rank::One)) & ~others.occupied();
    for (const Square king : home) {
      for (const Square rook : home & ~Bitboard(king)) {
        if ((rook > king) != (side == CastlingSide::King)) continue;
        if (castled_from(others, king, rook)) return true;
      }
    }
    return false;
  }

  bool castled_from(const Board& others, Square king, Square rook) const {
    Board before = others;
    before.put(king, Piece(them_, Role::King));
    before.put(rook, Piece(them_, Role::Rook));
    return is_safe(before);
  }

  const Board& board_;
  Color us_;
  Bitboard unmoved_;
  Color them_ = other(us_);
  Square king_ = board_.of(us_, Role::King).first();
  Bitboard occupied_ = board_.occupied();
  bool may_be_capture_ = board_.of(us_).count() < 16;
};

}  // namespace

const Setup& initial_setup() {
  static const Setup setup = [] {
    Setup initial;
    initial.board = initial_board();
    for (const Color color : {Color::White, Color::Black}) {
      const Rank rank = relative_rank(color, Rank::One);
      initial.castling.grant(color, CastlingSide::King, square_of(File::H, rank));
      initial.castling.grant(color, CastlingSide::Queen, square_of(File::A, rank));
    }
    return initial;
  }();
  return setup;
}

bool has_king_and_rook(const Setup& setup, Color color, CastlingSide side) {
  if (!setup.castling.has(color, side)) return false;
  const Square rook = setup.castling.rook(color, side);
  const Square king = setup.board.of(color, Role::King).first();
  return setup.board.has(rook, Piece(color, Role::Rook)) &&
         relative_rank(color, rook) == Rank::One && relative_rank(color, king) == Rank::One &&
         (rook > king) == (side == CastlingSide::King);
}

bool is_after_double_step(const Setup& setup) {
  if (!setup.en_passant) return false;
  const Square passed = *setup.en_passant;
  if (relative_rank(setup.turn, passed) != Rank::Six) return false;
  return setup.board.has(backward(setup.turn, passed), Piece(other(setup.turn), Role::Pawn)) &&
         setup.board.is_empty(passed) && setup.board.is_empty(forward(setup.turn, passed));
}

std::vector<SetupFault> faults_of(const Setup& setup) { return Examination(setup).run(); }

bool is_playable(const Setup& setup) {
  const Board& board = setup.board;
  return !lacks_king(board) && !has_several_kings(board) && !has_pawn_on_edge(board) &&
         !is_opposite_check(setup);
}

bool is_hard(SetupFault fault) { return fault <= SetupFault::OppositeCheck; }
std::string_view to_string(SetupFault fault) { return facts_of(fault).text; }
std::string_view article_of(SetupFault fault) { return facts_of(fault).article; }

bool is_impossible_check(const Board& board, Color turn) {
  const Square king = board.of(turn, Role::King).first();
  if (attackers(board, king, other(turn), board.occupied()).is_empty()) return false;
  return !has_possible_last_move(board, turn, kNoSquares);
}

bool has_possible_last_move(const Board& board, Color turn, Bitboard unmoved) {
  return LastMoves(board, turn, unmoved).any_from_safety();
}

}  // namespace arbiter
