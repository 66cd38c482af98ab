// Draws by repetition and by counting moves (Laws 9.2, 9.3, 9.6) in one game.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "lib/chess/bitboard.h"
#include "lib/chess/legal_moves.h"
#include "lib/chess/position.h"

namespace arbiter {

// A tracker that follows a game move by move. It finds repetition candidates by key, and then
// compares their boards (9.2.3). Ply 0 is the initial position, which counts as an occurrence.
class DrawTracker {
 public:
  // `key_bits` is the number of key bits used to find candidates. Fewer bits cost time, but never
  // change a result.
  explicit DrawTracker(int key_bits = 64)
      : key_mask_(key_bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << key_bits) - 1) {}

  // The minimum number of reversible half-moves before the second occurrence of a position.
  static constexpr std::uint32_t kMinToRepeat = 4;

  // Starts another game, reusing memory.
  void start(const Position& first);

  // Records the legal move `played` and the position `after` it. Returns false if no draw can be
  // claimed, which is the usual case. Takes about 1 ns.
  bool observe(const Position& after, Move played);

  std::uint32_t ply() const { return ply_; }
  // Returns the keys of all positions, including the current one.
  std::span<const PositionKey> keys() const { return {keys_.data(), ply_ + std::size_t{1}}; }
  std::span<const Move> moves() const { return {moves_.data() + 1, ply_}; }
  // Returns the number of half-moves since the last capture or pawn move; 9.3 needs 100, 9.6.2
  // needs 150.
  std::uint32_t halfmove_clock() const { return clock_; }

  // Returns how often the current position has occurred, including now.
  std::uint32_t occurrences() const;
  // Returns the plies of all occurrences of the current position, in ascending order; the last is
  // ply().
  std::vector<std::uint32_t> occurrence_plies() const;
  // Returns whether the position occurred five times by "consecutive alternate moves", two moves of
  // each player apart (9.6.1 from 2014 to 2017).
  bool is_consecutive_fivefold() const;

  // In the following functions, `now` is the current position.

  // Returns the moves that lead to a third or later occurrence of a position (9.2.1).
  MoveList moves_to_threefold(const Position& now) const;

  // Returns the moves that complete `half_moves` without capture or pawn move (9.3.1). Moves that
  // mate or stalemate are included.
  MoveList moves_to_fifty(const Position& now, std::uint32_t half_moves = 100) const;

  // Returns occurrences() while ignoring castling rights that could not be used when the position
  // occurred. This is another interpretation of "the same possible moves" in 9.2.3.
  std::uint32_t occurrences_but_for_idle_rights(const Position& now) const;

 private:
  struct Entry {
    std::uint32_t same_slot;   // stamp of the previous entry in the same slot, once inserted
    std::uint32_t since : 24;  // plies since the previous occurrence; 0: first occurrence
    std::uint32_t castling : 8;
  };

  // A position to search for, back to the last capture or pawn move.
  struct Wanted {
    std::uint64_t key;
    std::uint32_t newest;  // the stamp at which the backward search starts
    std::uint32_t ply;
    const Board& board;
  };
  // Returns the last ply before `present` at which the position occurred, if any. `there` is the
  // board at `present`.
  std::optional<std::uint32_t> find(const Wanted& wanted, std::uint32_t present,
                                    const Board& there) const;

  void add_entry(const Position& position, Move played);
  bool observe_run(const Position& after);
  bool has_en_passant(std::uint32_t ply) const {
    return begins_en_passant_ && ply == start_of_run();
  }
  std::uint64_t key_at(std::uint32_t ply) const {
    return static_cast<std::uint64_t>(keys_[ply]) & key_mask_;
  }
  bool has_equal_key() const;
  [[gnu::noinline]] void fill_slots(const Position& now);
  void put_in_slot(std::uint32_t ply, const Position& now);
  bool repeats_step_to(std::uint32_t ply, std::uint32_t present) const;
  bool may_stand_a_third_time(const Position& now) const;
  void grow();
  void undo(Board& board, std::uint32_t ply) const;
  std::uint32_t run_length() const { return std::min(clock_, ply_); }
  std::uint32_t start_of_run() const { return ply_ - run_length(); }

  static constexpr std::size_t kSlots = 512;
  // The minimum number of reversible half-moves before a claim. A third occurrence needs eight, and
  // may be claimed one half-move earlier.
  static constexpr std::uint32_t kMinToClaim = 7;
  // The maximum length of a run whose keys are compared one by one.
  static constexpr std::uint32_t kMaxCompared = 16;

  std::uint64_t key_mask_;
  std::vector<Entry> entries_;
  std::vector<PositionKey> keys_;
  std::vector<Move> moves_;     // the moves that led to the positions; nothing at ply 0
  std::uint32_t capacity_ = 0;  // the size of the three arrays
  std::uint32_t ply_ = 0;
  std::uint32_t clock_ = 0;
  std::uint32_t base_ = 1;          // stamp of ply 0; stamps increase from game to game
  std::uint32_t unslotted_ = 0;     // the first ply not yet inserted into `slots_`
  bool has_repeated_ = false;       // a position occurred twice since the last capture or pawn move
  bool begins_en_passant_ = false;  // the first position of the run has a legal en passant capture
  CastlingRights first_rights_;
  std::array<std::uint32_t, kSlots> slots_{};  // newest stamp, indexed by the key's lower bits
};

[[gnu::always_inline]] inline void DrawTracker::add_entry(const Position& position, Move played) {
  if (ply_ >= capacity_) [[unlikely]]
    grow();
  keys_[ply_] = position.key();
  moves_[ply_] = played;
  Entry& entry = entries_[ply_];
  entry.since = 0;
  entry.castling = static_cast<std::uint8_t>(position.castling().mask());
  clock_ = position.halfmove_clock();
}

[[gnu::always_inline]] inline bool DrawTracker::observe(const Position& after, Move played) {
  ++ply_;
  add_entry(after, played);
  if (clock_ >= kMinToRepeat) return observe_run(after);
  if (clock_ == 0) {
    has_repeated_ = false;
    begins_en_passant_ = after.en_passant().has_value();
  }
  return false;
}

inline std::uint32_t DrawTracker::occurrences() const {
  std::uint32_t count = 1;
  for (std::uint32_t ply = ply_; entries_[ply].since != 0; ply -= entries_[ply].since) ++count;
  return count;
}

// Returns whether a move of a knight, bishop, rook, queen or king to an empty square may lead from
// one position to the other. `difference` is the XOR of the upper halves of their keys, without the
// turn. No false negatives; false positives in one of eighteen cases.
bool may_be_one_step(std::uint32_t difference);

}  // namespace arbiter
