#include "lib/laws/winnability/quick_proofs.h"

#include <algorithm>
#include <vector>

#include "lib/chess/move_generator.h"
#include "lib/laws/winnability/state.h"

namespace arbiter {

namespace {

constexpr int kMaxHomes = 4;  // a piece with more squares guards none of them permanently
constexpr int kMaxCells = 10;

bool is_within(Bitboard squares, Bitboard whole) { return (squares & ~whole).is_empty(); }

// A search for the smallest sets that contain the initial facts and are closed under the rules
// below.
//
// Lemma: consider a series of legal moves that ends with White mating and in which the assumptions
// hold. Until the mate, all pieces stay within their `reach`, and only pieces that are
// `is_capturable` are captured.
//
// Proof: consider the first move that breaks one of these facts. All facts held before it, and each
// rule requires only such facts. So the rules would have added the move, and the sets were not
// closed.
class ReachSearch {
 public:
  ReachSearch(const State& state, std::span<const Assumption> assumptions)
      : has_last_piece_(state.winner().count() == 2) {
    result_.pieces.reserve(static_cast<std::size_t>(state.pieces.occupied().count()));
    for (const Square square : state.pieces.occupied()) {
      const Color color = state.winner().contains(square) ? kWinner : kLoser;
      const Role role = role_at(state, square);
      if (role == Role::King) result_.kings[index(color)] = result_.pieces.size();
      Prospect piece{role, color, square, Bitboard(square), kNoSquares};
      for (const Assumption& assumption : assumptions) {
        if (assumption.square == square) piece.fate = assumption.fate;
      }
      result_.pieces.push_back(piece);
    }
    if (state.pieces.castling_rooks.any()) add_castling(state);
  }

  std::optional<ReachAnalysis> run() {
    bool is_wider = true;
    while (is_wider) {
      note_sets();
      is_wider = widen();
      for (const Prospect& piece : result_.pieces) {
        if (piece.is_promoted && piece.color == kWinner) return std::nullopt;
      }
    }
    result_.steady = steady();
    return std::move(result_);
  }

 private:
  static std::size_t index(Color color) { return static_cast<std::size_t>(color); }
  struct Castling {
    Square king;
    Square rook;
    Square king_to;
    Square rook_to;
    Bitboard way;  // squares that must be empty
  };

  Bitboard steady() const { return steady_[0] | steady_[1]; }
  const Prospect& king(Color color) const { return result_.king(color); }

  void add_castling(const State& state) {
    for (const Square rook : state.pieces.castling_rooks) {
      const Color color = state.winner().contains(rook) ? kWinner : kLoser;
      const Square king = state.king(color);
      const CastlingSide side = rook > king ? CastlingSide::King : CastlingSide::Queen;
      const Square king_to = castled_king_square(color, side);
      const Square rook_to = castled_rook_square(color, side);
      const Bitboard way = between(king, king_to) | Bitboard(king_to) | between(rook, rook_to) |
                           Bitboard(rook_to) | between(king, rook);
      castlings_.push_back({king, rook, king_to, rook_to, way & ~Bitboard(king) & ~Bitboard(rook)});
    }
  }

  // Returns the squares that only castling reaches.
  Bitboard castling_of(const Prospect& piece) const {
    Bitboard targets;
    for (const Castling& castling : castlings_) {
      if ((castling.way & steady()).any()) continue;
      if (piece.home == castling.king) targets |= castling.king_to;
      if (piece.home == castling.rook) targets |= castling.rook_to;
    }
    return targets;
  }

  // Collects facts about sets of pieces.
  void note_sets() {
    steady_ = steady_kings_ = prey_ = guarded_ = held_ = {};
    ever_occupied_ = kNoSquares;
    for (const Prospect& piece : result_.pieces) {
      const std::size_t side = index(piece.color);
      ever_occupied_ |= piece.reach;
      if (piece.role != Role::King && !is_last_piece(piece)) prey_[side] |= piece.reach;
      if (!piece.is_steady()) continue;
      steady_[side] |= piece.home;
      if (piece.role == Role::King) steady_kings_[side] |= piece.home;
    }
    for (const Prospect& piece : result_.pieces) {
      const Bitboard attacked = always_attacked_by(piece, ever_occupied_);
      guarded_[index(piece.color)] |= attacked;
      if (piece.role <= Role::Knight) held_[index(piece.color)] |= attacked;
    }
    note_packed_bishops();
  }

  // Returns whether the piece is White's last piece, without which White never mates.
  bool is_last_piece(const Prospect& piece) const {
    return has_last_piece_ && piece.color == kWinner && piece.role != Role::King;
  }

  void note_packed_bishops() {
    for (const Prospect& piece : result_.pieces) {
      if (piece.role == Role::Bishop)
        guarded_[index(piece.color)] |= always_attacked_by_pack(piece);
    }
  }

  // Returns the squares that a group of bishops always attacks. The bishops are never captured, and
  // no other piece enters their squares. If there is at most one more square than bishops, all
  // squares but one are always occupied. The result contains the squares attacked for every choice
  // of the free square.
  Bitboard always_attacked_by_pack(const Prospect& first) const {
    Bitboard cells = first.reach;
    for (Bitboard before; before != cells;) {
      before = cells;
      for (const Prospect& piece : result_.pieces) {
        if ((piece.reach & cells).any()) cells |= piece.reach;
      }
      if (cells.count() > kMaxCells) return kNoSquares;
    }
    int bishops = 0;
    for (const Prospect& piece : result_.pieces) {
      if ((piece.reach & cells).is_empty()) continue;
      const bool is_bishop = piece.role == Role::Bishop && piece.color == first.color;
      if (!is_bishop || piece.is_capturable) return kNoSquares;
      ++bishops;
    }
    if (bishops + 1 < cells.count()) return kNoSquares;
    Bitboard attacked = kAllSquares;
    for (const Square free : cells) {
      Bitboard now;
      for (const Square from : cells & ~Bitboard(free)) {
        now |= bishop_attacks(from, ever_occupied_ & ~Bitboard(free));
      }
      attacked &= now;
    }
    return attacked;
  }

  // Returns the squares that an uncapturable piece attacks from each of its squares, with lines
  // blocked by `occupied`.
  Bitboard always_attacked_by(const Prospect& piece, Bitboard occupied) const {
    if (piece.is_capturable || piece.is_promoted || piece.reach.count() > kMaxHomes)
      return kNoSquares;
    Bitboard attacked = kAllSquares;
    for (const Square square : piece.reach) {
      // A king cannot enter the square of the other king either.
      const Bitboard own = piece.role == Role::King ? Bitboard(square) : kNoSquares;
      attacked &= attacks_from(piece, square, occupied) | own;
    }
    return attacked;
  }

  bool widen() {
    bool is_wider = false;
    for (Prospect& piece : result_.pieces) is_wider |= widen(piece);
    return is_wider;
  }

  bool widen(Prospect& piece) {
    if (piece.fate == Fate::TakenAtHome) return false;
    const Bitboard before = piece.reach;
    piece.strikes = strikes_of(piece);
    piece.reach |= piece.role == Role::Pawn && !piece.is_promoted
                       ? (piece.strikes & prey_[index(other(piece.color))]) | pushes_of(piece)
                       : piece.strikes;
    piece.reach |= castling_of(piece);
    const Bitboard last_rank(relative_rank(piece.color, Rank::Eight));
    if (piece.role == Role::Pawn && (piece.reach & last_rank).any()) piece.is_promoted = true;
    const bool is_wider = mark_captures(piece);
    return is_wider || piece.reach != before;
  }

  // Returns the squares that the piece can reach by capturing, or by any move if it is not a pawn.
  // Pieces that never leave block its lines. It cannot enter their squares if they are its own, nor
  // the square of a king. A king cannot enter squares that are always attacked.
  Bitboard strikes_of(const Prospect& piece) const {
    const std::size_t us = index(piece.color);
    Bitboard strikes;
    if (piece.is_promoted) {
      strikes = kAllSquares;
    } else {
      for (const Square square : piece.reach) strikes |= attacks_from(piece, square, steady());
    }
    strikes &= ~steady_[us] & ~steady_kings_[us ^ 1];
    if (piece.role == Role::King) strikes &= ~guarded_[us ^ 1];
    return without_endings(piece, strikes);
  }

  Bitboard pushes_of(const Prospect& piece) const {
    Bitboard pushes;
    for (const Square square : piece.reach & ~Bitboard(relative_rank(piece.color, Rank::Eight))) {
      const Square once = forward(piece.color, square);
      if (steady().contains(once) || is_faced(piece, once)) continue;
      pushes |= once;
      if (relative_rank(piece.color, square) != Rank::Two) continue;
      const Square twice = forward(piece.color, once);
      if (!steady().contains(twice) && !is_faced(piece, twice)) pushes |= twice;
    }
    return without_endings(piece, pushes);
  }

  // Returns whether an enemy pawn blocks the pawn's path permanently. Two pawns that face each
  // other never pass unless one is captured or leaves the file.
  bool is_faced(const Prospect& pawn, Square target) const {
    const Bitboard file(file_of(pawn.home));
    if (!is_within(pawn.reach, file)) return false;
    const Bitboard way = between(pawn.home, target) | Bitboard(target);
    for (const Prospect& piece : result_.pieces) {
      if (piece.role == Role::Pawn && piece.color != pawn.color && !piece.is_capturable &&
          way.contains(piece.home) && is_within(piece.reach, file)) {
        return true;
      }
    }
    return false;
  }

  // Marks the pieces that `by` can capture on squares that both can reach. A pawn captured en
  // passant could have reached the passed square by a single step.
  bool mark_captures(const Prospect& by) {
    bool is_new = false;
    for (Prospect& piece : result_.pieces) {
      if (piece.color == by.color || piece.is_capturable || piece.role == Role::King) continue;
      if (is_last_piece(piece) || (by.strikes & piece.reach).is_empty()) continue;
      if (piece.fate == Fate::SafeAtHome && piece.is_home()) continue;
      piece.is_capturable = true;
      is_new = true;
    }
    return is_new;
  }

  Bitboard without_endings(const Prospect& piece, Bitboard targets) const {
    for (const Square target : targets & ~piece.reach) {
      const bool is_end = piece.role == Role::King ? ends_game(piece, target)
                          : piece.color == kLoser  ? mates_winner(piece, target)
                          : is_last_piece(piece)   ? is_lost(piece, target)
                                                   : false;
      if (is_end) targets &= ~Bitboard(target);
    }
    return targets;
  }

  // Returns whether the king's move to `target` leaves the other side without a legal move, and is
  // not a mate by White. Such a move ends the game, so no line continues.
  bool ends_game(const Prospect& king, Square target) const {
    const std::size_t them = index(other(king.color));
    for (const Prospect& piece : result_.pieces) {
      if (piece.color == king.color || piece.role == Role::King) continue;
      if (piece.reach != Bitboard(piece.home)) return false;
      if (piece.home != target && has_room(piece, king, target)) return false;
    }
    const Bitboard taken = king_attacks(target) | steady_[them] | held_[them ^ 1];
    for (const Square other : result_.pieces[result_.kings[them]].reach & ~king_attacks(target)) {
      if (other == target) continue;
      if ((king_attacks(other) & ~taken).any()) return false;
      if (king.color == kWinner && may_discover(king, target, other)) return false;
    }
    return true;
  }

  // Returns whether a piece on its home square can move after the opponent's king has moved to
  // `target`.
  bool has_room(const Prospect& piece, const Prospect& king, Square target) const {
    const std::size_t us = index(piece.color);
    if (piece.role != Role::Pawn) {
      return (attacks_of(piece.role, piece.home, steady()) & ~steady_[us]).any();
    }
    if ((pawn_attacks(piece.color, piece.home) & prey_[us ^ 1]).any()) return true;
    return !((steady() & ~king.reach) | Bitboard(target))
                .contains(forward(piece.color, piece.home));
  }

  // Returns whether the king, on its way to `target`, may open a line to the king on `checked`.
  bool may_discover(const Prospect& king, Square target, Square checked) const {
    for (const Square from : king.reach& king_attacks(target)) {
      if ((between(from, checked) & steady()).any()) continue;
      const Bitboard line = line_through(from, checked);
      const Role line_role = file_of(from) == file_of(checked) || rank_of(from) == rank_of(checked)
                                 ? Role::Rook
                                 : Role::Bishop;
      for (const Prospect& piece : result_.pieces) {
        const bool can_check = piece.role == Role::Queen || piece.role == line_role;
        if (can_check && piece.color == king.color && (piece.reach & line).any()) return true;
      }
    }
    return false;
  }

  // Returns whether the loser's piece on `target` mates White's king, which has never left home.
  // Each square next to the king is occupied by its own side, always attacked, or attacked by the
  // checker. No other piece can capture the checker or interpose. Lines must consist of squares
  // that no piece ever enters.
  bool mates_winner(const Prospect& piece, Square target) const {
    const Prospect& king = result_.king(kWinner);
    const Bitboard last_rank(relative_rank(kLoser, Rank::Eight));
    if (!king.is_home() || piece.is_promoted) return false;
    if (piece.role == Role::Pawn && last_rank.contains(target)) return false;
    const Bitboard checked = attacks_from(piece, target, ever_occupied_ & ~Bitboard(king.home));
    if (!checked.contains(king.home)) return false;
    const Bitboard taken = steady_[index(kWinner)] & ~Bitboard(target);
    Bitboard flights = king_attacks(king.home) & ~taken & ~checked;
    for (const Prospect& guard : result_.pieces) {
      if (flights.is_empty()) break;
      if (guard.color == kWinner || &guard == &piece) continue;
      flights &= ~always_attacked_by(guard, ever_occupied_ | Bitboard(target));
    }
    return flights.is_empty() && !can_answer(piece, target);
  }

  // Returns whether one of White's pieces other than the king might capture on `target` or
  // interpose after the loser's move there.
  bool can_answer(const Prospect& piece, Square target) const {
    const Bitboard way = between(target, king(kWinner).home);
    Bitboard capture(target);
    if (piece.role == Role::Pawn) capture |= backward(kLoser, target);
    const Bitboard blockers = steady() & ~Bitboard(piece.home);
    for (const Prospect& helper : result_.pieces) {
      if (helper.color == kLoser || helper.role == Role::King) continue;
      for (const Square from : helper.reach) {
        const Bitboard strikes = attacks_from(helper, from, blockers);
        if ((strikes & (capture | way)).any()) return true;
        if (helper.role == Role::Pawn && (Bitboard(file_of(from)) & way).any()) return true;
      }
    }
    return false;
  }

  // Returns whether White's last piece must be captured after giving check from `target`. The
  // loser's king has never left home and cannot move now.
  bool is_lost(const Prospect& piece, Square target) const {
    const Prospect& king = result_.king(kLoser);
    const Prospect& helper = result_.king(kWinner);
    if (!king.is_home() || !attacks_from(piece, target, kAllSquares).contains(king.home))
      return false;
    const Bitboard beside = king_attacks(king.home);
    if (piece.role != Role::Knight && !beside.contains(target)) return false;
    const Bitboard flights = beside & ~steady_[index(kLoser)] & ~Bitboard(target);
    if ((flights & ~always_attacked_by(helper, ever_occupied_)).any()) return false;
    if (beside.contains(target) && (king_attacks(target) & helper.reach).is_empty()) return true;
    for (const Prospect& guard : result_.pieces) {
      if (guard.color == kWinner || guard.role == Role::King) continue;
      if (always_attacked_by(guard, ever_occupied_).contains(target)) return true;
    }
    return false;
  }

  ReachAnalysis result_;
  std::vector<Castling> castlings_;
  bool has_last_piece_ = false;  // true if White has only one piece besides its king
  // Squares, indexed by the colour of the pieces.
  std::array<Bitboard, 2> steady_;
  std::array<Bitboard, 2> steady_kings_;
  std::array<Bitboard, 2> prey_;     // squares that pieces other than the king may occupy
  std::array<Bitboard, 2> guarded_;  // squares that are always attacked
  std::array<Bitboard, 2> held_;     // squares always attacked by pawns and knights
  Bitboard ever_occupied_;
};

}  // namespace

std::optional<ReachAnalysis> analyse_reach(const State& state,
                                           std::span<const Assumption> assumptions) {
  constexpr int kMaxPieces = 32;
  if (state.pieces.en_passant.any()) return std::nullopt;
  if (state.pieces.occupied().count() > kMaxPieces) return std::nullopt;
  return ReachSearch(state, assumptions).run();
}

namespace {

// A search for a mate position that the reach of the pieces does not exclude.
//
// Lemma: if White mates, three squares exist. The loser's king reaches m, a checking piece reaches
// s, from which it attacks m, and White's king reaches k. Each square next to m that the loser's
// king reaches satisfies one of these conditions:
// - it is k or next to k;
// - it is attacked from s, or could be attacked by another of White's pieces;
// - it holds one of the loser's pieces, each of which can occupy only one square.
//
// If s is next to m, White's king or another piece guards it. Squares that the king does not reach
// need no guard. The last move gives the check. A pawn or a knight has moved to s, but a line piece
// may already have been on s.
struct MatePicture {
  bool is_possible() const {
    for (const Prospect& piece : analysis_.pieces) {
      if (!is_helper(piece)) continue;
      const Bitboard support = attacked_by_others(piece);
      for (const Square from : checking_squares(piece)) {
        if (is_possible_from({from, attacks(piece, from), support})) return true;
      }
    }
    return false;
  }

  struct Check {
    Square from;
    Bitboard attacks;  // squares attacked from s
    Bitboard support;  // squares that other pieces may attack
  };

  // Returns whether the piece is captured at home before the mate.
  static bool is_gone(const Prospect& piece) { return piece.fate == Fate::TakenAtHome; }
  static bool is_helper(const Prospect& piece) {
    return piece.color == kWinner && piece.role != Role::King && !is_gone(piece);
  }

  static Bitboard checking_squares(const Prospect& piece) {
    if (piece.role == Role::Pawn) return piece.reach & ~Bitboard(piece.home);
    if (piece.role == Role::Knight && piece.reach.has_one()) return kNoSquares;
    return piece.reach;
  }

  Bitboard attacks(const Prospect& piece, Square from) const {
    return attacks_from(piece, from, blockers_);
  }

  Bitboard attacked_by_others(const Prospect& checker) const {
    Bitboard attacked;
    for (const Prospect& piece : analysis_.pieces) {
      if (!is_helper(piece) || &piece == &checker) continue;
      for (const Square from : piece.reach) attacked |= attacks(piece, from);
    }
    return attacked;
  }

  bool is_possible_from(const Check& check) const {
    for (const Square mated : check.attacks& king_reach_) {
      const Bitboard escapes = king_attacks(mated) & king_reach_ & ~check.support;
      const Bitboard open = escapes & (~check.attacks | Bitboard(check.from));
      const Bitboard near = king_attacks(mated) | Bitboard(mated) | Bitboard(check.from);
      for (const Square helper : analysis_.king(kWinner).reach & ~near) {
        const Bitboard left = open & ~king_attacks(helper) & ~Bitboard(helper);
        if (!left.contains(check.from) && can_be_blocked(left)) return true;
      }
    }
    return false;
  }

  // Returns whether the loser has enough pieces that can occupy these squares.
  bool can_be_blocked(Bitboard squares) const {
    if (squares.is_empty()) return true;
    Bitboard blocked;
    int pieces = 0;
    for (const Prospect& piece : analysis_.pieces) {
      if (piece.color == kWinner || piece.role == Role::King || is_gone(piece)) continue;
      if ((piece.reach & squares).is_empty()) continue;
      blocked |= piece.reach & squares;
      ++pieces;
    }
    return blocked == squares && pieces >= squares.count();
  }

  const ReachAnalysis& analysis_;
  const Bitboard king_reach_ = analysis_.king(kLoser).reach;
  const Bitboard blockers_ = analysis_.steady & ~king_reach_;
};

bool has_heavy_piece(const State& state) { return (state.winner() & state.pieces.straight).any(); }

// Returns whether each of White's pawns faces one of the enemy pawns `stoppers`.
bool are_stopped(const State& state, Bitboard stoppers) {
  std::uint64_t behind = stoppers.bits();
  for (const int step : {8, 16, 32}) behind |= behind >> step;
  return (state.pieces.pawns & state.winner() & ~Bitboard(behind)).is_empty();
}

// Returns the squares that a king reaches from `start` over `free` squares.
Bitboard walk(Square start, Bitboard free) {
  Bitboard reach(start);
  for (;;) {
    const Bitboard further = reach | (grown(reach) & free);
    if (further == reach) return reach;
    reach = further;
  }
}

// Returns the pieces that might be captured and cannot currently move.
std::vector<Square> pieces_to_split(const State& state, Bitboard capturable) {
  std::vector<Square> squares;
  const Bitboard occupied = state.pieces.occupied();
  for (const Square square : capturable & ~state.pieces.kings) {
    const Color color = state.winner().contains(square) ? kWinner : kLoser;
    const Bitboard own = state.pieces.of(color);
    const Bitboard lines = state.pieces.knights.contains(square) ? knight_attacks(square)
                           : state.pieces.pawns.contains(square) ? Bitboard(forward(color, square))
                                                                 : kNoSquares;
    Bitboard free = lines & ~(state.pieces.pawns.contains(square) ? occupied : own);
    if (state.pieces.diagonal.contains(square)) free |= bishop_attacks(square, occupied) & ~own;
    if (state.pieces.straight.contains(square)) free |= rook_attacks(square, occupied) & ~own;
    if (free.is_empty()) squares.push_back(square);
  }
  return squares;
}

struct CaseSplit {
  // Splits a case again only if the other case is proved directly, because more proofs are rarely
  // worthwhile.
  bool is_proved(int splits) {
    for (const Square square : squares_) {
      const bool is_safe_case = holds({square, Fate::SafeAtHome}, 0);
      if (!is_safe_case && splits == 1) continue;
      const bool is_taken_case = holds({square, Fate::TakenAtHome}, 0);
      if (is_safe_case && is_taken_case) return true;
      if (is_safe_case == is_taken_case || splits == 1) continue;
      const Fate open = is_safe_case ? Fate::TakenAtHome : Fate::SafeAtHome;
      if (holds({square, open}, splits - 1)) return true;
    }
    return false;
  }

  bool holds(Assumption assumption, int splits) {
    assumptions_.push_back(assumption);
    const bool is_shut = splits == 0 ? is_fortress(state_, assumptions_) : is_proved(splits);
    assumptions_.pop_back();
    return is_shut;
  }

  const State& state_;
  const std::vector<Square> squares_;
  std::vector<Assumption> assumptions_ = {};
};

constexpr std::uint64_t kFortressCost = 40;
constexpr std::uint64_t kCasesCost = 1000;
constexpr int kMaxShutPlies = 16;

// A search for forced chains of moves. A visited position needs no second proof, because its first
// occurrence is proved or the whole search fails. Proof: if White ever mated, consider the last
// position of that line from which the search continued. The position after it is a leaf, and
// proved.
struct ChainSearch {
  bool is_shut(const State& state) { return is_shut(state, quiet_, kMaxShutPlies); }
  std::uint64_t positions() const { return positions_; }

  bool is_shut(const State& state, int quiet, int plies) {
    if (!can_win_by_material(state.pieces, kWinner)) return true;
    if (is_mated(state)) return false;
    if (was_met(state) || is_proved(state)) return true;
    const bool is_forced = is_check(state);
    if (plies == 0 || (quiet == 0 && !is_forced)) return false;
    for (const Move move : legal_moves(state)) {
      State after = state;
      play(after, move);
      if (!spend(1) || !is_shut(after, is_forced ? quiet : quiet - 1, plies - 1)) return false;
    }
    return true;
  }

  bool was_met(const State& state) {
    const PackedState now = packed(state);
    if (std::ranges::find(met_, now) != met_.end()) return true;
    met_.push_back(now);
    return false;
  }

  bool is_proved(const State& state) {
    return spend(kFortressCost) && (is_fortress(state) || is_proved_in_cases(state));
  }

  bool is_proved_in_cases(const State& state) {
    return spend(kCasesCost) && is_fortress_in_all_cases(state);
  }

  bool spend(std::uint64_t cost) {
    const bool has_enough = cost <= positions_;
    positions_ -= has_enough ? cost : 0;
    return has_enough;
  }

  const int quiet_;
  std::uint64_t positions_;
  std::vector<PackedState> met_ = {};
};

bool all_lines_end_after(Move move, const State& state, int depth, std::uint64_t& positions) {
  State after = state;
  play(after, move);
  return !is_mated(after) && all_lines_end(after, depth - 1, positions);
}

// Returns the state after a king's step.
State after_step(State state, Square from, Square to) {
  const Bitboard both = Bitboard(from) | Bitboard(to);
  state.pieces.kings ^= both;
  state.pieces.of(state.pieces.white.contains(from) ? Color::White : Color::Black) ^= both;
  return state;
}

}  // namespace

bool is_fortress(const State& state, std::span<const Assumption> assumptions) {
  const auto analysis = analyse_reach(state, assumptions);
  return analysis && !MatePicture(*analysis).is_possible();
}

bool looks_shut(const State& state) {
  return !has_heavy_piece(state) && are_stopped(state, state.pieces.pawns & state.loser());
}

bool looks_walled_in(const State& state) {
  const Bitboard pawns = state.pieces.pawns & state.winner();
  if (has_heavy_piece(state) || pawns.is_empty()) return false;
  Bitboard stoppers = state.pieces.pawns & state.loser();
  while (are_stopped(state, stoppers)) {
    const Bitboard guarded = move_generator::pawn_attacks_of<kLoser>(stoppers);
    const Bitboard reach = walk(state.king(kWinner), ~(pawns | stoppers | guarded));
    const Bitboard taken = grown(reach) & stoppers & ~guarded;
    if (taken.is_empty()) return true;
    stoppers &= ~taken;
  }
  return false;
}

bool is_fortress_in_all_cases(const State& state) {
  const auto analysis = analyse_reach(state);
  Bitboard capturable = analysis ? kNoSquares : state.pieces.occupied();
  if (analysis) {
    for (const Prospect& piece : analysis->pieces) {
      if (piece.is_capturable) capturable |= piece.home;
    }
  }
  CaseSplit cases(state, pieces_to_split(state, capturable));
  return cases.is_proved(1) || cases.is_proved(2);
}

bool all_lines_are_shut(const State& state, std::uint64_t& positions) {
  constexpr int kMaxQuiet = 3;
  for (int quiet = 0; quiet <= kMaxQuiet; ++quiet) {
    ChainSearch search(quiet, positions);
    const bool is_proved = search.is_shut(state);
    positions = search.positions();
    if (is_proved) return true;
  }
  return false;
}

std::optional<QuickEnd> end_of_game(const State& state) {
  if (has_legal_move(state)) return std::nullopt;
  return state.turn == kLoser && is_check(state) ? QuickEnd::Mated : QuickEnd::NoMate;
}

ForcedMoves play_forced_moves(const State& state) {
  constexpr std::size_t kMaxMoves = 200;
  ForcedMoves forced{{}, state};
  std::vector<PackedState> before;
  while (forced.moves.size() < kMaxMoves) {
    const MoveList moves = legal_moves(forced.state);
    ++forced.positions;
    if (moves.size() != 1) break;
    const PackedState now = packed(forced.state);
    forced.is_cycle = std::ranges::find(before, now) != before.end();
    if (forced.is_cycle) break;
    before.push_back(now);
    forced.moves.push_back(moves[0]);
    play(forced.state, moves[0]);
  }
  return forced;
}

bool all_lines_end(const State& state, int depth, std::uint64_t& positions) {
  if (positions == 0) return false;
  --positions;
  if (!can_win_by_material(state.pieces, kWinner)) return true;
  // Tries any legal move first, because a single line that does not end gives false, and most moves
  // begin such a line.
  const auto some = some_legal_move(state);
  if (!some) return !(state.turn == kLoser && is_check(state));
  if (depth == 0 || !all_lines_end_after(*some, state, depth, positions)) return false;
  return std::ranges::all_of(legal_moves(state), [&](Move move) {
    return move == *some || all_lines_end_after(move, state, depth, positions);
  });
}

bool can_kings_walk(const State& state) {
  const Color us = state.turn;
  const Square our = state.king(us);
  const Square their = state.king(other(us));
  for (const Square to : king_attacks(our) & ~state.pieces.occupied()) {
    const State first = after_step(state, our, to);
    if (attackers(first, to, other(us)).any()) continue;
    for (const Square answer : king_attacks(their) & ~first.pieces.occupied()) {
      const State second = after_step(first, their, answer);
      if (attackers(second, answer, us).any()) continue;
      const State third = after_step(state, their, answer);
      if (attackers(third, our, other(us)).is_empty() && attackers(state, their, us).is_empty())
        return true;
    }
  }
  return false;
}

}  // namespace arbiter
