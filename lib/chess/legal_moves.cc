#include "lib/chess/legal_moves.h"

#include "lib/chess/move_generator.h"

namespace arbiter {

namespace {

using move_generator::AnyProcessor;
using move_generator::generate;

// What sinks have in common: pieces other than pawns are all the same to them.
template <class Sink>
struct SinkOfPieces {
  void knight(Square from, Bitboard targets) { self().piece(from, targets); }
  void diagonal(Square from, Bitboard targets) { self().piece(from, targets); }
  void straight(Square from, Bitboard targets) { self().piece(from, targets); }
  void king(Square from, Bitboard targets) { self().piece(from, targets); }
  bool is_done() const { return false; }

 private:
  Sink& self() { return static_cast<Sink&>(*this); }
};

struct ListSink : SinkOfPieces<ListSink> {
  explicit ListSink(MoveList& list) : moves(list) {}

  void piece(Square from, Bitboard targets) {
    for (const Square to : targets) moves.push(Move::normal(from, to));
  }
  template <int Step>
  void pawns(Bitboard targets) {
    for (const Square to : targets) moves.push(Move::normal(square_at(index_of(to) - Step), to));
  }
  template <int Step>
  void promotions(Bitboard targets) {
    for (const Square to : targets) {
      const Square from = square_at(index_of(to) - Step);
      for (const Role role : {Role::Queen, Role::Rook, Role::Bishop, Role::Knight}) {
        moves.push(Move::promotion(from, to, role));
      }
    }
  }
  void en_passant(Square from, Square to) { moves.push(Move::en_passant(from, to)); }
  void castle(Square king, Square rook) { moves.push(Move::castling(king, rook)); }

  MoveList& moves;
};

struct CountSink : SinkOfPieces<CountSink> {
  void piece(Square, Bitboard targets) { add(targets, 1); }
  template <int Step>
  void pawns(Bitboard targets) {
    add(targets, 1);
  }
  template <int Step>
  void promotions(Bitboard targets) {
    add(targets, 4);
  }
  void en_passant(Square, Square) { ++count; }
  void castle(Square, Square) { ++count; }

  void add(Bitboard targets, unsigned each) {
    count += each * static_cast<unsigned>(targets.count());
  }

  std::size_t count = 0;
};

struct AnySink : SinkOfPieces<AnySink> {
  void piece(Square, Bitboard targets) { found |= targets; }
  template <int Step>
  void pawns(Bitboard targets) {
    found |= targets;
  }
  template <int Step>
  void promotions(Bitboard targets) {
    found |= targets;
  }
  void en_passant(Square, Square to) { found |= to; }
  void castle(Square, Square rook) { found |= rook; }
  bool is_done() const { return found.any(); }

  Bitboard found;
};

template <class Sink>
void generate_for(const Position& position, Bitboard movers, Sink& sink) {
  const PieceSets men(position);
  if (position.turn() == Color::White) {
    generate<Color::White, AnyProcessor>(men, movers, sink);
  } else {
    generate<Color::Black, AnyProcessor>(men, movers, sink);
  }
}

// Whether a pawn that no pin can hold may step forward: true of most positions,
// and cheaper to see than anything else. Precondition: no check.
bool has_free_pawn_step(const Position& position) {
  const Board& board = position.board();
  const Color us = position.turn();
  const Bitboard pawns =
      board.of(us, Role::Pawn) & ~attacks_on_empty_board(Role::Queen, position.king(us));
  const std::uint64_t stepped = us == Color::White ? pawns.bits() << 8 : pawns.bits() >> 8;
  return (Bitboard(stepped) & ~board.occupied()).any();
}

}  // namespace

MoveList legal_moves(const Position& position) {
  MoveList moves;
  ListSink sink(moves);
  generate_for(position, kAllSquares, sink);
  return moves;
}

MoveList legal_moves_from(const Position& position, Square from) {
  MoveList moves;
  ListSink sink(moves);
  generate_for(position, from, sink);
  return moves;
}

std::size_t count_legal_moves(const Position& position) {
  CountSink sink;
  generate_for(position, kAllSquares, sink);
  return sink.count;
}

bool has_legal_move(const Position& position) {
  if (!position.is_check() && has_free_pawn_step(position)) return true;
  AnySink sink;
  generate_for(position, kAllSquares, sink);
  return sink.found.any();
}

bool is_legal(const Position& position, Move move) {
  for (const Move legal : legal_moves_from(position, move.from())) {
    if (legal == move) return true;
  }
  return false;
}

}  // namespace arbiter
