// A search for the tactics of a game during a replay of its moves.
#pragma once

#include <array>
#include <cstddef>

#include "db/model/move_code.h"
#include "lib/chess/bitboard.h"
#include "lib/chess/setup.h"
#include "lib/patterns/tactics.h"

namespace arbiter {

// Only what a move can have changed is searched, so a move takes about 30 ns. After illegal moves
// the results are meaningless, but the calls are safe.
class TacticSearch {
 public:
  explicit TacticSearch(const Setup& start);

  // Plays a move. `codes` are the pieces after it.
  void play(const UnpackedMove& played, const move_code::PieceCodes& codes);

  // Returns the tactics of all positions so far.
  Tactics found() const { return found_; }

 private:
  // The squares from which a line piece is aimed at a king or queen on an empty board.
  struct Aims {
    Bitboard diagonal;
    Bitboard straight;
  };

  Bitboard of(Color color, Role role) const { return men_[Piece(color, role).code()]; }
  // Returns the pieces whose attack by a lesser one is a fork.
  Bitboard valuables(Color color) const {
    return of(color, Role::Rook) | of(color, Role::Queen) | of(color, Role::King);
  }
  void play_special(const UnpackedMove& played, const move_code::PieceCodes& codes);
  void search_everywhere(const move_code::PieceCodes& codes, Bitboard moved);
  void find_aims(Color color);
  void search_forks_around(Piece piece, Square square);
  void search_forks_by(Color side, Role role, Square square);
  void search_forks_of(Color side, Square target);
  void search_bishops(Bitboard squares);
  void search_lines(const move_code::PieceCodes& codes, Bitboard diagonals, Bitboard straights,
                    Bitboard moved);
  void search_line(const move_code::PieceCodes& codes, Square from, Square target, Bitboard pieces,
                   Bitboard moved);
  void search_skewer(Piece slider, Square from, Square target, Role role);
  void note_double_check(Color checked, Square king);

  // The squares of the pieces by Piece::code(). The last entry is a dummy for moves that capture
  // nothing.
  std::array<Bitboard, kPieceCount + 1> men_{};
  Bitboard occupied_;
  std::array<Aims, 2> aims_{};  // by the colour of king and queen
  Tactics found_ = 0;
};

}  // namespace arbiter
