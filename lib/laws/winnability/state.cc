#include "lib/laws/winnability/state.h"

#include <cassert>

#include "lib/chess/move_generator.h"

namespace arbiter {

namespace {

// A sink that stops at the first move.
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

PieceSets with_colors_swapped(const PieceSets& pieces) {
  PieceSets swapped;
  swapped.pawns = flipped(pieces.pawns);
  swapped.knights = flipped(pieces.knights);
  swapped.diagonal = flipped(pieces.diagonal);
  swapped.straight = flipped(pieces.straight);
  swapped.kings = flipped(pieces.kings);
  swapped.white = flipped(pieces.black);
  swapped.black = flipped(pieces.white);
  swapped.castling_rooks = flipped(pieces.castling_rooks);
  swapped.en_passant = flipped(pieces.en_passant);
  return swapped;
}

void castle(PieceSets& pieces, Color us, Move move) {
  const CastlingSide side = move.to() > move.from() ? CastlingSide::King : CastlingSide::Queen;
  const Bitboard king_to = castled_king_square(us, side);
  const Bitboard rook_to = castled_rook_square(us, side);
  pieces.of(us) &= ~(Bitboard(move.from()) | Bitboard(move.to()));
  pieces.of(us) |= king_to | rook_to;
  pieces.kings ^= Bitboard(move.from()) ^ king_to;
  pieces.straight ^= Bitboard(move.to()) ^ rook_to;
  pieces.castling_rooks &= ~Bitboard(relative_rank(us, Rank::One));
}

// Removes the pieces on these squares.
void clear(PieceSets& pieces, Bitboard squares) {
  const Bitboard kept = ~squares;
  pieces.pawns &= kept;
  pieces.knights &= kept;
  pieces.diagonal &= kept;
  pieces.straight &= kept;
  pieces.white &= kept;
  pieces.black &= kept;
  pieces.castling_rooks &= kept;
}

void move_piece(Bitboard& set, Move move) {
  if (set.contains(move.from())) set ^= Bitboard(move.from()) | Bitboard(move.to());
}

void promote(PieceSets& pieces, Move move) {
  const Role role = move.promotion_role();
  pieces.pawns &= ~Bitboard(move.to());
  if (role == Role::Knight) pieces.knights |= move.to();
  if (role == Role::Bishop || role == Role::Queen) pieces.diagonal |= move.to();
  if (role == Role::Rook || role == Role::Queen) pieces.straight |= move.to();
}

// Sets the en passant square after a double step, if a pawn can capture there.
void offer_en_passant(PieceSets& pieces, Color us, Move move) {
  if ((index_of(move.from()) ^ index_of(move.to())) != 16) return;
  const Square passed = backward(us, move.to());
  if ((pawn_attacks(us, passed) & pieces.pawns & pieces.of(other(us))).any())
    pieces.en_passant = passed;
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
  const PieceSets pieces(position);
  if (winner == kWinner) return {pieces, position.turn()};
  return {with_colors_swapped(pieces), other(position.turn())};
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
  move_generator::generate_for(state.pieces, state.turn, kAllSquares, sink);
  return moves;
}

bool has_legal_move(const State& state) {
  move_generator::AnySink sink;
  move_generator::generate_for(state.pieces, state.turn, kAllSquares, sink);
  return sink.found.any();
}

std::optional<Move> some_legal_move(const State& state) {
  FirstSink sink;
  move_generator::generate_for(state.pieces, state.turn, kAllSquares, sink);
  return sink.move;
}

void play(State& state, Move move) {
  PieceSets& pieces = state.pieces;
  const Color us = state.turn;
  state.turn = other(us);
  pieces.en_passant = kNoSquares;
  if (move.kind() == MoveKind::Castling) return castle(pieces, us, move);
  clear(pieces, move.kind() == MoveKind::EnPassant ? backward(us, move.to()) : move.to());
  pieces.of(us) ^= Bitboard(move.from()) | Bitboard(move.to());
  if (pieces.kings.contains(move.from())) {
    pieces.kings ^= Bitboard(move.from()) | Bitboard(move.to());
    pieces.castling_rooks &= ~pieces.of(us);
    return;
  }
  const bool is_pawn = pieces.pawns.contains(move.from());
  pieces.castling_rooks &= ~Bitboard(move.from());
  move_piece(pieces.pawns, move);
  move_piece(pieces.knights, move);
  move_piece(pieces.diagonal, move);
  move_piece(pieces.straight, move);
  if (move.kind() == MoveKind::Promotion) promote(pieces, move);
  if (is_pawn) offer_en_passant(pieces, us, move);
}

Role role_at(const State& state, Square square) {
  const PieceSets& pieces = state.pieces;
  if (pieces.pawns.contains(square)) return Role::Pawn;
  if (pieces.knights.contains(square)) return Role::Knight;
  if (pieces.kings.contains(square)) return Role::King;
  if (!pieces.straight.contains(square)) return Role::Bishop;
  return pieces.diagonal.contains(square) ? Role::Queen : Role::Rook;
}

Bitboard attackers(const State& state, Square square, Color by) {
  const PieceSets& pieces = state.pieces;
  const Bitboard occupied = pieces.occupied();
  return ((bishop_attacks(square, occupied) & pieces.diagonal) |
          (rook_attacks(square, occupied) & pieces.straight) |
          (knight_attacks(square) & pieces.knights) |
          (pawn_attacks(other(by), square) & pieces.pawns) |
          (king_attacks(square) & pieces.kings)) &
         pieces.of(by);
}

// Returns the state in four bit planes. Plane 0 marks white pieces. Planes 1 to 3 contain the
// number of the role: pawn 1, knight 2, bishop 3, rook 4, queen 5, king 6. The king of the side to
// move has 7. A pawn on a back rank stands for a rook with a castling right, and a white empty
// square for the en passant square.
PackedState packed(const State& state) {
  const PieceSets& pieces = state.pieces;
  const Bitboard to_move = pieces.kings & pieces.of(state.turn);
  const Bitboard bishops = state.bishops();
  const Bitboard queens = state.queens();
  const Bitboard straight = pieces.straight & ~pieces.castling_rooks;
  return {{(pieces.white | pieces.en_passant).bits(),
           (pieces.pawns | pieces.castling_rooks | bishops | queens | to_move).bits(),
           (pieces.knights | bishops | pieces.kings).bits(), (straight | pieces.kings).bits()}};
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
  PieceSets& pieces = state.pieces;
  pieces.castling_rooks = single & first_ranks;
  pieces.pawns = single & ~first_ranks;
  pieces.knights = two & ~one & ~four;
  pieces.kings = two & four;
  pieces.straight = (four & ~two) | pieces.castling_rooks;
  pieces.diagonal = one & (two ^ four);
  pieces.white = white & occupied;
  pieces.black = occupied & ~white;
  pieces.en_passant = white & ~occupied;
  state.turn = (one & pieces.kings & white).any() ? Color::White : Color::Black;
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
