#include "lib/laws/draw_tracker.h"

#include <array>
#include <bitset>
#include <cstddef>

#include "lib/chess/attacks.h"
#include "lib/chess/position_key.h"

namespace arbiter {

namespace {

// A set of key differences, indexed by their upper bits. The 3,668 possible moves are valid in both
// directions, and occupy 3,577 of 65,536 indexes.
using Steps = std::bitset<1 << 16>;

std::size_t place_of(std::uint32_t difference) { return difference >> 16; }

void mark(Piece piece, Steps& steps) {
  const auto& keys = position_keys::kPieces[piece.code()];
  for (const Square from : kAllSquares) {
    for (const Square to : attacks_on_empty_board(piece.role(), from)) {
      const PositionKey step =
          keys[static_cast<std::size_t>(from)] ^ keys[static_cast<std::size_t>(to)];
      steps.set(place_of(static_cast<std::uint32_t>(static_cast<std::uint64_t>(step) >> 32)));
    }
  }
}

Steps all_steps() {
  Steps steps;
  for (const Color color : {Color::White, Color::Black}) {
    for (const Role role : {Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King}) {
      mark(Piece(color, role), steps);
    }
  }
  return steps;
}

using position_keys::kCastling;
using position_keys::kPieces;
using position_keys::kWhiteToMove;

constexpr Role kReversibleRoles[] = {Role::Knight, Role::Bishop, Role::Rook, Role::Queen,
                                     Role::King};

// Returns the pieces of the player to move that can move without losing a castling right.
Bitboard pieces_without_rights(const Position& position) {
  const Color us = position.turn();
  Bitboard pieces = position.board().of(us) & ~position.castling().rooks();
  if (position.castling().has_any(us)) pieces &= ~Bitboard(position.king(us));
  return pieces;
}

// Returns whether the player could castle on that side if it were their turn.
bool could_castle(const Board& board, const CastlingRights& rights, Color color,
                  CastlingSide side) {
  Setup setup;
  setup.board = board;
  setup.turn = color;
  setup.castling.grant(color, side, rights.rook(color, side));
  const Position position(setup);
  for (const Move move : legal_moves_from(position, position.king(color))) {
    if (move.kind() == MoveKind::Castling) return true;
  }
  return false;
}

// Returns whether none of the rights in `mask` could be used on this board.
bool are_idle(const Board& board, const CastlingRights& rights, int mask) {
  for (const Color color : {Color::White, Color::Black}) {
    for (const CastlingSide side : {CastlingSide::King, CastlingSide::Queen}) {
      const int bit = 1 << (2 * index_of(color) + static_cast<int>(side));
      if ((mask & bit) != 0 && could_castle(board, rights, color, side)) return false;
    }
  }
  return true;
}

}  // namespace

bool may_be_one_step(std::uint32_t difference) {
  static const Steps steps = all_steps();
  return steps[place_of(difference)];
}

void DrawTracker::grow() {
  entries_.resize(capacity_ += 512 + capacity_);
  keys_.resize(capacity_);
  moves_.resize(capacity_);
}

void DrawTracker::start(const Position& first) {
  base_ += ply_ + 1;
  if (base_ > 1u << 31) {
    slots_.fill(0);
    base_ = 1;
  }
  ply_ = 0;
  unslotted_ = 0;
  has_repeated_ = false;
  begins_en_passant_ = first.en_passant().has_value();
  first_rights_ = first.castling();
  add_entry(first, Move::from_bits(0));
}

// Returns whether an earlier position of the run has the key of the current one.
bool DrawTracker::has_equal_key() const {
  const std::uint32_t length = run_length();
  for (std::uint32_t distance = kMinToRepeat; distance <= length; distance += 2) {
    if (key_at(ply_ - distance) == key_at(ply_)) return true;
  }
  return false;
}

// Continues observe() after the fourth reversible half-move. Slots are filled only from then on,
// because most runs end early without a repetition.
bool DrawTracker::observe_run(const Position& after) {
  if (has_repeated_ || clock_ > kMaxCompared || has_equal_key()) fill_slots(after);
  const bool has_lost_rights = entries_[start_of_run()].castling != entries_[ply_].castling;
  return clock_ >= kMinToClaim && (has_repeated_ || has_lost_rights || clock_ >= 99);
}

void DrawTracker::fill_slots(const Position& now) {
  unslotted_ = std::max(unslotted_, start_of_run());
  while (unslotted_ <= ply_) put_in_slot(unslotted_++, now);
}

// Inserts the position at `ply` into its slot, and records the previous ply with the same position.
void DrawTracker::put_in_slot(std::uint32_t ply, const Position& now) {
  Entry& entry = entries_[ply];
  const std::uint64_t key = key_at(ply);
  entry.same_slot = std::exchange(slots_[key % kSlots], base_ + ply);
  if (entry.same_slot < base_ + start_of_run()) [[likely]]
    return;
  Board board = now.board();
  for (std::uint32_t at = ply_; at > ply; --at) undo(board, at);
  const auto found =
      find({.key = key, .newest = entry.same_slot, .ply = ply, .board = board}, ply, board);
  if (!found) return;
  entry.since = (ply - *found) & 0xFFFFFF;
  has_repeated_ = true;
}

// Precondition: the move that led to `ply` was neither a capture nor a pawn move.
void DrawTracker::undo(Board& board, std::uint32_t ply) const {
  const Move move = moves_[ply];
  if (move.kind() != MoveKind::Castling) {
    board.move_piece(move.to(), move.from());
    return;
  }
  const Color color = rank_of(move.from()) == Rank::One ? Color::White : Color::Black;
  const CastlingSide side = move.to() > move.from() ? CastlingSide::King : CastlingSide::Queen;
  board.clear(castled_king_square(color, side));
  board.clear(castled_rook_square(color, side));
  board.put(move.from(), Piece(color, Role::King));
  board.put(move.to(), Piece(color, Role::Rook));
}

// Returns whether the move to `present` was also played at `ply`, from the same position. If so,
// the resulting positions need no comparison.
bool DrawTracker::repeats_step_to(std::uint32_t ply, std::uint32_t present) const {
  return entries_[present - 1].since == present - ply && moves_[ply] == moves_[present];
}

std::optional<std::uint32_t> DrawTracker::find(const Wanted& wanted, std::uint32_t present,
                                               const Board& there) const {
  const std::uint8_t castling = entries_[present].castling;
  const std::uint32_t oldest = base_ + start_of_run();
  Board board = there;
  std::uint32_t at = present;
  for (std::uint32_t stamp = wanted.newest; stamp >= oldest;) {
    const std::uint32_t ply = stamp - base_;
    const Entry& entry = entries_[ply];
    stamp = entry.same_slot;
    if (key_at(ply) != wanted.key || entry.castling != castling || has_en_passant(ply) ||
        (wanted.ply - ply) % 2 != 0) {
      continue;
    }
    if (wanted.ply == present && repeats_step_to(ply, present)) return ply;
    while (at > ply) undo(board, at--);
    if (board == wanted.board) return ply;
  }
  return std::nullopt;
}

std::vector<std::uint32_t> DrawTracker::occurrence_plies() const {
  std::vector<std::uint32_t> plies{ply_};
  for (std::uint32_t ply = ply_; entries_[ply].since != 0;) {
    ply -= entries_[ply].since;
    plies.push_back(ply);
  }
  std::reverse(plies.begin(), plies.end());
  return plies;
}

bool DrawTracker::is_consecutive_fivefold() const {
  std::uint32_t ply = ply_;
  for (int i = 0; i < 4; ++i) {
    if (entries_[ply].since != 4) return false;
    ply -= 4;
  }
  return true;
}

// Returns whether a move may lead to a position that has already occurred twice since the last
// capture or pawn move. Compares whole keys.
bool DrawTracker::may_stand_a_third_time(const Position& now) const {
  const auto key = static_cast<std::uint64_t>(now.key() ^ kWhiteToMove);
  const bool is_whole = key_mask_ == ~std::uint64_t{0};
  const std::uint32_t first = start_of_run();
  for (std::uint32_t ply = ply_; ply > first + 1;) {
    --ply;
    if (entries_[ply].since != 0 &&
        (!is_whole || may_be_one_step(static_cast<std::uint32_t>((key ^ key_at(ply)) >> 32)))) {
      return true;
    }
    if (ply > first) --ply;
  }
  return false;
}

MoveList DrawTracker::moves_to_threefold(const Position& now) const {
  MoveList moves;
  if (!has_repeated_ || !may_stand_a_third_time(now)) return moves;
  const Bitboard occupied = now.board().occupied();
  const Bitboard pieces = pieces_without_rights(now);
  for (const Role role : kReversibleRoles) {
    const auto& keys = kPieces[Piece(now.turn(), role).code()];
    for (const Square from : now.board().of(role) & pieces) {
      for (const Square to : attacks_of(role, from, occupied) & ~occupied) {
        const std::uint64_t key =
            static_cast<std::uint64_t>(now.key() ^ keys[static_cast<std::size_t>(from)] ^
                                       keys[static_cast<std::size_t>(to)] ^ kWhiteToMove) &
            key_mask_;
        const std::uint32_t newest = slots_[key % kSlots];
        if (newest < base_ + start_of_run()) continue;
        Board after = now.board();
        after.move_piece(from, to);
        // The move is legal, because it leads to an earlier position of the game.
        const auto found = find({.key = key, .newest = newest, .ply = ply_ + 1, .board = after},
                                ply_, now.board());
        if (found && entries_[*found].since != 0) moves.push(Move::normal(from, to));
      }
    }
  }
  return moves;
}

MoveList DrawTracker::moves_to_fifty(const Position& now, std::uint32_t half_moves) const {
  MoveList moves;
  if (clock_ + 1 < half_moves) return moves;
  const Board& board = now.board();
  for (const Move move : legal_moves(now)) {
    const bool is_castling = move.kind() == MoveKind::Castling;
    const bool is_pawn_move = board.of(Role::Pawn).contains(move.from());
    if (is_castling || (!is_pawn_move && board.is_empty(move.to()))) moves.push(move);
  }
  return moves;
}

std::uint32_t DrawTracker::occurrences_but_for_idle_rights(const Position& now) const {
  std::uint32_t count = occurrences();
  const int rights = entries_[ply_].castling;
  if (entries_[start_of_run()].castling == rights) return count;
  const auto key_without_rights = [&](std::uint32_t ply) {
    const PositionKey key = keys_[ply] ^ kCastling[entries_[ply].castling];
    return static_cast<std::uint64_t>(key) & key_mask_;
  };
  const std::uint64_t wanted = key_without_rights(ply_);
  Board board = now.board();
  std::uint32_t at = ply_;
  for (std::uint32_t ply = ply_; ply >= start_of_run() + 2;) {
    const Entry& before = entries_[ply -= 2];  // an entry with the same player to move
    const int lost = before.castling & ~rights;
    if (lost == 0 || has_en_passant(ply) || key_without_rights(ply) != wanted) continue;
    while (at > ply) undo(board, at--);
    if (board == now.board() && are_idle(board, first_rights_, lost)) ++count;
  }
  return count;
}

}  // namespace arbiter
