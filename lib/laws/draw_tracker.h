// Draws by repetition and by counting moves (Laws 9.2, 9.3, 9.6), along one game.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "lib/chess/legal_moves.h"
#include "lib/chess/move.h"
#include "lib/chess/position.h"

namespace arbiter {

// Follows a game move by move. Keys find positions that may be the same; that
// they are (9.2.3) is then seen from the pieces. Plies count from 0, the first
// position, which is an occurrence too.
class DrawTracker {
 public:
  // How many bits of a key find a position; fewer than all of them make more
  // work, but never another answer.
  explicit DrawTracker(int key_bits = 64)
      : key_mask_(key_bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << key_bits) - 1) {}

  // Begins another game, reusing the storage.
  void start(const Position& first);

  // `after` is the position that the legal move `played` led to. Returns whether
  // any of the questions below may have another answer than "no", or "once":
  // false for most positions. About 2 ns.
  bool observe(const Position& after, Move played);

  std::uint32_t ply() const { return ply_; }
  // Half-moves since the last capture or pawn move: 100 for 9.3, 150 for 9.6.2.
  std::uint32_t halfmove_clock() const { return clock_; }

  // How often the present position has stood on the board, now included.
  std::uint32_t occurrences() const;
  // At which plies, in rising order; the last one is ply().
  std::vector<std::uint32_t> occurrence_plies() const;
  // Whether it occurred five times by "consecutive alternate moves", the text of
  // 9.6.1 from 2014 to 2017: each time two moves of each player later.
  bool is_consecutive_fivefold() const;

  // The present position is `now` in what follows.

  // The moves by which the player to move makes a position that has then
  // occurred at least three times (9.2.1).
  MoveList moves_to_threefold(const Position& now) const;

  // The moves by which the player to move completes fifty moves of each player
  // without capture and pawn move (9.3.1), or another number of half-moves, mating and
  // stalemating ones included.
  MoveList moves_to_fifty(const Position& now, std::uint32_t half_moves = 100) const;

  // As occurrences(), but regardless of castling rights that could not be used
  // when the position stood on the board: another reading of "the same possible
  // moves" in 9.2.3.
  std::uint32_t occurrences_but_for_idle_rights(const Position& now) const;

 private:
  struct Entry {
    std::uint32_t key;        // the upper half
    std::uint32_t same_slot;  // stamp of the last entry before with the same slot
    std::uint32_t since;      // plies since the same position stood; 0: the first time
    Move move;                // that led here; nothing at ply 0
    std::uint8_t castling;
    bool has_en_passant;
  };

  // Looks for a position in the present run of moves without capture and pawn
  // move, that is, among those that can occur again.
  struct Wanted {
    std::uint32_t key;
    std::uint32_t newest;  // stamp from which to look back
    std::uint32_t ply;     // at which it stands or would stand: ply() or the next one
    const Board& board;
  };
  std::optional<std::uint32_t> find(const Wanted& wanted, const Board& present) const;

  void look_back(const Position& now);
  bool repeats_step_to(std::uint32_t ply) const;
  bool may_stand_a_third_time(const Position& now) const;
  void grow();
  void undo(Board& board, std::uint32_t ply) const;
  std::uint32_t run_length() const { return std::min(clock_, ply_); }

  static constexpr std::size_t kSlots = 512;
  static constexpr std::uint8_t kRepeated = 1;       // some position of the run stood twice
  static constexpr std::uint8_t kRightsChanged = 2;  // castling rights were lost in the run

  std::uint64_t key_mask_;
  std::vector<Entry> entries_;
  std::uint32_t ply_ = 0;
  std::uint32_t clock_ = 0;
  std::uint32_t base_ = 1;  // stamp of ply 0; stamps grow from game to game
  std::uint8_t run_flags_ = 0;
  CastlingRights first_rights_;
  std::array<std::uint32_t, kSlots> slots_{};  // newest stamp by the key's lower bits
};

inline bool DrawTracker::observe(const Position& after, Move played) {
  if (++ply_ == entries_.size()) [[unlikely]]
    grow();
  clock_ = after.halfmove_clock();
  const std::uint64_t key = static_cast<std::uint64_t>(after.key()) & key_mask_;
  const std::uint32_t stamp = base_ + ply_;
  const std::uint8_t castling = after.castling().mask();
  if (castling != entries_[ply_ - 1].castling) run_flags_ |= kRightsChanged;
  run_flags_ = static_cast<std::uint8_t>(run_flags_ & -static_cast<int>(clock_ != 0));
  const std::uint32_t same_slot = std::exchange(slots_[key % kSlots], stamp);
  entries_[ply_] = {.key = static_cast<std::uint32_t>(key >> 32),
                    .same_slot = same_slot,
                    .since = 0,
                    .move = played,
                    .castling = castling,
                    .has_en_passant = after.en_passant().has_value()};
  if (same_slot >= stamp - run_length()) [[unlikely]]
    look_back(after);
  // A third occurrence takes eight reversible half-moves, a claim one less.
  return clock_ >= 7 && (run_flags_ != 0 || clock_ >= 99);
}

inline std::uint32_t DrawTracker::occurrences() const {
  std::uint32_t count = 1;
  for (std::uint32_t ply = ply_; entries_[ply].since != 0; ply -= entries_[ply].since) ++count;
  return count;
}

// Whether the keys of two positions, whose upper halves differ by `difference` when the
// turn is left out, may be those before and after a move of a knight, bishop, rook, queen
// or king to an empty square. Never false where they are; true for one in eighteen of others.
bool may_be_one_step(std::uint32_t difference);

}  // namespace arbiter
