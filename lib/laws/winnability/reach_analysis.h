// The squares that each piece can ever reach, and the pieces that can be captured, without playing
// a move. The sets are too large rather than too small.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "lib/laws/winnability/state.h"

namespace arbiter {

// An assumption about a piece in a line that ends with White mating: it is never captured before it
// has moved, or it is. One of the two holds.
enum class Fate : std::uint8_t { Any, SafeAtHome, TakenAtHome };

struct Assumption {
  Square square;  // of the piece
  Fate fate;
};

// A piece of the position and its future.
struct Prospect {
  Role role;
  Color color;
  Square home;
  Bitboard reach;    // all squares where it can ever stand, `home` too
  Bitboard strikes;  // all squares where it can ever capture or keep a king away
  bool is_capturable = false;
  bool is_promoted = false;  // a pawn that can become anything
  Fate fate = Fate::Any;

  bool is_home() const { return reach == Bitboard(home); }
  bool is_steady() const { return is_home() && !is_capturable; }
};

// Returns the squares that the piece attacks from `square`, over the pieces in `occupied`.
inline Bitboard attacks_from(const Prospect& piece, Square square, Bitboard occupied) {
  if (piece.role == Role::Pawn) return pawn_attacks(piece.color, square);
  return attacks_of(piece.role, square, occupied);
}

// The least sets that hold at the start and are closed under the rules in the
// source. Lemma: in every series of legal moves that ends with White mating, and in
// which the assumptions hold, all pieces stay within their `reach`, and only those that
// are `is_capturable` are captured, until that mate.
// Proof: take the first move that breaks one of these facts. They all held before
// it; each rule asks only for what such facts allow; so the move would have been
// added, and the sets were not closed.
class ReachAnalysis {
 public:
  // Returns nothing if a pawn of White can promote, which leaves little to prove, if an en passant
  // capture is possible, or if there are more than 32 pieces.
  static std::optional<ReachAnalysis> of(const State& state,
                                         std::span<const Assumption> assumptions = {});

  std::span<const Prospect> pieces() const { return {pieces_.data(), size_}; }
  // Returns the squares whose piece never leaves and is never captured.
  Bitboard steady() const { return steady_[0] | steady_[1]; }
  const Prospect& king(Color color) const { return pieces_[kings_[index(color)]]; }

 private:
  static constexpr std::size_t kMaxPieces = 32;
  static std::size_t index(Color color) { return static_cast<std::size_t>(color); }

  struct Castling {
    Square king;
    Square rook;
    Square king_to;
    Square rook_to;
    Bitboard way;  // must be empty
  };

  ReachAnalysis(const State& state, std::span<const Assumption> assumptions);

  void add_castling(const State& state);
  void note_sets();
  void note_packed_bishops();
  Bitboard always_attacked_by_pack(const Prospect& first) const;
  bool widen();
  bool widen(Prospect& piece);
  Bitboard castling_of(const Prospect& piece) const;
  Bitboard strikes_of(const Prospect& piece) const;
  Bitboard pushes_of(const Prospect& piece) const;
  bool is_faced(const Prospect& pawn, Square target) const;
  Bitboard always_attacked_by(const Prospect& piece, Bitboard occupied) const;
  bool mark_captures(const Prospect& by);
  bool is_last_piece(const Prospect& piece) const;

  // Moves that end every line: see reach_endings.cc.
  Bitboard without_endings(const Prospect& piece, Bitboard targets) const;
  bool ends_game(const Prospect& king, Square target) const;
  bool has_room(const Prospect& piece, const Prospect& king, Square target) const;
  bool may_discover(const Prospect& king, Square target, Square checked) const;
  bool mates_winner(const Prospect& piece, Square target) const;
  bool can_answer(const Prospect& piece, Square target) const;
  bool is_lost(const Prospect& piece, Square target) const;

  std::array<Prospect, kMaxPieces> pieces_;
  std::size_t size_ = 0;
  std::array<std::size_t, 2> kings_{};
  std::vector<Castling> castlings_;
  bool has_last_piece_ = false;  // White has one piece beside its king
  // By colour.
  std::array<Bitboard, 2> steady_;
  std::array<Bitboard, 2> steady_kings_;
  std::array<Bitboard, 2> prey_;     // where pieces other than the king can stand
  std::array<Bitboard, 2> guarded_;  // always attacked
  std::array<Bitboard, 2> held_;     // the same, by pawns and knights alone
  Bitboard ever_occupied_;
};

}  // namespace arbiter
