// The generator of legal moves (Laws 3.1 to 3.9) used by legal_moves.h. The generator passes sets
// of target squares to a sink, which counts or lists moves, or stops at the first.
#pragma once

#include <array>
#include <cstdint>

#include "lib/chess/legal_moves.h"

namespace arbiter {

// The pieces as square sets: 72 bytes, copied for each move of perft. Queens are in both slider
// sets.
struct PieceSets {
  Bitboard pawns;
  Bitboard knights;
  Bitboard diagonal;  // bishops and queens
  Bitboard straight;  // rooks and queens
  Bitboard kings;
  Bitboard white;
  Bitboard black;
  Bitboard castling_rooks;  // rooks of both players that still have a castling right
  Bitboard en_passant;      // the square that a pawn has just passed, or none

  PieceSets() = default;
  // Creates the sets without castling rights and en passant square.
  explicit PieceSets(const Board& board)
      : pawns(board.of(Role::Pawn)),
        knights(board.of(Role::Knight)),
        diagonal(board.diagonal_sliders()),
        straight(board.straight_sliders()),
        kings(board.of(Role::King)),
        white(board.of(Color::White)),
        black(board.of(Color::Black)) {}
  explicit PieceSets(const Position& position) : PieceSets(position.board()) {
    if (position.castling().mask() != 0) castling_rooks = position.castling().rooks();
    if (position.en_passant()) en_passant = *position.en_passant();
  }

  Bitboard occupied() const { return white | black; }
  Bitboard& of(Color color) { return color == Color::White ? white : black; }
  Bitboard of(Color color) const { return color == Color::White ? white : black; }
};

}  // namespace arbiter

namespace arbiter::move_generator {

// Two implementations of slider lookups: one for every processor, and one for processors with a
// fast pext.
struct AnyProcessor {
  static Bitboard diagonal(Square from, Bitboard occupied) {
    return bishop_attacks(from, occupied);
  }
  static Bitboard straight(Square from, Bitboard occupied) { return rook_attacks(from, occupied); }
};
#if defined(__x86_64__)
struct FastPext {
  static Bitboard diagonal(Square from, Bitboard occupied) {
    return attack_tables::look_up(attack_tables::kBishop[static_cast<std::size_t>(from)], occupied);
  }
  static Bitboard straight(Square from, Bitboard occupied) {
    return attack_tables::look_up(attack_tables::kRook[static_cast<std::size_t>(from)], occupied);
  }
};
#endif

// Returns the set shifted by `Step` squares. The caller masks out squares that wrap around the
// edge.
template <int Step>
constexpr Bitboard shifted(Bitboard squares) {
  if constexpr (Step > 0) {
    return Bitboard(squares.bits() << Step);
  } else {
    return Bitboard(squares.bits() >> -Step);
  }
}

inline constexpr Bitboard kNotFileA = ~Bitboard(File::A);
inline constexpr Bitboard kNotFileH = ~Bitboard(File::H);

// The steps of a pawn in square numbers.
template <Color Us>
struct PawnStep {
  static constexpr int kForward = Us == Color::White ? 8 : -8;
  static constexpr int kDouble = 2 * kForward;
  static constexpr int kTowardsA = kForward - 1;
  static constexpr int kTowardsH = kForward + 1;
};

template <Color Us>
constexpr Bitboard pawn_attacks_of(Bitboard pawns) {
  return (shifted<PawnStep<Us>::kTowardsA>(pawns) & kNotFileH) |
         (shifted<PawnStep<Us>::kTowardsH>(pawns) & kNotFileA);
}

// Returns, for each square, its diagonal in the direction of `Step`.
template <int Step>
constexpr std::array<Bitboard, kSquareCount> diagonals() {
  constexpr int kFileStep = Step == 9 || Step == -7 ? 1 : -1;
  constexpr int kRankStep = Step > 0 ? 1 : -1;
  std::array<Bitboard, kSquareCount> table{};
  for (int a = 0; a < kSquareCount; ++a) {
    for (int i = -7; i <= 7; ++i) {
      const int file = a % 8 + i * kFileStep;
      const int rank = a / 8 + i * kRankStep;
      if (file < 0 || file > 7 || rank < 0 || rank > 7) continue;
      table[static_cast<std::size_t>(a)] |= square_at(rank * 8 + file);
    }
  }
  return table;
}
template <int Step>
inline constexpr auto kDiagonal = diagonals<Step>();

// Returns all squares that `Them` attack if only `occupied` squares are occupied.
template <Color Them, class Processor>
[[gnu::always_inline]] inline Bitboard attacked(const PieceSets& men, Bitboard occupied) {
  const Bitboard them = men.of(Them);
  Bitboard squares = pawn_attacks_of<Them>(men.pawns & them);
  squares |= king_attacks((men.kings & them).first());
  for (const Square from : men.knights& them) squares |= knight_attacks(from);
  for (const Square from : men.diagonal& them) squares |= Processor::diagonal(from, occupied);
  for (const Square from : men.straight& them) squares |= Processor::straight(from, occupied);
  return squares;
}

// The pieces that give check, and the player's pinned pieces, which may only move on the line to
// their king.
struct KingLines {
  Bitboard checkers;
  Bitboard pinned;
};

template <Color Us>
[[gnu::always_inline]] inline KingLines king_lines(const PieceSets& men, Square king) {
  const Bitboard us = men.of(Us);
  const Bitboard them = men.of(other(Us));
  KingLines lines;
  lines.checkers =
      ((knight_attacks(king) & men.knights) | (pawn_attacks(Us, king) & men.pawns)) & them;
  const Bitboard aiming = ((attacks_on_empty_board(Role::Bishop, king) & men.diagonal) |
                           (attacks_on_empty_board(Role::Rook, king) & men.straight)) &
                          them;
  for (const Square slider : aiming) {
    const Bitboard blockers = between(king, slider) & (us | them);
    if (blockers.is_empty()) {
      lines.checkers |= slider;
    } else if (!blockers.has_many()) {
      lines.pinned |= blockers & us;
    }
  }
  return lines;
}

// Generates the moves of the player's pieces on `movers`. `sink` must have these functions:
//
//   knight, diagonal, straight, king (from, targets)   the targets of a piece
//
//   pawns<Step>, promotions<Step> (targets)            the targets of pawns that move by `Step`
//
//   en_passant(from, to), castle(king, rook)           single moves
//
//   is_done()                                          whether to stop
//
// The moves of a queen are passed in two calls, as diagonal and as straight.
template <Color Us, class Processor, class Sink>
class Generator {
 public:
  [[gnu::always_inline]] Generator(const PieceSets& men, Bitboard movers, Sink& sink)
      : men_(men),
        sink_(sink),
        us_(men.of(Us)),
        them_(men.of(other(Us))),
        occupied_(us_ | them_),
        movers_(us_ & movers),
        king_((men.kings & us_).first()),
        lines_(king_lines<Us>(men, king_)) {}

  [[gnu::always_inline]] void run() {
    if (lines_.checkers.is_empty()) [[likely]] {
      generate_men(~us_);
      if (sink_.is_done()) return;
      generate_king();
      return;
    }
    generate_king();
    if (sink_.is_done() || lines_.checkers.has_many()) return;
    generate_men(lines_.checkers | between(king_, lines_.checkers.first()));
  }

 private:
  using Step = PawnStep<Us>;

  [[gnu::always_inline]] void generate_men(Bitboard targets) {
    generate_pawns(targets);
    if (sink_.is_done()) return;
    const Bitboard free = movers_ & ~lines_.pinned;
    for (const Square from : men_.knights& free) {
      sink_.knight(from, knight_attacks(from) & targets);
    }
    if (sink_.is_done()) return;
    for (const Square from : men_.diagonal& free) {
      sink_.diagonal(from, Processor::diagonal(from, occupied_) & targets);
    }
    for (const Square from : men_.straight& free) {
      sink_.straight(from, Processor::straight(from, occupied_) & targets);
    }
    const Bitboard pinned = movers_ & lines_.pinned & (men_.diagonal | men_.straight);
    if (pinned.any()) [[unlikely]]
      generate_pinned(pinned, targets);
  }

  [[gnu::always_inline]] void generate_pinned(Bitboard pinned, Bitboard targets) {
    for (const Square from : men_.diagonal& pinned) {
      sink_.diagonal(from, Processor::diagonal(from, occupied_) & targets & line(from));
    }
    for (const Square from : men_.straight& pinned) {
      sink_.straight(from, Processor::straight(from, occupied_) & targets & line(from));
    }
  }

  Bitboard line(Square pinned) const { return line_through(king_, pinned); }

  // Generates pawn moves. A pinned pawn may move along the line between its king and the pinning
  // piece.
  [[gnu::always_inline]] void generate_pawns(Bitboard targets) {
    const Bitboard pawns = men_.pawns & movers_;
    const Bitboard pushers = pawns & (~lines_.pinned | file_of(king_));
    const Bitboard pushed = shifted<Step::kForward>(pushers) & ~occupied_;
    const Bitboard third_rank(relative_rank(Us, Rank::Three));
    const Bitboard pushed_twice = shifted<Step::kForward>(pushed & third_rank) & ~occupied_;
    yield_pawns<Step::kForward>(pushed & targets);
    sink_.template pawns<Step::kDouble>(pushed_twice & targets);
    yield_pawns<Step::kTowardsA>(captures<Step::kTowardsA>(pawns) & kNotFileH & targets);
    yield_pawns<Step::kTowardsH>(captures<Step::kTowardsH>(pawns) & kNotFileA & targets);
    if (men_.en_passant.any()) [[unlikely]]
      generate_en_passant(pawns);
  }

  template <int Direction>
  [[gnu::always_inline]] Bitboard captures(Bitboard pawns) const {
    const Bitboard line = kDiagonal<Direction>[static_cast<std::size_t>(king_)];
    return shifted<Direction>(pawns & (~lines_.pinned | line)) & them_;
  }

  template <int Direction>
  [[gnu::always_inline]] void yield_pawns(Bitboard targets) {
    const Bitboard last_rank(relative_rank(Us, Rank::Eight));
    sink_.template pawns<Direction>(targets & ~last_rank);
    if ((targets & last_rank).any()) [[unlikely]] {
      sink_.template promotions<Direction>(targets & last_rank);
    }
  }

  // Generates en passant captures. Two pawns leave their squares at once, so the king's safety is
  // checked separately.
  [[gnu::always_inline]] void generate_en_passant(Bitboard pawns) {
    const Square passed = men_.en_passant.first();
    const Bitboard captured(backward(Us, passed));
    for (const Square from : pawn_attacks(other(Us), passed) & pawns) {
      const Bitboard occupied = (occupied_ ^ Bitboard(from) ^ captured) | Bitboard(passed);
      const Bitboard attackers = (Processor::diagonal(king_, occupied) & men_.diagonal) |
                                 (Processor::straight(king_, occupied) & men_.straight) |
                                 (knight_attacks(king_) & men_.knights) |
                                 (pawn_attacks(Us, king_) & men_.pawns & ~captured);
      if ((attackers & them_).is_empty()) sink_.en_passant(from, passed);
    }
  }

  [[gnu::always_inline]] void generate_king() {
    const Bitboard king(king_);
    if ((movers_ & king).is_empty()) return;
    const Bitboard targets = king_attacks(king_) & ~us_;
    const Bitboard rooks = men_.castling_rooks & us_;
    const bool may_castle = rooks.any() && lines_.checkers.is_empty();
    if (targets.is_empty() && !may_castle) return;
    const Bitboard danger = attacked<other(Us), Processor>(men_, occupied_ ^ king);
    sink_.king(king_, targets & ~danger);
    if (!may_castle) [[likely]]
      return;
    for (const Square rook : rooks) {
      if (can_castle(rook, danger)) sink_.castle(king_, rook);
    }
  }

  // Checks castling (Laws 3.8.2.2; Guideline II for Chess960). The paths of king and rook must be
  // free, and no square on the king's path may be attacked. A pinned rook must not castle, since it
  // shields the king's new square.
  [[gnu::always_inline]] bool can_castle(Square rook, Bitboard danger) const {
    const CastlingSide side = rook > king_ ? CastlingSide::King : CastlingSide::Queen;
    const Square king_to = castled_king_square(Us, side);
    const Square rook_to = castled_rook_square(Us, side);
    const Bitboard king_way = between(king_, king_to) | Bitboard(king_to);
    const Bitboard rook_way = between(rook, rook_to) | Bitboard(rook_to);
    const Bitboard others = occupied_ ^ Bitboard(king_) ^ Bitboard(rook);
    return ((king_way | rook_way) & others).is_empty() && (king_way & danger).is_empty() &&
           !lines_.pinned.contains(rook);
  }

  const PieceSets& men_;
  Sink& sink_;
  const Bitboard us_;
  const Bitboard them_;
  const Bitboard occupied_;
  const Bitboard movers_;
  const Square king_;
  const KingLines lines_;
};

template <Color Us, class Processor, class Sink>
[[gnu::always_inline]] inline void generate(const PieceSets& men, Bitboard movers, Sink& sink) {
  Generator<Us, Processor, Sink>(men, movers, sink).run();
}

// The base class of sinks that handle all pieces except pawns in the same way.
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

// Counts moves by adding up the sizes of target sets.
struct CountSink : SinkOfPieces<CountSink> {
  void piece(Square, Bitboard targets) { count += size(targets); }
  template <int Step>
  void pawns(Bitboard targets) {
    count += size(targets);
  }
  template <int Step>
  void promotions(Bitboard targets) {
    count += 4 * size(targets);
  }
  void en_passant(Square, Square) { ++count; }
  void castle(Square, Square) { ++count; }

  static std::uint64_t size(Bitboard squares) {
    return static_cast<std::uint64_t>(squares.count());
  }

  std::uint64_t count = 0;
};

// Generates the legal moves of the pieces on `movers` that belong to the player to move.
template <class Sink>
void generate_for(const PieceSets& men, Color turn, Bitboard movers, Sink& sink) {
  if (turn == Color::White) {
    generate<Color::White, AnyProcessor>(men, movers, sink);
  } else {
    generate<Color::Black, AnyProcessor>(men, movers, sink);
  }
}

}  // namespace arbiter::move_generator
