#include "lib/chess/playable.h"

#include <algorithm>
#include <array>
#include <utility>

#include "lib/chess/board_attackers.h"
#include "lib/chess/impossible_check.h"

namespace arbiter {
namespace {

enum class Weight { Hard, Soft };

struct Facts {
  SetupFault fault;
  Weight weight;
  std::string_view article;
  std::string_view text;
};

constexpr std::array<Facts, kSetupFaultCount> kFacts = {{
    {SetupFault::NoKing, Weight::Hard, "2.2", "a player has no king"},
    {SetupFault::SeveralKings, Weight::Hard, "2.2", "a player has more than one king"},
    {SetupFault::PawnOnFirstOrLastRank, Weight::Hard, "3.7.3.3",
     "a pawn stands on the first or last rank"},
    {SetupFault::OppositeCheck, Weight::Hard, "3.9.2", "the player who is not to move is in check"},
    {SetupFault::CastlingWithoutKingAndRook, Weight::Soft, "3.8.2.1",
     "a castling right has no king and rook in place"},
    {SetupFault::EnPassantRank, Weight::Soft, "3.7.3.1",
     "the en passant square is not on the rank that the opponent's pawns pass"},
    {SetupFault::EnPassantWithoutPawn, Weight::Soft, "3.7.3.1",
     "no pawn stands in front of the en passant square"},
    {SetupFault::EnPassantOccupied, Weight::Soft, "3.7.2",
     "the en passant square or the square behind it is occupied"},
    {SetupFault::EnPassantAfterCheck, Weight::Soft, "3.9.2",
     "the player to move was already in check before the double step of the pawn"},
    {SetupFault::ImpossibleCheck, Weight::Soft, "3.9.2", "no last move can have given this check"},
    {SetupFault::TooManyPawns, Weight::Soft, "2.2", "a player has more than 8 pawns"},
    {SetupFault::TooManyMen, Weight::Soft, "2.2", "a player has more than 16 pieces"},
    {SetupFault::TooManyPromoted, Weight::Soft, "3.7.3.3",
     "a player has more promoted pieces than missing pawns"},
    {SetupFault::HalfmoveClockAfterDoubleStep, Weight::Soft, "PGN 16.1.3.5",
     "the halfmove clock is not 0 after the double step of a pawn"},
    {SetupFault::HalfmoveClockBeforeStart, Weight::Soft, "PGN 16.1.3.5",
     "the halfmove clock counts more half-moves than were played"},
    {SetupFault::HalfmoveClockPastDraw, Weight::Soft, "9.6.2",
     "the halfmove clock is past the draw by 75 moves"},
    {SetupFault::FullmoveNumberZero, Weight::Soft, "PGN 16.1.3.6", "the move number is 0"},
}};

constexpr bool is_in_order() {
  for (std::size_t i = 0; i < kFacts.size(); ++i) {
    if (static_cast<std::size_t>(kFacts[i].fault) != i) return false;
  }
  return true;
}
static_assert(is_in_order());

const Facts& facts_of(SetupFault fault) { return kFacts[static_cast<std::size_t>(fault)]; }

constexpr Color kColors[] = {Color::White, Color::Black};
constexpr CastlingSide kSides[] = {CastlingSide::King, CastlingSide::Queen};
constexpr Bitboard kFirstAndLastRank = Bitboard(Rank::One) | Bitboard(Rank::Eight);

// One question for each fault, in the order of the enumeration.
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

// Of any of their kings, should there be several.
bool is_opposite_check(const Setup& setup) {
  const Board& board = setup.board;
  for (const Square king : board.of(other(setup.turn), Role::King)) {
    if (attackers(board, king, setup.turn, board.occupied()).any()) return true;
  }
  return false;
}

bool has_vain_castling_right(const Setup& setup) {
  for (const Color color : kColors) {
    for (const CastlingSide side : kSides) {
      if (setup.castling.has(color, side) && !has_king_and_rook(setup, color, side)) return true;
    }
  }
  return false;
}

// Before the double step that the en passant square tells of.
// Precondition: tells_of_double_step(setup).
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

  // A true en passant square says what the last move was; else any may have been.
  void look_at_last_move() {
    if (tells_of_double_step(setup_)) {
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
    for (const Color color : kColors) {
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

}  // namespace

std::vector<SetupFault> faults_of(const Setup& setup) { return Examination(setup).run(); }

bool is_playable(const Setup& setup) {
  const Board& board = setup.board;
  return !lacks_king(board) && !has_several_kings(board) && !has_pawn_on_edge(board) &&
         !is_opposite_check(setup);
}

bool is_hard(SetupFault fault) { return facts_of(fault).weight == Weight::Hard; }
std::string_view to_string(SetupFault fault) { return facts_of(fault).text; }
std::string_view article_of(SetupFault fault) { return facts_of(fault).article; }

}  // namespace arbiter
