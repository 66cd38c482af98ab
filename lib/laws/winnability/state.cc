#include "lib/laws/winnability/state.h"

#include <cassert>

#include "lib/chess/move_generator.h"

namespace arbiter {

namespace {

// Stops at the first move.
struct FirstSink : move_generator::SinkOfPieces<FirstSink> {
  void piece(Square from, Bitboard targets) {
    if (!move && targets.any()) move = Move::normal(from, targets.first());
  }
  template <int Step>
  void pawns(Bitboard targets) {
    if (targets.any()) piece(square_at(index_of(targets.first()) - Step), targets);
  }
  template <int Step>
  void promotions(Bitboard targets) {
    if (move || targets.is_empty()) return;
    const Square to = targets.first();
    move = Move::promotion(square_at(index_of(to) - Step), to, Role::Queen);
  }
  void en_passant(Square from, Square to) {
    if (!move) move = Move::en_passant(from, to);
  }
  void castle(Square king, Square rook) {
    if (!move) move = Move::castling(king, rook);
  }
  bool is_done() const { return move.has_value(); }

  std::optional<Move> move;
};

Bitboard flipped(Bitboard squares) { return Bitboard(__builtin_bswap64(squares.bits())); }

Square flipped(Square square) { return square_at(index_of(square) ^ 56); }

PieceSets with_colors_swapped(const PieceSets& men) {
  PieceSets swapped;
  swapped.pawns = flipped(men.pawns);
  swapped.knights = flipped(men.knights);
  swapped.diagonal = flipped(men.diagonal);
  swapped.straight = flipped(men.straight);
  swapped.kings = flipped(men.kings);
  swapped.white = flipped(men.black);
  swapped.black = flipped(men.white);
  swapped.castling_rooks = flipped(men.castling_rooks);
  swapped.en_passant = flipped(men.en_passant);
  return swapped;
}

void castle(PieceSets& men, Color us, Move move) {
  const CastlingSide side = move.to() > move.from() ? CastlingSide::King : CastlingSide::Queen;
  const Bitboard king_to = castled_king_square(us, side);
  const Bitboard rook_to = castled_rook_square(us, side);
  men.of(us) &= ~(Bitboard(move.from()) | Bitboard(move.to()));
  men.of(us) |= king_to | rook_to;
  men.kings ^= Bitboard(move.from()) ^ king_to;
  men.straight ^= Bitboard(move.to()) ^ rook_to;
  men.castling_rooks &= ~Bitboard(relative_rank(us, Rank::One));
}

// Takes whatever stands on the squares off the board.
void clear(PieceSets& men, Bitboard squares) {
  const Bitboard kept = ~squares;
  men.pawns &= kept;
  men.knights &= kept;
  men.diagonal &= kept;
  men.straight &= kept;
  men.white &= kept;
  men.black &= kept;
  men.castling_rooks &= kept;
}

void move_man(Bitboard& set, Move move) {
  if (set.contains(move.from())) set ^= Bitboard(move.from()) | Bitboard(move.to());
}

void promote(PieceSets& men, Move move) {
  const Role role = move.promotion_role();
  men.pawns &= ~Bitboard(move.to());
  if (role == Role::Knight) men.knights |= move.to();
  if (role == Role::Bishop || role == Role::Queen) men.diagonal |= move.to();
  if (role == Role::Rook || role == Role::Queen) men.straight |= move.to();
}

// The square that a double step has passed, where a pawn stands ready to capture.
void offer_en_passant(PieceSets& men, Color us, Move move) {
  if ((index_of(move.from()) ^ index_of(move.to())) != 16) return;
  const Square passed = backward(us, move.to());
  if ((pawn_attacks(us, passed) & men.pawns & men.of(other(us))).any()) men.en_passant = passed;
}

constexpr std::size_t kFirstSlots = 2048;
constexpr std::uint32_t kIndexMask = (1u << 24) - 1;

std::uint64_t hash_of(const PackedState& state) {
  std::uint64_t hash = 0;
  for (const std::uint64_t plane : state.planes) {
    hash = (hash ^ plane) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  }
  return hash;
}

}  // namespace

State state_of(const Position& position, Color winner) {
  const PieceSets men(position);
  if (winner == kWinner) return {men, position.turn()};
  return {with_colors_swapped(men), other(position.turn())};
}

Move seen_by(Color winner, Move move) {
  if (winner == kWinner) return move;
  const Square from = flipped(move.from());
  const Square to = flipped(move.to());
  switch (move.kind()) {
    case MoveKind::Promotion:
      return Move::promotion(from, to, move.promotion_role());
    case MoveKind::EnPassant:
      return Move::en_passant(from, to);
    case MoveKind::Castling:
      return Move::castling(from, to);
    default:
      return Move::normal(from, to);
  }
}

MoveList legal_moves(const State& state) {
  MoveList moves;
  move_generator::ListSink sink(moves);
  move_generator::generate_for(state.men, state.turn, kAllSquares, sink);
  return moves;
}

bool has_legal_move(const State& state) {
  move_generator::AnySink sink;
  move_generator::generate_for(state.men, state.turn, kAllSquares, sink);
  return sink.found.any();
}

std::optional<Move> some_legal_move(const State& state) {
  FirstSink sink;
  move_generator::generate_for(state.men, state.turn, kAllSquares, sink);
  return sink.move;
}

void play(State& state, Move move) {
  PieceSets& men = state.men;
  const Color us = state.turn;
  state.turn = other(us);
  men.en_passant = kNoSquares;
  if (move.kind() == MoveKind::Castling) return castle(men, us, move);
  clear(men, move.kind() == MoveKind::EnPassant ? backward(us, move.to()) : move.to());
  men.of(us) ^= Bitboard(move.from()) | Bitboard(move.to());
  if (men.kings.contains(move.from())) {
    men.kings ^= Bitboard(move.from()) | Bitboard(move.to());
    men.castling_rooks &= ~men.of(us);
    return;
  }
  const bool is_pawn = men.pawns.contains(move.from());
  men.castling_rooks &= ~Bitboard(move.from());
  move_man(men.pawns, move);
  move_man(men.knights, move);
  move_man(men.diagonal, move);
  move_man(men.straight, move);
  if (move.kind() == MoveKind::Promotion) promote(men, move);
  if (is_pawn) offer_en_passant(men, us, move);
}

Role role_at(const State& state, Square square) {
  const PieceSets& men = state.men;
  if (men.pawns.contains(square)) return Role::Pawn;
  if (men.knights.contains(square)) return Role::Knight;
  if (men.kings.contains(square)) return Role::King;
  if (!men.straight.contains(square)) return Role::Bishop;
  return men.diagonal.contains(square) ? Role::Queen : Role::Rook;
}

Bitboard attackers(const State& state, Square square, Color by) {
  const PieceSets& men = state.men;
  const Bitboard occupied = men.occupied();
  return ((bishop_attacks(square, occupied) & men.diagonal) |
          (rook_attacks(square, occupied) & men.straight) | (knight_attacks(square) & men.knights) |
          (pawn_attacks(other(by), square) & men.pawns) | (king_attacks(square) & men.kings)) &
         men.of(by);
}

// Plane 0 says white, planes 1 to 3 the number of the role: pawn 1, knight 2,
// bishop 3, rook 4, queen 5, king 6, king of the side to move 7. Codes that no
// man has tell the rest: a pawn on a first rank is a rook that may castle, a
// white nothing the square that can be captured on en passant.
PackedState packed(const State& state) {
  const PieceSets& men = state.men;
  const Bitboard to_move = men.kings & men.of(state.turn);
  const Bitboard bishops = state.bishops();
  const Bitboard queens = state.queens();
  const Bitboard straight = men.straight & ~men.castling_rooks;
  return {{(men.white | men.en_passant).bits(),
           (men.pawns | men.castling_rooks | bishops | queens | to_move).bits(),
           (men.knights | bishops | men.kings).bits(), (straight | men.kings).bits()}};
}

State unpacked(const PackedState& packed) {
  const Bitboard white(packed.planes[0]);
  const Bitboard one(packed.planes[1]);
  const Bitboard two(packed.planes[2]);
  const Bitboard four(packed.planes[3]);
  const Bitboard first_ranks = Bitboard(Rank::One) | Bitboard(Rank::Eight);
  const Bitboard occupied = one | two | four;
  const Bitboard single = one & ~two & ~four;
  State state;
  PieceSets& men = state.men;
  men.castling_rooks = single & first_ranks;
  men.pawns = single & ~first_ranks;
  men.knights = two & ~one & ~four;
  men.kings = two & four;
  men.straight = (four & ~two) | men.castling_rooks;
  men.diagonal = one & (two ^ four);
  men.white = white & occupied;
  men.black = occupied & ~white;
  men.en_passant = white & ~occupied;
  state.turn = (one & men.kings & white).any() ? Color::White : Color::Black;
  return state;
}

StateStore::StateStore() : slots_(kFirstSlots) {}

void StateStore::grow() {
  std::vector<std::uint32_t> old(2 * slots_.size());
  old.swap(slots_);
  const std::size_t mask = slots_.size() - 1;
  for (Index index = 0; index < size_; ++index) {
    const std::uint64_t hash = hash_of((*this)[index]);
    std::size_t at = hash & mask;
    while (slots_[at] != 0) at = (at + 1) & mask;
    slots_[at] = static_cast<std::uint32_t>(hash >> 56 << 24) | (index + 1);
  }
}

std::optional<StateStore::Index> StateStore::add(const PackedState& state, Index parent) {
  assert(size_ + 1 < kMaxStates);
  const std::uint64_t hash = hash_of(state);
  const std::uint32_t tag = static_cast<std::uint32_t>(hash >> 56 << 24);
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash & mask;
  for (; slots_[at] != 0; at = (at + 1) & mask) {
    if ((slots_[at] & ~kIndexMask) != tag) continue;
    if ((*this)[(slots_[at] & kIndexMask) - 1] == state) return std::nullopt;
  }
  const Index index = static_cast<Index>(size_++);
  if ((index & (kChunk - 1)) == 0) {
    chunks_.push_back(std::make_unique_for_overwrite<Chunk>());
  }
  chunks_.back()->states[index & (kChunk - 1)] = state;
  chunks_.back()->parents[index & (kChunk - 1)] = parent;
  slots_[at] = tag | (index + 1);
  if (3 * size_ > 2 * slots_.size()) grow();
  return index;
}

}  // namespace arbiter
