#include "lib/chess/legal_moves.h"

#include <algorithm>

#include "lib/chess/move_generator.h"

namespace arbiter {
namespace {

using namespace move_generator;

template <class Sink>
void generate_for(const Position& position, Bitboard movers, Sink& sink) {
  generate_for(PieceSets(position), position.turn(), movers, sink);
}

// Returns whether a pawn that cannot be pinned may step forward. This test is the cheapest, and
// true in most positions. Precondition: the king is not in check.
bool has_free_pawn_step(const Position& position) {
  const Board& board = position.board();
  const Color us = position.turn();
  const Bitboard pawns =
      board.of(us, Role::Pawn) & ~attacks_on_empty_board(Role::Queen, position.king(us));
  const std::uint64_t stepped = us == Color::White ? pawns.bits() << 8 : pawns.bits() >> 8;
  return (Bitboard(stepped) & ~board.occupied()).any();
}

// Returns whether the king can step to a square that is not attacked. Decides most positions more
// cheaply than generating all moves.
bool has_safe_king_step(const Position& position) {
  const Color us = position.turn();
  const Square king = position.king(us);
  const Bitboard rest = position.board().occupied() & ~Bitboard(king);
  for (const Square to : king_attacks(king) & ~position.board().of(us)) {
    if (position.attackers(to, other(us), rest).is_empty()) return true;
  }
  return false;
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
  if (position.is_check() ? has_safe_king_step(position) : has_free_pawn_step(position)) {
    return true;
  }
  AnySink sink;
  generate_for(position, kAllSquares, sink);
  return sink.found.any();
}

bool is_legal(const Position& position, Move move) {
  const MoveList moves = legal_moves_from(position, move.from());
  return std::find(moves.begin(), moves.end(), move) != moves.end();
}

namespace {

using namespace move_generator;

// Computes perft by playing each move on a copy.
template <Color Us, class Kernel>
class TreeSink {
 public:
  TreeSink(const PieceSets& men, int depth) : men_(men), depth_(depth) {
    men_.en_passant = kNoSquares;
  }

  std::uint64_t count() const { return count_; }
  static constexpr bool is_done() { return false; }

  [[gnu::always_inline]] void knight(Square from, Bitboard targets) {
    for (const Square to : targets) {
      PieceSets after = carried(from, to);
      after.knights |= to;
      after.knights &= ~Bitboard(from);
      descend(after);
    }
  }
  [[gnu::always_inline]] void diagonal(Square from, Bitboard targets) {
    const Bitboard as_queen = as_set(men_.straight.contains(from));
    for (const Square to : targets) slide(from, to, kAllSquares, as_queen);
  }
  [[gnu::always_inline]] void straight(Square from, Bitboard targets) {
    const Bitboard as_queen = as_set(men_.diagonal.contains(from));
    for (const Square to : targets) slide(from, to, as_queen, kAllSquares);
  }
  [[gnu::always_inline]] void king(Square from, Bitboard targets) {
    for (const Square to : targets) {
      PieceSets after = carried(from, to);
      after.kings ^= Bitboard(from) | Bitboard(to);
      after.castling_rooks &= ~men_.of(Us);
      descend(after);
    }
  }
  template <int Step>
  [[gnu::always_inline]] void pawns(Bitboard targets) {
    for (const Square to : targets) {
      const Square from = square_at(index_of(to) - Step);
      PieceSets after = Step % 8 == 0 ? pushed(from, to) : carried(from, to);
      after.pawns |= to;
      after.pawns &= ~Bitboard(from);
      if constexpr (Step == PawnStep<Us>::kDouble) {
        const Bitboard passed(square_at(index_of(to) - Step / 2));
        if ((pawn_attacks_of<Us>(passed) & men_.pawns & men_.of(other(Us))).any()) {
          after.en_passant = passed;
        }
      }
      descend(after);
    }
  }
  template <int Step>
  [[gnu::always_inline]] void promotions(Bitboard targets) {
    for (const Square to : targets) {
      const Square from = square_at(index_of(to) - Step);
      PieceSets after = carried(from, to);
      after.pawns &= ~Bitboard(from);
      promote(after, &PieceSets::knights, to);
      promote(after, &PieceSets::diagonal, to);
      promote(after, &PieceSets::straight, to);
      after.diagonal |= to;
      promote(after, &PieceSets::straight, to);
    }
  }
  void en_passant(Square from, Square to) {
    PieceSets after = carried(from, to);
    const Bitboard captured(backward(Us, to));
    after.pawns ^= Bitboard(from) | Bitboard(to) | captured;
    after.of(other(Us)) ^= captured;
    descend(after);
  }
  void castle(Square king, Square rook) {
    const CastlingSide side = rook > king ? CastlingSide::King : CastlingSide::Queen;
    const Square king_to = castled_king_square(Us, side);
    const Square rook_to = castled_rook_square(Us, side);
    PieceSets after = men_;
    after.castling_rooks &= ~men_.of(Us);
    after.of(Us) &= ~(Bitboard(king) | Bitboard(rook));
    after.of(Us) |= Bitboard(king_to) | Bitboard(rook_to);
    after.kings ^= Bitboard(king) ^ Bitboard(king_to);
    after.straight ^= Bitboard(rook) ^ Bitboard(rook_to);
    descend(after);
  }

 private:
  static Bitboard as_set(bool all) { return all ? kAllSquares : kNoSquares; }

  [[gnu::always_inline]] void descend(const PieceSets& after) {
    count_ += depth_ == 1 ? Kernel::template leaves<other(Us)>(after)
                          : Kernel::template tree<other(Us)>(after, depth_);
  }

  // Returns the sets after one of the player's pieces has moved to an empty square.
  [[gnu::always_inline]] PieceSets pushed(Square from, Square to) const {
    PieceSets after = men_;
    after.of(Us) ^= Bitboard(from) | Bitboard(to);
    return after;
  }

  // Returns the sets after one of the player's pieces has moved, possibly with a capture.
  [[gnu::always_inline]] PieceSets carried(Square from, Square to) const {
    PieceSets after = pushed(from, to);
    const Bitboard kept = ~Bitboard(to);
    after.of(other(Us)) &= kept;
    after.pawns &= kept;
    after.knights &= kept;
    after.diagonal &= kept;
    after.straight &= kept;
    after.castling_rooks &= kept;
    return after;
  }

  [[gnu::always_inline]] void slide(Square from, Square to, Bitboard diagonal, Bitboard straight) {
    PieceSets after = carried(from, to);
    const Bitboard both = Bitboard(from) | Bitboard(to);
    after.diagonal ^= both & diagonal;
    after.straight ^= both & straight;
    after.castling_rooks &= ~Bitboard(from);
    descend(after);
  }

  [[gnu::always_inline]] void promote(PieceSets after, Bitboard PieceSets::*kind, Square to) {
    after.*kind |= to;
    descend(after);
  }

  PieceSets men_;
  int depth_;
  std::uint64_t count_ = 0;
};

template <Color Us, class Processor>
[[gnu::always_inline]] inline std::uint64_t count_leaves(const PieceSets& men) {
  CountSink sink;
  generate<Us, Processor>(men, kAllSquares, sink);
  return sink.count;
}

template <Color Us, class Processor, class Kernel>
[[gnu::always_inline]] inline std::uint64_t count_tree(const PieceSets& men, int depth) {
  TreeSink<Us, Kernel> sink(men, depth - 1);
  generate<Us, Processor>(men, kAllSquares, sink);
  return sink.count();
}

// Two builds of the same code: one for all processors, and one for processors with popcnt and pext.
struct AnyKernel {
  using Processor = AnyProcessor;
  template <Color Us>
  [[gnu::noinline]] static std::uint64_t leaves(const PieceSets& men) {
    return count_leaves<Us, Processor>(men);
  }
  template <Color Us>
  [[gnu::noinline]] static std::uint64_t tree(const PieceSets& men, int depth) {
    return count_tree<Us, Processor, AnyKernel>(men, depth);
  }
};

#if defined(__x86_64__)
struct FastKernel {
  using Processor = FastPext;
  template <Color Us>
  [[gnu::noinline, gnu::target("popcnt,bmi,bmi2,lzcnt")]] static std::uint64_t leaves(
      const PieceSets& men) {
    return count_leaves<Us, Processor>(men);
  }
  template <Color Us>
  [[gnu::noinline, gnu::target("popcnt,bmi,bmi2,lzcnt")]] static std::uint64_t tree(
      const PieceSets& men, int depth) {
    return count_tree<Us, Processor, FastKernel>(men, depth);
  }
};

bool has_fast_kernel() {
  return attack_tables::use_pext && __builtin_cpu_supports("popcnt") &&
         __builtin_cpu_supports("bmi") && __builtin_cpu_supports("lzcnt");
}
#endif

template <class Kernel>
std::uint64_t count_with(const Position& position, int depth) {
  const PieceSets men(position);
  if (position.turn() == Color::White) {
    return depth == 1 ? Kernel::template leaves<Color::White>(men)
                      : Kernel::template tree<Color::White>(men, depth);
  }
  return depth == 1 ? Kernel::template leaves<Color::Black>(men)
                    : Kernel::template tree<Color::Black>(men, depth);
}

}  // namespace

std::uint64_t perft(const Position& position, int depth) {
  if (depth <= 0) return 1;
#if defined(__x86_64__)
  if (has_fast_kernel()) return count_with<FastKernel>(position, depth);
#endif
  return count_with<AnyKernel>(position, depth);
}

std::vector<PerftShare> divide(const Position& position, int depth) {
  std::vector<PerftShare> shares;
  if (depth <= 0) return shares;
  for (const Move move : legal_moves(position)) {
    Position after = position;
    after.play(move);
    shares.push_back({move, perft(after, depth - 1)});
  }
  return shares;
}

}  // namespace arbiter
