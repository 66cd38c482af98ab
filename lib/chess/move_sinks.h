// What becomes of the moves that the generator yields: a list, or the answer whether
// there are any.
#pragma once

#include "lib/chess/legal_moves.h"
#include "lib/chess/move_generator.h"

namespace arbiter::move_generator {

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

// The legal moves of the men in `movers` that belong to the player to move.
template <class Sink>
void generate_for(const PieceSets& men, Color turn, Bitboard movers, Sink& sink) {
  if (turn == Color::White) {
    generate<Color::White, AnyProcessor>(men, movers, sink);
  } else {
    generate<Color::Black, AnyProcessor>(men, movers, sink);
  }
}

}  // namespace arbiter::move_generator
